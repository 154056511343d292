/**
 * Scores the extractor against labelled tools of real repositories.
 *
 *     npm run corpus -- DIR [--labels FILE] [--repo NAME] [--verbose]
 *
 * DIR holds checkouts of the labelled commits, one folder a repository, `/` written as `+`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { Analysis } from "../src/extract/analyze.ts";
import { familiesOf } from "../src/extract/families.ts";
import { mayHoldTools } from "../src/extract/shapes/quick-look.ts";
import { isTestFile, listSources } from "../src/host/files.ts";
import { DiskWorld } from "../src/host/world.ts";

interface Label {
  id: string;
  repo: string;
  file: string;
  line: number;
  tool: string;
  framework: string;
  confidence: string;
  executor: { file: string; line: number };
  capabilities: string[];
  executor_capabilities: string[];
  core_capabilities: string[];
  possible?: { cap?: string }[] | string[];
  caps: { cap: string; scope?: string }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { labels: { type: "string" }, repo: { type: "string" }, verbose: { type: "boolean" }, json: { type: "boolean" } },
});
const [dir = "."] = positionals;
const labels = readFileSync(values.labels ?? join(dir, "dev.jsonl"), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Label);
const repos = [...new Set(labels.map((label) => label.repo))].filter((repo) => !values.repo || repo.includes(values.repo)).sort();

interface Score {
  tools: number;
  found: number;
  tp: number;
  fn: number;
  fp: number;
  exact: number;
  scored: number;
  unknown: number;
  silent: number;
  ms: number;
}
const total: Score = { tools: 0, found: 0, tp: 0, fn: 0, fp: 0, exact: 0, scored: 0, unknown: 0, silent: 0, ms: 0 };
const rows: string[] = [];
const simple = (name: string): string =>
  name
    .replace(/\s*\(.*\)$/u, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, "");

for (const repo of repos) {
  const root = join(dir, repo.replace("/", "+"));
  if (!existsSync(root)) {
    rows.push(`${repo}: no checkout`);
    continue;
  }
  const started = performance.now();
  const { files } = listSources(root);
  const world = new DiskWorld(root, files);
  const wanted = labels.filter((label) => label.repo === repo);
  const labelled = new Set(wanted.flatMap((label) => [label.file, label.executor.file]));
  const candidates = files.filter(
    (file) =>
      (labelled.has(relative(root, file)) || !isTestFile(relative(root, file))) &&
      mayHoldTools(world.text(file) ?? "", relative(root, file)),
  );
  const analysis = new Analysis(world);
  const tools = analysis.tools(candidates);
  const ms = performance.now() - started;
  const score: Score = { tools: 0, found: 0, tp: 0, fn: 0, fp: 0, exact: 0, scored: 0, unknown: 0, silent: 0, ms };
  for (const label of wanted) {
    score.tools++;
    const inFile = tools.filter(({ tool }) =>
      [(tool.executor?.own ?? tool.executor)?.mod.file, tool.executor?.mod.file, tool.mod.file].some(
        (file) => file !== undefined && [label.file, label.executor.file].includes(relative(root, file)),
      ),
    );
    const near = (line: number, at: number): number => Math.abs(line - at);
    const lineOf = (at: number): number => Math.floor(at / 4096);
    const sameName = inFile.filter(
      ({ tool }) =>
        simple(tool.name) === simple(label.tool) ||
        simple(tool.name).endsWith(simple(label.tool)) ||
        simple(label.tool).endsWith(simple(tool.name)),
    );
    const sameLine = inFile.filter(
      ({ tool }) => near(lineOf(tool.at), label.line) <= 2 || near(lineOf(tool.executor?.at ?? 0), label.executor.line) <= 2,
    );
    const named = sameName.filter(({ tool }) => tool.name === label.tool);
    const pool = named.length > 0 ? named : sameName.length > 0 ? sameName : sameLine;
    const best = [...pool].sort((a, b) => near(lineOf(a.tool.at), label.line) - near(lineOf(b.tool.at), label.line))[0];
    if (!best) {
      rows.push(
        `  MISSING ${label.id} ${label.repo} ${label.tool} ${label.file}:${label.line} [${inFile.map(({ tool }) => tool.name).join(", ")}]`,
      );
      score.silent += label.confidence === "high" ? label.executor_capabilities.length : 0;
      if (label.confidence === "high") score.fn += label.executor_capabilities.length;
      if (label.confidence === "high") score.scored++;
      continue;
    }
    score.found++;
    const families = familiesOf(best.facts.effects);
    const possible = new Set((label.possible ?? []).map((one) => (typeof one === "string" ? one : one.cap)));
    const truth = new Set(label.executor_capabilities);
    const allowed = new Set(label.capabilities);
    const hasUnknown = best.facts.unknowns.length > 0;
    if (hasUnknown) score.unknown++;
    const missed = [...truth].filter((family) => !families.has(family) && !possible.has(family));
    const extra = [...families].filter((family) => !allowed.has(family) && !possible.has(family));
    if (label.confidence === "high") {
      score.scored++;
      score.tp += [...truth].filter((family) => families.has(family)).length;
      score.fn += missed.length;
      score.fp += extra.length;
      const wrapper = new Set(label.caps.filter((cap) => cap.scope === "wrapper").map((cap) => cap.cap));
      if (
        [...families]
          .filter((family) => !possible.has(family) && !(wrapper.has(family) && !truth.has(family)))
          .every((family) => truth.has(family)) &&
        missed.length === 0
      )
        score.exact++;
      if (missed.length > 0 && !hasUnknown) score.silent += missed.length;
    }
    const show = (family: string): string =>
      best.facts.effects
        .filter((effect) => familiesOf([effect]).has(family))
        .slice(0, 1)
        .map(
          (effect) =>
            `${effect.capability} ${effect.resource} ${effect.path.map((step) => `${relative(root, step.file)}:${step.line} ${step.what}`).join(" > ")}`,
        )
        .join("; ");
    if (missed.length > 0 || extra.length > 0 || (values.verbose && hasUnknown)) {
      rows.push(
        `  ${label.id} ${label.tool} (${label.confidence})${missed.length > 0 ? ` MISSED ${missed.join(",")}${hasUnknown ? "" : " SILENT"}` : ""}${extra.length > 0 ? ` EXTRA ${extra.map((family) => `${family} <${show(family)}>`).join(",")}` : ""}`,
      );
    }
    if (hasUnknown && (values.verbose || missed.length > 0))
      for (const unknown of best.facts.unknowns.slice(0, 6))
        rows.push(
          `      ${unknown.reason} ${relative(root, unknown.file)}:${unknown.line} ${unknown.what}   via ${unknown.path
            .map((step) => `${relative(root, step.file)}:${step.line}`)
            .slice(-4)
            .join(" > ")}`,
        );
  }
  rows.push(line(repo, score, tools.length));
  for (const key of Object.keys(total) as (keyof Score)[]) total[key] += score[key];
}

function line(name: string, s: Score, all: number): string {
  const rate = (a: number, b: number): string => (b === 0 ? "-" : (a / b).toFixed(3));
  return `${name.padEnd(36)} tools ${s.found}/${s.tools} of ${all}  P ${rate(s.tp, s.tp + s.fp)}  R ${rate(s.tp, s.tp + s.fn)}  exact ${s.exact}/${s.scored}  unknown ${s.unknown}/${s.found}  silent ${s.silent}  ${Math.round(s.ms)} ms`;
}

rows.push(line("ALL", total, 0));
console.log(rows.join("\n"));
