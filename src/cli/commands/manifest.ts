import { join, resolve } from "node:path";
import { exists, readText } from "../../host/files.ts";
import { leadsAway, replaceText } from "../../host/write.ts";
import { printEvidence } from "../../manifest/evidence.ts";
import { printManifest } from "../../manifest/text.ts";
import { MANIFEST_FILE } from "../../model/own-files.ts";
import { visible } from "../../model/json-text.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { freshManifest, requireSummaries, scanOrFail } from "../scan.ts";

const MOST_LINES = 60;

/** The lines of one text beyond those that another has, each as often as it stands there more. */
function beyond(text: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const line of other.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  return text.split("\n").filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** What two texts do not share, as a short diff. */
function difference(old: string, fresh: string): string {
  const all = [...beyond(old, fresh).map((line) => `- ${line}`), ...beyond(fresh, old).map((line) => `+ ${line}`)];
  if (all.length === 0) return "Its lines stand in another order.";
  const shown = all.slice(0, MOST_LINES).map(visible);
  return [...shown, ...(all.length > shown.length ? [`... and ${all.length - shown.length} more lines`] : [])].join("\n");
}

/** The committed manifest; undefined where there is none. What a link makes of it may be somebody's secret. */
function currentManifest(folder: string): string | undefined {
  const path = join(folder, MANIFEST_FILE);
  if (!exists(path)) return undefined;
  const reason = leadsAway(folder, path);
  const text = reason === undefined ? readText(path) : undefined;
  if (text === undefined)
    throw new UserError(`\`${MANIFEST_FILE}\` is not read: ${reason ?? "it is no file, or too large"}. Put a file in its place.`);
  return text.replaceAll("\r\n", "\n");
}

/** Writes the manifest, or checks that the committed one is what would be written. */
export async function manifest(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["check", "stdout", "evidence"], 1);
  if (flags.evidence === "") throw new UserError("`--evidence` takes the name of a file.");
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  const scan = await scanOrFail(folder, io);
  requireSummaries(scan);
  const made = freshManifest(folder, scan);
  const fresh = printManifest(made);
  if (flags.evidence !== undefined) replaceText(resolve(io.cwd, flags.evidence), printEvidence(scan, made.digest));
  if (flags.stdout) {
    io.out(fresh);
    return 0;
  }
  const old = currentManifest(folder);
  if (flags.check) {
    if (old === fresh) return 0;
    io.out(
      old === undefined
        ? `\`${MANIFEST_FILE}\` does not exist; run \`toolfence manifest\`.\n`
        : `\`${MANIFEST_FILE}\` is stale; run \`toolfence manifest\`.\n${difference(old, fresh)}\n`,
    );
    return 1;
  }
  if (old !== fresh) {
    replaceText(join(folder, MANIFEST_FILE), fresh);
  }
  io.err(`toolfence: \`${MANIFEST_FILE}\` ${old === fresh ? "is up to date" : "written"}.\n`);
  return 0;
}
