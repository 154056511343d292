import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/model/policy.ts";
import type { ManifestFacts } from "../../src/schema/manifest.ts";
import { ruleOf } from "../../src/verify/catalogue.ts";
import { compareManifests } from "../../src/verify/compare.ts";
import { hintLines } from "../../src/manifest/build.ts";
import { facts, manifestOf, toolWith } from "./tools.ts";

const BASE: Policy = {
  risk: "critical",
  fs: { read: ["$WORKSPACE/src/**"], write: ["$WORKSPACE/out/**"] },
  net: { connect: ["https://api.example.com"], listen: ["127.0.0.1:8080"] },
  env: { read: ["LANG"], write: ["MODE"] },
  exec: [{ command: "rg", args: ["--json", "--", "**"] }],
  control: ["exit"],
  code: ["load"],
  accept: { "unknown.call": "read through" },
  secrets: ["deploy"],
  host: ["query"],
  constraints: { maxInvocations: 5, onlyAfter: ["login"], forbidden: true },
  limits: { timeMs: 1000, memoryMb: 64, outputBytes: 1000, processes: 2, fileBytes: 1000, openFiles: 8, cpuMs: 2000 },
  approval: "session",
  isolation: "process",
  untrustedOutput: true,
};

/** Each operator makes one policy out of the base; the first list widens, the second narrows. */
const WIDENING: readonly [id: string, next: Policy, witness: string | null][] = [
  ["tool.fs.read.widened", { ...BASE, fs: { ...BASE.fs, read: ["$WORKSPACE/**"] } }, "$WORKSPACE/.env"],
  ["tool.fs.read.incomparable", { ...BASE, fs: { ...BASE.fs, read: ["$WORKSPACE/lib/**"] } }, null],
  ["tool.fs.read.widened", { ...BASE, fs: { ...BASE.fs, read: "any" } }, null],
  ["tool.fs.write.widened", { ...BASE, fs: { ...BASE.fs, write: ["$WORKSPACE/**"] } }, "$WORKSPACE/.env"],
  ["tool.fs.write.delete.widened", { ...BASE, fs: { ...BASE.fs, delete: ["$WORKSPACE/tmp/**"] } }, null],
  ["tool.fs.write.create.widened", { ...BASE, fs: { ...BASE.fs, create: ["$WORKSPACE/tmp/x"] } }, "$WORKSPACE/tmp/x"],
  [
    "tool.net.connect.widened",
    { ...BASE, net: { connect: ["https://*.example.com", "https://api.example.com"], listen: ["127.0.0.1:8080"] } },
    null,
  ],
  ["tool.net.connect.widened", { ...BASE, net: { connect: ["https://api.example.com:*"], listen: ["127.0.0.1:8080"] } }, null],
  [
    "tool.net.connect.widened",
    { ...BASE, net: { connect: ["https://api.example.com", "169.254.169.254:*"], listen: ["127.0.0.1:8080"] } },
    "169.254.169.254:1",
  ],
  ["tool.net.listen.widened", { ...BASE, net: { connect: ["https://api.example.com"], listen: "any" } }, null],
  [
    "tool.net.resolve.widened",
    { ...BASE, net: { connect: ["https://api.example.com"], listen: ["127.0.0.1:8080"], resolve: "any" } },
    null,
  ],
  ["tool.env.read.widened", { ...BASE, env: { read: ["LANG", "GITHUB_TOKEN"], write: ["MODE"] } }, "GITHUB_TOKEN"],
  ["tool.env.write.widened", { ...BASE, env: { read: ["LANG"], write: "any" } }, null],
  ["tool.exec.widened", { ...BASE, exec: "any" }, null],
  ["tool.exec.widened", { ...BASE, exec: [{ command: "rg", args: "any" }] }, null],
  ["tool.exec.widened", { ...BASE, exec: [{ command: "rg", args: ["--json", "--", "**"] }, "node"] }, null],
  ["tool.control.widened", { ...BASE, control: ["exit", "signal"] }, "signal"],
  ["tool.code.widened", { ...BASE, code: ["load", "eval"] }, "eval"],
  ["tool.accept.widened", { ...BASE, accept: { "unknown.call": "x", "unknown.package": "y" } }, "unknown.package"],
  ["tool.host.widened", { ...BASE, host: ["query", "send"] }, "send"],
  ["tool.secrets.widened", { ...BASE, secrets: ["deploy", "sign"] }, "sign"],
  ["tool.constraint.maxInvocations.raised", { ...BASE, constraints: { ...BASE.constraints, maxInvocations: 6 } }, "maxInvocations = 6"],
  ["tool.constraint.maxInvocations.removed", { ...BASE, constraints: { onlyAfter: ["login"], forbidden: true } }, "maxInvocations = 6"],
  ["tool.constraint.onlyAfter.weakened", { ...BASE, constraints: { maxInvocations: 5, forbidden: true } }, "a call before login"],
  ["tool.constraint.forbidden.lifted", { ...BASE, constraints: { maxInvocations: 5, onlyAfter: ["login"] } }, "any call"],
  ["tool.limit.time.raised", { ...BASE, limits: { ...BASE.limits, timeMs: 2000 } }, "timeMs = 1001"],
  ["tool.limit.memory.removed", { ...BASE, limits: { ...BASE.limits, memoryMb: undefined } }, "memoryMb = 65"],
  ["tool.limit.output.raised", { ...BASE, limits: { ...BASE.limits, outputBytes: 2000 } }, "outputBytes = 1001"],
  ["tool.limit.processes.raised", { ...BASE, limits: { ...BASE.limits, processes: 3 } }, "processes = 3"],
  ["tool.limit.openFiles.raised", { ...BASE, limits: { ...BASE.limits, openFiles: 1025 } }, "openFiles = 9"],
  ["tool.limit.cpu.removed", { ...BASE, limits: { ...BASE.limits, cpuMs: undefined } }, "cpuMs = 2001"],
  ["tool.limit.fileSize.raised", { ...BASE, limits: { ...BASE.limits, fileBytes: 1001 } }, "fileBytes = 1001"],
  ["tool.approval.weakened", { ...BASE, approval: "never" }, "a call without approval"],
  ["tool.isolation.weakened", { ...BASE, isolation: undefined }, "an unconfined run"],
  ["tool.isolation.weakened", { ...BASE, isolation: "worker" }, "a run that finds what an earlier one left in memory"],
  ["tool.untrustedOutput.removed", { ...BASE, untrustedOutput: false }, null],
  ["tool.risk.understated", { ...BASE, risk: "low" }, "a critical-risk call"],
];

