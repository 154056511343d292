import type { Policy } from "../../src/model/policy.ts";

/** A change of a policy that makes one finding and nothing else. */
export type Operator = readonly [base: Policy, next: Policy];

/** Patterns that take longer to compare than the budget allows, and one more of their kind. */
const hard = (n: number): string[] => Array.from({ length: n }, (_, i) => `$WORKSPACE/*${"abcdefghijklmnopqrst"[i] ?? ""}????????`);
const HARD = hard(16);
const HARDER = [...HARD, "$WORKSPACE/*z????????"];
const SETS = "[!b]".repeat(24);
const git = (...args: readonly string[]): Policy => ({ exec: args.map((one) => ({ command: "git", args: [one] })) });
/** The same ports of one host, in ranges that never meet: nothing is gained, and it takes long to be sure of that. */
const PORTS = 1400;
const evenly = Array.from({ length: PORTS / 2 }, (_, i) => `*.example:${2 * i + 1}-${2 * i + 2}`);
const unevenly = [
  "*.example:1",
  ...Array.from({ length: PORTS / 2 - 1 }, (_, i) => `*.example:${2 * i + 2}-${2 * i + 3}`),
  `*.example:${PORTS}`,
];

/** One facet, by values of which the second holds the first, and the third neither. */
const facet = (name: string, policy: (value: never) => Policy, small: unknown, large: unknown, other: unknown): [string, Operator][] => {
  const of = policy as (value: unknown) => Policy;
  return [
    [`tool.${name}.widened`, [of(small), of(large)]],
    [`tool.${name}.narrowed`, [of(large), of(small)]],
    [`tool.${name}.incomparable`, [of(small), of(other)]],
  ];
};

const bound = (id: string, policy: (value: number | undefined) => Policy): [string, Operator][] => [
  [`${id}.raised`, [policy(5), policy(6)]],
  [`${id}.removed`, [policy(5), policy(undefined)]],
  [`${id}.lowered`, [policy(undefined), policy(5)]],
];
const limit = (id: string, key: string): [string, Operator][] =>
  bound(`tool.limit.${id}`, (value) => ({ limits: value === undefined ? {} : { [key]: value } }));
const [A, AB, B] = [["$TMP/a"], ["$TMP/a", "$TMP/b"], ["$TMP/b"]];
const [HOST, HOSTS, OTHER] = [["a.example"], ["a.example", "b.example"], ["b.example"]];

/** What makes each finding about a policy, and nothing else. */
export const OPERATORS: Readonly<Record<string, Operator>> = Object.fromEntries([
  ...facet("fs.read", (read) => ({ fs: { read } }), A, AB, B),
  ...facet("fs.write", (write) => ({ fs: { write } }), A, AB, B),
  ...facet("fs.write.create", (create) => ({ fs: { create } }), A, AB, B),
  ...facet("fs.write.modify", (modify) => ({ fs: { modify } }), A, AB, B),
  ...facet("fs.write.delete", (remove) => ({ fs: { delete: remove } }), A, AB, B),
  ...facet("net.connect", (connect) => ({ net: { connect, resolve: "any" } }), HOST, HOSTS, OTHER),
  ...facet("net.listen", (listen) => ({ net: { listen } }), ["127.0.0.1:1"], ["127.0.0.1:1", "127.0.0.1:2"], ["127.0.0.1:2"]),
  ...facet("net.resolve", (resolve) => ({ net: { resolve } }), HOST, HOSTS, OTHER),
  ...facet("env.read", (read) => ({ env: { read } }), ["A"], ["A", "B"], ["B"]),
  ...facet("env.write", (write) => ({ env: { write } }), ["A"], ["A", "B"], ["B"]),
  ...facet("exec", (commands) => ({ exec: commands }), ["ls"], ["ls", "id"], ["id"]),
  ...facet("control", (control) => ({ control }), ["exit"], ["exit", "signal"], ["signal"]),
  ...facet("code", (code) => ({ code }), ["load"], ["load", "eval"], ["eval"]),
  ...facet(
    "accept",
    (accept) => ({ accept }),
    { "unknown.call": "x" },
    { "unknown.call": "x", "unknown.import": "y" },
    { "unknown.import": "y" },
  ),
  ...facet("host", (host) => ({ host }), ["a"], ["a", "b"], ["b"]),
  ...facet("secrets", (secrets) => ({ secrets }), ["a"], ["a", "b"], ["b"]),
  ...bound("tool.constraint.maxInvocations", (value) => ({ constraints: value === undefined ? {} : { maxInvocations: value } })),
  ...limit("time", "timeMs"),
  ...limit("memory", "memoryMb"),
  ...limit("output", "outputBytes"),
  ...limit("processes", "processes"),
  ...limit("fileSize", "fileBytes"),
  ...limit("openFiles", "openFiles"),
  ...limit("cpu", "cpuMs"),
  ["tool.fs.read.unknown", [{ fs: { read: HARD } }, { fs: { read: HARDER } }]],
  ["tool.fs.write.unknown", [{ fs: { write: HARD } }, { fs: { write: HARDER } }]],
  ["tool.fs.write.create.unknown", [{ fs: { create: HARD } }, { fs: { create: HARDER } }]],
  ["tool.fs.write.modify.unknown", [{ fs: { modify: HARD } }, { fs: { modify: HARDER } }]],
  ["tool.fs.write.delete.unknown", [{ fs: { delete: HARD } }, { fs: { delete: HARDER } }]],
  ["tool.exec.unknown", [git(`*a${SETS}`, `*b${SETS}`), git(`*[ab]${SETS}`)]],
  ["tool.net.connect.unknown", [{ net: { connect: evenly, resolve: "any" } }, { net: { connect: unevenly, resolve: "any" } }]],
  ["tool.net.listen.unknown", [{ net: { listen: evenly } }, { net: { listen: unevenly } }]],
  ["tool.net.resolve.unknown", [{ net: { resolve: evenly } }, { net: { resolve: unevenly } }]],
  ["tool.constraint.onlyAfter.weakened", [{ constraints: { onlyAfter: ["a"] } }, {}]],
  ["tool.constraint.onlyAfter.strengthened", [{}, { constraints: { onlyAfter: ["a"] } }]],
  ["tool.constraint.forbidden.lifted", [{ constraints: { forbidden: true } }, {}]],
  ["tool.constraint.forbidden.set", [{}, { constraints: { forbidden: true } }]],
  ["tool.approval.weakened", [{ approval: "always" }, { approval: "session" }]],
  ["tool.approval.strengthened", [{ approval: "session" }, { approval: "always" }]],
  ["tool.isolation.weakened", [{ isolation: "process" }, { isolation: "worker" }]],
  ["tool.isolation.strengthened", [{ isolation: "worker" }, { isolation: "process" }]],
  ["tool.untrustedOutput.removed", [{ untrustedOutput: true }, {}]],
  ["tool.untrustedOutput.added", [{}, { untrustedOutput: true }]],
] as const);
