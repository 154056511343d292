import { readdirSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { spawned } from "../../../src/runtime/sandbox/spawned.ts";
import { noSandbox } from "../../support/sandbox.ts";

const start = (file: string, args: readonly string[], outputBytes?: number) => {
  let told = 0;
  const made = spawned({ file, args, descriptors: ["ignore", "pipe", "pipe"], channel: false, outputBytes, tooMuch: () => told++ });
  return { made, told: () => told };
};
const script = (text: string, outputBytes?: number) => start("/bin/sh", ["-c", text], outputBytes);

describe("what a program writes is kept up to a limit, and read beyond it", () => {
  test.each([
    ["printf 1234", "1234", 0],
    ["printf 12345", "1234", 1],
    ["printf 1234; printf 5678 >&2", "1234", 0],
    ["head -c 3000000 /dev/zero | tr '\\0' x", "xxxx", 1],
    ["printf '123\\n'", "123", 0],
  ])("%s", async (text, out, told) => {
    const one = script(text, 4);
    const { stdout, exitCode } = await one.made.ended;
    expect([stdout, exitCode, one.told()]).toEqual([out, 0, told]);
  });
});

test.each([
  ["exit 7", { exitCode: 7, signal: undefined }],
  ["kill -TERM $$", { exitCode: undefined, signal: "SIGTERM" }],
])("how it ends is told: %s", async (text, expected) => {
  expect(await script(text, 10).made.ended).toMatchObject(expected);
});

test.each([
  ["is not there", "/nonexistent/program", ["x"]],
  ["has an argument that is too long", "/bin/true", ["x".repeat(3_000_000)]],
  ["has an argument with a NUL", "/bin/true", ["a\0b"]],
])("what %s was not started, and leaves no descriptor", async (_, file, args) => {
  await start(file, args, 10).made.ended;
  const before = readdirSync("/proc/self/fd").length;
  for (let i = 0; i < 10; i++) {
    const { made } = start(file, args, 10);
    expect(made.pid).toBeUndefined();
    expect((await made.ended).stderr).not.toBe("");
  }
  await vi.waitFor(() => {
    expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(before);
  });
});

test.skipIf(noSandbox !== undefined)("a command that cannot be started is refused, with nothing left open", async () => {
  const run = async () => runConfined(["/bin/true", "x".repeat(3_000_000)], { policy: {} });
  await expect(run()).rejects.toThrow("cannot be started");
  const before = readdirSync("/proc/self/fd").length;
  for (let i = 0; i < 10; i++) await expect(run()).rejects.toThrow("cannot be started");
  await vi.waitFor(() => {
    expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(before);
  });
});
