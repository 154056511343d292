import { resolve } from "node:path";
import { readText } from "../../host/files.ts";
import { nearest } from "../../model/capability.ts";
import { normalise } from "../../model/policy.ts";
import { judge } from "../../model/resource.ts";
import { parseJson } from "../../manifest/json.ts";
import { FINGERPRINT, reportSchema } from "../../schema/report.ts";
import { printProblem, problemsOf } from "../../schema/problems.ts";
import { effectOf } from "../../verify/anchors.ts";
import type { Rule } from "../../verify/rule.ts";
import { CATALOGUE, ruleOf } from "../../verify/catalogue.ts";
import { policyOfFacts } from "../../verify/facts-policy.ts";
import { FOLDED, UNMODELLED } from "../../verify/folded.ts";
import { visible } from "../../model/json-text.ts";
import { readArguments } from "../args.ts";
import type { Judgement } from "../gate.ts";
import { judgeFolder } from "../gate.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { manifestTool } from "../manifest-tool.ts";
import { checkFormats, emit } from "../output.ts";
import { CAPABILITIES } from "../../model/capability.ts";

const printRule = (rule: Rule): string =>
  [
    `${rule.id}   ${rule.severity}`,
    `  ${rule.title}`,
    `  What to do: ${rule.help}`,
    ...(rule.mirror === undefined ? [] : [`  The other way round: ${rule.mirror}`]),
    ...(rule.aliases && rule.aliases.length > 0 ? [`  Also known as: ${rule.aliases.join(", ")}`] : []),
    "",
  ].join("\n");

/** One finding of `verify`, with what is known of it and by which call path. */
function explainFinding(fingerprint: string, { report, scan }: Judgement, io: Io): number {
  const found = report.diagnostics.find((one) => one.fingerprint === fingerprint);
  if (!found)
    throw new UserError(
      `There is no finding \`${fingerprint}\` here now. \`toolfence verify\` shows what there is, with its fingerprints.`,
    );
  const rule = ruleOf(found.id);
  const effect = effectOf(found, scan);
  const line = (name: string, text: string | null | undefined): string[] =>
    text === null || text === undefined ? [] : [`  ${name}: ${visible(text)}`];
  io.out(
    [
      `${found.id}   ${found.severity}${found.gating ? "" : " (does not gate)"}   ${fingerprint}`,
      ...line("Tool", found.tool),
      ...line("At", found.file === null ? null : `${found.file}${found.line === null ? "" : `:${found.line}`}`),
      ...line("Says", found.message),
      ...line("Was", found.from),
      ...line("Is", found.to),
      ...line("Newly allowed, for example", found.witness),
      ...(effect ? ["  By:", ...effect.path.map((step) => `    ${visible(step.file)}:${step.line} ${visible(step.what)}`)] : []),
      ...line("Implied by", found.dominatedBy),
      ...line("Exempt", found.exemption && `until ${found.exemption.expires}: ${found.exemption.reason}`),
      ...line("Approved", found.approval && `by ${found.approval.by} on ${found.approval.date}: ${found.approval.reason}`),
      ...line("Means", rule?.title),
      ...line("What to do", rule?.help),
      "",
    ].join("\n"),
  );
  return 0;
}

/** What a finding means and what to do about it: by its id, or one of `verify` by its fingerprint. */
export async function explain(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["base", "regenerate-base", "allow-missing-base"], 2);
  const [id = "", dir = "."] = positionals;
  if (FINGERPRINT.test(id)) return explainFinding(id, await judgeFolder(resolve(io.cwd, dir), flags, io), io);
  if (positionals.length > 1) throw new UserError("Name a finding's id, or its fingerprint and a folder.");
  const finer = Object.hasOwn(FOLDED, id) ? FOLDED[id] : undefined;
  if (finer) {
    io.out([`${id} is told as ${finer.join(", ")}.`, "", ...finer.flatMap((one) => ruleOf(one) ?? []).map(printRule)].join("\n"));
    return 0;
  }
  const why = Object.hasOwn(UNMODELLED, id) ? UNMODELLED[id] : undefined;
  if (why !== undefined) {
    io.out(`${id} is no finding here. ${why}\n`);
    return 0;
  }
  const rule = ruleOf(id);
  if (!rule) {
    const close = nearest(
      id,
      CATALOGUE.map((one) => one.id),
    );
    throw new UserError(
      `There is no finding \`${visible(id)}\`${close === undefined ? "." : `; did you mean \`${close}\`?`} See \`toolfence rules\`.`,
    );
  }
  io.out(printRule(rule));
  return 0;
}

/** Every finding there is. */
export function rules(argv: readonly string[], io: Io): number {
  const { flags } = readArguments(argv, ["json"], 0);
  io.out(
    flags.json
      ? `${JSON.stringify({ schemaVersion: 1, rules: CATALOGUE }, null, 2)}\n`
      : CATALOGUE.map((rule) => `${rule.severity.padEnd(8)} ${rule.id.padEnd(44)} ${rule.title}\n`).join(""),
  );
  return 0;
}

/** A saved JSON report in other forms. */
export function render(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["json", "format"], 1);
  checkFormats(flags);
  const [file] = positionals;
  if (file === undefined) throw new UserError("Name a saved report: `toolfence render REPORT.json --format markdown`.");
  const parsed = parseJson(readText(resolve(io.cwd, file)) ?? "");
  if (!parsed.ok) throw new UserError(`\`${visible(file)}\` is no report: ${parsed.reason}.`);
  const found = reportSchema.safeParse(parsed.value);
  if (!found.success) {
    const [first] = problemsOf(found.error);
    throw new UserError(`\`${visible(file)}\` is no report: ${first ? visible(printProblem(first)) : "it has the wrong form"}.`);
  }
  emit(found.data, flags, io.cwd, io);
  return 0;
}

/** Whether a tool of the committed manifest may do one thing: 0 it may, 1 it may not. */
export function can(argv: readonly string[], io: Io): number {
  const { positionals } = readArguments(argv, [], 4);
  const [name, capability, value, dir = "."] = positionals;
  if (name === undefined || capability === undefined || value === undefined)
    throw new UserError("Say which tool, what and on what: `toolfence can TOOL CAPABILITY VALUE`.");
  if (!Object.hasOwn(CAPABILITIES, capability)) {
    const close = nearest(capability, Object.keys(CAPABILITIES));
    throw new UserError(`There is no capability \`${visible(capability)}\`${close === undefined ? "" : `; did you mean \`${close}\`?`}`);
  }
  const { id, tool } = manifestTool(resolve(io.cwd, dir), name);
  const verdict = judge(capability, value, normalise(tool.policy ?? policyOfFacts(tool.facts)).grants);
  const by = tool.policy ? "its policy" : "what its code was seen to do";
  io.out(
    `${verdict === "inside" ? "allowed" : verdict === "outside" ? "denied" : "depends"}: \`${visible(id)}\`, \`${capability}\` on \`${visible(value)}\`, by ${by}.\n`,
  );
  return verdict === "inside" ? 0 : 1;
}