const gating = (base: Policy, next: Policy): { id: string; witness: string | null }[] =>
  compareManifests(manifestOf({ "p/s.t": toolWith(base) }), manifestOf({ "p/s.t": toolWith(next) }))
    .filter((one) => one.gating)
    .map(({ id, witness }) => ({ id, witness }));

describe("a policy that widens gates, and its reverse does not", () => {
  test.each(WIDENING)("%s %#", (id, next, witness) => {
    const found = gating(BASE, next);
    expect(found.map((one) => one.id)).toEqual([id]);
    if (witness !== null) expect(found[0]?.witness).toBe(witness);
    expect(found[0]?.witness ?? "said in words").not.toBe("");
    expect(ruleOf(id)?.id).toBe(id);
    if (!id.endsWith(".incomparable")) expect(gating(next, BASE)).toEqual([]);
  });
});

describe("what is written otherwise and means the same is no finding", () => {
  const SAME: readonly [string, Policy, Policy][] = [
    ["order", { net: ["a.example", "b.example"] }, { net: ["b.example", "a.example"] }],
    ["braces", { fs: { read: ["$WORKSPACE/{a,b}/**"] } }, { fs: { read: ["$WORKSPACE/a/**", "$WORKSPACE/b/**"] } }],
    ["short and long form", { net: ["a.example"], env: ["A"] }, { net: { connect: ["a.example"] }, env: { read: ["A"] } }],
    ["an empty list and none", { fs: { read: [] }, exec: [] }, { fs: { read: "none" }, exec: "none" }],
    ["a pattern inside another", { fs: { read: ["$WORKSPACE/**"] } }, { fs: { read: ["$WORKSPACE/**", "$WORKSPACE/a/*.ts"] } }],
    ["write and its parts", { fs: { write: ["$TMP/**"] } }, { fs: { create: ["$TMP/**"], modify: ["$TMP/**"], delete: ["$TMP/**"] } }],
    ["spelling of hosts", { net: ["API.Example.COM."] }, { net: ["api.example.com:443"] }],
  ];
  test.each(SAME)("%s", (_name, a, b) => {
    for (const [base, next] of [
      [a, b],
      [b, a],
    ] as const)
      expect(compareManifests(manifestOf({ t: toolWith(base) }), manifestOf({ t: toolWith(next) }))).toEqual([]);
  });
});

