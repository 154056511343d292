import { createHash } from "node:crypto";
import { join } from "node:path";
import stringify from "json-stable-stringify";
import { addSummary, isModelled } from "../extract/tables/index.ts";
import { PACKAGES_FILE } from "../model/own-files.ts";
import { ANALYSER_VERSION } from "../schema/manifest.ts";
import type { PackageSummaries, PackageSummary } from "../schema/packages.ts";
import { packagesSchema } from "../schema/packages.ts";
import { printProblem, problemsOf } from "../schema/problems.ts";
import { exists, parseJson, readText } from "./files.ts";
import { lockedPackages } from "./lock-file.ts";

const MAX_BYTES = 20_000_000;

export type ReadSummaries =
  { readonly ok: true; readonly summaries: PackageSummaries | undefined } | { readonly ok: false; readonly reason: string };

const digest = (one: PackageSummary): string => createHash("sha256").update(JSON.stringify(one)).digest("hex").slice(0, 12);

/** Reads the text of a summary file; undefined text is no file. */
export function readSummaries(text: string | undefined): ReadSummaries {
  if (text === undefined) return { ok: true, summaries: undefined };
  if (text.length > MAX_BYTES) return { ok: false, reason: `it is larger than ${MAX_BYTES} bytes` };
  const found = packagesSchema.safeParse(parseJson(text));
  if (found.success) return { ok: true, summaries: found.data };
  const [first] = problemsOf(found.error);
  return { ok: false, reason: first ? printProblem(first) : "it has the wrong form" };
}

/** The summaries of a folder; a file that cannot be read is wrong, not missing. */
export function folderSummaries(folder: string): ReadSummaries {
  const path = join(folder, PACKAGES_FILE);
  return readSummaries(exists(path) ? (readText(path) ?? "") : undefined);
}

/** Sorted keys, LF, a final newline. */
export const printSummaries = (summaries: PackageSummaries): string => `${stringify(summaries, { space: 2 }) ?? ""}\n`;

/**
 * Makes summaries known to the analysis.
 *
 * @returns what each package is called there, by its name: those that have no model, from this analyser, whose version is the
 *   one that the folder's lock file names, if it names any (none where it cannot be read); nothing above `root` is read.
 */
export function useSummaries(summaries: PackageSummaries | undefined, folder: string, root: string): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  if (summaries?.analyser !== ANALYSER_VERSION) return out;
  const locked = lockedPackages(folder, root);
  if (locked === null) return out;
  for (const [name, one] of Object.entries(summaries.packages)) {
    const lock = locked?.get(name);
    if (isModelled(name) || (lock && (lock.version !== one.version || lock.integrity !== one.integrity))) continue;
    const full = `${name}@${one.version}#${digest(one)}`;
    addSummary(`pkg:${full}`, one);
    out.set(name, full);
  }
  return out;
}
