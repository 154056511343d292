import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { showFile } from "../../host/git.ts";
import { buildManifest } from "../../manifest/build.ts";
import { printManifest, readManifest } from "../../manifest/text.ts";
import type { Manifest } from "../../schema/manifest.ts";
import type { Diagnostic } from "../../schema/report.ts";
import { compareManifests } from "../../verify/compare.ts";
import { visible } from "../../verify/undeclared.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { scanOrFail } from "../scan.ts";
import { version } from "../../host/version.ts";
import { emit, stateDiagnostics } from "./check.ts";
import { currentManifest, MANIFEST_FILE } from "./manifest.ts";

interface Base {
  readonly manifest: Manifest;
  readonly label: string;
}

function parseOrFail(text: string, label: string): Manifest {
  const found = readManifest(text);
  if (!found.ok) throw new UserError(`The manifest at ${visible(label)} is not usable: ${visible(found.reason)}.`);
  return found.manifest;
}

function readFileOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The base manifest: a file, `REF:PATH`, or `REF` with the manifest at its usual place. */
export function readBase(base: string, folder: string, cwd: string): Base {
  const asFile = /\.json$/u.test(base) && !/^[^/]*:/u.test(base) ? readFileOrUndefined(resolve(cwd, base)) : undefined;
  if (asFile !== undefined) return { manifest: parseOrFail(asFile, `\`${base}\``), label: `${base} (file)` };
  const [ref = "", path = MANIFEST_FILE] = base.split(":");
  const shown = showFile(folder, ref, path);
  if (shown.k === "missing") throw new UserError(`There is no base to compare with: ${visible(shown.reason)}.`);
  return { manifest: parseOrFail(shown.text, `${ref}:${path}`), label: `${shown.commit.slice(0, 12)}:${path} (${ref})` };
}

/** State, freshness and widening, in one answer. */
export function verify(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["json", "format", "base"], 1);
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  const from = flags.base ?? process.env["TOOLFENCE_BASE"];
  if (from === undefined)
    throw new UserError("There is no base to compare with; name one with `--base REF`, `--base REF:PATH` or `--base FILE`.");
  const base = readBase(from, folder, io.cwd);
  const scan = scanOrFail(folder, io);
  if (scan.tools.length === 0 && Object.keys(base.manifest.tools).length > 0)
    throw new UserError(
      `No tool was found, but the base has ${Object.keys(base.manifest.tools).length}; check that the right folder was scanned.`,
    );
  const head = buildManifest(scan, version());
  const diagnostics = [...stateDiagnostics(scan), ...freshness(folder, head), ...compareManifests(base.manifest, head)];
  return emit(
    { schemaVersion: 1, command: "verify", base: base.label, diagnostics, exitCode: diagnostics.some((one) => one.gating) ? 1 : 0 },
    flags.json,
    io,
  );
}

function freshness(folder: string, head: Manifest): Diagnostic[] {
  const committed = currentManifest(folder);
  if (committed === printManifest(head)) return [];
  return [
    {
      id: "manifest.stale",
      severity: "medium",
      gating: true,
      tool: null,
      message: `\`${MANIFEST_FILE}\` ${committed === undefined ? "is missing" : "is not what the code gives"}; run \`toolfence manifest\` and commit it.`,
      witness: null,
      file: MANIFEST_FILE,
      line: null,
    },
  ];
}

/** Two manifest files, for information. */
export function diff(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["json", "format"], 2);
  const [from, to] = positionals;
  if (from === undefined || to === undefined) throw new UserError("Name two manifest files: `toolfence diff BASE HEAD`.");
  const read = (path: string): Manifest => {
    const text = readFileOrUndefined(resolve(io.cwd, path));
    if (text === undefined) throw new UserError(`\`${visible(path)}\` cannot be read.`);
    return parseOrFail(text, `\`${path}\``);
  };
  const diagnostics = compareManifests(read(from), read(to));
  emit({ schemaVersion: 1, command: "diff", base: from, diagnostics, exitCode: 0 }, flags.json, io);
  return 0;
}
