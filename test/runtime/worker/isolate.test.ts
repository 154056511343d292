import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execa } from "execa";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { isolate } from "../../../src/runtime/worker/isolate.ts";
import { ConfinementRefused } from "../../../src/runtime/sandbox/examine.ts";
import { folder } from "../../support/folder.ts";
import { heldBytes } from "../../support/heap.ts";
import { noSandbox } from "../../support/sandbox.ts";

const TOOLS = `
import { readFileSync, writeSync } from "node:fs";
import { serialize } from "node:v8";
let calls = 0;
export const add = (a, b) => a + b;
export const kinds = (value) => ({ value, map: new Map([[1, new Date(0)]]), bytes: new Uint8Array([1, 2]) });
export const fail = () => { throw Object.assign(new TypeError("no good"), { code: "E_TEST" }); };
export const counted = () => ++calls;
export async function* lines(n) { try { for (let i = 0; i < n; i++) yield i; } finally { calls = 1000; } }
export const wait = ({ signal }) => new Promise((_, reject) => {
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
});
export const twice = (x) => globalThis[Symbol.for("toolfence.host")]("twice", x);
export const other = () => globalThis[Symbol.for("toolfence.host")]("constructor");
export const end = () => process.exit(3);
export const spin = () => { for (;;); };
export const read = (path) => readFileSync(path, "utf8");
export const notCopied = () => () => 1;
export const notAFunction = 1;
const frame = (body) => { const head = Buffer.alloc(4); head.writeUInt32BE(body.length); return Buffer.concat([head, body]); };
export const garbage = () => { writeSync(7, frame(Buffer.from("garbage"))); return wait({ signal: new AbortController().signal }); };
export const endless = () => { writeSync(7, Buffer.from([255, 255, 255, 255])); return wait({ signal: new AbortController().signal }); };
export const unlike = () => { writeSync(7, frame(serialize({ t: "error", id: 1 }))); return wait({ signal: new AbortController().signal }); };
export const channel = () => process.connected;
`;
interface Tools {
  add(a: number, b: number): number;
  kinds(value: unknown): unknown;
  fail(): void;
  counted(): number;
  lines(n: number): AsyncIterable<number>;
  wait(options: { signal: AbortSignal }): Promise<void>;
  twice(x: number): Promise<number>;
  other(): Promise<void>;
  end(): void;
  spin(): void;
  read(path: string): string;
  notCopied(): unknown;
  notAFunction: number;
  garbage(): Promise<void>;
  endless(): Promise<void>;
  unlike(): Promise<void>;
  channel(): boolean;
}

const tools = (more: object = {}, files: Record<string, string> = {}) => {
  const root = folder({ "code/tools.mjs": TOOLS, ...files }, "/var/tmp");
  return isolate<Tools>(pathToFileURL(join(root, "code/tools.mjs")).href, { policy: {}, workspace: root, ...more });
};

/** 100,000 on request, and in CI: `LEAK_CALLS=100000`. */
const CALLS = Number(process.env["LEAK_CALLS"] ?? 2000);

