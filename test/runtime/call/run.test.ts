import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { PolicyDeniedError } from "../../../src/index.ts";
import type { FenceOptions, RuntimeConfig } from "../../../src/runtime.ts";
import { createFence } from "../../../src/runtime.ts";
import { laterDenialOf } from "../../support/denied.ts";
import { folder } from "../../support/folder.ts";
import type { Reviewed } from "../../support/manifest.ts";
import { manifestOf } from "../../support/manifest.ts";

const fenceOf = (tools: Readonly<Record<string, Reviewed>>, options: Partial<FenceOptions> = {}): ReturnType<typeof createFence> =>
  createFence({ manifest: manifestOf(tools, options.config), ...options });

/** The records of an audit log, without the start of the run. */
const records = (file: string): Record<string, unknown>[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ kind }) => kind !== "run.start");

describe("what is written of a call", () => {
  const run = async (options: Partial<FenceOptions>, tool: string, input: unknown): Promise<unknown[]> => {
    const file = join(folder({}), "audit.jsonl");
    const tools = {
      read: { policy: { fs: { read: ["$WORKSPACE/**"] } } satisfies Policy },
      ask: { policy: { approval: "session" as const } },
    };
    const fence = fenceOf(tools, { audit: { file }, workspace: "/toolfence-none", ...options });
    await laterDenialOf(async () => fence.wrap(async (_: unknown) => Promise.resolve(1), { name: tool })(input));
    return records(file).map(({ kind, verdict, answer, by, reason }) => [
      kind,
      verdict ?? answer,
      ...(kind === "approval" ? [by, reason] : []),
    ]);
  };

  test("a refusal is a decision, and nothing follows it", async () => {
    expect(await run({}, "read", { path: "/usr/x" })).toEqual([["decision", "deny"]]);
  });
  test("what is reported takes place", async () => {
    expect(await run({ config: { mode: "report" } }, "read", { path: "/usr/x" })).toEqual([
      ["decision", "report"],
      ["result", "completed"],
    ]);
  });
  test("where calls are only reported, that somebody would have been asked, and interceptors still run", async () => {
    expect(await run({ config: { mode: "report" } }, "ask", {})).toEqual([
      ["decision", "ask"],
      ["result", "completed"],
    ]);
    const interceptors = [() => ({ k: "deny" as const, reason: "no" })];
    expect(await run({ config: { mode: "report" }, interceptors }, "read", { path: "/usr/x" })).toEqual([
      ["decision", "report"],
      ["result", "completed"],
    ]);
  });
  test("that somebody was asked, who answered, and why", async () => {
    expect(await run({ approve: () => ({ answer: "once", by: "ada", reason: "looks fine" }) }, "ask", {})).toEqual([
      ["decision", "ask"],
      ["approval", "once", "ada", "looks fine"],
      ["decision", "allow"],
      ["result", "completed"],
    ]);
    expect(await run({ approve: () => "deny" }, "ask", {})).toEqual([
      ["decision", "ask"],
      ["approval", "deny", "", ""],
      ["decision", "deny"],
    ]);
  });
  test("what would be refused is shown to interceptors where it is only reported, and nowhere else", async () => {
    const seen: string[] = [];
    const interceptors = [
      (call: { readonly tool: string }) => {
        seen.push(call.tool);
        return undefined;
      },
    ];
    await run({ config: { mode: "report" }, interceptors }, "read", { path: "/usr/x" });
    expect(seen).toEqual(["read"]);
    await run({ interceptors }, "read", { path: "/usr/x" });
    expect(seen).toEqual(["read"]);
  });
  test("what an interceptor puts in the place of a call is allowed, and nothing ran", async () => {
    expect(await run({ interceptors: [() => ({ k: "substitute", result: 2 })] }, "read", { path: "in/x" })).toEqual([
      ["decision", "allow"],
      ["result", "completed"],
    ]);
  });
  test("it is recorded, cut and counted like a call, told apart from one, and completes nothing", async () => {
    const file = join(folder({}), "audit.jsonl");
    const called: string[] = [];
    const fence = fenceOf(
      {
        read: { policy: { limits: { outputBytes: 5 }, constraints: { maxInvocations: 1 } } },
        next: { policy: { constraints: { onlyAfter: ["read"] } } },
      },
      {
        audit: { file },
        interceptors: [({ tool }) => (tool === "read" ? { k: "substitute", result: "0123456789" } : undefined)],
        on: { called: ({ tool }) => void called.push(tool) },
      },
    );
    let ran = 0;
    const read = fence.wrap(async (_: unknown) => Promise.resolve(++ran), { name: "read" });
    expect(String(await read({}))).toMatch(/^01234(?!5)/u);
    expect(await laterDenialOf(async () => read({}))).toBe("constraint.count");
    expect(await laterDenialOf(fence.wrap(async () => Promise.resolve(1), { name: "next" }))).toBe("constraint.order");
    fence.close();
    expect([ran, called]).toEqual([0, ["read"]]);
    const records = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; backend?: string; verdict?: string; truncated?: boolean });
    expect(
      records.filter(({ backend }) => backend === "interceptor").map(({ kind, verdict, truncated }) => [kind, verdict, truncated]),
    ).toEqual([
      ["decision", "allow", undefined],
      ["result", "completed", true],
    ]);
  });
  test("nor is it put there where the log cannot say so", async () => {
    const interceptors = [() => ({ k: "substitute" as const, result: 2 })];
    const fence = fenceOf({ read: { policy: {} } }, { audit: { file: join(folder({}), "audit.jsonl") }, interceptors });
    const read = fence.wrap(async (_: unknown) => Promise.resolve(1), { name: "read" });
    expect(await read({})).toBe(2);
    fence.close();
    expect(await laterDenialOf(async () => read({}))).toBe("audit.unavailable");
  });
  test("what an interceptor makes of a call is judged once more, and refused where it has to be", async () => {
    expect(await run({ interceptors: [() => ({ k: "modify", input: { path: "/usr/x" } })] }, "read", { path: "in/x" })).toEqual([
      ["decision", "deny"],
    ]);
    expect(await run({ interceptors: [() => ({ k: "modify", input: { path: "in/y" } })] }, "read", { path: "in/x" })).toEqual([
      ["decision", "allow"],
      ["result", "completed"],
    ]);
  });
  test("sessions are told apart, also that of the fence itself", () => {
    const file = join(folder({}), "audit.jsonl");
    const fence = fenceOf({ free: { policy: {} } }, { audit: { file } });
    const free = fence.wrap(() => 1, { name: "free" });
    free();
    const session = fence.session();
    session.run(() => free());
    const ids = records(file).flatMap(({ kind, session: id }) => (kind === "decision" ? [id] : []));
    expect([new Set(ids).size, ids.every((id) => typeof id === "string" && id.length === 36)]).toEqual([2, true]);
  });
});