describe("tools without a policy: what they were seen to do is their authority", () => {
  const observed = (base: ManifestFacts, next: ManifestFacts): string[] =>
    compareManifests(manifestOf({ t: toolWith(null, base) }), manifestOf({ t: toolWith(null, next) })).map((one) =>
      `${one.gating ? "gate" : "info"} ${one.id} ${one.witness ?? ""}`.trim(),
    );
  const GROWTH: readonly [string, ManifestFacts, ManifestFacts, string][] = [
    ["a new capability", facts("fs.read {param:path}"), facts("fs.read {param:path}", "exec.spawn git"), "exec.spawn git"],
    [
      "a new resource",
      facts("net.connect https://a.example:443"),
      facts("net.connect https://a.example:443", "net.connect https://b.example:443"),
      "net.connect https://b.example:443",
    ],
    ["a constant that became computed", facts("fs.read /srv/a"), facts("fs.read {dynamic}"), "fs.read {dynamic}"],
    ["a spawn that became a shell", facts("exec.spawn git"), facts("exec.shell git"), "exec.shell git"],
    [
      "a write that also deletes",
      facts("fs.write $WORKSPACE/a"),
      facts("fs.write $WORKSPACE/a", "fs.write.delete $WORKSPACE/a"),
      "fs.write.delete $WORKSPACE/a",
    ],
    ["a change that also creates", facts("fs.write.modify {param:p}"), facts("fs.write {param:p}"), "fs.write {param:p}"],
    [
      "another folder",
      facts("fs.write $WORKSPACE/a/{param:n}.md"),
      facts("fs.write $WORKSPACE/b/{param:n}.md"),
      "fs.write $WORKSPACE/b/{param:n}.md",
    ],
  ];
  test.each(GROWTH)("%s gates, and its reverse does not", (_name, base, next, witness) => {
    expect(observed(base, next).filter((line) => line !== "info tool.risk.raised")).toEqual([`gate tool.observed.widened ${witness}`]);
    expect(observed(next, base).filter((line) => line.startsWith("gate") && !/another folder/u.test(_name))).toEqual([]);
  });
  const SAME: readonly [string, ManifestFacts, ManifestFacts][] = [
    ["a parameter with another name", facts("fs.read {param:path}"), facts("fs.read {param:file}")],
    [
      "a file of a folder that a parameter named",
      facts("fs.read $WORKSPACE/a/{param:n}.md"),
      facts("fs.read $WORKSPACE/a/{param:n}.md", "fs.read $WORKSPACE/a/x.md"),
    ],
    ["a creation where there were writes", facts("fs.write {param:p}"), facts("fs.write {param:p}", "fs.write.create {param:p}")],
    ["a constant where anything was", facts("net.connect {dynamic}"), facts("net.connect {dynamic}", "net.connect https://a.example:443")],
  ];
  test.each(SAME)("%s does not gate", (_name, base, next) => {
    expect(observed(base, next).filter((line) => line.startsWith("gate"))).toEqual([]);
  });
  test("one more place that the analysis does not see through", () => {
    const blind = (...unknowns: string[]): ManifestFacts => ({ capabilities: [], unknowns, requests: [], packages: [], assets: [] });
    expect(observed(blind("unknown.call 1"), blind("unknown.call 2"))).toEqual(["gate tool.analysis.degraded unknown.call: anything"]);
    expect(observed(blind(), blind("unknown.package:x 1"))).toEqual(["gate tool.analysis.degraded unknown.package:x: anything"]);
    expect(observed(blind("unknown.call 2"), blind("unknown.call 1"))).toEqual([]);
  });
});