describe.skipIf(noSandbox !== undefined)("a module in a sandboxed process", () => {
  test("its functions are called with copies, and give copies back", async () => {
    await using worker = await tools();
    expectTypeOf(worker.add).toEqualTypeOf<(a: number, b: number) => Promise<number>>();
    expect(Object.keys(worker).sort()).toEqual(
      "add channel counted end endless fail garbage kinds lines notCopied other read spin twice unlike wait".split(" "),
    );
    expect(await worker.add(1, 2)).toBe(3);
    expect(await worker.kinds({ deep: [1n] })).toEqual({
      value: { deep: [1n] },
      map: new Map([[1, new Date(0)]]),
      bytes: new Uint8Array([1, 2]),
    });
  });

  test("an error keeps its name, message, code and stack", async () => {
    await using worker = await tools();
    const error = await worker.fail().then(
      () => undefined,
      (one: unknown) => one as Error,
    );
    expect(error).toMatchObject({ name: "TypeError", message: "no good", code: "E_TEST" });
    expect(error?.stack).toContain("tools.mjs");
  });

  test("what cannot be copied is an error of that call alone", async () => {
    await using worker = await tools();
    await expect(worker.notCopied()).rejects.toThrow(/could not be cloned/u);
    await expect(worker.kinds(() => 1)).rejects.toThrow(/could not be cloned/u);
    expect(await worker.add(1, 1)).toBe(2);
  });

  test("calls run side by side; state lives as long as the process", async () => {
    await using worker = await tools();
    expect(await Promise.all(Array.from({ length: 100 }, (_, i) => worker.add(i, i)))).toEqual(
      Array.from({ length: 100 }, (_, i) => 2 * i),
    );
    expect([await worker.counted(), await worker.counted()]).toEqual([1, 2]);
  });

  test("a stream comes as it is asked for, and ends inside when it is left", async () => {
    await using worker = await tools();
    const out: number[] = [];
    for await (const one of await worker.lines(1_000_000)) if (out.push(one) === 3) break;
    expect(out).toEqual([0, 1, 2]);
    await vi.waitFor(async () => {
      expect(await worker.counted()).toBeGreaterThan(1000);
    });
  });

  test("an abort reaches the function", async () => {
    await using worker = await tools();
    const controller = new AbortController();
    const waiting = worker.wait({ signal: controller.signal });
    await worker.add(1, 1);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(worker.wait({ signal: AbortSignal.abort() })).rejects.toThrow(/abort/u);
  });

  test("the host gives what it hands over by name, and nothing else", async () => {
    const host = { twice: (x: number) => 2 * x };
    await using worker = await tools({ policy: { host: ["twice", "constructor"] }, host });
    expect(await worker.twice(21)).toBe(42);
    await expect(worker.other()).rejects.toThrow("The host gives no function `constructor`.");
    await using bare = await tools({ host });
    await expect(bare.twice(21)).rejects.toThrow('The policy does not grant the host\'s function `twice`; grant it by `host: ["twice"]`.');
  });

  test("its end fails the calls under way; the next call has a new process", async () => {
    await using worker = await tools();
    await worker.counted();
    const results = await Promise.allSettled([worker.end(), worker.wait({ signal: new AbortController().signal })]);
    expect(results.map((one) => (one.status === "rejected" ? (one.reason as Error).message : "none"))).toEqual([
      "The worker ended (code 3).",
      "The worker ended (code 3).",
    ]);
    expect(await worker.counted()).toBe(1);
  });

  test.each([
    ["ends as it is loaded", "process.exit(3)", "The worker ended (code 3)."],
    ["is ended as it is loaded", 'process.kill(process.pid, "SIGKILL")', "The worker ended (code 137)."],
    ["cannot be loaded", 'throw new Error("no good")', "The module cannot be loaded: no good"],
    ["ends by itself", "export const f = () => 1; setTimeout(() => process.exit(9), 300)", "The worker ended (code 9)."],
    [
      "shuts its pipe and ends",
      'import { closeSync } from "node:fs"; export const f = () => { closeSync(7); return new Promise(() => setTimeout(() => process.exit(8), 300)); };',
      "The worker ended (code 8).",
    ],
  ])("a module that %s is told to a host that does nothing else, which ends by itself", async (_, text, message) => {
    const root = folder({ "tools.mjs": text }, "/var/tmp");
    const module = new URL("../../../dist/src/runtime/worker/isolate.js", import.meta.url).href;
    const host = `const { isolate } = await import(${JSON.stringify(module)});
      try { const { f } = await isolate(${JSON.stringify(pathToFileURL(join(root, "tools.mjs")).href)}, { policy: {} }); for (;;) await f(); }
      catch (error) { console.log(error.message); }`;
    const { exitCode, stdout } = await execa(process.execPath, ["--input-type=module", "-e", host], { reject: false, timeout: 20_000 });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: message });
  });

  test("a function that never ends is ended by the time limit of the policy", async () => {
    await using worker = await tools({ policy: { limits: { timeMs: 500 } } });
    await expect(worker.spin()).rejects.toThrow("`spin` took longer than 500 ms; its worker was ended.");
    expect(await worker.add(1, 1)).toBe(2);
  });

  test.each([
    ["garbage", "The worker sent what is no message; it was ended."],
    ["endless", "The worker sent a message of 4294967295 bytes, where 16777216 may be sent; it was ended."],
    ["unlike", "The worker sent what is no message; it was ended."],
  ] as const)("a module that speaks to the host by itself (%s) ends its own process, and not the host's", async (name, message) => {
    await using worker = await tools();
    await expect(worker[name]()).rejects.toThrow(message);
    expect(await worker.add(1, 1)).toBe(2);
  });

  test("Node's channel is closed before a module is loaded", async () => {
    await using worker = await tools({ policy: { net: ["example.com"] } });
    expect(await worker.channel()).toBe(false);
  });

  test("after `maxCalls` there is a new process", async () => {
    await using worker = await tools({ maxCalls: 2 });
    expect([await worker.counted(), await worker.counted(), await worker.counted()]).toEqual([1, 2, 1]);
  });

  test("it reads what the policy grants, and nothing beside", async () => {
    const root = folder({ "data/a.txt": "granted", "b.txt": "not" }, "/var/tmp");
    await using worker = await tools({ policy: { fs: { read: [`${root}/data/**`] } } });
    expect(await worker.read(join(root, "data/a.txt"))).toBe("granted");
    await expect(worker.read(join(root, "b.txt"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a module that cannot be loaded says why", async () => {
    const root = folder({ "code/bad.mjs": 'import "./missing.mjs";' }, "/var/tmp");
    await expect(isolate(pathToFileURL(join(root, "code/bad.mjs")).href, { policy: {} })).rejects.toThrow(
      /The module cannot be loaded: .*missing\.mjs/u,
    );
  });

  test(`many calls leave no descriptor and no memory behind (${CALLS} calls)`, async () => {
    await using worker = await tools();
    const call = async (times: number): Promise<void> => {
      for (let i = 0; i < times; i++) await worker.add(i, 1);
    };
    // What is compiled and cached is there after the first tenth.
    await call(CALLS / 10);
    const count = (): number => readdirSync("/proc/self/fd").length;
    const [before, used] = [count(), await heldBytes()];
    await call(CALLS);
    expect(count()).toBeLessThanOrEqual(before + 1);
    // A listener or an entry that each call left would be tens of megabytes for 100,000.
    expect((await heldBytes()) - used).toBeLessThan(2_000_000 + CALLS * 10);
  }, 300_000);
});

test("without a backend nothing is loaded", async () => {
  await expect(tools({ launchers: ["/nonexistent/bwrap"] })).rejects.toThrow(ConfinementRefused);
});

test("a start that is refused is refused to all who wait for it", async () => {
  const refused = await Promise.allSettled(Array.from({ length: 5 }, async () => tools({ launchers: ["/nonexistent/bwrap"] })));
  expect(refused.map((one) => (one.status === "rejected" ? (one.reason as Error).name : "started"))).toEqual(
    Array.from({ length: 5 }, () => "ConfinementRefused"),
  );
});

test("commands in a list cannot be held inside a process, and are refused", async () => {
  await expect(tools({ policy: { exec: ["git"] } })).rejects.toThrow("`exec` cannot be held: in a worker it is `none` or `any`");
});
