import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Event } from "../../../src/model/authority.ts";
import { allows, authorityOf } from "../../../src/model/authority.ts";
import { isHost } from "../../../src/model/host.ts";
import type { Path } from "../../../src/model/path.ts";
import type { Grants } from "../../../src/model/policy.ts";
import { PATH_FACETS } from "../../../src/model/policy.ts";
import type { Denial } from "../../../src/index.ts";
import { judgeArguments } from "../../../src/runtime/gate/decide.ts";
import { argumentFacts } from "../../../src/runtime/gate/facts.ts";
import { spellings } from "../../../src/runtime/gate/paths.ts";
import { DEFAULT_SETTINGS } from "../../../src/runtime/gate/settings.ts";
import { endpoint, envName, grants, invocation, path, runs } from "../../support/arbitraries.ts";

/** Folders that are not there, so that only the algebra speaks. */
const BINDINGS = [
  { workspace: "/toolfence-none/ws", home: "/toolfence-none/home", tmp: "/toolfence-none/tmp" },
  { workspace: "/toolfence-none/home/ws", home: "/toolfence-none/home", tmp: "/toolfence-none/home/ws/tmp" },
  { workspace: "/a", home: "/a/b", tmp: "/b" },
];

function gate(policy: Grants, facts: readonly string[], input: unknown, roots = BINDINGS[0]): Denial | undefined {
  return judgeArguments({ grants: policy, facts: argumentFacts(facts, []) }, input, {
    roots: roots as (typeof BINDINGS)[number],
    settings: DEFAULT_SETTINGS,
  }).denial;
}

/** What the algebra says of something that has several spellings: one must be granted, and none denied. */
const granted = (policy: Grants, facet: (typeof PATH_FACETS)[number], names: readonly Path[]): boolean => {
  const { allow, deny } = policy[facet];
  const authority = (part: Grants["fs.read"]): ((one: Path) => boolean) => {
    const whole = authorityOf({ ...policy, [facet]: part });
    return (one) => allows(whole, { facet, path: one });
  };
  return names.some(authority({ allow, deny: [] })) && !names.some(authority({ allow: deny, deny: [] }));
};

describe("the gate and the algebra agree", () => {
  test("on paths, whatever the roots are bound to", () => {
    fc.assert(
      fc.property(grants, path, fc.constantFrom(...PATH_FACETS), fc.constantFrom(...BINDINGS), (policy, where, facet, roots) => {
        const absolute = `${where.root === "/" ? "" : roots.workspace}/${where.segments.join("/")}`;
        const denial = gate(policy, [`${facet} {param:path}`], { path: absolute }, roots);
        expect(denial === undefined).toBe(granted(policy, facet, spellings(absolute.replace(/\/$/u, "") || "/", roots)));
      }),
      { numRuns: runs(10_000) },
    );
  });

  test("on hosts", () => {
    fc.assert(
      fc.property(grants, endpoint, (policy, where) => {
        // The gate refuses what is no host, whatever is granted.
        fc.pre(isHost(where));
        fc.pre(/^(?:https?|ws|tcp|ssh)$/u.test(where.scheme));
        const host = where.host.includes(":") ? `[${where.host}]` : where.host;
        const denial = gate(policy, ["net.connect {param:url}"], { url: `${where.scheme}://${host}:${where.port}` });
        // A scheme that is not spoken of may be any.
        if (where.scheme === "tcp") fc.pre(policy["net.connect"].deny.every(({ scheme }) => scheme === null));
        if (where.scheme === "tcp")
          fc.pre(policy["net.connect"].allow === "any" || policy["net.connect"].allow.every(({ scheme }) => scheme === null));
        expect(denial === undefined).toBe(allows(authorityOf(policy), { facet: "net.connect", endpoint: where }));
      }),
      { numRuns: runs(5_000) },
    );
  });

  test("on variables", () => {
    fc.assert(
      fc.property(grants, envName, (policy, name) => {
        const denial = gate(policy, ["env.read {param:name}"], { name });
        expect(denial === undefined).toBe(allows(authorityOf(policy), { facet: "env.read", name }));
      }),
      { numRuns: runs(3_000) },
    );
  });

  test("on commands, but for what our own lists refuse", () => {
    let refusedByDefault = 0;
    fc.assert(
      fc.property(grants, invocation, (policy, event) => {
        const free = {
          ...policy,
          exec: {
            deny: policy.exec.deny.map((one) => ({ ...one, cwd: null, shell: true })),
            allow: policy.exec.allow === "any" ? ("any" as const) : policy.exec.allow.map((one) => ({ ...one, cwd: null })),
          },
        };
        const denial = gate({ ...free, "fs.read": { allow: "any", deny: [] } }, ["exec.spawn {param:command} {dynamic}"], {
          command: event.command,
          args: event.args,
        });
        const said: Event = { facet: "exec", invocation: { command: event.command, args: event.args, shell: false } };
        if (denial?.origin === "default") refusedByDefault++;
        else expect([denial?.reason, denial === undefined]).toEqual([denial?.reason, allows(authorityOf(free), said)]);
      }),
      { numRuns: runs(5_000) },
    );
    expect(refusedByDefault).toBeLessThan(runs(5_000) / 4);
  });
});

describe("any arguments at all", () => {
  const anything = fc.anything({
    maxDepth: 5,
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withTypedArray: true,
    withBoxedValues: true,
  });
  const hostile = fc.constantFrom(
    "/etc/passwd",
    "../../x",
    "https://evil.test/",
    "__proto__",
    "constructor",
    "a\0b",
    "\ud800",
    "C:\\x",
    "~",
    "file://",
    "http://[",
    "rm -rf /",
    "$(",
    "'",
    "\u202e",
  );
  const name = fc.constantFrom("path", "url", "command", "args", "env", "content", "host", "x", "__proto__", "constructor", "toString");
  const input = fc.oneof(anything, fc.dictionary(name, fc.oneof(hostile, anything, fc.array(hostile), fc.dictionary(name, hostile))));

  test("are answered, never thrown at, and never changed", () => {
    fc.assert(
      fc.property(grants, input, fc.boolean(), (policy, value, known) => {
        const before = inspect(value, { depth: 20, showHidden: true });
        const facts = known
          ? argumentFacts(["fs.read {param:path}", "exec.shell {param:command}", "net.connect {param:url}", "fs.write a/{param:x}"], [])
          : null;
        const { denial } = judgeArguments({ grants: policy, facts }, value, {
          roots: BINDINGS[0] as (typeof BINDINGS)[number],
          settings: DEFAULT_SETTINGS,
        });
        if (denial) expect(denial.reason).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/u);
        expect(inspect(value, { depth: 20, showHidden: true })).toBe(before);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: runs(5_000) },
    );
  });
});
