import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import type { Fence, FenceOptions } from "../../../src/runtime.ts";
import { createFence } from "../../../src/runtime.ts";
import { denialOf, laterDenialOf } from "../../support/denied.ts";
import type { Reviewed } from "../../support/manifest.ts";
import { manifestOf } from "../../support/manifest.ts";

const fenceOf = (tools: Readonly<Record<string, Reviewed>>, options: Partial<FenceOptions> = {}): Fence =>
  createFence({ manifest: manifestOf(tools, options.config), workspace: "/toolfence-none", ...options });
const INSIDE: Policy = { fs: { read: ["$WORKSPACE/in/**"] } };
const ALL: Policy = { fs: { read: ["$WORKSPACE/**"] } };

describe("a tool within others", () => {
  const path = { path: "/toolfence-none/out.txt" };
  /** What a call of one fence's tool, within that of another one, and that within a third, is told. */
  function within(...modes: readonly ("enforce" | "report" | "off")[]): { readonly verdict: string; readonly told: string[] } {
    const told: string[] = [];
    const call = modes
      .map((mode, depth) => ({ mode, name: depth === 0 ? "outer" : depth === 1 ? "middle" : "inner", policy: depth === 0 ? INSIDE : ALL }))
      .reduceRight<(input: object) => unknown>(
        (inner, { mode, name, policy }) => {
          const fence = fenceOf(
            { [name]: { policy } },
            { config: { mode }, on: { denied: (_, { id }) => void told.push(`${name} ${id}`) } },
          );
          const wrapped = fence.wrap((_: object) => inner(path), { name });
          return (input) => wrapped(input);
        },
        () => "ran",
      );
    return { verdict: denialOf(() => call({})), told };
  }

  test("what the one around it may not do is refused, whatever its own fence does", () => {
    expect(within("enforce", "enforce")).toEqual({ verdict: "path.outside", told: ["middle path.outside"] });
    expect(within("enforce", "report").verdict).toBe("path.outside");
    expect(within("enforce", "off").verdict).toBe("path.outside");
  });
  test("where that fence only reports, it is told and done", () => {
    expect(within("report", "report")).toEqual({ verdict: "ran", told: ["middle path.outside"] });
    expect(within("report", "enforce")).toEqual({ verdict: "ran", told: [] });
  });
  test("of several around it, one that enforces is enough", () => {
    expect(within("enforce", "report", "off").verdict).toBe("path.outside");
    expect(within("report", "report", "off").verdict).toBe("ran");
  });
});

describe("interceptors in a row", () => {
  const read = (options: Partial<FenceOptions>, seen: unknown[]): Promise<string> =>
    laterDenialOf(async () =>
      fenceOf({ read: { policy: INSIDE } }, options).wrap((input: object) => Promise.resolve(seen.push(input)), { name: "read" })({
        path: "in/a",
      }),
    );
  test("the next one sees what the one before it made, and none does where that is refused", async () => {
    const modified = async (path: string): Promise<unknown[]> => {
      const seen: unknown[] = [];
      const interceptors: FenceOptions["interceptors"] = [
        () => ({ k: "modify", input: { path } }),
        ({ input }) => {
          seen.push(["second", input]);
          return undefined;
        },
      ];
      return [await read({ interceptors }, seen), ...seen];
    };
    expect(await modified("in/b")).toEqual(["ran", ["second", { path: "in/b" }], { path: "in/b" }]);
    expect(await modified("/etc/hostname")).toEqual(["path.outside"]);
  });
});

describe("how far apart what a manifest knows of must run", () => {
  const verdict = (facts: readonly string[], unknowns: readonly string[]): string =>
    denialOf(fenceOf({ tool: { policy: {}, facts, unknowns } }, { config: { sandbox: "facts" } }).wrap(() => 1, { name: "tool" }));
  test.each<readonly [readonly string[], readonly string[], string]>([
    [[], [], "ran"],
    [["fs.read /x"], [], "ran"],
    [["fs.read /x"], ["unknown.call 1"], "tool.isolation"],
    [[], ["unknown.call 1"], "tool.isolation"],
    [["fs.read /x", "exec.spawn ls"], [], "tool.isolation"],
    [["code.eval {dynamic}"], [], "tool.isolation"],
  ])("facts %j, unknown %j: %s", (facts, unknowns, expected) => {
    expect(verdict(facts, unknowns)).toBe(expected);
  });
  test("of a tool that is not in the manifest it is no matter", () => {
    const fence = fenceOf({ tool: { policy: {} } }, { config: { sandbox: "facts" } });
    expect(denialOf(fence.wrap(() => 1, { name: "other" }))).toBe("tool.unknown");
  });
});

describe("a refusal where a framework wants words", () => {
  const invoke = async (policy: Policy, run: () => unknown): Promise<string> => {
    const tool = { type: "function", name: "ask", invoke: async (..._: unknown[]) => Promise.resolve(run()) };
    const [wrapped] = fenceOf({ ask: { policy } }).wrap([tool]);
    try {
      return String(await wrapped.invoke({}, "{}"));
    } catch (error) {
      return `thrown: ${String(error)}`;
    }
  };
  test("is given as such, also after somebody was asked; what the tool throws is thrown", async () => {
    expect(await invoke({ approval: "always" }, () => 1)).toMatch(/^Denied by policy: the call was not approved/u);
    expect(await invoke({ constraints: { forbidden: true } }, () => 1)).toMatch(/^Denied by policy: this tool is forbidden/u);
    const fails = (): never => {
      throw new Error("its own");
    };
    expect(await invoke({}, fails)).toBe("thrown: Error: its own");
  });
});
