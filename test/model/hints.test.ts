import { describe, expect, test } from "vitest";
import type { Certainty, HintedEffect, Hints } from "../../src/model/hints.ts";
import { contradictions } from "../../src/model/hints.ts";

const effect = (line: string, what = "x", methods?: readonly string[]): HintedEffect => ({
  capability: line.slice(0, line.indexOf(" ")),
  resource: line.slice(line.indexOf(" ") + 1),
  methods,
  path: [{ what: "first" }, { what }],
});
const net = (resource: string, ...methods: readonly string[]): HintedEffect => effect(`net.connect ${resource}`, "fetch", methods);
const says = (hints: Hints, one: HintedEffect, certainty: Certainty = "certain"): boolean =>
  contradictions(hints, [one], certainty).length > 0;

const READS = { readOnlyHint: true } as const;
const KEEPS = { destructiveHint: false } as const;
const CLOSED = { openWorldHint: false } as const;
const AGAIN = { idempotentHint: true } as const;
const HOST = "https://a.example:443";

test("an effect of which nobody knows the way", () => {
  expect(says({ idempotentHint: true }, { capability: "fs.write.modify", resource: "/srv/a", path: [] }, "possible")).toBe(false);
  expect(says({ destructiveHint: false }, { capability: "fs.write.delete", resource: "/srv/a", path: [] })).toBe(true);
});

describe("what contradicts a hint", () => {
  test.each<[Hints, HintedEffect, certain: boolean, possible: boolean]>([
    [READS, effect("fs.write $WORKSPACE/a"), true, true],
    [READS, effect("fs.write /srv/a"), true, true],
    [READS, effect("fs.write x/{param:p}"), true, true],
    [READS, effect("fs.write {dynamic}"), false, true],
    [READS, effect("fs.write $TMP/a"), false, true],
    [READS, effect("fs.write $HOME/.cache/a"), false, true],
    [READS, effect("fs.write /var/log/a"), false, true],
    [READS, effect("fs.read $WORKSPACE/a"), false, false],
    [READS, effect("exec.spawn rm -rf x"), true, true],
    [READS, effect("exec.spawn /bin/rm x"), true, true],
    [READS, effect("exec.spawn ls"), false, true],
    [READS, effect("exec.shell ls && git -q push"), true, true],
    [READS, effect("exec.spawn git status"), false, true],
    [READS, effect("exec.spawn git -q"), false, true],
    [READS, effect("exec.spawn rg push"), false, true],
    [READS, effect("exec.spawn {param:command}"), true, true],
    [READS, effect("exec.spawn {env:COMMAND}"), false, true],
    [READS, net(HOST, "DELETE"), true, true],
    [READS, net(HOST, "PUT"), true, true],
    [READS, net(HOST, "PATCH"), true, true],
    [READS, net(HOST, "POST"), false, true],
    [READS, net(HOST, "GET"), false, false],
    [READS, net(HOST, "*"), false, false],
    [READS, net(HOST), false, false],
    [READS, effect(`net.connect ${HOST}`), false, false],
    [READS, net("http://127.0.0.1:80", "DELETE"), false, false],
    [READS, net("unix:/run/x.sock", "DELETE"), false, false],
    [READS, effect(`net.listen ${HOST}`, "listen", ["DELETE"]), false, false],
    [KEEPS, effect("fs.write.delete $WORKSPACE/a", "fs.rm"), true, true],
    [KEEPS, effect("fs.write.delete {dynamic}", "fs.rm"), false, true],
    [KEEPS, effect("fs.write.delete $WORKSPACE/a", "fs.rename"), false, true],
    [KEEPS, effect("fs.write.delete $WORKSPACE/a", "mv"), false, true],
    [KEEPS, effect("fs.write.modify {dynamic}", "fs.truncate"), true, true],
    [KEEPS, effect("fs.write.modify $WORKSPACE/a", "fs.open"), false, true],
    [KEEPS, effect("fs.write.create $WORKSPACE/a", "truncate"), false, false],
    [KEEPS, effect("fs.write $WORKSPACE/a", "fs.appendFile"), false, false],
    [KEEPS, effect("fs.write $WORKSPACE/a", "fs.mkdir"), false, false],
    [KEEPS, effect("fs.read $WORKSPACE/a", "truncate"), false, false],
    [KEEPS, net(HOST, "DELETE"), true, true],
    [KEEPS, net(HOST, "PUT"), false, true],
    [KEEPS, net(HOST, "POST"), false, false],
    [CLOSED, net("{param:url}"), true, true],
    [CLOSED, net(HOST), true, true],
    [CLOSED, net("https://{env:HOST}:443"), false, true],
    [CLOSED, net("*"), false, true],
    [CLOSED, net("http://localhost:80"), false, false],
    [CLOSED, net("unix:/run/x.sock"), false, false],
    [CLOSED, effect(`net.listen ${HOST}`), false, false],
    [AGAIN, effect("fs.write $WORKSPACE/a", "fs.appendFile"), false, true],
    [AGAIN, effect("fs.read $WORKSPACE/a", "fs.appendFile"), false, false],
    [AGAIN, effect("fs.write $WORKSPACE/a", "fs.writeFile"), false, false],
    [AGAIN, net(HOST, "POST"), false, true],
    [AGAIN, net(HOST, "PUT"), false, false],
  ])("%j %j", (hints, one, certain, possible) => {
    expect([says(hints, one), says(hints, one, "possible")]).toEqual([certain, possible]);
  });
});

test("only the value that promises something can be contradicted", () => {
  const rm = effect("fs.write.delete $WORKSPACE/a", "fs.rm");
  for (const value of [false, "dynamic", undefined] as const) expect(says({ readOnlyHint: value }, rm)).toBe(false);
  for (const value of [true, "dynamic", undefined] as const) expect(says({ destructiveHint: value }, rm)).toBe(false);
});

test("of what claims to read alone, only that is said", () => {
  const found = (hints: Hints, one: HintedEffect): string[] => contradictions(hints, [one], "possible").map(({ hint }) => hint);
  const rm = effect("fs.write.delete $WORKSPACE/a", "fs.rm");
  expect(found({ ...READS, ...KEEPS, ...AGAIN, ...CLOSED }, rm)).toEqual(["readOnlyHint"]);
  expect(found({ readOnlyHint: false, ...KEEPS, ...AGAIN }, effect("fs.write $WORKSPACE/a", "fs.writeFile append"))).toEqual([
    "idempotentHint",
  ]);
  expect(found({ ...READS, ...CLOSED }, net(HOST, "POST"))).toEqual(["readOnlyHint", "openWorldHint"]);
});

test("the first effect that contradicts is named, with the value that it contradicts", () => {
  const [pure, one, two] = [effect("fs.read /a"), effect("fs.write /b"), effect("fs.write /c")];
  expect(contradictions(READS, [pure, one, two], "certain")).toEqual([{ hint: "readOnlyHint", value: true, effect: one }]);
});
