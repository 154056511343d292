import type { Rule } from "./rule.ts";
import { NARROW, NOTHING } from "./rule.ts";

/** Findings about what is not one tool: the package, what is assumed, the manifest and the gate itself. */
export const OUTSIDE: readonly Rule[] = [
  {
    id: "package.startup.widened",
    severity: "high",
    title: "Loading or starting the package does something new.",
    help: NARROW,
    mirror: "package.startup.narrowed",
  },
  { id: "package.startup.narrowed", severity: "info", title: "Loading or starting the package does less.", help: NOTHING },
  {
    id: "package.unattributed.widened",
    severity: "high",
    title: "Code that no tool is known to reach does something new.",
    help: "Check whether a tool reaches it in a way that is not understood.",
    mirror: "package.unattributed.narrowed",
  },
  { id: "package.unattributed.narrowed", severity: "info", title: "Code that no tool is known to reach does less.", help: NOTHING },
  {
    id: "assumption.added",
    severity: "high",
    title: "The configuration says what stands behind something that the analysis cannot see through.",
    help: "Check that it is so, and approve it: `toolfence approve --tool '(assumptions)' --reason TEXT`.",
    mirror: "assumption.removed",
  },
  { id: "assumption.removed", severity: "info", title: "Less is taken on trust.", help: NOTHING },
  {
    id: "assumption.stale",
    severity: "low",
    title: "An assumption answers no unknown.",
    help: "Take it out of the configuration: it would answer the next unknown of its kind.",
  },
  {
    id: "assumption.expired",
    severity: "medium",
    title: "An assumption is past its day.",
    help: "Check that it still holds and give it another day, or make the code plain.",
  },
  {
    id: "manifest.stale",
    severity: "medium",
    title: "The committed manifest is not what the code gives.",
    help: "Run `toolfence manifest` and commit the result.",
  },
  {
    id: "manifest.defaults.widened",
    severity: "high",
    title: "A limit that holds where no policy sets one is higher than it was.",
    help: "Set the old one under `runtime.limits` in `toolfence.json`, or in the policies that need it.",
    waiver: "a lower default is no finding",
  },
  {
    id: "manifest.generator.changed",
    severity: "info",
    title: "Another analyser wrote the base's manifest, or policies were read otherwise then.",
    help: "Use `--regenerate-base` to compare like with like.",
  },
  {
    id: "gate.config.weakened",
    severity: "high",
    title: "The gate's configuration asks less than the base's.",
    help: "Make this change in a pull request of its own, reviewed by who owns the gate.",
  },
  {
    id: "gate.runtime.weakened",
    severity: "high",
    title: "A fence refuses less than by the base's configuration.",
    help: "Make this change in a pull request of its own, reviewed by who runs the tools.",
  },
  {
    id: "gate.packages.weakened",
    severity: "high",
    title: "The summary of a package says less than the base's, of the same version, or the lock file that it is held to is gone.",
    help: "Write it anew with `toolfence packages --update`: it follows from the package alone. Keep the lock file.",
  },
  {
    id: "gate.version.weakened",
    severity: "high",
    title: "The package asks for an older toolfence, or for none.",
    help: "Keep the version, or raise it.",
  },
  {
    id: "gate.baseline.grown",
    severity: "high",
    title: "The baseline accepts more than the base's did.",
    help: "A baseline only shrinks: mend the finding.",
  },
  {
    id: "gate.baseline.stale",
    severity: "medium",
    title: "The baseline has entries that no finding answers to.",
    help: "Run `toolfence baseline prune`: left there, they would take the finding in again.",
  },
  {
    id: "gate.removed",
    severity: "critical",
    title: "No workflow runs toolfence any more.",
    help: "Put the workflow back, or have its removal reviewed by who owns the gate.",
  },
  {
    id: "gate.workflow.weakened",
    severity: "high",
    title: "A workflow that runs toolfence no longer fails when it does, runs on fewer changes, or with secrets on code of strangers.",
    help: "Remove `continue-on-error` and `|| true`, filters and conditions that were not there, and use `pull_request`.",
  },
  {
    id: "gate.owner.removed",
    severity: "high",
    title: "A file that decides over the gate has no owner any more.",
    help: "Give it back to somebody in CODEOWNERS.",
  },
  {
    id: "gate.approval.unprotected",
    severity: "info",
    title: "Whoever opens a pull request may write approvals.",
    help: "Give the approvals file to somebody in CODEOWNERS; `toolfence doctor --ci` shows what else.",
  },
  { id: "gate.approval.expired", severity: "info", title: "An approval has expired.", help: "Approve again, or narrow the tool." },
  {
    id: "gate.approval.stale",
    severity: "info",
    title: "An approval is for another change.",
    help: "Approve this change; `toolfence approvals prune` removes what no longer counts.",
  },
  { id: "gate.approval.unreasoned", severity: "info", title: "An approval has no reason.", help: "Say why." },
];