describe("how a refusal reaches the caller", () => {
  const fence = fenceOf({ read: { policy: {} } });
  const input = { path: "/etc/passwd" };
  test("by an exception, by a rejection where the executor is asynchronous", async () => {
    const now = fence.wrap((_: unknown) => 1, { name: "read" });
    expect(() => now(input)).toThrow(PolicyDeniedError);
    const later = fence.wrap(async (_: unknown) => Promise.resolve(1), { name: "read" });
    await expect(later(input)).rejects.toThrow(PolicyDeniedError);
  });
  test("as a text, where a framework would end the run, also after somebody was asked", async () => {
    const tools = { read: { policy: {} }, ask: { policy: { approval: "always" as const } } };
    const asking = fenceOf(tools, { approve: () => ({ answer: "deny", reason: "no" }) });
    const invoke = async (name: string, run: () => Promise<unknown> = async () => Promise.resolve("ran")): Promise<unknown> => {
      const tool = asking.wrap({ name, invoke: async (_context: unknown, _input: string) => run() }, { name });
      return tool.invoke({}, JSON.stringify(name === "read" ? input : {}));
    };
    expect(await invoke("read")).toMatch(/^Denied by policy: the path/u);
    expect(await invoke("ask")).toBe("Denied by policy: the call was not approved (no) (`approval`).");
    const allowing = fenceOf(tools, { approve: () => "once" });
    const broken = allowing.wrap(
      { name: "ask", invoke: async (_c: unknown, _i: string) => Promise.reject(new RangeError("own")) },
      { name: "ask" },
    );
    await expect(broken.invoke({}, "{}")).rejects.toThrow(RangeError);
  });
  test("a stream is refused, or asked for, when it is read", async () => {
    const seen: string[] = [];
    const streaming = fenceOf({ ask: { policy: { approval: "always" } } }, { approve: () => (seen.push("asked"), "once") });
    const stream = streaming.wrap(
      async function* (_: unknown) {
        await Promise.resolve();
        yield 1;
        yield 2;
      },
      { name: "ask" },
    );
    const out: unknown[] = [];
    for await (const one of stream({})) out.push(one);
    expect([out, seen]).toEqual([[1, 2], ["asked"]]);
  });
});

