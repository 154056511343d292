import { join } from "node:path";
import { readConfig } from "../host/config-file.ts";
import { LOCK_FILES } from "../host/lock-file.ts";
import { readText } from "../host/files.ts";
import type { Place } from "../host/git.ts";
import { placeOf } from "../host/git.ts";
import { guardedPaths, surroundings, surroundingsAt } from "../host/surroundings.ts";
import { readSummaries } from "../host/package-summaries.ts";
import { version } from "../host/version.ts";
import { buildManifest } from "../manifest/build.ts";
import { digestLines, printManifest } from "../manifest/text.ts";
import { toldAsIn } from "../manifest/upgrade.ts";
import { APPROVALS_FILE, BASELINE_FILE, CONFIG_FILES, MANIFEST_FILE, PACKAGES_FILE } from "../model/own-files.ts";
import type { Approval } from "../schema/approvals.ts";
import type { Config } from "../schema/config.ts";
import type { Manifest } from "../schema/manifest.ts";
import type { PackageSummaries } from "../schema/packages.ts";
import type { Diagnostic, Report } from "../schema/report.ts";
import type { Scan } from "../schema/scan.ts";
import { applyApprovals, readApprovals } from "../verify/approvals.ts";
import { anchored, anchorFiles, changeOf, NO_CHANGE } from "../verify/anchors.ts";
import { applyBaseline, compareBaselines, readBaseline, staleBaseline } from "../verify/baseline.ts";
import { compareManifests, diagnosticOf } from "../verify/compare.ts";
import { applyConfig, compareConfigs, compareLocks, compareRuntime, compareSummaries, compareVersions } from "../verify/gate-config.ts";
import { applyExemptions, compareExemptions } from "../verify/exemptions.ts";
import { attributed } from "../verify/dependencies.ts";
import { formerNames, renamedTools, underNewNames } from "../verify/pairs.ts";
import { gate, info } from "../verify/row.ts";
import { stateDiagnostics } from "../verify/state.ts";
import { visible } from "../model/json-text.ts";
import type { Owned } from "../verify/workflows.ts";
import { compareWorkflows, isOwned, ownersOf } from "../verify/workflows.ts";
import type { Arguments } from "./args.ts";
import type { Io } from "./io.ts";
import { UserError, utcDay } from "./io.ts";
import type { Base } from "./base-state.ts";
import { readBase } from "./base-state.ts";
import { checkRules } from "./known-rules.ts";
import { requireSummaries, scanOrFail } from "./scan.ts";

