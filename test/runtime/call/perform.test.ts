import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TracerLike } from "../../../src/runtime.ts";
import { createFence } from "../../../src/runtime.ts";
import { laterDenialOf } from "../../support/denied.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

describe("the signal of a time limit, where a framework hands one on", () => {
  const fence = createFence({
    manifest: manifestOf({
      slow: { policy: { limits: { timeMs: 50 } } },
      loose: { policy: { limits: { timeMs: 5000 } } },
      free: { policy: {} },
    }),
  });
  /** Whether a call with these options behind its input had its signal aborted, by the limit or by the framework. */
  async function aborted(options: readonly unknown[], tool = "slow", isTool = true): Promise<string> {
    const execute = async (...args: unknown[]): Promise<unknown> => {
      const found = args.slice(1).flatMap((one) => (typeof one === "object" && one !== null ? (Object.values(one) as unknown[]) : []));
      const signal = found.find((one): one is AbortSignal => one instanceof AbortSignal);
      if (!signal) return "no signal";
      if (tool === "loose") return signal.aborted;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new Error("aborted");
    };
    const call = isTool ? fence.wrap({ [tool]: { execute } })[tool]?.execute : fence.wrap(execute, { name: tool });
    try {
      return String(await call?.({}, ...options));
    } catch (error) {
      return String((error as { denial?: { id: string } }).denial?.id ?? error);
    }
  }

  test.each<readonly [string, readonly unknown[]]>([
    ["AI SDK", [{ toolCallId: "1", messages: [] }]],
    ["MCP", [{ signal: new AbortController().signal, requestId: 1 }]],
    ["Mastra", [{ requestContext: {} }]],
    ["Mastra, before 1", [{ runtimeContext: {}, abortSignal: undefined }]],
    ["OpenAI Agents", [{}, { toolCall: {} }]],
    ["LangChain", [{}, { configurable: {}, signal: undefined }]],
    ["LangChain, with callbacks", [{ callbacks: [] }]],
    ["any with a signal of its own", [undefined, { signal: new AbortController().signal }]],
  ])("%s", async (_, options) => {
    expect(await aborted(options)).toBe("limit.time");
  });
  test("that of the framework still counts", async () => {
    const own = new AbortController();
    setTimeout(() => own.abort(), 5);
    expect(await aborted([{ toolCall: {}, signal: own.signal }])).toBe("Error: aborted");
    expect(await aborted([{ toolCall: {}, signal: AbortSignal.abort() }], "loose")).toBe("true");
    expect(await aborted([{ toolCall: {} }], "loose")).toBe("false");
  });
  test("where no limit was set, options are those that were given", async () => {
    const options = { toolCall: {} };
    expect(await aborted([options], "free")).toBe("no signal");
  });
  test("a function's own arguments are left as they are, but for options that can be nothing else", async () => {
    for (const one of [{ configurable: true }, { callbacks: 1 }, { toolCall: {} }, { requestContext: {} }])
      expect(await aborted([one], "loose", false)).toBe("no signal");
    expect(await aborted([{ toolCallId: "1", messages: [] }], "slow", false)).toBe("limit.time");
    const context = { signal: new AbortController().signal, out: 0 };
    const call = fence.wrap((_: object, own: typeof context) => ++own.out, { name: "loose" });
    call({}, context);
    expect(context.out).toBe(1);
  });
  test("what is no framework's options is left as it is", async () => {
    class Config {
      callbacks = [];
    }
    const computed = {
      toolCall: {},
      get lazy(): never {
        throw new Error("nobody asked");
      },
    };
    const call = fence.wrap({ loose: { execute: (_: unknown, options: object) => Object.keys(options).length } });
    expect(call.loose.execute({}, computed)).toBe(2);
    for (const options of [{}, new Config(), [], "text", null, { toolCall: {}, signal: "mine" }, new Proxy({ toolCall: {} }, {})])
      expect(await aborted([options], "free")).toBe("no signal");
  });
});

describe("a tracer that fails", () => {
  const failing = (where: "setAttributes" | "setStatus" | "end"): TracerLike => ({
    startSpan: () => ({
      setAttributes: () => undefined,
      setStatus: () => undefined,
      end: () => undefined,
      [where]: () => {
        throw new Error("the exporter is gone");
      },
    }),
  });
  test.each(["setAttributes", "setStatus", "end"] as const)("in `%s` is not the agent's affair, and the log is whole", async (where) => {
    const file = join(folder({}), "audit.jsonl");
    const fence = createFence({
      manifest: manifestOf({ ok: { policy: {} }, fail: { policy: {} }, slow: { policy: { limits: { timeMs: 20 } } } }),
      audit: file,
      tracer: failing(where),
    });
    const wrap = (name: string, run: () => unknown): (() => unknown) => fence.wrap(run, { name });
    expect(wrap("ok", () => 1)()).toBe(1);
    expect(
      wrap("fail", () => {
        throw new Error("its own");
      }),
    ).toThrow("its own");
    expect(await laterDenialOf(() => Promise.resolve(wrap("slow", () => new Promise(() => undefined))()))).toBe("limit.time");
    const results = readFileSync(file, "utf8").match(/"kind":"result".*?"verdict":"[a-z ]+"/gu) ?? [];
    expect(results.map((line) => /"verdict":"([a-z ]+)"/u.exec(line)?.[1])).toEqual(["completed", "failed", "timed out"]);
  });
});
