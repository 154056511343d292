import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Fence, FenceOptions } from "../../../src/runtime.ts";
import { createFence, FenceError } from "../../../src/runtime.ts";
import { denialOf } from "../../support/denied.ts";
import { manifestOf } from "../../support/manifest.ts";

const policy = { fs: { read: ["$WORKSPACE/**"] } };
const OUTSIDE = { path: "/etc/hostname" };
const fenceOf = (options: Partial<FenceOptions> = {}): Fence =>
  createFence({ manifest: manifestOf({ read: { policy }, push: { policy } }), ...options });
const ran = (..._: readonly unknown[]): string => "ran";
type Call = (input: unknown) => unknown;

describe("what runs here is gated, or refused to be wrapped", () => {
  test("an executor within `function`, as the OpenAI client's runner takes it", () => {
    const tool = { type: "function", function: { name: "read", parameters: {}, parse: JSON.parse, function: ran } };
    for (const given of [fenceOf().wrap([tool])[0], fenceOf().wrap(tool), fenceOf().wrap({ read: tool }).read]) {
      const call = given?.function.function as unknown as Call;
      // An exception would end the run, so the model is told in words; with `parse` or without.
      for (const input of [OUTSIDE, JSON.stringify(OUTSIDE)]) expect(call(input)).toMatch(/^Denied by policy/u);
      for (const input of [{ path: "a" }, '{"path":"a"}']) expect(call(input)).toBe("ran");
    }
    expect(tool.function.function).toBe(ran);
  });

  test("groups of tools, however deep", () => {
    const set = fenceOf().wrap({ git: { push: { execute: ran } }, more: { a: { b: { read: { execute: ran } } } } });
    expect(denialOf(() => set.git.push.execute(OUTSIDE))).toBe("path.outside");
    expect(denialOf(() => set.more.a.b.read.execute(OUTSIDE))).toBe("path.outside");
    expect(set.git.push.execute({ path: "a" })).toBe("ran");
  });

  test("`runAsync({ args })` of an instance", () => {
    class Tool {
      name = "read";
      seen: unknown;
      runAsync(request: { args: unknown; toolContext?: unknown }): string {
        this.seen = request;
        return "ran";
      }
    }
    const tool = fenceOf().wrap({ read: new Tool() }).read;
    expect(denialOf(() => tool.runAsync({ args: OUTSIDE, toolContext: {} }))).toBe("path.outside");
    expect(tool.runAsync({ args: { path: "a" }, toolContext: 7 })).toBe("ran");
    expect(tool.seen).toEqual({ args: { path: "a" }, toolContext: 7 });
  });

  test("a function that is no known executor is refused by its name, wherever it stands", () => {
    class Odd {
      name = "odd";
      perform(): void {
        // Nobody knows when it is called.
      }
    }
    const message = (name: string, key: string): FenceError =>
      new FenceError(
        `The tool \`${name}\` carries the function \`${key}\`, which is no executor that is known, so that it cannot be gated. Wrap that function itself, by \`fence.wrap(fn, { name })\`.`,
      );
    const read = { execute: ran };
    expect(() => fenceOf().wrap({ read, odd: new Odd() })).toThrow(message("odd", "perform"));
    expect(() => fenceOf().wrap([new Odd()])).toThrow(message("odd", "perform"));
    expect(() => fenceOf().wrap([{ type: "x", name: "odd", inner: { deep: [{ go: ran }] } }])).toThrow(message("odd", "inner.deep.go"));
    // Lists that hold no function are data.
    expect(fenceOf().wrap([{ type: "x", name: "data", inner: { deep: [{ go: 1 }] } }])).toEqual([
      { type: "x", name: "data", inner: { deep: [{ go: 1 }] } },
    ]);
    expect(() => fenceOf().wrap([{ name: "odd", impl: new Odd() }])).toThrow(message("odd", "impl.perform"));
    expect(() => fenceOf().wrap([{ name: "odd", parse: ran }])).toThrow(message("odd", "parse"));
    const computed = {
      name: "odd",
      get perform(): typeof ran {
        return ran;
      },
    };
    expect(() => fenceOf().wrap([computed])).toThrow(message("odd", "perform"));
    const deep = (levels: number): object => (levels === 0 ? { go: ran } : { a: deep(levels - 1) });
    for (const levels of [6, 12, 40]) expect(() => fenceOf().wrap([{ name: "odd", type: "x", inner: deep(levels) }])).toThrow(FenceError);
    expect(() => fenceOf().wrap({ read, odd: { description: "", go: ran } })).toThrow(message("odd", "go"));
  });

  test("what runs elsewhere goes through as it is", () => {
    const client = { description: "", inputSchema: z.object({ a: z.string() }), toModelOutput: ran };
    const provider = { type: "provider", id: "x.search", args: {}, inputSchema: ran, outputSchema: ran };
    const hosted = { type: "hosted_tool", name: "mcp", providerData: { type: "mcp", onApproval: ran } };
    const set = fenceOf().wrap({ read: { execute: ran }, client, provider, hosted });
    expect([set.client, set.provider, set.hosted]).toEqual([client, provider, hosted]);
    expect(set.client).toBe(client);
    expect(fenceOf().wrap([hosted])[0]).toBe(hosted);
    const self: Record<string, unknown> = { a: 1, list: [{ b: [1, 2] }] };
    self["self"] = self;
    const platform = { signal: new AbortController().signal, headers: new Headers(), bytes: new ArrayBuffer(1), mastra: { go: ran } };
    expect(fenceOf().wrap([{ name: "data", type: "x", platform, mastra: platform.mastra }])).toHaveLength(1);
    const data = { type: "web_search_20250305", name: "web_search", allowed_domains: ["a"], since: new Date(0), self };
    expect(fenceOf().wrap([data])[0]).toBe(data);
    const group: Record<string, unknown> = { read: { execute: ran } };
    group["group"] = group;
    expect(() => fenceOf().wrap(group)).toThrow(new FenceError("The group of tools `group` holds itself."));
    expect(() => fenceOf().wrap({ client })).toThrow(new FenceError("None of the tools that are to be wrapped has an executor."));
  });
});

