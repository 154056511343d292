import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { folder } from "../../support/folder.ts";
import { heldBytes } from "../../support/heap.ts";
import { noSandbox } from "../../support/sandbox.ts";

/** 1,000 on request, and in CI: `LEAK_RUNS=1000`. */
const RUNS = Number(process.env["LEAK_RUNS"] ?? 100);

const children = (): string[] =>
  readdirSync("/proc/self/task").flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean));

describe.skipIf(noSandbox !== undefined)("confined commands in a row", () => {
  test(`leave no process, descriptor, listener or file behind, with and without hosts (${RUNS} runs)`, async () => {
    const dir = folder({ "w/f": "" }, "/var/tmp");
    const run = async (net: readonly string[]): Promise<void> => {
      const { exitCode } = await runConfined(["/bin/sh", "-c", "sleep 300 & echo x > f"], {
        policy: { fs: { write: [`${dir}/w/**`] }, net },
        workspace: dir,
        cwd: `${dir}/w`,
      });
      expect(exitCode).toBe(0);
    };
    const state = () => ({
      children: children().length,
      descriptors: readdirSync("/proc/self/fd").length,
      files: readdirSync(`${dir}/w`),
      listeners: ["exit", "SIGINT", "SIGTERM", "SIGHUP"].map((name) => process.listenerCount(name)),
    });
    for (const net of [[], ["a.example"]]) await run(net);
    const before = state();
    const used = await heldBytes();
    for (let i = 0; i < RUNS; i++) await run(i % 10 === 0 ? ["a.example"] : []);
    await new Promise((done) => setTimeout(done, 100));
    expect(state()).toEqual(before);
    // What each run kept would be more: a plan and its pipes are some ten kilobytes.
    expect((await heldBytes()) - used).toBeLessThan(2_000_000 + RUNS * 1000);
  }, 300_000);

  test("twenty runs at once are ended with us by one listener", async () => {
    const before = process.listenerCount("exit");
    const runs = Array.from({ length: 20 }, async () => runConfined(["/bin/sleep", "0.5"], { policy: {} }));
    await new Promise((done) => setTimeout(done, 200));
    const during = process.listenerCount("exit");
    expect((await Promise.all(runs)).map(({ exitCode }) => exitCode)).toEqual(runs.map(() => 0));
    expect(during - before).toBeLessThanOrEqual(1);
  });
});
