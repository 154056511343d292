/**
 * `toolfence/analyze`: what every tool of a folder can touch.
 *
 * Reads source files below one root; executes nothing of them.
 */
import { statSync } from "node:fs";
import { sep } from "node:path";
import type { Progress } from "./extract/analyze.ts";
import { Analysis } from "./extract/analyze.ts";
import type { AnalysedTool } from "./extract/facts.ts";
import { atRegistration } from "./extract/facts.ts";
import type { Effect } from "./model/facts.ts";
import { lineOf } from "./extract/ir.ts";
import { mayHoldTools, mayDeclareUnnamed } from "./extract/shapes/quick-look.ts";
import type { Declaration } from "./host/declared.ts";
import { declarationOf, policyIn } from "./host/declared.ts";
import { Assets } from "./host/assets.ts";
import { ignorer, readFolderConfig } from "./host/config-file.ts";
import type { ScanCache } from "./host/scan-cache.ts";
import { Trusted } from "./host/trusted.ts";
import { importsAside, isBinary, isTestFile, posix } from "./host/files.ts";
import { standsForCode } from "./host/parse.ts";
import { identities } from "./host/identity.ts";
import type { Asked, ScanResult } from "./host/kept-scan.ts";
import { askKept, timed } from "./host/kept-scan.ts";
import { folderSummaries, useSummaries } from "./host/package-summaries.ts";
import { readPolicyFile } from "./host/policy-file.ts";
import { ignoredPaths } from "./host/git.ts";
import { ownSources } from "./host/sources.ts";
import { startedBy } from "./host/workspace.ts";
import { DiskWorld } from "./host/world.ts";
import { digestOf } from "./manifest/digest.ts";
import { renamed } from "./model/input/shape.ts";
import { PACKAGES_FILE } from "./model/own-files.ts";
import type { Policy } from "./model/policy.ts";
import type { Finding, Scan, ScannedTool } from "./schema/scan.ts";
import { printProblem } from "./schema/problems.ts";
import type { FoundEffect } from "./verify/undeclared.ts";
import { visible } from "./model/json-text.ts";
import { judgeEffects, undeclaredFindings } from "./verify/undeclared.ts";

/** A folder that cannot be scanned, or a policy file that must not be ignored. Exit code 2. */
export class ScanError extends Error {
  override readonly name = "ScanError";
}

/**
 * Scans one folder.
 *
 * @param cache answers that were given before; one counts where nothing that a scan can see has changed.
 * @throws {ScanError} when it is no folder, or when its policy file is invalid.
 */
export const scanFolder = (folder: string, cache?: ScanCache): ScanResult => answer(askKept(folder, cache), folder);

/**
 * The answer to a question that may have been asked before.
 *
 * @param name the folder as messages are to name it.
 * @param progress is told each time another tool has been looked at.
 * @throws as `scanFolder` does; then nothing is kept.
 */
export function answer(asked: Asked, name: string, progress?: Progress): ScanResult {
  if (asked.kept) return asked.kept;
  const found = scanAnew(asked, name, progress);
  asked.keep(found);
  return timed(asked.started, found);
}

