import { join, resolve } from "node:path";
import { readText } from "../../host/files.ts";
import { userOf } from "../../host/git.ts";
import { appendText, replaceText } from "../../host/write.ts";
import { nearest } from "../../model/capability.ts";
import { APPROVALS_FILE } from "../../model/own-files.ts";
import type { Approval } from "../../schema/approvals.ts";
import { approvalSchema } from "../../schema/approvals.ts";
import { printProblem, problemsOf } from "../../schema/problems.ts";
import type { Diagnostic } from "../../schema/report.ts";
import { approvalOf, stateOfApproval } from "../../verify/approvals.ts";
import { isUntouchable } from "../../verify/gate-config.ts";
import { visible } from "../../verify/undeclared.ts";
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
  report.diagnostics.filter((one) => one.gating && one.tool !== null && !isUntouchable(one.id) && ruleIsWidening(one));
/** What stands in the head by itself is mended, not approved. */
const ruleIsWidening = (one: Diagnostic): boolean =>
  !/^(?:tool\.(?:undeclared|policy-|duplicated|unanalysed|constraint\.onlyAfter\.dangling|description\.hidden)|assumption\.(?:stale|expired))/u.test(
    one.id,
  );

function chosen(found: readonly Diagnostic[], flags: Arguments["flags"]): string[] {
  const units = [...new Set(found.flatMap((one) => one.tool ?? []))];
  if (flags.all) return units;
  return (flags.tool ?? []).map((tool) => {
    if (units.includes(tool)) return tool;
    const close = nearest(tool, units);
    throw new UserError(
      `There is nothing to approve for \`${visible(tool)}\`${close === undefined ? "" : `; did you mean \`${visible(close)}\`?`} To approve: ${units.map((one) => `\`${visible(one)}\``).join(", ") || "nothing"}.`,
    );
  });
}

async function confirm(units: readonly string[], found: readonly Diagnostic[], flags: Arguments["flags"], io: Io): Promise<void> {
  if (flags["i-am-human"]) return;
  const machine = MACHINES.find((name) => (process.env[name] ?? "") !== "");
  if (machine !== undefined)
    throw new UserError(
      `An approval is somebody's word, and \`${machine}\` is set: a machine runs this. Pass \`--i-am-human\` to approve all the same.`,
    );
  if (!io.ask) throw new UserError("There is no terminal to ask on. Pass `--i-am-human` to approve all the same.");
  for (const one of found.filter((row) => units.includes(row.tool ?? "")))
    io.err(
      `${one.severity.toUpperCase()} ${one.id} ${visible(one.tool ?? "")}\n  ${visible(one.message)}\n${one.witness === null ? "" : `  newly allowed, for example: ${visible(one.witness)}\n`}`,
    );
  const answer = await io.ask(`Approve ${units.length === 1 ? "this" : `these ${units.length}`}? Type yes: `);
  if (answer.trim().toLowerCase() !== "yes") throw new UserError("Nothing was approved.", 1);
}

/** Adds one line an approved tool to the approvals file. */
export async function approve(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(
    argv,
    ["base", "regenerate-base", "allow-missing-base", "tool", "all", "reason", "by", "expires", "ticket", "i-am-human"],
    1,
  );
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  if ((flags.reason ?? "").trim() === "") throw new UserError("Say why: `--reason TEXT`.");
  if (flags.expires !== undefined && flags.expires < utcDay())
    throw new UserError(`\`--expires ${visible(flags.expires)}\` is past: the approval would count for nothing.`);
  if (!flags.all && !flags.tool) throw new UserError("Say what: `--tool ID`, or `--all`.");
  const judged = await judgeFolder(folder, flags, io);
  const found = needsApproval(judged);
  const units = chosen(found, flags);
  if (units.length === 0) {
    io.err("toolfence: there is nothing to approve.\n");
    return 0;
  }
  const by = flags.by ?? userOf(folder);
  if (by === undefined) throw new UserError("Say who: `--by NAME`; git has no `user.email` here.");
  await confirm(units, found, flags, io);
  const said = {
    reason: flags.reason ?? "",
    by,
    date: utcDay(),
    ...(flags.expires === undefined ? {} : { expires: flags.expires }),
    ...(flags.ticket === undefined ? {} : { ticket: flags.ticket }),
  };
  const entries = units.flatMap((unit) => approvalOf(unit, judged.base, judged.head, said) ?? []);
  for (const entry of entries) {
    const checked = approvalSchema.safeParse(entry);
    if (!checked.success)
      throw new UserError(`This approval would not be valid: ${problemsOf(checked.error).map(printProblem).join("; ")}.`);
  }
  const path = join(folder, APPROVALS_FILE);
  const old = readText(path) ?? "";
  refuseLinks(folder, path);
  appendText(path, `${old === "" || old.endsWith("\n") ? "" : "\n"}${entries.map((entry) => `${JSON.stringify(entry)}\n`).join("")}`);
  io.err(`toolfence: ${entries.length} ${entries.length === 1 ? "line" : "lines"} added to \`${APPROVALS_FILE}\`; commit it.\n`);
  return 0;
}

const lineOf = (entry: Approval, state: string): string =>
  `${state.padEnd(10)} ${visible(entry.tool)}   by ${visible(entry.by)} on ${entry.date}${entry.expires === undefined ? "" : `, until ${entry.expires}`}: ${visible(entry.reason)}\n`;

/** `approvals list | check | prune`: what was approved, and what of it still counts. */
export async function approvals(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["base", "regenerate-base", "allow-missing-base"], 2);
  const [action = "list", dir = "."] = positionals;
  if (!["list", "check", "prune"].includes(action))
    throw new UserError(`Unknown action \`${visible(action)}\`; write \`list\`, \`check\` or \`prune\`.`);
  const folder = resolve(io.cwd, dir);
  const judged = await judgeFolder(folder, flags, io);
  const states = judged.approvals.map(
    (entry) => [entry, stateOfApproval(entry, judged.approvals, judged.base, judged.head, utcDay())] as const,
  );
  for (const [entry, state] of states) io.out(lineOf(entry, state));
  const bad = states.filter(([, state]) => state !== "counts");
  if (action === "prune") {
    const kept = states.filter(([, state]) => state === "counts").map(([entry]) => `${JSON.stringify(entry)}\n`);
    replaceText(join(folder, APPROVALS_FILE), kept.join(""));
    io.err(`toolfence: ${bad.length} ${bad.length === 1 ? "line" : "lines"} removed.\n`);
    return 0;
  }
  return action === "check" && bad.length > 0 ? 1 : 0;
}
