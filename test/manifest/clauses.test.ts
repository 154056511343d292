import { expect, test } from "vitest";
import { clauseLines, verdictLines } from "../../src/manifest/clauses.ts";
import type { Policy } from "../../src/model/policy.ts";

const policy: Policy = {
  risk: "high",
  fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/.env"] }, write: [] },
  net: ["a.example"],
  exec: ["ls", { command: "git", args: ["log"], cwd: ["$WORKSPACE"] }],
  accept: { "unknown.call": "read through" },
  limits: { timeMs: 1000 },
};

test("every clause of a policy, and all that holds beside it, with where it comes from", () => {
  expect(clauseLines(policy, "file", {})).toEqual([
    "default approval never",
    "default isolation none",
    "default limits.outputBytes 8388608",
    "file accept.unknown.call read through",
    "file exec ls",
    'file exec {"args":["log"],"command":"git","cwd":["$WORKSPACE"]}',
    "file fs.read.allow $WORKSPACE/**",
    "file fs.read.deny $WORKSPACE/.env",
    "file fs.write none",
    "file limits.timeMs 1000",
    "file net a.example",
    "file risk high",
  ]);
});

test("what the configuration sets comes before what nobody sets, and a policy before both", () => {
  const config = { limits: { timeMs: 5, outputBytes: 6 } };
  expect(clauseLines({ limits: { timeMs: 7 }, approval: "always", isolation: "process" }, "code", config)).toEqual([
    "code approval always",
    "code isolation process",
    "code limits.timeMs 7",
    "config limits.outputBytes 6",
    "default limits.fileBytes 268435456",
    "default limits.memoryMb 4096",
    "default limits.openFiles 1024",
    "default limits.processes 256",
  ]);
});

test("an approval that the configuration asks for is told, beside what the policy says or does not say", () => {
  const lines = (policy: Policy, approval: object): string[] =>
    clauseLines(policy, "code", { approval }).filter((line) => line.includes("approval"));
  expect(lines({}, { all: "always" })).toEqual(["config approval.all always"]);
  expect(lines({}, { exec: "session" })).toEqual(["config approval.exec session", "default approval never"]);
  expect(lines({ approval: "session" }, { all: "always" })).toEqual(["code approval session", "config approval.all always"]);
});

test("nothing holds for a tool without a policy: a fence refuses it", () => {
  expect([clauseLines(null, null, {}), verdictLines(null, ["fs.read /a"])]).toEqual([[], []]);
});

test("each use by how it stands to the policy, and who holds what depends", () => {
  const uses = ["fs.read $WORKSPACE/a", "fs.read {param:path}", "fs.read {dynamic}", "fs.write /a"];
  expect(verdictLines(policy, uses)).toEqual([
    "depends gate fs.read {param:path}",
    "depends nothing fs.read {dynamic}",
    "inside fs.read $WORKSPACE/a",
    "outside fs.write /a",
  ]);
  expect(verdictLines({ ...policy, isolation: "worker" }, ["fs.read {dynamic}"])).toEqual(["depends sandbox fs.read {dynamic}"]);
});
