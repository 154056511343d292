import { openSync, closeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { IsolateOptions } from "../../../src/runtime/worker/isolate.ts";
import { isolate } from "../../../src/runtime/worker/isolate.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";

type Functions = Record<string, (...args: unknown[]) => unknown>;
const load = (code: string, options: Partial<IsolateOptions> = {}) => {
  const root = folder({ "code/tools.mjs": code }, "/var/tmp");
  return isolate<Functions>(pathToFileURL(join(root, "code/tools.mjs")).href, { policy: {}, workspace: root, ...options });
};

describe.skipIf(noSandbox !== undefined)("a module that means harm", () => {
  const MEMORY = 'import { openSync } from "node:fs"; export const memory = () => openSync("/proc/self/mem", "r+");';

  test("does not write its own memory; outside, a process may", async () => {
    closeSync(openSync("/proc/self/mem", "r+"));
    for (const policy of [{}, { fs: { write: "any" as const } }]) {
      await using worker = await load(MEMORY, { policy });
      await expect(worker["memory"]?.()).rejects.toMatchObject({ code: "ERR_ACCESS_DENIED" });
    }
  });

  test("that asks without end and reads no answer is ended", async () => {
    const code = `
      const host = globalThis[Symbol.for("toolfence.host")];
      export const flood = () => { for (let i = 0; i < 50; i++) host("big"); for (;;); };
    `;
    await using worker = await load(code, {
      policy: { limits: { outputBytes: 100_000 }, host: ["big"] },
      host: { big: () => "x".repeat(90_000) },
    });
    await expect(worker["flood"]?.()).rejects.toThrow("The worker sent questions, and read no answers; it was ended.");
  });

  test("that says itself that it has a function named `then` is not taken for a promise", async () => {
    await using worker = await load(`
      import { writeSync } from "node:fs";
      import { serialize } from "node:v8";
      const body = serialize({ t: "ready", names: ["then", "one"] });
      writeSync(7, Buffer.concat([Buffer.from([0, 0, 0, body.length]), body]));
      export const one = () => 1;
    `);
    expect(Object.keys(worker)).toEqual(["one"]);
    expect(await worker["one"]?.()).toBe(1);
  });

  test("that never ends loading is ended when the time of the policy is up", async () => {
    const loading = load("await new Promise(() => setInterval(() => {}, 1000));", { policy: { limits: { timeMs: 400 } } });
    await expect(loading).rejects.toThrow(/The worker ended/u);
  });

  test.each([
    ["a text", "plain", "Error", "The function of the host failed."],
    ["nothing", undefined, "Error", "The function of the host failed."],
    ["an object that answers nothing", Object.create(null), "Error", "The function of the host failed."],
    ["an error with no stack of ours", new RangeError("too far"), "RangeError", "too far"],
  ])("learns of %s that the host throws no more than its message", async (_name, thrown, name, message) => {
    const code = `export const ask = () => globalThis[Symbol.for("toolfence.host")]("f").catch((e) => [e.name, e.message, e.stack.includes("hostile.test")]);`;
    await using worker = await load(code, {
      policy: { host: ["f"] },
      host: {
        f: () => {
          throw thrown;
        },
      },
    });
    expect(await worker["ask"]?.()).toEqual([name, thrown === "plain" ? "plain" : message, false]);
  });

  test("whose streams carry signals keeps none of them", async () => {
    const code = `export async function* lines(signal) { while (!signal.aborted) yield 1; yield "aborted"; }`;
    await using worker = await load(code);
    const controller = new AbortController();
    const seen: unknown[] = [];
    for await (const one of (await worker["lines"]?.(controller.signal)) as AsyncIterable<unknown>) {
      seen.push(one);
      if (seen.length === 2) controller.abort();
    }
    expect(seen).toEqual([1, 1, "aborted"]);
  });

  test("prints as much as it likes, and stays", async () => {
    await using worker = await load("export const print = () => { process.stdout.write('\\n'.repeat(3000)); return 'still'; };", {
      policy: { limits: { outputBytes: 1000 } },
    });
    expect(await worker["print"]?.()).toBe("still");
    expect(await worker["print"]?.()).toBe("still");
  });
});
