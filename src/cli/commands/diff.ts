import { toldAsIn } from "../../manifest/upgrade.ts";
import { MANIFEST_FILE } from "../../model/own-files.ts";
import { compareManifests } from "../../verify/compare.ts";
import { readArguments } from "../args.ts";
import { readManifestNamed } from "../base-state.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { checkFormats, emit } from "../output.ts";

/** Two manifests, for information: files, or files of commits; the second is the work tree's own where it is not named. */
export function diff(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["json", "format"], 2);
  checkFormats(flags);
  const [from, to = MANIFEST_FILE] = positionals;
  if (from === undefined)
    throw new UserError("Name what to compare: `toolfence diff BASE [HEAD]`, each a file, a revision, or `REVISION:PATH`.");
  const [base, head] = [readManifestNamed(from, io), readManifestNamed(to, io)];
  const compared = new Set([...Object.keys(base.manifest.tools), ...Object.keys(head.manifest.tools)]).size;
  const diagnostics = compareManifests(base.isTold ? base.manifest : toldAsIn(base.manifest, head.manifest), head.manifest);
  emit({ schemaVersion: 1, command: "diff", base: base.label, compared, diagnostics, exitCode: 0 }, flags, io.cwd, io);
  return 0;
}
