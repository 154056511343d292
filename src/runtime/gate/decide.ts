import { join } from "node:path";
import type { Grants } from "../../model/policy.ts";
import { granted, isNone } from "../../model/scope.ts";
import { matchAnyEnv } from "../../model/env.ts";
import type { Denial } from "../denied.ts";
import { harmless } from "../denied.ts";
import type { Roots } from "../roots.ts";
import { commandRule, commandScope, deniedCommands, pathsOf, ruledOut, unreadableCommand } from "./command-steps.ts";
import type { Launches } from "./commands.ts";
import { isDangerousVariable } from "../../model/variables.ts";
import { fetchedBy } from "./fetched.ts";
import { hostScope } from "./host-steps.ts";
import { isThere, namesFile, pathMeant } from "./paths.ts";
import type { Asked, PathUse } from "./path-steps.ts";
import { allowedPaths, deniedPaths, locate, pathRules, pathScope } from "./path-steps.ts";
import type { GateSettings } from "./settings.ts";
import type { StringLimits } from "./strings.ts";
import { stringsOf, tooLarge } from "./strings.ts";
import type { Use } from "./use.ts";
import type { Subject } from "./uses.ts";
import { usesOf } from "./uses.ts";

/** The fixed order in which a call is judged; the first step that refuses ends it. Hard gates first, approval last. */
export const STEPS = [
  "tool",
  "read-only",
  "arguments",
  "path rules",
  "denied paths",
  "allowed paths",
  "policy scopes",
  "command rules",
  "denied commands",
  "command scopes",
  "network",
  "constraints",
  "approval",
] as const;
export type Step = (typeof STEPS)[number];

/** What a step found, for whoever asks why. */
export interface Traced {
  readonly step: Step;
  readonly found: "nothing to check" | "passed" | "refused" | "asks";
}

/** The answer of the steps that look at arguments. `ask` names the clause of a command rule that wants approval. */
export interface Judgement {
  readonly denial: Denial | undefined;
  readonly ask: string | undefined;
}

export interface Circumstances {
  readonly roots: Roots;
  readonly settings: GateSettings;
  readonly limits?: StringLimits;
  /** Told after each step, where somebody wants to know. */
  readonly trace?: (traced: Traced) => void;
}

const PASSED: Judgement = { denial: undefined, ask: undefined };

interface Ruled {
  readonly use: PathUse;
  ruled: boolean;
}

/**
 * Judges the arguments of a call against one policy: pure but for looking at the disk. Nothing
 * is thrown, and the arguments are not changed.
 */
export function judgeArguments(subject: Subject, input: unknown, circumstances: Circumstances): Judgement {
  const { roots, trace } = circumstances;
  const found = stringsOf(input, circumstances.limits);
  if (!Array.isArray(found)) {
    trace?.({ step: "arguments", found: "refused" });
    return { denial: found as Denial, ask: undefined };
  }
  trace?.({ step: "arguments", found: found.length === 0 ? "nothing to check" : "passed" });
  if (found.length === 0 && (subject.facts?.templates.length ?? 0) === 0) return PASSED;
  const uses = usesOf(found, input, subject, roots);
  if (!uses) return refuse("arguments", tooLarge("more commands, paths or combinations of lists than can be judged"), trace);
  if (uses.length === 0) return PASSED;
  return judgeUses(subject.grants, uses, circumstances);
}

/** Judges what is asked for, whoever asks: a call's arguments, or the gated input and output. */
export function judgeUses(grants: Grants | null, uses: readonly Use[], circumstances: Circumstances): Judgement {
  const { roots, settings, trace } = circumstances;
  const asked = uses.flatMap((use) => (use.k === "command" ? [use] : []));
  const unreadable = asked.find((use) => use.launches === null);
  const commands = asked.flatMap(({ text, launches }) => (launches ? [{ text, launches }] : []));
  const paths: Ruled[] = [];
  // Who may run anything is not held to names that nothing has yet.
  const isListed = grants !== null && grants.exec.allow !== "any";
  for (const path of pathUses(uses, roots, isListed)) {
    const use = locate(path, roots, grants);
    if ("id" in use) return refuse("path rules", use, trace);
    paths.push({ use, ruled: false });
  }
  let ask: string | undefined;
  /** Commands that a rule of the operator lets past the list of denied ones. */
  const lifted = new Set<Launches>();
  const each = <T>(list: readonly T[], judge: (one: T) => Denial | undefined): Denial | undefined => {
    for (const one of list) {
      const denial = judge(one);
      if (denial) return denial;
    }
    return undefined;
  };
  const free = (): Ruled[] => paths.filter((one) => !one.ruled);
  const steps: readonly (readonly [Step, number, () => Denial | undefined])[] = [
    [
      "path rules",
      paths.length,
      () =>
        each(paths, (one) => {
          const found = pathRules(one.use, settings);
          if (typeof found !== "boolean") return found;
          one.ruled = found;
          return undefined;
        }),
    ],
    ["denied paths", paths.length, () => each(free(), ({ use }) => deniedPaths(use, settings, roots))],
    ["allowed paths", paths.length, () => each(free(), ({ use }) => allowedPaths(use, settings.allowedPaths))],
    [
      "policy scopes",
      uses.length,
      () => each(paths, ({ use }) => pathScope(use, grants, settings.hardLinks)) ?? each(uses, (use) => variableScope(use, grants)),
    ],
    [
      "command rules",
      asked.length,
      () =>
        unreadable
          ? unreadableCommand(unreadable.text)
          : each(commands, ({ text, launches }) => {
              const rule = commandRule(launches, settings);
              if (rule?.decision === "allow") lifted.add(launches);
              if (rule?.decision === "ask") ask = rule.clause;
              return rule?.decision === "deny" ? ruledOut(text, rule.clause) : undefined;
            }),
    ],
    [
      "denied commands",
      commands.length,
      () => each(commands, ({ text, launches }) => (lifted.has(launches) ? undefined : deniedCommands(text, launches, settings))),
    ],
    [
      "command scopes",
      commands.length,
      () => (grants ? each(commands, ({ text, launches }) => commandScope(text, launches, grants)) : undefined),
    ],
    [
      "network",
      uses.length,
      () =>
        each(
          [...uses, ...commands.flatMap(({ launches }) => fetchedBy(launches, grants !== null && !isNone(grants["net.connect"])))],
          (use) => (use.k === "host" ? hostScope(use, grants) : undefined),
        ),
    ],
  ];
  for (const [step, size, judge] of steps) {
    const denial = size === 0 ? undefined : judge();
    if (denial) return refuse(step, denial, trace);
    trace?.({ step, found: size === 0 ? "nothing to check" : "passed" });
  }
  return ask === undefined ? PASSED : { denial: undefined, ask };
}

