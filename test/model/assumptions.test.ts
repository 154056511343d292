import { describe, expect, test } from "vitest";
import type { Assumption, WrittenAssumption } from "../../src/model/assumptions.ts";
import { assume, parseAssumption, printAssumption } from "../../src/model/assumptions.ts";
import type { Facts } from "../../src/model/facts.ts";
import { mustParse } from "../../src/model/result.ts";

const written = (rest: Partial<WrittenAssumption>): WrittenAssumption => ({
  unknown: "unknown.call",
  at: "$WORKSPACE/src/*.ts",
  says: [],
  reason: "known",
  ...rest,
});
const read = (rest: Partial<WrittenAssumption>): Assumption => mustParse(parseAssumption(written(rest)));
const unknown = (reason: string, file: string): Facts["unknowns"][number] => ({ reason, file: `/r/${file}`, line: 3, what: "f", path: [] });
const local = (file: string): string => file.replace("/r/", "");
const step = (file: string): Facts["effects"][number]["path"] => [{ file: `/r/${file}`, line: 3, column: 0, what: "f" }];

describe("an assumption that says too little is refused", () => {
  test.each([
    [{ unknown: "unknown.cal" }, "`unknown.cal` is no unknown", 0, "did you mean `unknown.call`?"],
    [{ unknown: "toString" }, "`toString` is no unknown", 0, "copy it from a scan"],
    [{ at: undefined }, "`unknown.call` may stand anywhere", 0, "say where with `at`, a path below `$WORKSPACE`"],
    [{ at: "src/**/a**" }, undefined, undefined, undefined],
    [{ says: ["fs.reed x"] }, "`fs.reed` is no capability", 0, "did you mean `fs.read`?"],
    [{ says: ["zzzzzzzzzz x"] }, "`zzzzzzzzzz` is no capability", 0, "see `toolfence rules`"],
    [{ says: ["fs.read"] }, "a resource is missing", 8, "write `fs.read {dynamic}` for any"],
    [{ says: ["fs.read  "] }, "a resource is missing", 8, "write `fs.read {dynamic}` for any"],
    [{ says: ["env.read A", "fs.read $TMP/*"] }, "`*` stands for itself in a resource", 8, "write `{dynamic}` for any text"],
  ])("%j", (rest, message, at, hint) => {
    const found = parseAssumption(written(rest));
    expect(found.ok).toBe(false);
    if (!found.ok && message !== undefined) expect(found.error).toEqual({ message, at, hint });
  });
  test("an unknown with a name may leave its place out", () => {
    expect(read({ unknown: "unknown.package:left-pad", at: undefined })).toEqual({
      unknown: "unknown.package:left-pad",
      at: null,
      says: [],
    });
  });
});

test("a line is the same whenever the same is let pass for as long", () => {
  expect(printAssumption(written({ says: ["net.connect b:1", "env.read A"], expires: "2027-01-31" }))).toBe(
    "unknown.call $WORKSPACE/src/*.ts: env.read A, net.connect b:1 until 2027-01-31",
  );
  expect(printAssumption({ unknown: "unknown.package:x", says: [], reason: "r" })).toBe("unknown.package:x anywhere: nothing");
});

describe("facts in which something is assumed", () => {
  const facts: Facts = {
    effects: [{ capability: "net.connect", resource: "a:443", provenance: "global", path: step("src/a.ts") }],
    unknowns: [unknown("unknown.call", "src/a.ts"), unknown("unknown.call", "lib/a.ts"), unknown("unknown.package:x", "lib/b.ts")],
  };
  test("nothing to assume changes nothing", () => {
    expect(assume(facts, [], local)).toBe(facts);
  });
  test("what is said stands in place of what is answered, once, in order; the rest stays", () => {
    const told: number[] = [];
    const list = [
      read({ says: ["net.connect a:443", "fs.read $TMP/x", "fs.read $TMP/x"] }),
      read({ unknown: "unknown.package:x", at: undefined, says: ["env.read A"] }),
      read({ unknown: "unknown.package", at: "$WORKSPACE/lib/**", says: ["env.read B"] }),
      read({ unknown: "unknown.package:xy", at: undefined }),
    ];
    expect(assume(facts, list, local, (index) => told.push(index))).toEqual({
      effects: [
        { capability: "env.read", resource: "A", provenance: "assumption", path: step("lib/b.ts") },
        { capability: "env.read", resource: "B", provenance: "assumption", path: step("lib/b.ts") },
        { capability: "fs.read", resource: "$TMP/x", provenance: "assumption", path: step("src/a.ts") },
        { capability: "net.connect", resource: "a:443", provenance: "global", path: step("src/a.ts") },
      ],
      unknowns: [unknown("unknown.call", "lib/a.ts")],
    });
    expect(told).toEqual([0, 1, 2]);
  });
  test("evidence is the path to the unknown", () => {
    const path = step("src/start.ts");
    const found = assume<Facts>(
      { effects: [], unknowns: [{ ...unknown("unknown.call", "src/a.ts"), path }] },
      [read({ says: ["env.read A"] })],
      local,
    );
    expect(found.effects[0]?.path).toBe(path);
  });
});

test("a name is not the beginning of another, and no place lies above the root", () => {
  const facts: Facts = {
    effects: [],
    unknowns: [unknown("unknown.package:socket.io", "src/a.ts"), unknown("unknown.call", "../b/src/a.ts")],
  };
  const list = [read({ unknown: "unknown.package:socket", at: undefined }), read({ at: "$WORKSPACE/**" })];
  expect(assume(facts, list, local).unknowns).toEqual(facts.unknowns);
  expect(parseAssumption(written({ says: ["env.read A, env.read B"] })).ok).toBe(false);
  expect(parseAssumption(written({ says: ["env.read A until 2027-01-01"] })).ok).toBe(false);
  expect(parseAssumption(written({ says: ["env.read A: nothing"] })).ok).toBe(false);
  expect(parseAssumption(written({ unknown: "unknown.package:a $WORKSPACE/b", at: undefined }))).toMatchObject({
    ok: false,
    error: { message: "`unknown.package:a $WORKSPACE/b` has a blank", at: 17 },
  });
});
