import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RuntimeConfig } from "../../src/schema/runtime.ts";
import { runtimeSchema } from "../../src/schema/runtime.ts";
import { weakenings } from "../../src/schema/weakening.ts";

/** A change that lets more past, and what is said of it. Turned round it is said to be nothing. */
const WEAKER: readonly (readonly [string, RuntimeConfig, RuntimeConfig, string])[] = [
  ["mode", {}, { mode: "report" }, "mode: enforce -> report"],
  ["mode", { mode: "report" }, { mode: "off" }, "mode: report -> off"],
  ["unmanaged", { unmanaged: "refuse" }, { unmanaged: "allow" }, "unmanaged: refuse -> allow"],
  ["read-only", { readOnly: true }, {}, "readOnly: true -> not set"],
  ["a path rule that lets all past", {}, { pathRules: [{ path: "/a", write: true }] }, 'pathRules: not set -> {"path":"/a","write":true}'],
  ["a path rule that refuses", { pathRules: [{ path: "/a", read: false }] }, {}, 'pathRules: {"path":"/a","read":false} -> not set'],
  ["a denied path", { deniedPaths: ["/a", "/b"] }, { deniedPaths: ["/b"] }, "deniedPaths: /a -> not set"],
  ["an allowed path", { allowedPaths: ["/a"] }, { allowedPaths: ["/a", "/b"] }, "allowedPaths: not set -> /b"],
  ["the list of allowed paths", { allowedPaths: ["/a"] }, {}, 'allowedPaths: ["/a"] -> not set'],
  ["hard links", {}, { hardLinks: "allow" }, "hardLinks: refuse -> allow"],
  [
    "a command that is let past",
    {},
    { commandRules: [{ command: "rm", decision: "allow" }] },
    'commandRules: not set -> {"command":"rm","decision":"allow"}',
  ],
  [
    "a command that is refused",
    { commandRules: [{ command: "rm", decision: "deny" }] },
    {},
    'commandRules: {"command":"rm","decision":"deny"} -> not set',
  ],
  ["isolation that is taken on trust", {}, { isolation: "trust" }, "isolation: refuse -> trust"],
  ["tools that must run in a worker", { sandbox: "facts" }, {}, "sandbox: facts -> asked"],
  ["a denied command", { deniedCommands: ["wget"] }, {}, "deniedCommands: wget -> not set"],
  ["approvals", { approval: { write: "always" } }, { approval: { write: "session" } }, "approval: write: always -> write: session"],
  ["repeated calls", { repeatedCalls: 2 }, { repeatedCalls: 3 }, "repeatedCalls: 2 -> 3"],
  ["a limit", { limits: { timeMs: 10 } }, {}, "limits: timeMs: 10 -> timeMs: not set"],
  ["a limit above the default", {}, { limits: { timeMs: 9_000_000 } }, "limits: timeMs: 300000 -> timeMs: 9000000"],
];

describe("what asks less", () => {
  test.each(WEAKER)("%s", (_, base, next, expected) => {
    expect(weakenings(base, next).map(({ key, from, to }) => `${key}: ${from} -> ${to}`)).toEqual([expected]);
    expect(weakenings(next, base)).toEqual([]);
  });

  test("calls without a limit are more than any: a server's own session goes on", () => {
    expect(weakenings({ limits: { calls: 20_000 } }, {}).length).toBe(1);
    expect(weakenings({}, { limits: { calls: 20_000 } }).length).toBe(1);
    expect(weakenings({}, { limits: { calls: 9000 } })).toEqual([]);
  });

  test("rules that change places may let something past", () => {
    const [a, b] = [{ path: "/a", read: false }, { path: "/a/b" }];
    expect(weakenings({ pathRules: [a, b] }, { pathRules: [b, a] }).length).toBe(1);
  });

  test("every key has a case", () => {
    expect([...new Set(WEAKER.map(([, , , words]) => words.split(":")[0]))].sort()).toEqual(Object.keys(runtimeSchema.shape).sort());
  });

  test("a configuration asks no less than itself, and what is weakened twice is weakened", () => {
    const some = fc.constantFrom(...WEAKER.flatMap(([, a, b]) => [a, b]));
    fc.assert(
      fc.property(some, (config) => {
        expect(weakenings(config, config)).toEqual([]);
        expect(weakenings(config, structuredClone(config))).toEqual([]);
      }),
    );
  });
});
