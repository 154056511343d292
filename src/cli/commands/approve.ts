import { join, resolve } from "node:path";
import { readText } from "../../host/files.ts";
import { userOf } from "../../host/git.ts";
import { appendText, replaceText } from "../../host/write.ts";
import { escapedJson } from "../../model/json-text.ts";
import { nearest } from "../../model/capability.ts";
import { APPROVALS_FILE } from "../../model/own-files.ts";
import type { Approval } from "../../schema/approvals.ts";
import { approvalSchema } from "../../schema/approvals.ts";
import { printProblem, problemsOf } from "../../schema/problems.ts";
import type { Diagnostic } from "../../schema/report.ts";
import { FINGERPRINT } from "../../schema/report.ts";
import { approvalOf, stateOfApproval } from "../../verify/approvals.ts";
import { isState } from "../../verify/catalogue.ts";
import { isUntouchable } from "../../verify/gate-config.ts";
import { visible } from "../../model/json-text.ts";
import type { Arguments } from "../args.ts";
import { readArguments } from "../args.ts";
import type { Judgement } from "../gate.ts";
import { judgeFolder } from "../gate.ts";
import type { Io } from "../io.ts";
import { refuseLinks } from "../output.ts";
import { UserError, utcDay } from "../io.ts";

/** Variables by which continuous integration and coding agents are known. A reminder, not a control. */
const MACHINES = ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "CLAUDECODE", "CURSOR_AGENT", "CODEX_SANDBOX", "GEMINI_CLI", "AIDER_MODEL"];

const needsApproval = ({ report }: Judgement): Diagnostic[] =>
  // What stands in the head by itself is mended, not approved.
  report.diagnostics.filter((one) => one.gating && one.tool !== null && !isUntouchable(one.id) && !isState(one.id));

/** What somebody approves: all findings of a unit, or those that were named. */
interface Chosen {
  readonly unit: string;
  readonly fingerprints?: string[];
}

/** Findings by their fingerprints, unit by unit. */
function named(found: readonly Diagnostic[], fingerprints: readonly string[]): Chosen[] {
  const units = new Map<string, string[]>();
  for (const fingerprint of fingerprints) {
    const { tool } = found.find((one) => one.fingerprint === fingerprint) ?? {};
    if (tool === undefined || tool === null)
      throw new UserError(
        `There is no finding \`${fingerprint}\` to approve here. To approve: ${found.map((one) => `\`${one.fingerprint}\` (${one.id} of \`${visible(one.tool ?? "")}\`)`).join(", ") || "nothing"}.`,
      );
    const own = units.get(tool) ?? [];
    units.set(tool, own.includes(fingerprint) ? own : [...own, fingerprint]);
  }
  return [...units].map(([unit, own]) => ({ unit, fingerprints: own.sort() }));
}

function chosen(found: readonly Diagnostic[], fingerprints: readonly string[], flags: Arguments["flags"]): Chosen[] {
  const units = [...new Set(found.flatMap((one) => one.tool ?? []))];
  if (flags.all) return units.map((unit) => ({ unit }));
  const whole = (flags.tool ?? []).map((tool): Chosen => {
    if (units.includes(tool)) return { unit: tool };
    const close = nearest(tool, units);
    throw new UserError(
      `There is nothing to approve for \`${visible(tool)}\`${close === undefined ? "" : `; did you mean \`${visible(close)}\`?`} To approve: ${units.map((one) => `\`${visible(one)}\``).join(", ") || "nothing"}.`,
    );
  });
  return [...whole, ...named(found, fingerprints)];
}

/** Fingerprints, and at most one folder; a folder that is called like a fingerprint is written as `./NAME`. */
function asked(positionals: readonly string[]): { readonly fingerprints: readonly string[]; readonly dir: string } {
  const folders = positionals.filter((one) => !FINGERPRINT.test(one));
  const [dir = ".", second] = folders;
  if (second !== undefined)
    throw new UserError(`\`${visible(second)}\` is one folder too many; a fingerprint has twelve hexadecimal digits.`);
  return { fingerprints: positionals.filter((one) => FINGERPRINT.test(one)), dir };
}

async function confirm(units: readonly Chosen[], shown: readonly Diagnostic[], flags: Arguments["flags"], io: Io): Promise<void> {
  if (flags["i-am-human"]) return;
  const machine = MACHINES.find((name) => (process.env[name] ?? "") !== "");
  if (machine !== undefined)
    throw new UserError(
      `An approval is somebody's word, and \`${machine}\` is set: a machine runs this. Pass \`--i-am-human\` to approve all the same.`,
    );
  if (!io.ask) throw new UserError("There is no terminal to ask on. Pass `--i-am-human` to approve all the same.");
  const isMeant = (row: Diagnostic): boolean =>
    units.some(({ unit, fingerprints }) => unit === row.tool && (fingerprints?.includes(row.fingerprint) ?? true));
  // What the configuration lets by is approved with the rest of its tool: it is shown as well.
  for (const one of shown.filter((row) => row.severity !== "info" && row.approval === null && !isState(row.id) && isMeant(row)))
    io.err(
      `${one.severity.toUpperCase()} ${one.id} ${visible(one.tool ?? "")}\n  ${visible(one.message)}\n${one.witness === null ? "" : `  newly allowed, for example: ${visible(one.witness)}\n`}`,
    );
  const answer = await io.ask(`Approve ${units.length === 1 ? "this" : `these ${units.length}`}? Type yes: `);
  if (answer.trim().toLowerCase() !== "yes") throw new UserError("Nothing was approved.", 1);
}