function scanAnew({ root, boundary, ignored }: Asked, name: string, progress?: Progress): ScanResult {
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
    throw new ScanError(`\`${visible(name)}\` is not a folder; name the folder of a repository or package.`);
  const { files, problems } = ownSources(root, boundary === root ? ignored : ignoredPaths(root));
  if (problems.some((one) => one.file === "" && one.problem === "unreadable"))
    throw new ScanError(`\`${visible(name)}\` cannot be read; check its permissions.`);
  const config = readFolderConfig(root);
  if (!config.ok) throw new ScanError(`\`${config.file}\` is not valid: ${config.problems.map(visible).join("; ")}.`);
  const policies = readPolicyFile(root);
  if (policies.k === "invalid") throw new ScanError(`\`${policies.file}\` is not valid: ${policies.problems.map(visible).join("; ")}.`);
  const read = folderSummaries(root);
  if (!read.ok) throw new ScanError(`\`${PACKAGES_FILE}\` is not valid: ${visible(read.reason)}.`);
  const summaries = useSummaries(read.summaries, root, boundary);
  const world = new DiskWorld(boundary, boundary === root ? files : ownSources(boundary, ignored).files, { summaries });
  const analysis = new Analysis(world);
  const isIgnored = ignorer(config.config);
  const holdsTools = (file: string): boolean => {
    if (isIgnored(posix(root, file))) return false;
    const text = world.searched(file);
    return text === undefined ? !isBinary(file) : standsForCode(text) || mayHoldTools(text, posix(root, file));
  };
  const own = files.filter((file) => !isTestFile(posix(root, file)) && !isIgnored(posix(root, file)));
  const held = own.filter(holdsTools);
  const unnamed = own.filter((file) => mayDeclareUnnamed(world.searched(file) ?? ""));
  const importers = new Set(unnamed.length === 0 ? [] : held.flatMap((file) => world.importers(file)));
  const named = [...new Set([...held, ...unnamed.filter((file) => importers.has(file))])];
  // What a product loads is part of it, whatever its folder is called.
  const isOwn = (file: string): boolean => file.startsWith(root + sep) && !file.includes(IN_PACKAGES);
  const products = boundary === root ? [...named, ...own.filter((file) => importsAside(world.searched(file) ?? ""))] : own;
  const loaded = analysis.loaded(products);
  const candidates = [...new Set([...named, ...loaded.filter((file) => isOwn(file) && holdsTools(file))])];
  // A package may declare its tools through another one of its repository.
  const helpers = loaded.filter(
    (file) => !isOwn(file) && !file.includes(IN_PACKAGES) && mayHoldTools(world.searched(file) ?? "", posix(boundary, file)),
  );
  const analysed = analysis.tools(candidates, helpers, progress).flatMap((one) => shownIn(isOwn, one));
  const ids = identities(analysis.d.x, analysed, (file) => world.owner(file), root);
  const fromFile = policies.k === "ok" ? policies.tools : {};
  const assets = new Assets(root, boundary, ignored, () => analysis.d.x.modules.map(({ file }) => file));
  const trusted = new Trusted(config.config, (file) => posix(root, file));
  const tools = analysed
    .map(trusted.tool)
    .map((one, index) => describeTool(analysis, one, ids[index] ?? one.tool.name, root, fromFile, assets));
  tools.sort((a, b) => order(a.id, b.id) || order(a.file, b.file) || a.line - b.line);
  const toolModules = [...analysed.flatMap(({ tool }) => [tool.mod, tool.registered.mod]), ...analysis.failed(candidates)];
  const startup = trusted.facts(analysis.startup(toolModules, loadersOf(world, toolModules, own, root)));
  const unattributed = analysis.unattributed(analysed, startup);
  const local = (effects: readonly Effect[]): ScannedTool["effects"] =>
    judgeEffects(
      effects.map((effect) => relativeEffect(root, effect)),
      null,
    );
  const scan: Scan = {
    schemaVersion: 1,
    root,
    tools,
    startup: {
      effects: local(startup.effects),
      unknowns: startup.unknowns.map((one) => ({ reason: one.reason, file: posix(root, one.file), line: one.line })),
      assets: assets.of(startup.effects),
    },
    unattributed: { effects: local(unattributed), assets: assets.of(unattributed) },
    unmatchedPolicies: Object.keys(fromFile)
      .filter((id) => !ids.includes(id))
      .sort(),
    unreviewedPolicies: policies.k === "ok" && !policies.isReviewed,
    assumptions: trusted.counted(),
    stats: {
      files: files.length,
      tools: tools.length,
      unknowns: tools.reduce((sum, tool) => sum + tool.unknowns.length, 0),
      milliseconds: 0,
    },
  };
  return { scan, problems };
}

/** A tool of the folder. What another package of the repository declares by calling a helper of this one is that package's. */
function shownIn(isOwn: (file: string) => boolean, one: AnalysedTool): AnalysedTool[] {
  const { mod, registered, elsewhere } = one.tool;
  if (isOwn(mod.file)) return [one];
  return elsewhere?.by === "call" ? [] : isOwn(registered.mod.file) ? [atRegistration(one)] : [one];
}

