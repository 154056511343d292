import { join, resolve } from "node:path";
import { boundaryOf } from "../../host/boundary.ts";
import { readText } from "../../host/files.ts";
import { InstalledSummaries } from "../../host/installed.ts";
import { folderSummaries, PACKAGES_FILE, printSummaries } from "../../host/package-summaries.ts";
import { replaceText } from "../../host/write.ts";
import type { PackageSummaries } from "../../schema/packages.ts";
import type { Scan } from "../../schema/scan.ts";
import { visible } from "../../verify/undeclared.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { scanOrFail } from "../scan.ts";

const UNKNOWN = "unknown.package:";
const PROVENANCE = "summary:";

/** Packages that a scan reaches and knows no model of: those that are summarised, and those that are not. */
function reached({ tools, startup }: Scan): string[] {
  const parts = [...tools, startup];
  const unseen = parts.flatMap((one) =>
    one.unknowns.flatMap(({ reason }) => (reason.startsWith(UNKNOWN) ? [reason.slice(UNKNOWN.length)] : [])),
  );
  const seen = parts.flatMap((one) =>
    one.effects.flatMap(({ provenance }) =>
      provenance.startsWith(PROVENANCE) ? [provenance.slice(PROVENANCE.length).replace(/(?!^)@[^@/]*$/u, "")] : [],
    ),
  );
  return [...new Set([...unseen, ...seen])].sort();
}

/** Summaries of the packages that a folder's tools reach, from what is installed. */
function summarise(folder: string, before: PackageSummaries | undefined, io: Io): InstalledSummaries {
  const summaries = new InstalledSummaries(folder, boundaryOf(folder));
  // What was summarised stays: of a package that does nothing, a scan says nothing.
  const names = new Set([...Object.keys(before?.packages ?? {}), ...reached(scanOrFail(folder, io))]);
  for (const name of [...names].sort()) summaries.add(name);
  return summaries;
}

const readable = ({ file, missing }: InstalledSummaries): { readonly file: PackageSummaries; readonly missing: readonly string[] } => ({
  file,
  missing: [...missing].sort(),
});

const STATES = { same: "summarised", changed: "stale", absent: "not summarised" } as const;

/** Summaries of packages that have no model: what is known, `--update`, or `--check`. */
export function packages(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["check", "update", "json"], 1);
  if (flags.check && flags.update) throw new UserError("Say one of `--check` and `--update`.");
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  const read = folderSummaries(folder);
  if (!read.ok) throw new UserError(`\`${PACKAGES_FILE}\` is not valid: ${visible(read.reason)}.`);
  const { file, missing } = readable(summarise(folder, read.summaries, io));
  for (const name of missing)
    io.err(`toolfence: \`${visible(name)}\` is not installed, and is not summarised; install the packages first.\n`);
  const path = join(folder, PACKAGES_FILE);
  const text = printSummaries(file);
  if (flags.update) {
    if (missing.length > 0) throw new UserError("Nothing was written.");
    replaceText(path, text);
    io.err(`toolfence: \`${PACKAGES_FILE}\` written, ${Object.keys(file.packages).length} packages.\n`);
    return 0;
  }
  const names = [...new Set([...Object.keys(file.packages), ...missing])].sort();
  const stateOf = (name: string): keyof typeof STATES => {
    const [old, next] = [read.summaries?.packages[name], file.packages[name]];
    return old === undefined ? "absent" : JSON.stringify(old) === JSON.stringify(next) ? "same" : "changed";
  };
  const rows = names.map((name) => ({
    name,
    version: file.packages[name]?.version ?? null,
    state: STATES[stateOf(name)],
    can: file.packages[name]?.rest ?? ["?"],
  }));
  io.out(
    flags.json
      ? `${JSON.stringify({ schemaVersion: 1, packages: rows }, null, 2)}\n`
      : rows
          .map(
            (one) =>
              `${visible(one.name)}${one.version === null ? "" : `@${visible(one.version)}`}  ${one.state}  ${one.can.map(visible).join(" ") || "nothing"}\n`,
          )
          .join(""),
  );
  if (!flags.check) return 0;
  if (missing.length > 0) throw new UserError("What is not installed cannot be checked.");
  if ((readText(path) ?? printSummaries({ ...file, packages: {} })) === text) return 0;
  io.err(`toolfence: \`${PACKAGES_FILE}\` is not what the installed packages give; run \`toolfence packages --update\` and commit it.\n`);
  return 1;
}
