import type { Diagnostic } from "../schema/report.ts";
import { diagnosticOf } from "./compare.ts";
import { gate } from "./row.ts";
import { visible } from "../model/json-text.ts";
import type { Tree } from "./tree.ts";
import { treeOf } from "./tree.ts";
import type { GateCommand, Terms } from "./gate-step.ts";
import { actionTerms, approves, checkoutTerms, gateCommands, surroundingTerms, textOf, weakerTerms } from "./gate-step.ts";
import type { Trigger } from "./triggers.ts";
import { lostTriggers, triggersOf } from "./triggers.ts";

/** A step of a workflow that runs the gate, and what keeps it from failing a pull request. */
interface GateStep {
  readonly faults: readonly string[];
  /** What it judges, and with what. */
  readonly terms: Terms;
  /** What it runs on; nothing is known of it where the host is not GitHub. */
  readonly triggers: readonly Trigger[];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Whether a setting of YAML is on, whatever it is written as; what is computed may be. */
const isOn = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && textOf(value).trim().toLowerCase() !== "false";
const isNever = (value: unknown): boolean => value === false || /^(?:\$\{\{)?\s*false\s*(?:\}\})?$/u.test(textOf(value));

export const TARGET = "runs on `pull_request_target`";
export const SILENT = "does not fail when toolfence does";

/** A matrix without anything in it makes no job. */
const isEmptyMatrix = (strategy: unknown): boolean =>
  Object.entries(treeOf(treeOf(strategy)["matrix"])).some(
    ([name, one]) => name !== "include" && name !== "exclude" && Array.isArray(one) && one.length === 0,
  );

/** The commands of a step that run the gate. */
function commandsIn(step: Tree, around: Terms, shell: string): readonly GateCommand[] {
  const terms = actionTerms(textOf(step["uses"]), treeOf(step["with"]), around);
  return terms ? [{ terms, isSwallowed: false }] : gateCommands(textOf(step["run"]), around, shell);
}

/** Steps of a GitHub workflow that run the gate on pull requests. */
function githubSteps(workflow: Tree): GateStep[] {
  // YAML 1.1 reads `on` as true.
  const on = workflow["on"] ?? workflow["true"];
  const events = triggersOf(on, []).map(({ event }) => event);
  if (events.length === 0) return [];
  return Object.values(treeOf(workflow["jobs"])).flatMap((one) => {
    const job = treeOf(one);
    if (isNever(job["if"]) || isEmptyMatrix(job["strategy"])) return [];
    const steps = listOf(job["steps"]).map(treeOf);
    const checkout = checkoutTerms(steps);
    const isApproved = steps.some((step) => approves(textOf(step["run"])));
    return steps.flatMap((step): GateStep[] => {
      if (isNever(step["if"])) return [];
      const shell = [workflow, job].map((level) => textOf(treeOf(treeOf(level["defaults"])["run"])["shell"])).findLast(Boolean);
      const around = { ...checkout, ...surroundingTerms([workflow, job, step]) };
      return commandsIn(step, around, textOf(step["shell"]) || (shell ?? "")).map(({ terms, isSwallowed }) => {
        const silent = isOn(job["continue-on-error"]) || isOn(step["continue-on-error"]) || isSwallowed || isApproved;
        return {
          faults: [...(events.includes("pull_request_target") ? [TARGET] : []), ...(silent ? [SILENT] : [])],
          terms,
          triggers: triggersOf(on, [job["if"], step["if"]]),
        };
      });
    });
  });
}

/** Jobs of GitLab, which stand at the top. */
const gitlabSteps = (tree: Tree): GateStep[] =>
  Object.values(tree).flatMap((one): GateStep[] => {
    const job = treeOf(one);
    return gateCommands(textOf(job["script"]), surroundingTerms([tree, job])).map(({ terms, isSwallowed }) => ({
      faults: isOn(job["allow_failure"]) || isSwallowed ? [SILENT] : [],
      terms,
      triggers: [],
    }));
  });

/** The steps of some workflows, as read, that run the gate. */
export const gateSteps = (workflows: readonly unknown[]): GateStep[] =>
  workflows.map(treeOf).flatMap((tree) => ("jobs" in tree ? githubSteps(tree) : gitlabSteps(tree)));

/** A path that decides over the gate, and who had and has to be asked about it. */
export interface Owned {
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What of the gate's own surroundings a head takes away: the workflow that runs it, its failing, its owners. Cannot be suppressed. */
export function compareWorkflows(
  base: readonly unknown[],
  head: readonly unknown[],
  owned: readonly Owned[],
  current: string,
): Diagnostic[] {
  const [before, after] = [gateSteps(base), gateSteps(head)];
  const row = (id: string, severity: "critical" | "high", words: string, witness: string, to: string): Diagnostic =>
    diagnosticOf(null, gate(id, severity, words, witness, { to }));
  const isSilent = (steps: readonly GateStep[]): boolean => steps.every(({ faults }) => faults.includes(SILENT));
  const runsForStrangers = (steps: readonly GateStep[]): boolean => steps.some(({ faults }) => faults.includes(TARGET));
  // What does not fail guards nothing; where all have come to that, it is told above.
  const failing = (steps: readonly GateStep[]): Trigger[] =>
    steps.filter((step) => isSilent(steps) || !step.faults.includes(SILENT)).flatMap(({ triggers }) => triggers);
  const lessened = lessTerms(before, after, isSilent, current);
  const lost = owned.filter(({ before: was, after: is }) => was.length > 0 && !was.some((name) => is.includes(name)));
  return [
    ...(before.length > 0 && after.length === 0
      ? [row("gate.removed", "critical", "No workflow runs toolfence any more.", "any change at all", "none")]
      : []),
    ...(after.length > 0 && before.length > 0 && isSilent(after) && !isSilent(before)
      ? [row("gate.workflow.weakened", "high", `The workflow that runs toolfence now ${SILENT}.`, "a change that fails the gate", SILENT)]
      : []),
    ...(before.length > 0 && runsForStrangers(after) && !runsForStrangers(before)
      ? [row("gate.workflow.weakened", "high", `A workflow that runs toolfence now ${TARGET}.`, "code of strangers beside secrets", TARGET)]
      : []),
    ...lessened.map(({ name, was, is }) =>
      row(
        "gate.workflow.weakened",
        "high",
        `toolfence is run otherwise: its \`${name}\` went from \`${visible(was) || "none"}\` to \`${visible(is) || "none"}\`.`,
        `a change that only \`${visible(was) || "none"}\` would have judged`,
        `${name} ${is}`,
      ),
    ),
    ...(before.length > 0 && after.length > 0
      ? lostTriggers(failing(before), failing(after)).map(({ event, by }) =>
          row(
            "gate.workflow.weakened",
            "high",
            by === "none" ? `No workflow runs toolfence on \`${event}\` any more.` : `toolfence runs on fewer of \`${event}\` (\`${by}\`).`,
            `a \`${event}\` that it was run on`,
            `${event}: ${by}`,
          ),
        )
      : []),
    ...lost.map(({ path, before: was, after: is }) =>
      row(
        "gate.owner.removed",
        "high",
        `CODEOWNERS no longer gives \`${path}\` to ${is.length === 0 ? "anybody" : `\`${visible(was.join(" "))}\``}.`,
        `a change of ${path}`,
        is.length === 0 ? path : `${path} ${is.join(" ")}`,
      ),
    ),
  ];
}

/** How the step that comes nearest to what was run differs from it; nothing where one is as it was. */
function lessTerms(
  before: readonly GateStep[],
  after: readonly GateStep[],
  isSilent: (steps: readonly GateStep[]) => boolean,
  current: string,
): { readonly name: string; readonly was: string; readonly is: string }[] {
  const failing = (steps: readonly GateStep[]): readonly GateStep[] =>
    isSilent(steps) ? steps : steps.filter(({ faults }) => !faults.includes(SILENT));
  return failing(before).flatMap(({ terms: was }) => {
    const all = failing(after).map(({ terms: is }) =>
      weakerTerms(was, is, current).map((name) => ({ name, was: was[name] ?? "", is: is[name] ?? "" })),
    );
    const [nearest = []] = all.sort((a, b) => a.length - b.length);
    return nearest;
  });
}

/** A pattern of CODEOWNERS as a regular expression: as in `.gitignore`, but for negation and ranges, which hosts do not take. */
function ownerPattern(pattern: string): RegExp {
  const isAnchored = /\/./u.test(pattern.replace(/\/$/u, ""));
  const body = pattern
    .replace(/^\//u, "")
    .replace(/\/$/u, "/**")
    .replace(/[.+^${}()|[\]\\]/gu, "\\$&")
    .replace(/\*\*\/|\/\*\*$|\*\*|\*|\?/gu, (found) => ({ "**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*" })[found] ?? "[^/]");
  // What names a folder holds all that is below, but for a star that stands for its direct children.
  const below = pattern.endsWith("/*") ? "" : "(?:/.*)?";
  return new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${body}${below}$`, "u");
}

/** To whom a CODEOWNERS text gives a path. Of the lines that fit, the last one says to whom, if to anybody; only names and addresses are. */
export function ownersOf(owners: string, path: string): readonly string[] {
  const lines = owners.split("\n").map((line) =>
    line
      .replace(/(^|\s)#.*$/u, "")
      .trim()
      .split(/\s+/u),
  );
  // A folder is owned where what lies in it is.
  const file = path.endsWith("/") ? `${path}any.yml` : path;
  const found = lines.findLast(([pattern = ""]) => pattern !== "" && !pattern.startsWith("[") && ownerPattern(pattern).test(file));
  return (found ?? []).slice(1).filter((name) => name.includes("@"));
}

/** Whether a CODEOWNERS text gives a path to somebody. */
export const isOwned = (owners: string, path: string): boolean => ownersOf(owners, path).length > 0;
