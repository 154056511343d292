import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { printManifest } from "../../manifest/text.ts";
import { MANIFEST_FILE } from "../../model/own-files.ts";
import { readArguments } from "../args.ts";
import { replaceText } from "../../host/write.ts";
import type { Io } from "../io.ts";
import { freshManifest } from "../scan.ts";

/** The lines that two texts do not share, as a short diff. */
function difference(old: string, fresh: string): string {
  const [before, after] = [new Set(old.split("\n")), new Set(fresh.split("\n"))];
  const removed = [...before].filter((line) => !after.has(line)).map((line) => `- ${line}`);
  const added = [...after].filter((line) => !before.has(line)).map((line) => `+ ${line}`);
  return [...removed, ...added].slice(0, 60).join("\n");
}

function currentManifest(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, MANIFEST_FILE), "utf8").replaceAll("\r\n", "\n");
  } catch {
    return undefined;
  }
}

/** Writes the manifest, or checks that the committed one is what would be written. */
export function manifest(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["check", "stdout"], 1);
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  const fresh = printManifest(freshManifest(folder, io));
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
