import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { chooseBase } from "../host/base.ts";
import { readConfig } from "../host/config-file.ts";
import { readText } from "../host/files.ts";
import { commitOf, exportTree, prefixOf, showFile, topOf } from "../host/git.ts";
import { readSummaries } from "../host/package-summaries.ts";
import { version } from "../host/version.ts";
import { buildManifest } from "../manifest/build.ts";
import { printManifest, readManifest } from "../manifest/text.ts";
import { APPROVALS_FILE, BASELINE_FILE, CONFIG_FILES, MANIFEST_FILE, PACKAGES_FILE } from "../model/own-files.ts";
import type { Approval } from "../schema/approvals.ts";
import type { Config } from "../schema/config.ts";
import type { Manifest } from "../schema/manifest.ts";
import type { PackageSummaries } from "../schema/packages.ts";
import type { Diagnostic, Report } from "../schema/report.ts";
import type { Scan } from "../schema/scan.ts";
import { applyApprovals, readApprovals } from "../verify/approvals.ts";
import { applyBaseline, compareBaselines, readBaseline } from "../verify/baseline.ts";
import { compareManifests, diagnosticOf } from "../verify/compare.ts";
import { applyConfig, compareConfigs, compareRuntime, compareSummaries, compareVersions } from "../verify/gate-config.ts";
import { gate } from "../verify/row.ts";
import { stateDiagnostics } from "../verify/state.ts";
import { visible } from "../verify/undeclared.ts";
import type { Arguments } from "./args.ts";
import type { Io } from "./io.ts";
import { UserError, utcDay } from "./io.ts";
import { checkRules } from "./known-rules.ts";
import { freshManifest, scanOrFail } from "./scan.ts";

/** What the head is compared with: a manifest, and how to read other files of the same state. */
interface Base {
  readonly manifest: Manifest;
  readonly label: string;
  /** A file of the base; undefined where it has none, or where the base is a bare manifest. */
  readonly file: (path: string) => string | undefined;
}

/** Everything that `verify`, `approve` and `approvals` need. */
export interface Judgement {
  readonly report: Report;
  readonly base: Manifest;
  readonly head: Manifest;
  readonly approvals: readonly Approval[];
}

export function parseManifest(text: string, label: string): Manifest {
  const found = readManifest(text);
  if (!found.ok) throw new UserError(`The manifest at ${visible(label)} is not usable: ${visible(found.reason)}.`);
  return found.manifest;
}