describe("hooks that a framework runs before an executor", () => {
  const told: unknown[] = [];
  const tool = {
    inputSchema: {},
    execute: ran as Call,
    onInputAvailable: ({ input }: { input: unknown }) => void told.push(input),
    onInputStart: () => void told.push("start"),
    needsApproval: (input: unknown): boolean => (told.push("asked"), input !== undefined),
  };
  const run = (wrapped: typeof tool, input: unknown): unknown[] => {
    told.length = 0;
    wrapped.onInputStart();
    wrapped.onInputAvailable({ input });
    return [wrapped.needsApproval(input), ...told.splice(0)];
  };

  test("without a fence they see everything", () => {
    expect(run(tool, OUTSIDE)).toEqual([true, "start", OUTSIDE, "asked"]);
  });
  test("are run for calls that would be let through, and count for none", () => {
    const fence = createFence({ manifest: manifestOf({ read: { policy: { ...policy, constraints: { maxInvocations: 1 } } } }) });
    const { read } = fence.wrap({ read: tool });
    const inside = { path: "a" };
    const whole = [true, "start", inside, "asked"];
    expect([run(read, inside), run(read, inside)]).toEqual([whole, whole]);
    // Whether somebody is to be asked is the framework's affair: what is refused now need not be when it is called.
    expect(run(read, OUTSIDE)).toEqual([true, "start", "asked"]);
    expect(read.execute(inside)).toBe("ran");
    expect(run(read, inside)).toEqual([true, "start", "asked"]);
  });
  test("of tools that may not run at all, none is", () => {
    const { unknown } = fenceOf().wrap({ unknown: tool, read: { execute: ran } });
    expect(run(unknown, {})).toEqual([true, "asked"]);
    const client = { inputSchema: tool.inputSchema, onInputAvailable: tool.onInputAvailable };
    const set = fenceOf().wrap({ client, read: { execute: ran } });
    set.client.onInputAvailable({ input: "x" });
    expect(told.splice(0)).toEqual([]);
    const reported = fenceOf({ manifest: manifestOf({ read: { policy } }, { mode: "report" }) }).wrap({
      unknown: tool,
      read: { execute: ran },
    });
    expect(run(reported.unknown, {})).toEqual([true, "start", {}, "asked"]);
  });
  test("also of tools in a list, which run elsewhere", () => {
    const [one] = fenceOf().wrap([{ name: "unknown", onInputAvailable: tool.onInputAvailable }]);
    one.onInputAvailable({ input: "x" });
    expect(told.splice(0)).toEqual([]);
  });
});

describe("arguments that are no data", () => {
  const wrap = (): ((...args: unknown[]) => unknown) => fenceOf().wrap(ran, { name: "read" });
  test("nothing of theirs runs, and nothing but a denial is thrown", () => {
    const call = wrap();
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    const gone = Proxy.revocable({}, {});
    gone.revoke();
    let asked = 0;
    const computed = {
      get a(): never {
        asked++;
        throw new Error("boom");
      },
    };
    const trapped = new Proxy({}, { getPrototypeOf: () => (asked++, null) });
    expect(denialOf(() => call(proxy))).toBe("arguments.unreadable");
    expect(denialOf(() => call(gone.proxy))).toBe("arguments.unreadable");
    expect(denialOf(() => call("a", proxy))).toBe("arguments.unreadable");
    // Of a proxy that was revoked nobody can tell what it stood for.
    expect(denialOf(() => call("a", gone.proxy))).toBe("arguments.unreadable");
    for (const behind of [computed, trapped]) expect(call("a", behind)).toBe("ran");
    expect(denialOf(() => call("/etc/hostname", trapped))).toBe("path.outside");
    expect(asked).toBe(0);
  });
  test("a list with holes without end ends soon", async () => {
    const list: unknown[] = [];
    list.length = 4_294_967_294;
    const fence = createFence({
      manifest: manifestOf({ read: { policy: { approval: "session" } } }, { repeatedCalls: 2 }),
      approve: () => "session",
    });
    const call = fence.wrap(ran, { name: "read" });
    const started = performance.now();
    await expect(Promise.resolve(call({ list }))).rejects.toThrow("nobody approves what is not seen");
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