/** The kinds of finding that were approved to the last of them: a later change that is narrower has findings of these kinds alone. */
function whole(fingerprints: readonly string[], unit: string, found: readonly Diagnostic[]): string[] {
  // What the configuration lets by was not looked at either.
  const own = found.filter(({ tool, severity, approval }) => tool === unit && severity !== "info" && approval === null);
  const left = new Set(own.filter(({ fingerprint }) => !fingerprints.includes(fingerprint)).map(({ id }) => id));
  return [...new Set(own.map(({ id }) => id))].filter((id) => !left.has(id) && !isState(id)).sort();
}

/** A folder, and more findings than anybody looks at one by one. */
const MOST_NAMED = 100;

/** Adds one line an approved tool to the approvals file. */
export async function approve(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(
    argv,
    ["base", "regenerate-base", "allow-missing-base", "tool", "all", "reason", "by", "expires", "ticket", "i-am-human"],
    MOST_NAMED,
  );
  const { fingerprints, dir } = asked(positionals);
  const folder = resolve(io.cwd, dir);
  if ((flags.reason ?? "").trim() === "") throw new UserError("Say why: `--reason TEXT`.");
  if (flags.expires !== undefined && flags.expires < utcDay())
    throw new UserError(`\`--expires ${visible(flags.expires)}\` is past: the approval would count for nothing.`);
  if (!flags.all && !flags.tool && fingerprints.length === 0)
    throw new UserError("Say what: the fingerprints of findings, `--tool ID`, or `--all`.");
  if (flags.all && (flags.tool || fingerprints.length > 0)) throw new UserError("`--all` leaves nothing to name; say one of both.");
  const judged = await judgeFolder(folder, flags, io);
  const found = needsApproval(judged);
  const units = chosen(found, fingerprints, flags);
  if (units.length === 0) {
    io.err("toolfence: there is nothing to approve.\n");
    return 0;
  }
  const by = flags.by ?? userOf(folder);
  if (by === undefined) throw new UserError("Say who: `--by NAME`; git has no `user.email` here.");
  await confirm(units, judged.report.diagnostics, flags, io);
  const said = {
    reason: flags.reason ?? "",
    by,
    date: utcDay(),
    ...(flags.expires === undefined ? {} : { expires: flags.expires }),
    ...(flags.ticket === undefined ? {} : { ticket: flags.ticket }),
  };
  const entries = units.flatMap(
    ({ unit, fingerprints: only }) =>
      approvalOf(unit, judged.base, judged.head, {
        ...(only && { fingerprints: only, rules: whole(only, unit, judged.report.diagnostics) }),
        ...said,
      }) ?? [],
  );
  for (const entry of entries) {
    const checked = approvalSchema.safeParse(entry);
    if (!checked.success)
      throw new UserError(`This approval would not be valid: ${problemsOf(checked.error).map(printProblem).join("; ")}.`);
  }
  const path = join(folder, APPROVALS_FILE);
  const old = readText(path) ?? "";
  refuseLinks(folder, path);
  appendText(path, `${old === "" || old.endsWith("\n") ? "" : "\n"}${entries.map(line).join("")}`);
  io.err(`toolfence: ${entries.length} ${entries.length === 1 ? "line" : "lines"} added to \`${APPROVALS_FILE}\`; commit it.\n`);
  return 0;
}

/** An entry as it stands in the file. */
const line = (entry: Approval): string => `${escapedJson(JSON.stringify(entry))}\n`;

const lineOf = (entry: Approval, state: string): string =>
  `${state.padEnd(10)} ${visible(entry.tool)}   by ${visible(entry.by)} on ${entry.date}${entry.expires === undefined ? "" : `, until ${entry.expires}`}${entry.fingerprints === undefined ? "" : ` (${entry.fingerprints.join(", ")} alone)`}: ${visible(entry.reason)}\n`;

/** `approvals list | check | prune`: what was approved, and what of it still counts. */
export async function approvals(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["base", "regenerate-base", "allow-missing-base"], 2);
  const [action = "list", dir = "."] = positionals;
  if (!["list", "check", "prune"].includes(action))
    throw new UserError(`Unknown action \`${visible(action)}\`; write \`list\`, \`check\` or \`prune\`.`);
  const folder = resolve(io.cwd, dir);
  const judged = await judgeFolder(folder, flags, io);
  const states = judged.approvals.map(
    (entry) => [entry, stateOfApproval(entry, judged.approvals, judged.base, judged.head, utcDay(), judged.report.diagnostics)] as const,
  );
  for (const [entry, state] of states) io.out(lineOf(entry, state));
  const bad = states.filter(([, state]) => state !== "counts");
  if (action === "prune") {
    const kept = states.filter(([, state]) => state === "counts").map(([entry]) => line(entry));
    replaceText(join(folder, APPROVALS_FILE), kept.join(""));
    io.err(`toolfence: ${bad.length} ${bad.length === 1 ? "line" : "lines"} removed.\n`);
    return 0;
  }
  return action === "check" && bad.length > 0 ? 1 : 0;
}