/** Everything that `verify`, `approve` and `approvals` need. */
export interface Judgement {
  readonly report: Report;
  readonly base: Manifest;
  readonly head: Manifest;
  readonly approvals: readonly Approval[];
  readonly scan: Scan;
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

function freshness(folder: string, head: Manifest, printed: string): Diagnostic[] {
  const committed = readText(join(folder, MANIFEST_FILE))?.replaceAll("\r\n", "\n");
  if (committed === printed) return [];
  const words = `\`${MANIFEST_FILE}\` ${committed === undefined ? "is missing" : "is not what the code gives"}; run \`toolfence manifest\` and commit it.`;
  return [diagnosticOf(null, gate("manifest.stale", "medium", words, undefined, { to: head.digest }), MANIFEST_FILE)];
}

/** The lock file is asked for where there are summaries alone. */
function locks(
  base: Base,
  own: (path: string) => string | undefined,
  summaries: PackageSummaries | undefined,
  prefix: string,
): Diagnostic[] {
  if (Object.keys(summaries?.packages ?? {}).length === 0) return [];
  // The nearest one counts, no higher than the repository's top.
  const above = prefix
    .split("/")
    .filter(Boolean)
    .map((_, depth) => "../".repeat(depth + 1));
  const names = ["", ...above].flatMap((up) => LOCK_FILES.map((name) => up + name));
  const first = (read: (path: string) => string | undefined): string | undefined => names.find((name) => read(name) !== undefined);
  return compareLocks(first(base.file), first(own));
}

/** State, freshness, widening, approvals and the gate's own configuration, in one answer. `today` is a day, YYYY-MM-DD. */
export async function judgeFolder(folder: string, flags: Arguments["flags"], io: Io, today = utcDay()): Promise<Judgement> {
  const found = await readBase(folder, flags, io);
  const own = (path: string): string | undefined => readText(join(folder, path));
  const [before, after] = [configIn(found.file, "base"), configIn(own, "head")];
  checkRules(after, today);
  const scan = await scanOrFail(folder, io);
  requireSummaries(scan);
  const head = buildManifest(scan, version(), after.runtime);
  const printed = printManifest(head);
  const { manifest: told, isTold } = found.manifest(head, printed);
  if (scan.tools.length === 0 && Object.keys(told.tools).length > 0)
    throw new UserError(`No tool was found, but the base has ${Object.keys(told.tools).length}; check that the right folder was scanned.`);
  const former = formerNames(told, head, after.renamed);
  const named = underNewNames(told, former);
  const base = { ...found, manifest: isTold ? named : toldAsIn(named, head) };
  const approvals = approvalsIn(folder);
  const packages = [summariesIn(base.file(PACKAGES_FILE), "base"), summariesIn(own(PACKAGES_FILE), "head")] as const;
  const [oldBaseline, newBaseline] = [baselineIn(base.file(BASELINE_FILE), "base"), baselineIn(own(BASELINE_FILE), "head")];
  const state = stateDiagnostics(scan, after, today);
  const compared = [
    ...applyBaseline(state, newBaseline ?? []),
    ...freshness(folder, head, printed),
    ...applyApprovals(attributed(compareManifests(base.manifest, head), head, ...packages), base.manifest, head, approvals, today),
    ...renamedTools(former, after.renamed),
  ];
  const place = placeOf(folder);
  const [around, aroundBase] = [surroundings(place?.top ?? folder), surroundingsAt(place?.top, base.commit)];
  const guarded = [
    ...applyExemptions(applyConfig(compared, before), before.exemptions, today),
    ...compareConfigs(before, after),
    // A bare manifest says nothing of what was exempt.
    ...(found.commit === undefined ? [] : compareExemptions(before.exemptions, after.exemptions, today, after.renamed)),
    ...compareRuntime(base.manifest.runtime, head.runtime),
    ...compareSummaries(...packages),
    ...locks(found, own, packages[1], place?.prefix ?? ""),
    ...compareVersions(askedVersion(base.file("package.json")), askedVersion(own("package.json")), version()),
    ...compareWorkflows(
      aroundBase.workflows,
      around.workflows,
      ownedPaths(guardedPaths(folder, place), aroundBase.owners, around.owners),
      version(),
    ),
    ...unprotected(place, approvals, around.owners),
    ...staleBaseline(state, newBaseline ?? []),
    ...compareBaselines(oldBaseline, newBaseline, base.file(MANIFEST_FILE) !== undefined || Object.keys(base.manifest.tools).length > 0),
  ];
  found.expect(anchorFiles(guarded, scan));
  const diagnostics = anchored(guarded, scan, found.commit === undefined ? NO_CHANGE : changeOf(found.file, own), digestLines(printed));
  const ids = new Set([...Object.keys(base.manifest.tools), ...Object.keys(head.tools)]);
  return {
    report: {
      schemaVersion: 1,
      command: "verify",
      ...(place && place.prefix !== "" && { folder: place.prefix.replace(/\/$/u, "") }),
      base: base.label,
      compared: ids.size,
      diagnostics,
      exitCode: diagnostics.some((one) => one.gating) ? 1 : 0,
    },
    base: base.manifest,
    head,
    approvals,
    scan,
  };
}

/** The gate's own files, by who was and is to be asked about them. */
const ownedPaths = (paths: readonly string[], before: string, after: string): Owned[] =>
  paths.map((path) => ({ path, before: ownersOf(before, path), after: ownersOf(after, path) }));

/** Approvals that anybody may write. */
function unprotected(place: Place | undefined, approvals: readonly Approval[], owners: string): Diagnostic[] {
  if (approvals.length === 0 || !place) return [];
  const path = place.prefix + APPROVALS_FILE;
  if (isOwned(owners, path)) return [];
  const words = `CODEOWNERS gives \`${path}\` to nobody: whoever opens a pull request may approve it there.`;
  return [diagnosticOf(null, info("gate.approval.unprotected", words), APPROVALS_FILE)];
}