/** Files that load tools to try, measure or build something, and are no part of what a package starts with. */
const BESIDE =
  /(?:^|\/)(?:evals?|scripts?|examples?|bench(?:es|mark|marks)?|tools?|docs?|playground)\/(?:.*\/)?[^/]*$|\.(?:eval|config|setup)\.[cm]?[jt]sx?$/u;

/** The folder's own modules through which others come to load the tools, such as the package's `main`: they start with them. */
function loadersOf(world: DiskWorld, mods: readonly { readonly file: string }[], own: readonly string[], root: string): string[] {
  const named = new Set(world.workspace.packages.flatMap(startedBy));
  const isOwn = new Set(own.filter((file) => named.has(file) || !BESIDE.test(posix(root, file))));
  const out = new Set(mods.map(({ file }) => file));
  // A set that grows while it is walked.
  for (const file of out) for (const importer of world.importers(file)) if (isOwn.has(importer)) out.add(importer);
  return [...out];
}

/** Part of the path of every file of an installed package. */
const IN_PACKAGES = `${sep}node_modules${sep}`;

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const relativeEffect = (root: string, effect: Effect): FoundEffect => ({
  ...effect,
  path: effect.path.map(({ file, line, what }) => ({ file: posix(root, file), line, what })),
});

function describeTool(
  analysis: Analysis,
  { tool, facts }: AnalysedTool,
  id: string,
  root: string,
  fromFile: Readonly<Record<string, Policy>>,
  assets: Assets,
): ScannedTool {
  const at = { file: posix(root, tool.mod.file), line: lineOf(tool.at) };
  const declaration = declarationOf(analysis.d.x, tool.guards, fromFile[id]);
  const policy = policyIn(declaration.declared);
  const executor = tool.executor?.own ?? tool.executor;
  const effects = judgeEffects(
    facts.effects.map((effect) => relativeEffect(root, effect)),
    policy,
  );
  return {
    id,
    name: tool.name,
    framework: tool.framework,
    ...at,
    confidence: tool.confidence,
    executor: executor ? { file: posix(root, executor.mod.file), line: lineOf(executor.at) } : null,
    effects,
    unknowns: facts.unknowns.map((one) => ({ reason: one.reason, file: posix(root, one.file), line: one.line })),
    assets: assets.of(facts.effects),
    description: tool.about.description,
    inputSchema: tool.about.schema === null ? null : digestOf(tool.about.schema),
    input: tool.about.input && renamed(tool.about.input, digestOf),
    policyOrigin: declaration.declared.k === "ok" ? declaration.declared.origin : null,
    hints: tool.hints.values,
    policy: policy as ScannedTool["policy"],
    findings: [...declarationFindings(root, declaration, tool.name, at), ...undeclaredFindings(tool.name, effects, at)],
  };
}

/** What is wrong with what a tool declares. */
function declarationFindings(root: string, { declared, twice }: Declaration, name: string, at: { file: string; line: number }): Finding[] {
  const problem = (id: string, message: string): Finding => ({ id, severity: "error", message, about: message, ...at });
  const tool = visible(name);
  return [
    ...(twice ? [problem("policy-twice", `Tool \`${tool}\` has a policy in code and another in the policy file; keep one of them.`)] : []),
    ...(declared.k === "unreadable"
      ? [
          problem(
            "policy-unreadable",
            declared.changedAt
              ? `The policy of tool \`${tool}\` can be changed by \`${visible(posix(root, declared.changedAt.file))}:${lineOf(declared.changedAt.at)}\`, which is given it; make it with \`definePolicy\`, which freezes it.`
              : `The policy of tool \`${tool}\` cannot be read from the source; write it as a literal, a constant or a spread of constants.`,
          ),
        ]
      : []),
    ...(declared.k === "invalid"
      ? declared.problems.map((one) =>
          problem("policy-invalid", `The policy of tool \`${tool}\` is not valid: ${visible(printProblem(one))}.`),
        )
      : []),
  ];
}

export type { Scan, ScannedTool, ScannedEffect, Finding } from "./schema/scan.ts";
export type { ScanProblem, ScanResult } from "./host/kept-scan.ts";
