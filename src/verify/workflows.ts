import type { Diagnostic } from "../schema/report.ts";
import { diagnosticOf } from "./compare.ts";
import { gate } from "./row.ts";
import type { Tree } from "./tree.ts";
import { treeOf } from "./tree.ts";
import type { Trigger } from "./triggers.ts";
import { lostTriggers, triggersOf } from "./triggers.ts";

/** A step of a workflow that runs the gate, and what keeps it from failing a pull request. */
interface GateStep {
  readonly faults: readonly string[];
  /** What it runs on; nothing is known of it where the host is not GitHub. */
  readonly triggers: readonly Trigger[];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : Array.isArray(value) ? value.map(textOf).join("\n") : "");

/** Comments of a shell are no commands. */
const commandsOf = (text: string): string => text.replace(/(^|\s)#.*$/gmu, "$1");
const RUNS_US = /\btoolfence\b[^\n]+\b(?:verify|check)\b/u;
const SWALLOWS = /\btoolfence\b[^\n]*(?:\|\||;\s*(?:true|exit 0)\b|\|(?!\|))|\bset \+e\b/u;

/** Whether a setting of YAML is on, whatever it is written as; what is computed may be. */
const isOn = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && textOf(value).trim().toLowerCase() !== "false";
const isNever = (value: unknown): boolean => value === false || /^(?:\$\{\{)?\s*false\s*(?:\}\})?$/u.test(textOf(value));

export const TARGET = "runs on `pull_request_target`";
export const SILENT = "does not fail when toolfence does";

/** Steps of a GitHub workflow that run the gate on pull requests. */
function githubSteps(workflow: Tree): GateStep[] {
  // YAML 1.1 reads `on` as true.
  const on = workflow["on"] ?? workflow["true"];
  const events = triggersOf(on, []).map(({ event }) => event);
  if (events.length === 0) return [];
  return Object.values(treeOf(workflow["jobs"])).flatMap((job) => {
    const { if: when, steps, "continue-on-error": goesOn } = treeOf(job);
    if (isNever(when)) return [];
    return listOf(steps).flatMap((one): GateStep[] => {
      const step = treeOf(one);
      const run = commandsOf(textOf(step["run"]));
      if ((!RUNS_US.test(run) && !/\btoolfence\b/u.test(textOf(step["uses"]))) || isNever(step["if"])) return [];
      const silent = isOn(goesOn) || isOn(step["continue-on-error"]) || SWALLOWS.test(run);
      return [
        {
          faults: [...(events.includes("pull_request_target") ? [TARGET] : []), ...(silent ? [SILENT] : [])],
          triggers: triggersOf(on, [when, step["if"]]),
        },
      ];
    });
  });
}

/** Jobs of GitLab, which stand at the top. */
const gitlabSteps = (tree: Tree): GateStep[] =>
  Object.values(tree).flatMap((one): GateStep[] => {
    const job = treeOf(one);
    const script = commandsOf(textOf(job["script"]));
    if (!RUNS_US.test(script)) return [];
    return [{ faults: isOn(job["allow_failure"]) || SWALLOWS.test(script) ? [SILENT] : [], triggers: [] }];
  });

/** The steps of some workflows, as read, that run the gate. */
export const gateSteps = (workflows: readonly unknown[]): GateStep[] =>
  workflows.map(treeOf).flatMap((tree) => ("jobs" in tree ? githubSteps(tree) : gitlabSteps(tree)));

/** A path that decides over the gate, and whether somebody had and has to be asked about it. */
export interface Owned {
  readonly path: string;
  readonly before: boolean;
  readonly after: boolean;
}

/** What of the gate's own surroundings a head takes away: the workflow that runs it, its failing, its owners. Cannot be suppressed. */
export function compareWorkflows(base: readonly unknown[], head: readonly unknown[], owned: readonly Owned[]): Diagnostic[] {
  const [before, after] = [gateSteps(base), gateSteps(head)];
  const row = (id: string, severity: "critical" | "high", words: string, witness: string, to: string): Diagnostic =>
    diagnosticOf(null, gate(id, severity, words, witness, { to }));
  const isSilent = (steps: readonly GateStep[]): boolean => steps.every(({ faults }) => faults.includes(SILENT));
  const runsForStrangers = (steps: readonly GateStep[]): boolean => steps.some(({ faults }) => faults.includes(TARGET));
  // What does not fail guards nothing; where all have come to that, it is told above.
  const failing = (steps: readonly GateStep[]): Trigger[] =>
    steps.filter((step) => isSilent(steps) || !step.faults.includes(SILENT)).flatMap(({ triggers }) => triggers);
  const lost = owned.filter((one) => one.before && !one.after);
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
    ...lost.map(({ path }) =>
      row("gate.owner.removed", "high", `CODEOWNERS no longer gives \`${path}\` to anybody.`, `a change of ${path}`, path),
    ),
  ];
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

/** Whether a CODEOWNERS text gives a path to somebody. Of the lines that fit, the last one says to whom, if to anybody. */
export function isOwned(owners: string, path: string): boolean {
  const lines = owners.split("\n").map((line) =>
    line
      .replace(/(^|\s)#.*$/u, "")
      .trim()
      .split(/\s+/u),
  );
  // A folder is owned where what lies in it is.
  const file = path.endsWith("/") ? `${path}any.yml` : path;
  const found = lines.findLast(([pattern = ""]) => pattern !== "" && !pattern.startsWith("[") && ownerPattern(pattern).test(file));
  return found !== undefined && found.length > 1;
}