describe("managed and unmanaged", () => {
  const rows = (base: ReturnType<typeof toolWith> | null, next: ReturnType<typeof toolWith> | null): string[] =>
    compareManifests(manifestOf(base ? { t: base } : {}), manifestOf(next ? { t: next } : {})).map(
      (one) => `${one.gating ? "gate" : "info"} ${one.severity} ${one.id}`,
    );
  const reads = facts("fs.read {param:path}");
  test("a policy that goes", () => {
    expect(rows(toolWith({ fs: { read: "any" } }, reads), toolWith(null, reads))).toEqual(["gate critical tool.policy.removed"]);
  });
  test("a policy that comes and covers what was seen", () => {
    expect(rows(toolWith(null, reads), toolWith({ fs: { read: ["$WORKSPACE/**"] } }, reads))).toEqual(["info info tool.policy.added"]);
  });
  test("a policy that comes and grants more than was seen", () => {
    expect(
      rows(toolWith(null, facts("fs.read /srv/a")), toolWith({ fs: { read: ["/srv/**"] }, exec: "any" }, facts("fs.read /srv/a"))),
    ).toEqual([
      "info info tool.policy.added",
      "gate high tool.fs.read.widened",
      "gate critical tool.exec.widened",
      "info info tool.risk.raised",
    ]);
  });
  test("new and gone", () => {
    expect(rows(null, toolWith({ fs: { read: ["$WORKSPACE/**"] } }))).toEqual(["gate high tool.added"]);
    expect(rows(null, toolWith({ exec: "any" }))).toEqual(["gate critical tool.added.high-risk"]);
    expect(rows(null, toolWith({}))).toEqual(["info info tool.added.pure"]);
    expect(rows(toolWith({ exec: "any" }), null)).toEqual(["info info tool.removed"]);
  });
  test("facts that grow inside a policy are information; a use that goes is a hint", () => {
    const policy: Policy = { fs: { read: ["$WORKSPACE/**"] } };
    expect(rows(toolWith(policy, facts()), toolWith(policy, reads))).toEqual(["info info tool.extracted.added"]);
    expect(rows(toolWith(policy, reads), toolWith(policy, facts()))).toEqual(["info info tool.extracted.removed"]);
  });
  test("an unknown in a managed tool gates unless its policy accepts it", () => {
    const blind: ManifestFacts = { capabilities: [], unknowns: ["unknown.package:x 1"], requests: [], packages: [], assets: [] };
    expect(rows(toolWith({}, facts()), toolWith({}, blind))).toEqual(["gate medium tool.analysis.degraded"]);
    const accepting: Policy = { accept: { "unknown.package": "read" } };
    expect(rows(toolWith(accepting, facts()), toolWith(accepting, blind))).toEqual([]);
  });
});

test("reading what is sensitive and sending it anywhere, for the first time in one tool", () => {
  const ids = (base: Policy, next: Policy): string[] => gating(base, next).map((one) => one.id);
  const reads: Policy = { risk: "critical", env: ["GITHUB_TOKEN"], net: ["https://api.example.com"] };
  expect(ids(reads, { ...reads, net: ["https://api.example.com", "https://*.example.net"] })).toEqual([
    "tool.net.connect.widened",
    "agent.combination.enabled",
  ]);
  expect(ids({ risk: "critical", net: "any" }, { risk: "critical", net: "any", env: ["LANG"] })).toEqual(["tool.env.read.widened"]);
});

test("a label that goes up, down or away is said", () => {
  const rows = (base: Policy["risk"], next: Policy["risk"]): string[] =>
    compareManifests(manifestOf({ t: toolWith({ risk: base }) }), manifestOf({ t: toolWith({ risk: next }) })).map(
      (one) => `${one.gating ? "gate" : "info"} ${one.id}`,
    );
  expect([rows("high", "medium"), rows("high", undefined), rows("low", "medium"), rows(undefined, "high"), rows("low", "low")]).toEqual([
    ["info tool.risk.lowered"],
    ["info tool.risk.lowered"],
    ["info tool.risk.raised"],
    ["info tool.risk.raised"],
    [],
  ]);
  expect([rows("low", "high"), rows("high", "critical")]).toEqual([["gate tool.risk.raised"], ["gate tool.risk.raised"]]);
});

test("requests that change something gate where the base only read", () => {
  const at = "https://api.example.com:443/x";
  const sends = (...methods: string[]): ManifestFacts => ({
    ...facts(`net.connect ${at}`),
    requests: methods.map((method) => `${method} ${at}`),
  });
  const rows = (base: ManifestFacts, next: ManifestFacts): string[] =>
    compareManifests(manifestOf({ t: toolWith(null, base) }), manifestOf({ t: toolWith(null, next) })).map((one) =>
      `${one.gating ? "gate" : "info"} ${one.id} ${one.witness ?? ""}`.trim(),
    );
  expect(rows(sends(), sends("DELETE"))).toEqual([`gate tool.net.methods.widened DELETE ${at}`]);
  expect(rows(sends("DELETE"), sends("DELETE", "PUT"))).toEqual([`gate tool.net.methods.widened PUT ${at}`]);
  expect(rows(sends("POST"), sends("*"))).toEqual([`gate tool.net.methods.widened * ${at}`]);
  const anywhere = { ...facts("net.connect {param:url}"), requests: ["POST {param:url}"] };
  expect(rows(anywhere, sends("POST")).filter((line) => line.startsWith("gate"))).toEqual([]);
  expect(rows(sends("*"), sends("POST"))).toEqual(["info tool.net.methods.narrowed"]);
  expect(rows(sends("POST"), sends())).toEqual(["info tool.net.methods.narrowed"]);
  // A new place says enough by itself.
  expect(rows(facts(), sends("POST"))).toEqual([`gate tool.observed.widened net.connect ${at}`, "info tool.risk.raised"]);
});