function refuse(step: Step, denial: Denial, trace: Circumstances["trace"]): Judgement {
  trace?.({ step, found: "refused" });
  return { denial, ask: undefined };
}

/** Every path that is asked for, those in command lines included. */
function pathUses(uses: readonly Use[], roots: Roots, isListed: boolean): Asked[] {
  return uses.flatMap((use): Asked[] => {
    if (use.k === "path") return use.place === undefined ? [use, ...otherReadings(use.text).map((text) => ({ ...use, text }))] : [use];
    if (use.k !== "command" || !use.launches) return [];
    // Where a folder is said, a relative word means what is there, and perhaps what is here.
    const there = use.folder === undefined ? undefined : pathMeant(use.folder, roots);
    return use.launches.all.flatMap((one) =>
      pathsOf(one).flatMap(({ text, writes, changes = false }): Asked[] => {
        const need = writes || changes ? ("write" as const) : ("any" as const);
        const meant = (base: Roots): boolean =>
          text !== "" && (writes ? !/^\d+$|^-$/u.test(text) : isPathWord(text, base, changes && isListed));
        const here: Asked[] = meant(roots) ? [{ text, need }] : [];
        if (there === undefined || /^(?:[/\\~]|file:|[A-Za-z]:)/u.test(text) || !meant({ ...roots, workspace: there })) return here;
        return [...here, { text: join(there, text), need }];
      }),
    );
  });
}

/** What a schema or a tool usually makes of a path before it is opened: blanks cut off, `%2e` written out. */
function otherReadings(text: string): string[] {
  const trimmed = text.trim();
  const out = trimmed === text || trimmed === "" ? [] : [trimmed];
  if (!/%[\da-f]{2}/iu.test(text)) return out;
  try {
    const decoded = decodeURIComponent(trimmed);
    return decoded === trimmed || decoded.includes("\0") ? out : [...out, decoded];
  } catch {
    return out;
  }
}

/** Relative words of a command stay below its folder, unless they climb or are links: those that are there are looked at. */
const isPathWord = (text: string, roots: Roots, isChanged: boolean): boolean =>
  isChanged || namesFile(text, roots, false) || isThere(text, roots);

function variableScope(use: Use, grants: Grants | null): Denial | undefined {
  if (use.k !== "variable") return undefined;
  const refused = (id: Denial["id"], says: string, clause: string, origin: Denial["origin"]): Denial => ({
    id,
    clause,
    origin,
    value: use.name,
    reason: `the variable \`${harmless(use.name)}\` ${says}`,
    change: clause,
  });
  if (use.sets && isDangerousVariable(use.name)) return refused("env.dangerous", "changes what programs run", "env", "default");
  if (!grants || (use.sets && use.own !== true)) return undefined;
  const [facet, verb] = use.sets ? (["env.write", "set"] as const) : (["env.read", "read"] as const);
  return granted(grants[facet], use.name, matchAnyEnv)
    ? undefined
    : refused("env.outside", `is outside what this tool may ${verb}`, facet, "policy");
}

/** Whether a policy lets a tool change anything, start anything or reach the network. */
export function changesThings(grants: Grants): boolean {
  return (
    [
      grants["fs.write.create"],
      grants["fs.write.modify"],
      grants["fs.write.delete"],
      grants["net.connect"],
      grants["net.listen"],
      grants["env.write"],
      grants.exec,
    ].some((scope) => !isNone(scope)) ||
    grants.control.length > 0 ||
    grants.code.length > 0
  );
}
