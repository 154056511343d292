import { join, resolve } from "node:path";
import { boundaryOf } from "../../host/boundary.ts";
import { readText } from "../../host/files.ts";
import { InstalledSummaries } from "../../host/installed.ts";
import { folderSummaries, printSummaries } from "../../host/package-summaries.ts";
import { replaceText } from "../../host/write.ts";
import { PACKAGES_FILE } from "../../model/own-files.ts";
import type { PackageSummaries } from "../../schema/packages.ts";
import type { Scan } from "../../schema/scan.ts";
import { visible } from "../../model/json-text.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { scanOrFail, UNKNOWN_PACKAGE } from "../scan.ts";

const PROVENANCE = "summary:";

/** Packages that a scan reaches and knows no model of: those that are summarised, and those that are not. */
function reached({ tools, startup }: Scan): string[] {
  const parts = [...tools, startup];
  const unseen = parts.flatMap((one) =>
    one.unknowns.flatMap(({ reason }) => (reason.startsWith(UNKNOWN_PACKAGE) ? [reason.slice(UNKNOWN_PACKAGE.length)] : [])),
  );
  const seen = parts.flatMap((one) =>
    one.effects.flatMap(({ provenance }) =>
      provenance.startsWith(PROVENANCE) ? [provenance.slice(PROVENANCE.length).replace(/(?!^)@[^@/]*$/u, "")] : [],
    ),
  );
  return [...new Set([...unseen, ...seen])].sort();
}

/** Summaries of the packages that a folder's tools reach, from what is installed. */
async function summarise(folder: string, before: PackageSummaries | undefined, io: Io): Promise<InstalledSummaries> {
  const summaries = new InstalledSummaries(folder, boundaryOf(folder));
  // What was summarised stays: of a package that does nothing, a scan says nothing.
  const names = new Set([...Object.keys(before?.packages ?? {}), ...reached(await scanOrFail(folder, io))]);
  for (const name of [...names].sort()) summaries.add(name);
  return summaries;
}

/** Summaries of packages that have no model: what is known, `--update`, or `--check`. */
export async function packages(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["check", "update"], 1);
  if (flags.check && flags.update) throw new UserError("Say one of `--check` and `--update`.");
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  const read = folderSummaries(folder);
  if (!read.ok) throw new UserError(`\`${PACKAGES_FILE}\` is not valid: ${visible(read.reason)}.`);
  const { file, missing } = await summarise(folder, read.summaries, io);
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
  for (const name of [...new Set([...Object.keys(file.packages), ...missing])].sort()) {
    const [old, next] = [read.summaries?.packages[name], file.packages[name]];
    const state = old === undefined ? "not summarised" : JSON.stringify(old) === JSON.stringify(next) ? "summarised" : "stale";
    const can = next === undefined ? "?" : next.rest.map(visible).join(" ") || "nothing";
    io.out(`${visible(name)}${next === undefined ? "" : `@${visible(next.version)}`}  ${state}  ${can}\n`);
  }
  if (!flags.check) return 0;
  if (missing.length > 0) throw new UserError("What is not installed cannot be checked.");
  if ((readText(path) ?? printSummaries({ ...file, packages: {} })) === text) return 0;
  io.err(`toolfence: \`${PACKAGES_FILE}\` is not what the installed packages give; run \`toolfence packages --update\` and commit it.\n`);
  return 1;
}
