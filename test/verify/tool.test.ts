import { expect, test } from "vitest";
import type { Policy } from "../../src/model/policy.ts";
import type { ManifestFacts, ManifestTool } from "../../src/schema/manifest.ts";
import { policyOfFacts } from "../../src/verify/facts-policy.ts";
import { compareTool } from "../../src/verify/tool.ts";
import { facts, toolWith } from "./tools.ts";

const gating = (base: ManifestTool | undefined, next: ManifestTool): string[] =>
  compareTool(base, next).flatMap((row) => (row.gating ? [row.id] : []));
const blind: ManifestFacts = { capabilities: [], unknowns: ["unknown.package:evil 1"], requests: [], packages: [], assets: [] };

test("a new tool that cannot be seen through is none without authority, whatever its policy says", () => {
  expect(gating(undefined, toolWith({}, blind))).toEqual(["tool.added"]);
  const accept = { "unknown.package": "it is ours" };
  expect(gating(toolWith({ accept }), toolWith({ accept }, blind))).toEqual([]);
  expect(gating(undefined, toolWith({}))).toEqual([]);
});

test("a policy that is added hides nothing that the analysis no longer sees", () => {
  const read = "fs.read $WORKSPACE/notes/{param:name}";
  const policy: Policy = { fs: { read: ["$WORKSPACE/notes/**"] } };
  expect(gating(toolWith(null, facts(read)), toolWith(policy, facts(read)))).toEqual([]);
  expect(gating(toolWith(null, facts(read)), toolWith(policy, blind))).toEqual(["tool.analysis.degraded"]);
});

test("a new use that may be outside the policy gates where no argument of the call says so to a gate", () => {
  const policy: Policy = { net: ["api.example.com"], fs: { read: ["$WORKSPACE/notes/**"] }, exec: ["git"] };
  const grown = (line: string): string[] => gating(toolWith(policy), toolWith(policy, facts(line)));
  for (const line of ["net.connect {dynamic}", "fs.read {dynamic}", "exec.spawn {dynamic} -c x", "fs.read {env:HOME}/x"])
    expect([line, grown(line)]).toEqual([line, ["tool.extracted.unheld"]]);
  for (const line of ["net.connect https://api.example.com:443", "fs.read {param:path}", "exec.spawn git log"])
    expect([line, grown(line)]).toEqual([line, []]);
});

test.each<[string, Policy, Policy]>([
  // Facts, the policy that says as much, and one that says more.
  ["net.connect https://{param:name}.api.example.com:443", { net: ["https://*.api.example.com:443"] }, { net: "any" }],
  ["net.connect https://{param:a}.b.{param:c}.example.com:443", { net: ["https://*.example.com:443"] }, { net: ["*"] }],
  ["net.connect a.example:{dynamic}", { net: ["a.example:*"] }, { net: ["b.example:*"] }],
  ["env.read APP_{param:name}", { env: ["APP_*"] }, { env: "any" }],
  ["exec.spawn git log {param:name}", { exec: [{ command: "git", args: ["log", "*"] }] }, { exec: ["git"] }],
  [
    'exec.spawn git log "a {param:b}"',
    { exec: [{ command: "git", args: ["log", "a *"] }] },
    { exec: [{ command: "git", args: ["log", "*"] }] },
  ],
  ["exec.spawn git {dynamic}", { exec: [{ command: "git", args: ["**"] }] }, { exec: ["git"] }],
  ["exec.spawn ls *", { exec: [{ command: "ls", args: ["\\*"] }] }, { exec: [{ command: "ls", args: ["*"] }] }],
  ["fs.write $WORKSPACE/report-{param:name}.md", { fs: { create: ["$WORKSPACE/report-*.md"] } }, { fs: { create: ["$WORKSPACE/**"] } }],
  ["fs.read $WORKSPACE/{param:a}/x{param:b}", { fs: { read: ["$WORKSPACE/**/x*"] } }, { fs: { read: ["$WORKSPACE/**"] } }],
  ["fs.read $WORKSPACE/a[b]/{param:a}", { fs: { read: ["$WORKSPACE/a\\[b\\]/**"] } }, { fs: { read: ["$WORKSPACE/ab/**"] } }],
])("%s is no more than it says", (line, same, wider) => {
  const before = toolWith(null, facts(line));
  expect(gating(before, toolWith(same, facts(line)))).toEqual([]);
  expect(gating(before, toolWith(wider, facts(line)))).not.toEqual([]);
});

test("what is not known at all is anything", () => {
  expect(policyOfFacts(facts("net.connect {param:url}", "fs.read {dynamic}", "env.read *", "exec.spawn {param:c} x"))).toMatchObject({
    net: { connect: "any" },
    fs: { read: "any" },
    env: { read: "any" },
    exec: "any",
  });
});

test.each([
  ["fs.read $WORKSPACE/{param:name}", "fs.read $WORKSPACE/docs/{param:name}"],
  ["exec.spawn git {param:what}", "exec.spawn git log"],
  ["net.connect https://{param:name}.example.com:443", "net.connect https://a.example.com:443"],
])("without a policy, `%s` that becomes `%s` is less", (before, after) => {
  expect(gating(toolWith(null, facts(before)), toolWith(null, facts(after)))).toEqual([]);
  expect(gating(toolWith(null, facts(after)), toolWith(null, facts(before)))).toEqual(["tool.observed.widened"]);
});

test("a look-up that is newly allowed is told where connecting is not", () => {
  const deny = ["evil.example.com"];
  const ids = (base: Policy, next: Policy): string[] => gating(toolWith(base), toolWith(next));
  expect(ids({ net: { connect: { allow: ["*"], deny }, resolve: "any" } }, { net: { resolve: "any" } })).toEqual([
    "tool.net.resolve.widened",
  ]);
  expect(ids({}, { net: ["a.example"] })).toEqual(["tool.net.connect.widened"]);
});
