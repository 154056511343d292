import { resolve } from "node:path";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { AnalysedTool } from "../extract/facts.ts";
import { atRegistration } from "../extract/facts.ts";
import type { Confidence } from "../extract/discover/make.ts";
import { columnOf, lineOf } from "../extract/ir.ts";
import type { EvidenceStep } from "../model/facts.ts";
import type { Hints } from "../model/hints.ts";
import type { Policy } from "../model/policy.ts";
import type { ScannedEffect } from "../schema/scan.ts";
import { judgeEffects } from "../verify/undeclared.ts";
import type { Declared } from "./declared.ts";
import { declarationOf, policyIn } from "./declared.ts";
import type { FileTools } from "./editor.ts";
import { toolsOfOpenFile } from "./editor.ts";

/** A place in the linted file: one-based line, zero-based column, as ESLint has them. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** `at` is where the call path starts in the linted file. */
export interface LintedEffect extends Omit<ScannedEffect, "path"> {
  readonly at: Place;
  readonly path: readonly EvidenceStep[];
}

export interface LintedUnknown {
  readonly reason: string;
  readonly what: string;
  readonly at: Place;
  readonly path: readonly EvidenceStep[];
  readonly file: string;
  readonly line: number;
}

/** A tool as rules see it. */
export interface LintedTool {
  readonly name: string;
  readonly framework: string;
  readonly confidence: Confidence;
  /** Where the registration or definition starts. */
  readonly at: Place;
  /** Where the executor starts, when it stands in this file. */
  readonly executorAt: Place | undefined;
  readonly declared: Declared;
  /** Both the code and the policy file have a policy for the tool. */
  readonly twice: boolean;
  /** The policy to judge by; null without one that can be relied on. */
  readonly policy: Policy | null;
  /** Where the policy's object literal starts, when it stands in this file. */
  readonly policyAt: Place | undefined;
  readonly hints: Hints;
  readonly hintsAt: Place | undefined;
  readonly effects: readonly LintedEffect[];
  readonly unknowns: readonly LintedUnknown[];
}

/** What the analysis has to say about one file. */
export interface LintedFile {
  readonly tools: readonly LintedTool[];
  /** A policy or configuration file that applies here and cannot be used, with the reasons. */
  readonly badFile: { readonly file: string; readonly problems: readonly string[] } | undefined;
}

export type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

const cache = new WeakMap<TSESTree.Program, LintedFile>();
const NOTHING: LintedFile = { tools: [], badFile: undefined };

const placeOf = (at: number): Place => ({ line: lineOf(at), column: columnOf(at) });

/** `settings.toolfence.config`: the path of the configuration file that the command line reads. */
function configIn(settings: Context["settings"], cwd: string): string | undefined {
  const own = settings["toolfence"] as { readonly config?: unknown } | undefined;
  return typeof own?.config === "string" ? resolve(cwd, own.config) : undefined;
}

/** What the analysis says about the file that is being linted; asked once, whatever the number of rules. */
export function lintedFile({ sourceCode, physicalFilename, settings, cwd }: Context): LintedFile {
  // A file of another language has no program, and no tools.
  if ((sourceCode.ast as { readonly type: string } | undefined)?.type !== "Program") return NOTHING;
  const known = cache.get(sourceCode.ast);
  if (known) return known;
  const found = toolsOfOpenFile({
    file: physicalFilename,
    text: sourceCode.text,
    program: sourceCode.ast,
    scopes: sourceCode.scopeManager ?? undefined,
    config: configIn(settings, cwd),
  });
  const tools = (found?.tools ?? []).flatMap((one) => shownIn(physicalFilename, one));
  const linted: LintedFile = {
    tools: found ? tools.map((one) => describe(found, one, physicalFilename)) : [],
    badFile: found?.badFile,
  };
  cache.set(sourceCode.ast, linted);
  return linted;
}

/** A tool in the file that declares it; in the one that registers it where the other does not show it. */
function shownIn(file: string, one: AnalysedTool): AnalysedTool[] {
  const { mod, registered, elsewhere } = one.tool;
  if (mod.file === file) return [one];
  return registered.mod.file === file && elsewhere?.isPlain === false ? [atRegistration(one)] : [];
}

/** The tools of the file that is being linted. */
export const toolsOf = (context: Context): readonly LintedTool[] => lintedFile(context).tools;

function describe(found: FileTools, analysed: AnalysedTool, file: string): LintedTool {
  const { tool, facts } = analysed;
  const { declared, twice } = declarationOf(found.analysis.d.x, tool.guards, found.filed(analysed));
  const policy = policyIn(declared);
  const here = (place: { readonly file: string; readonly at: number } | null): Place | undefined =>
    place?.file === file ? placeOf(place.at) : undefined;
  const startOf = (path: readonly EvidenceStep[]): Place => {
    const start = path.find((step) => step.file === file);
    return start ? { line: start.line, column: start.column } : placeOf(tool.at);
  };
  return {
    name: tool.name,
    framework: tool.framework,
    confidence: tool.confidence,
    at: placeOf(tool.at),
    executorAt: tool.executor?.mod.file === file ? placeOf(tool.executor.at) : undefined,
    declared,
    twice,
    policy,
    policyAt: declared.k === "none" ? undefined : here("place" in declared ? declared.place : null),
    hints: tool.hints.values,
    hintsAt: here(tool.hints.at),
    effects: judgeEffects(facts.effects, policy).map((effect, index) => {
      const path = facts.effects[index]?.path ?? [];
      return { ...effect, path, at: startOf(path) };
    }),
    unknowns: facts.unknowns.map((one) => ({ ...one, at: startOf(one.path) })),
  };
}