describe("approval", () => {
  const asked = (answer: "once" | "session", config: RuntimeConfig = {}) => {
    let times = 0;
    const fence = fenceOf({ ask: { policy: { approval: "session" } } }, { approve: () => (times++, answer), config });
    const call = fence.wrap(async (_: unknown) => Promise.resolve(1), { name: "ask" });
    return { call, times: () => times };
  };
  test("`once` is for one call, `session` for all of it", async () => {
    const once = asked("once");
    await once.call({});
    await once.call({});
    const session = asked("session");
    await session.call({});
    await session.call({});
    expect([once.times(), session.times()]).toEqual([2, 1]);
  });
  test("nobody is asked where calls are only reported", async () => {
    const { call, times } = asked("once", { mode: "report" });
    expect([await call({}), times()]).toEqual([1, 0]);
    const fence = fenceOf({ ask: { policy: { approval: "always" } } }, { config: { mode: "report" }, interceptors: [() => undefined] });
    expect(await fence.wrap(async (_: unknown) => Promise.resolve(1), { name: "ask" })({})).toBe(1);
  });
  test("a reason that is empty is not said", async () => {
    const fence = fenceOf({ ask: { policy: { approval: "always" } } }, { approve: () => ({ answer: "deny", reason: "" }) });
    await expect(fence.wrap(async (_: unknown) => Promise.resolve(1), { name: "ask" })({})).rejects.toThrow(
      "the call was not approved (`approval`)",
    );
  });
});

describe("counts", () => {
  const reasons = (policy: Policy, config: RuntimeConfig, inputs: unknown[]): string[] => {
    const fence = fenceOf({ t: { policy } }, { config });
    const call = fence.wrap((_: unknown) => "ran", { name: "t" });
    return inputs.map((input) => {
      try {
        return call(input);
      } catch (error) {
        return (error as PolicyDeniedError).denial.reason;
      }
    });
  };
  test("are said in words", () => {
    expect(reasons({ constraints: { maxInvocations: 1 } }, {}, [{}, {}])[1]).toBe(
      "this tool may be called once in a session (maxInvocations)",
    );
    expect(reasons({ constraints: { maxInvocations: 2 } }, {}, [{}, {}, {}])[2]).toBe(
      "this tool may be called 2 times in a session (maxInvocations)",
    );
    expect(reasons({ constraints: {} }, {}, [{}, {}, {}])).toEqual(["ran", "ran", "ran"]);
  });
  test("of like calls begin anew with another one", () => {
    const [a, b] = [{ x: 1 }, { x: 2 }];
    const refused = "this very call was made 2 times in a row; its answer will not change";
    expect(reasons({}, { repeatedCalls: 2 }, [a, a, a])).toEqual(["ran", "ran", refused]);
    expect(reasons({}, { repeatedCalls: 2 }, [a, a, b, a, a, a])).toEqual(["ran", "ran", "ran", "ran", "ran", refused]);
    expect(reasons({}, {}, [a, a, a])).toEqual(["ran", "ran", "ran"]);
  });
});

test("what a tool's own calls may do is judged by the settings of the one that calls", () => {
  const inner = fenceOf({ inner: { policy: { fs: { read: "any" } } } }).wrap((_: unknown) => "read", { name: "inner" });
  const strict = fenceOf({ outer: { policy: { fs: { read: "any" } } } }, { config: { deniedPaths: ["/w/own/**"] } });
  const outer = strict.wrap(({ forward }: { forward: string }) => inner({ path: forward }), { name: "outer" });
  expect(inner({ path: "/w/own/x" })).toBe("read");
  expect(() => outer({ forward: "/w/other/x" })).not.toThrow();
  expect(() => outer({ forward: "/w/own/x" })).toThrow(/holds secrets/u);
});
