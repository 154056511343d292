import { expect, test } from "vitest";
import type { Config } from "../../src/schema/config.ts";
import { weakenings } from "../../src/schema/weakening.ts";
import { compareBaselines } from "../../src/verify/baseline.ts";
import { compareConfigs, compareVersions } from "../../src/verify/gate-config.ts";

const weaker = (base: Config, head: Config): string[] => compareConfigs(base, head).map(({ message }) => message);

test.each<[string, Config, Config, string[]]>([
  [
    "an exception that is dropped",
    { rules: { "tool.fs": "off", "tool.fs.write": "critical" } },
    { rules: { "tool.fs": "off" } },
    ["`tool.fs.write` went from `critical` to `off`."],
  ],
  [
    "a severity below the threshold",
    { failOn: "high", rules: { "tool.env": "critical" } },
    { failOn: "high" },
    ["`tool.env` went from `critical` to `its default`."],
  ],
  ["a severity that is raised", { failOn: "medium" }, { failOn: "medium", rules: { "tool.net": "critical" } }, []],
  ["what is switched off", {}, { rules: { "tool.net": "off" } }, ["`tool.net` went from `its default` to `off`."]],
  ["what is switched on again", { rules: { "tool.net": "off" } }, {}, []],
  ["fewer files that are ignored", { ignore: ["$WORKSPACE/ex/**"] }, { ignore: ["$WORKSPACE/ex/a/**"] }, []],
  ["the same files in other words", { ignore: ["$WORKSPACE/{a,b}.ts"] }, { ignore: ["$WORKSPACE/b.ts", "$WORKSPACE/a.ts"] }, []],
  [
    "more files that are ignored",
    { ignore: ["$WORKSPACE/ex/**"] },
    { ignore: ["$WORKSPACE/ex/**", "$WORKSPACE/x.ts"] },
    ["Files are newly ignored, for example `$WORKSPACE/x.ts`."],
  ],
  ["the threshold", {}, { failOn: "critical" }, ["`failOn` went from `any` to `critical`."]],
])("%s", (_, base, head, expected) => {
  expect(weaker(base, head)).toEqual(expected);
});

test.each<[string, Parameters<typeof weakenings>[0], Parameters<typeof weakenings>[1], string[]]>([
  [
    "asking before what was refused",
    { commandRules: [{ command: "git", decision: "deny" }] },
    {
      commandRules: [
        { command: "git", decision: "ask" },
        { command: "git", decision: "deny" },
      ],
    },
    ["commandRules"],
  ],
  [
    "a narrow rule that stood before a wide one",
    {
      pathRules: [
        { path: "$WORKSPACE/c/**", read: true },
        { path: "$WORKSPACE/**", read: true, write: true },
      ],
    },
    { pathRules: [{ path: "$WORKSPACE/**", read: true, write: true }] },
    ["pathRules"],
  ],
  ["a free rule that is gone", { commandRules: [{ command: "git", decision: "allow" }] }, {}, []],
])("at run time: %s", (_, base, head, expected) => {
  expect(weakenings(base, head).map(({ key }) => key)).toEqual(expected);
});

test("a version is older where it is no plain one", () => {
  const ids = (head: string): string[] => compareVersions("0.1.0", head, "0.1.0").map(({ id }) => id);
  for (const head of ["0.1.0 || 0.0.1", "0.1.0-alpha.0", "^0.1.0 || file:./evil", "0.0.9"])
    expect([head, ids(head)]).toEqual([head, ["gate.version.weakened"]]);
  for (const head of ["0.1.0", "^0.1.0", "0.2.0"]) expect([head, ids(head)]).toEqual([head, []]);
});

test("what has meant the newest, or one before a release, is not free to become older", () => {
  const ids = (base: string, head: string): string[] => compareVersions(base, head, "0.3.0").map(({ id }) => id);
  for (const base of ["latest", "*"]) {
    expect(ids(base, "0.0.1")).toEqual(["gate.version.weakened"]);
    expect(ids(base, "0.3.0")).toEqual([]);
  }
  expect(ids(">=0.1.0", "0.0.1")).toEqual(["gate.version.weakened"]);
  expect(ids("0.2.0-beta.1", "0.0.1")).toEqual(["gate.version.weakened"]);
  expect(ids("0.2.0-beta.1", "0.2.0")).toEqual([]);
  expect(ids("0.2.0", "0.2.0-beta.1")).toEqual(["gate.version.weakened"]);
});

test("a baseline is free only where there was no manifest", () => {
  expect(compareBaselines(undefined, ["a"], false)).toEqual([]);
  expect(compareBaselines(undefined, ["a"], true).map(({ id }) => id)).toEqual(["gate.baseline.grown"]);
});