/** The manifest of a commit's own files: checked out apart, parsed, and never executed. */
function regenerate(folder: string, commit: string, io: Io): Manifest {
  const apart = mkdtempSync(join(tmpdir(), "toolfence-base-"));
  try {
    // All of the repository under its own name: what is reached beside the folder, and what is called after it, is the same.
    const top = topOf(folder) ?? folder;
    const into = join(apart, basename(top));
    mkdirSync(join(into, ".git"), { recursive: true });
    exportTree(top, commit, into);
    const same = join(into, prefixOf(folder));
    return freshManifest(same, io, scanOrFail(same, io, false));
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

const EMPTY: Scan = {
  schemaVersion: 1,
  root: "",
  tools: [],
  startup: { effects: [], unknowns: [], assets: [] },
  unattributed: { effects: [], assets: [] },
  unmatchedPolicies: [],
  assumptions: [],
  stats: { files: 0, tools: 0, unknowns: 0, milliseconds: 0 },
};

function baseAt(folder: string, commit: string, path: string, label: string, flags: Arguments["flags"], io: Io): Base {
  const file = (name: string): string | undefined => {
    const found = showFile(folder, commit, name);
    return found.k === "text" ? found.text : undefined;
  };
  if (flags["regenerate-base"]) return { manifest: regenerate(folder, commit, io), label: `${label}, regenerated`, file };
  const shown = showFile(folder, commit, path);
  if (shown.k === "text") return { manifest: parseManifest(shown.text, label), label, file };
  if (flags["allow-missing-base"]) return { manifest: buildManifest(EMPTY, version()), label: `${label}, without a manifest`, file };
  throw new UserError(
    `There is no base to compare with: ${visible(shown.reason)}. Have one made of the base's sources with \`--regenerate-base\`, or accept that all is new with \`--allow-missing-base\`: the change that brings toolfence in needs one of both.`,
  );
}

/** The base: a file, `REF:PATH`, `REF`, or what CI or `origin` says. */
export function readBase(folder: string, flags: Arguments["flags"], io: Io): Base {
  const asked = flags.base ?? (process.env["TOOLFENCE_BASE"] || undefined);
  if (asked === undefined) {
    const chosen = chooseBase(folder, process.env);
    if (chosen.k === "none") throw new UserError(`There is no base to compare with: ${visible(chosen.reason)}.`);
    return baseAt(folder, chosen.commit, MANIFEST_FILE, `${chosen.commit.slice(0, 12)} (${chosen.why})`, flags, io);
  }
  const text = /\.json$/u.test(asked) && !/^[^/]*:/u.test(asked) ? readText(resolve(io.cwd, asked)) : undefined;
  if (text !== undefined) return { manifest: parseManifest(text, `\`${asked}\``), label: `${asked} (file)`, file: () => undefined };
  const [ref = "", path = MANIFEST_FILE] = asked.split(":");
  const commit = commitOf(folder, ref);
  if (commit === undefined) {
    const shown = showFile(folder, ref, path);
    throw new UserError(`There is no base to compare with: ${shown.k === "missing" ? visible(shown.reason) : visible(ref)}.`);
  }
  return baseAt(folder, commit, path, `${commit.slice(0, 12)}:${path} (${ref})`, flags, io);
}

/** The configuration among some files; one that is there but wrong is never ignored. */
function configIn(read: (path: string) => string | undefined, where: string): Config {
  for (const name of CONFIG_FILES) {
    const text = read(name);
    if (text === undefined) continue;
    const found = readConfig(text);
    if (!found.ok) throw new UserError(`\`${name}\` of the ${where} is not valid: ${found.problems.map(visible).join("; ")}.`);
    return found.config;
  }
  return {};
}

function approvalsIn(folder: string): readonly Approval[] {
  const found = readApprovals(readText(join(folder, APPROVALS_FILE)) ?? "");
  if (!found.ok) throw new UserError(`\`${APPROVALS_FILE}\`, line ${found.line}, is not valid: ${visible(found.reason)}.`);
  return found.entries;
}

function baselineIn(text: string | undefined, where: string): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const found = readBaseline(text);
  if (!found.ok) throw new UserError(`\`${BASELINE_FILE}\` of the ${where} is not valid: ${visible(found.reason)}.`);
  return found.findings;
}

function summariesIn(text: string | undefined, where: string): PackageSummaries | undefined {
  const found = readSummaries(text);
  if (!found.ok) throw new UserError(`\`${PACKAGES_FILE}\` of the ${where} is not valid: ${visible(found.reason)}.`);
  return found.summaries;
}

/** The version of toolfence that a package asks for. */
function askedVersion(text: string | undefined): string | undefined {
  try {
    const manifest = JSON.parse(text ?? "{}") as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
    const found = manifest["devDependencies"]?.["toolfence"] ?? manifest["dependencies"]?.["toolfence"];
    return typeof found === "string" ? found : undefined;
  } catch {
    return undefined;
  }
}

function freshness(folder: string, head: Manifest): Diagnostic[] {
  const committed = readText(join(folder, MANIFEST_FILE))?.replaceAll("\r\n", "\n");
  if (committed === printManifest(head)) return [];
  const words = `\`${MANIFEST_FILE}\` ${committed === undefined ? "is missing" : "is not what the code gives"}; run \`toolfence manifest\` and commit it.`;
  return [diagnosticOf(null, gate("manifest.stale", "medium", words, undefined, { to: head.digest }), MANIFEST_FILE)];
}

/** Each finding gets the line of the head at which its tool stands now; what has none stands at the manifest. */
function anchored(found: readonly Diagnostic[], scan: Scan): Diagnostic[] {
  const places = new Map(scan.tools.map((tool) => [tool.id, tool]));
  return found.map((one) => {
    const tool = one.line === null && one.tool !== null ? places.get(one.tool) : undefined;
    if (tool) return { ...one, file: tool.file, line: tool.line };
    return one.file === null ? { ...one, file: MANIFEST_FILE, line: 1 } : one;
  });
}

/** State, freshness, widening, approvals and the gate's own configuration, in one answer. `today` is a day, YYYY-MM-DD. */
export function judgeFolder(folder: string, flags: Arguments["flags"], io: Io, today = utcDay()): Judgement {
  const base = readBase(folder, flags, io);
  const own = (path: string): string | undefined => readText(join(folder, path));
  const [before, after] = [configIn(base.file, "base"), configIn(own, "head")];
  checkRules(after);
  const scan = scanOrFail(folder, io);
  if (scan.tools.length === 0 && Object.keys(base.manifest.tools).length > 0)
    throw new UserError(
      `No tool was found, but the base has ${Object.keys(base.manifest.tools).length}; check that the right folder was scanned.`,
    );
  const head = buildManifest(scan, version(), after.runtime);
  const approvals = approvalsIn(folder);
  const [oldBaseline, newBaseline] = [baselineIn(base.file(BASELINE_FILE), "base"), baselineIn(own(BASELINE_FILE), "head")];
  const found = [
    ...applyBaseline(stateDiagnostics(scan, after, today), newBaseline ?? []),
    ...freshness(folder, head),
    ...applyApprovals(compareManifests(base.manifest, head), base.manifest, head, approvals, today),
  ];
  const guarded = [
    ...applyConfig(found, before),
    ...compareConfigs(before, after),
    ...compareRuntime(base.manifest.runtime, head.runtime),
    ...compareSummaries(summariesIn(base.file(PACKAGES_FILE), "base"), summariesIn(own(PACKAGES_FILE), "head")),
    ...compareVersions(askedVersion(base.file("package.json")), askedVersion(own("package.json"))),
    ...compareBaselines(oldBaseline, newBaseline, base.file(MANIFEST_FILE) !== undefined || Object.keys(base.manifest.tools).length > 0),
  ];
  const diagnostics = anchored(guarded, scan);
  const ids = new Set([...Object.keys(base.manifest.tools), ...Object.keys(head.tools)]);
  return {
    report: {
      schemaVersion: 1,
      command: "verify",
      base: base.label,
      compared: ids.size,
      diagnostics,
      exitCode: diagnostics.some((one) => one.gating) ? 1 : 0,
    },
    base: base.manifest,
    head,
    approvals,
  };
}
