/** A gated call against the bare executor, an audited one against a bare appended write, and redaction. `npm run bench:gate` */
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withPolicy } from "../src/index.ts";
import { createFence, createRedactor } from "../src/runtime.ts";
import { sealed } from "../src/manifest/build.ts";
import { clauseLines, verdictLines } from "../src/manifest/clauses.ts";
import type { Policy } from "../src/model/policy.ts";
import type { Manifest, ManifestFacts, ManifestTool } from "../src/schema/manifest.ts";
import { ANALYSER_VERSION, MANIFEST_VERSION, MODEL_VERSION } from "../src/schema/manifest.ts";
import { median, row, timed } from "./timing.ts";

const CALLS = 2000;
const ROUNDS = 61;

const folder = mkdtempSync(join(tmpdir(), "toolfence-bench-"));
writeFileSync(join(folder, "a.txt"), "x");
const policy: Policy = { fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/out/**"] }, net: ["api.github.com"] };

function manifest(capabilities: readonly string[]): Manifest {
  const facts: ManifestFacts = { capabilities: [...capabilities], unknowns: [], requests: [], packages: [], assets: [] };
  const none: ManifestFacts = { ...facts, capabilities: [] };
  const tool: ManifestTool = {
    framework: "ai",
    source: "a.ts",
    confidence: "exact",
    policy: policy as NonNullable<ManifestTool["policy"]>,
    origin: "file",
    clauses: clauseLines(policy, "file", {}),
    verdicts: verdictLines(policy, capabilities),
    facts,
    hints: [],
    description: null,
    inputSchema: null,
    input: null,
    risk: "low",
    digest: "",
  };
  return sealed({
    manifestVersion: MANIFEST_VERSION,
    generator: { name: "toolfence", version: "0", analyser: ANALYSER_VERSION, model: MODEL_VERSION },
    tools: { "p/s.read": tool },
    assumptions: [],
    runtime: { config: {}, denied: [] },
    startup: none,
    unattributed: none,
    servers: {},
    capabilities: [],
  });
}

const bare = (input: unknown): unknown => input;
const alone = withPolicy({ ...policy, fs: { read: [`${folder}/**`] } }, bare);
const fenced = createFence({ manifest: manifest(["fs.read {param:path}"]), workspace: folder }).wrap(bare, { name: "read" });
const open = createFence({ manifest: manifest(["fs.read {dynamic}"]), workspace: folder }).wrap(bare, { name: "read" });
const logFile = join(folder, "audit.jsonl");
const audited = createFence({
  manifest: manifest(["fs.read {param:path}"]),
  workspace: folder,
  audit: { file: logFile, rotateBytes: 1e12 },
}).wrap(bare, { name: "read" });
const raw = openSync(join(folder, "raw.jsonl"), "a");

const noPath = { query: "what is the weather", limit: 10, unit: "celsius" };
const onePath = { path: join(folder, "a.txt"), encoding: "utf8" };
const each = (call: () => unknown) => (): void => {
  for (let i = 0; i < CALLS; i++) call();
};
const micros = (list: readonly number[] | undefined): number => (median(list) * 1000) / CALLS;

const [none, aloneNo, fencedNo, openNo] = timed(
  ROUNDS,
  each(() => bare(noPath)),
  each(() => alone(noPath)),
  each(() => fenced(noPath)),
  each(() => open(noPath)),
);
row("a call without a path, `withPolicy`: more than bare", micros(aloneNo) - micros(none), "us");
row("a call without a path, fence with whole facts: more than bare", micros(fencedNo) - micros(none), "us");
row("a call without a path, fence with open facts: more than bare", micros(openNo) - micros(none), "us");
const [noneP, aloneP, fencedP] = timed(
  ROUNDS,
  each(() => bare(onePath)),
  each(() => alone(onePath)),
  each(() => fenced(onePath)),
);
row("a call with one existing path, `withPolicy`: more than bare", micros(aloneP) - micros(noneP), "us");
row("a call with one existing path, fence: more than bare", micros(fencedP) - micros(noneP), "us");

const line = `${JSON.stringify({ time: new Date().toISOString(), tool: "read", input: noPath })}\n`;
const [written, logged] = timed(
  11,
  each(() => writeSync(raw, line)),
  each(() => audited(noPath)),
);
row("audited call (two records)", micros(logged), "us", "one bare appended write", micros(written));
closeSync(raw);

const redact = createRedactor({ values: ["correct horse battery staple"] });
const prose = "The quick brown fox jumps over the lazy dog, and tokens are counted. ".repeat(15_000);
const noisy = `${"key=".repeat(3)}value password: hunter2 https://user:pass@host/ Authorization: Bearer abcdefghijklmnop\n`.repeat(10_000);
const [clean, dirty] = timed(
  7,
  () => redact(prose),
  () => redact(noisy),
);
row("redaction of 1 MB of prose", median(clean), "ms");
row("redaction of 1 MB that is full of secrets", median(dirty), "ms");

const before = process.memoryUsage().heapUsed;
const fresh = createFence({ manifest: manifest(["fs.read {param:path}"]), workspace: folder }).wrap(bare, { name: "read" });
let denied = 0;
for (let i = 0; i < 1_000_000; i++) {
  try {
    fresh(i % 10 === 0 ? onePath : noPath);
  } catch {
    denied++;
  }
}
globalThis.gc?.();
row("heap after 1,000,000 calls, more than before", (process.memoryUsage().heapUsed - before) / 1e6, "MB");
console.log(`refused: ${denied}; log ${(readFileSync(logFile).length / 1e6).toFixed(1)} MB`);