test("hints, description and schema are said, and do not gate", () => {
  const rows = compareManifests(
    manifestOf({ t: toolWith({}) }),
    manifestOf({
      t: toolWith({}, facts(), { hints: hintLines({ readOnlyHint: true }), description: "sha256:other", inputSchema: "sha256:other" }),
    }),
  );
  const told = compareManifests(manifestOf({ t: toolWith({}, facts(), { description: null }) }), manifestOf({ t: toolWith({}) }));
  expect(told.map((one) => one.id)).toEqual(["tool.description.changed"]);
  expect(rows.map((one) => [one.id, one.gating])).toEqual([
    ["tool.hint.relaxed", false],
    ["tool.description.changed", false],
    ["tool.input.changed", false],
  ]);
});

test("code outside every tool: start-up, and what no tool is known to reach", () => {
  const base = manifestOf({}, { startup: facts("fs.read /etc/hosts") });
  const next = manifestOf(
    {},
    { startup: facts("fs.read /etc/hosts", "net.connect https://a.example:443"), unattributed: facts("exec.spawn sh") },
  );
  expect(compareManifests(base, next).map((one) => [one.id, one.tool, one.gating, one.witness])).toEqual([
    ["package.startup.widened", "(startup)", true, "net.connect https://a.example:443"],
    ["package.unattributed.widened", "(unattributed)", true, "exec.spawn sh"],
  ]);
});

test("a moved file, another analyser and another order change nothing that gates", () => {
  const tool = toolWith({ fs: { read: ["$WORKSPACE/**"] } }, facts("fs.read {param:p}"));
  const base = manifestOf({ a: tool, b: tool });
  const next = manifestOf(
    { b: { ...tool, source: "moved/tools.ts" }, a: { ...tool, source: "else.ts" } },
    { generator: { name: "toolfence", version: "9.9.9", analyser: 2, model: 1 } },
  );
  expect(compareManifests(base, next).map((one) => [one.id, one.gating])).toEqual([["manifest.generator.changed", false]]);
});

test("a grant that implies others says so, and the others gate all the same", () => {
  const rows = compareManifests(
    manifestOf({ t: toolWith({ risk: "critical" }) }),
    manifestOf({ t: toolWith({ risk: "critical", exec: "any", fs: { read: ["/srv/**"] } }) }),
  );
  expect(rows.filter((one) => one.gating).map((one) => [one.id, one.dominatedBy])).toEqual([
    ["tool.fs.read.widened", "tool.exec"],
    ["tool.exec.widened", null],
  ]);
});

test.each<[Policy, Policy, string]>([
  [{}, { net: ["api.example.com"] }, "high"],
  [{}, { net: ["*.example.com"] }, "high"],
  [{}, { net: ["*.com"] }, "critical"],
  [{}, { net: "any" }, "critical"],
  [{}, { net: ["http://db.internal"] }, "critical"],
  [{}, { net: ["10.1.2.3:80"] }, "critical"],
  [{}, { net: ["[::1]:443"] }, "critical"],
  [{ net: ["*.com"] }, { net: ["*.com", "a.example"] }, "high"],
  [{}, { env: ["LANG"] }, "medium"],
  [{}, { env: ["GITHUB_TOKEN"] }, "high"],
  [{}, { env: "any" }, "critical"],
  [{}, { env: { write: ["MY_MODE"] } }, "high"],
  [{}, { env: { write: ["NODE_OPTIONS"] } }, "critical"],
  [{}, { env: { write: "any" } }, "critical"],
])("how bad a widening is: %j to %j is %s", (base, next, severity) => {
  const found = compareManifests(
    manifestOf({ t: toolWith({ risk: "critical", ...base }) }),
    manifestOf({ t: toolWith({ risk: "critical", ...next }) }),
  );
  expect(found.filter((one) => one.gating && one.id.endsWith(".widened")).map((one) => one.severity)[0]).toBe(severity);
});
