import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { verifyChain } from "../../runtime/audit/chain.ts";
import { visible } from "../../model/json-text.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";

/** The log and the ones that were put aside before it, oldest first. */
function filesOf(file: string): string[] {
  const aside: string[] = [];
  for (let number = 1; existsSync(`${file}.${number}`); number++) aside.push(`${file}.${number}`);
  // One that was being put aside when its process died has two names.
  const last = aside.at(-1);
  return last !== undefined && statSync(last).ino === statSync(file).ino ? aside : [...aside, file];
}

/** `audit verify FILE [--head HASH]`: whether the records of a log are whole and in order. */
export function audit(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["head", "json"], 2);
  const [action, name] = positionals;
  if (action !== "verify" || name === undefined)
    throw new UserError(`There is no \`audit ${visible(action ?? "")}\`; write \`toolfence audit verify FILE [--head HASH]\`.`);
  const file = resolve(io.cwd, name);
  if (!existsSync(file)) throw new UserError(`There is no log at \`${visible(name)}\`.`);
  const report = verifyChain(
    filesOf(file)
      .map((one) => readFileSync(one, "utf8"))
      .join(""),
    flags.head,
  );
  if (flags.json) io.out(`${JSON.stringify({ schemaVersion: 1, ...report }, null, 2)}\n`);
  else {
    for (const { line, id, message } of report.problems) io.out(`line ${line}: ${message} (${id})\n`);
    const torn = report.torn === 0 ? "" : `, ${report.torn} torn and repaired`;
    io.out(
      `${report.ok ? "whole" : "not whole"}: ${report.records} records of ${report.runs} runs${torn}; head ${report.head === "" ? "none" : report.head}\n`,
    );
  }
  return report.ok ? 0 : 1;
}
