import { resolve } from "node:path";
import { readText } from "../../host/files.ts";
import type { Manifest } from "../../schema/manifest.ts";
import { compareManifests } from "../../verify/compare.ts";
import { visible } from "../../verify/undeclared.ts";
import { readArguments } from "../args.ts";
import { parseManifest } from "../base-state.ts";
import { judgeFolder } from "../gate.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { checkFormats, emit } from "../output.ts";

/** State, freshness and widening, in one answer. */
export function verify(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["json", "format", "base", "regenerate-base", "allow-missing-base"], 1);
  checkFormats(flags);
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  return emit(judgeFolder(folder, flags, io).report, flags, folder, io);
}

/** Two manifest files, for information. */
export function diff(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["json", "format"], 2);
  checkFormats(flags);
  const [from, to] = positionals;
  if (from === undefined || to === undefined) throw new UserError("Name two manifest files: `toolfence diff BASE HEAD`.");
  const read = (path: string): Manifest => {
    const text = readText(resolve(io.cwd, path));
    if (text === undefined) throw new UserError(`\`${visible(path)}\` cannot be read.`);
    return parseManifest(text, `\`${path}\``);
  };
  const [base, head] = [read(from), read(to)];
  const compared = new Set([...Object.keys(base.tools), ...Object.keys(head.tools)]).size;
  emit(
    { schemaVersion: 1, command: "diff", base: from, compared, diagnostics: compareManifests(base, head), exitCode: 0 },
    flags,
    io.cwd,
    io,
  );
  return 0;
}
