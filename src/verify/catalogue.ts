import type { Severity } from "../schema/report.ts";

/** What there is to know about one kind of finding. `*` in an id stands for a facet or part. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** What it says, in one sentence. */
  readonly title: string;
  /** What to do about it. */
  readonly help: string;
  /** The finding for the opposite change; a rule that is no widening has none. */
  readonly mirror?: string;
  /** Why a widening has no mirror. */
  readonly waiver?: string;
  /** Names that the same finding has elsewhere. */
  readonly aliases?: readonly string[];
}

const NARROW = "Narrow the change to what the tool needs, or have it approved: `toolfence approve --tool ID --reason TEXT`.";
const NOTHING = "Nothing has to be done.";

const facet = (name: string, severity: Severity, what: string, aliases: readonly string[] = []): Rule[] => [
  {
    id: `tool.${name}.widened`,
    severity,
    title: `The tool may ${what} more than before.`,
    help: NARROW,
    mirror: `tool.${name}.narrowed`,
    aliases,
  },
  { id: `tool.${name}.narrowed`, severity: "info", title: `The tool may ${what} less than before.`, help: NOTHING },
  {
    id: `tool.${name}.incomparable`,
    severity,
    title: `What the tool may ${what} is neither more nor less than before: something is newly allowed.`,
    help: NARROW,
    waiver: "its own opposite",
  },
  {
    id: `tool.${name}.unknown`,
    severity,
    title: `What the tool may ${what} could not be compared within the budget, and counts as more.`,
    help: "Write simpler patterns: fewer wildcards and alternatives in one pattern.",
    waiver: "its own opposite",
  },
];

const bound = (id: string, severity: Severity, what: string): Rule[] => [
  { id: `${id}.raised`, severity, title: `The limit on ${what} is higher.`, help: NARROW, mirror: `${id}.lowered` },
  { id: `${id}.removed`, severity, title: `There is no limit on ${what} any more.`, help: NARROW, mirror: `${id}.lowered` },
  { id: `${id}.lowered`, severity: "info", title: `The limit on ${what} is lower.`, help: NOTHING },
];

/** Every finding of `check` and `verify`. Ids are never used again for something else. */
export const CATALOGUE: readonly Rule[] = [
  ...facet("fs.read", "medium", "read", ["tool.filesystem.read.widened"]),
  ...facet("fs.write", "high", "create, change and delete", ["tool.filesystem.write.widened"]),
  ...facet("fs.write.create", "high", "create"),
  ...facet("fs.write.modify", "high", "change"),
  ...facet("fs.write.delete", "high", "delete"),
  ...facet("net.connect", "high", "connect to", ["tool.network.widened"]),
  ...facet("net.listen", "high", "listen on"),
  ...facet("net.resolve", "low", "look up"),
  ...facet("env.read", "medium", "read of the environment", ["tool.environment.widened"]),
  ...facet("env.write", "high", "set in the environment"),
  ...facet("exec", "high", "run", ["tool.exec.widened"]),
  ...facet("control", "medium", "do to processes"),
  ...facet("code", "critical", "do with code that is made up at run time"),
  ...facet("accept", "medium", "leave unanalysed"),
  ...facet("secrets", "high", "use of secrets"),
  ...bound("tool.constraint.maxInvocations", "medium", "calls"),
  ...bound("tool.limit.time", "low", "time"),
  ...bound("tool.limit.memory", "low", "memory"),
  ...bound("tool.limit.output", "medium", "output"),
  ...bound("tool.limit.processes", "low", "processes"),
  ...bound("tool.limit.fileSize", "low", "file size"),
  {
    id: "tool.constraint.onlyAfter.weakened",
    severity: "high",
    title: "A tool that had to run first is no longer asked for.",
    help: NARROW,
    mirror: "tool.constraint.onlyAfter.strengthened",
  },
  { id: "tool.constraint.onlyAfter.strengthened", severity: "info", title: "Another tool must run first.", help: NOTHING },
  {
    id: "tool.constraint.forbidden.lifted",
    severity: "critical",
    title: "A forbidden tool may run.",
    help: NARROW,
    mirror: "tool.constraint.forbidden.set",
  },
  { id: "tool.constraint.forbidden.set", severity: "info", title: "The tool is forbidden.", help: NOTHING },
  {
    id: "tool.approval.weakened",
    severity: "high",
    title: "People are asked less often.",
    help: NARROW,
    mirror: "tool.approval.strengthened",
  },
  { id: "tool.approval.strengthened", severity: "info", title: "People are asked more often.", help: NOTHING },
  {
    id: "tool.isolation.weakened",
    severity: "high",
    title: "The tool may run without isolation.",
    help: NARROW,
    mirror: "tool.isolation.strengthened",
  },
  { id: "tool.isolation.strengthened", severity: "info", title: "The tool must run isolated.", help: NOTHING },
  {
    id: "tool.untrustedOutput.removed",
    severity: "medium",
    title: "The tool's output is no longer marked as untrusted.",
    help: NARROW,
    mirror: "tool.untrustedOutput.added",
  },
  { id: "tool.untrustedOutput.added", severity: "info", title: "The tool's output is marked as untrusted.", help: NOTHING },
  { id: "tool.added", severity: "high", title: "There is a new tool with some authority.", help: NARROW, mirror: "tool.removed" },
  {
    id: "tool.added.high-risk",
    severity: "critical",
    title: "There is a new tool of high or critical risk.",
    help: NARROW,
    mirror: "tool.removed",
    aliases: ["tool.added.high-risk"],
  },
  { id: "tool.added.pure", severity: "info", title: "There is a new tool without any authority.", help: NOTHING },
  { id: "tool.removed", severity: "info", title: "A tool is gone.", help: NOTHING },
  {
    id: "tool.renamed",
    severity: "info",
    title: "A new tool has the authority of one that is gone.",
    help: "A new name is a new tool: have it approved.",
  },
  {
    id: "tool.policy.removed",
    severity: "critical",
    title: "A tool no longer declares a policy.",
    help: "Put the policy back.",
    mirror: "tool.policy.added",
  },
  { id: "tool.policy.added", severity: "info", title: "A tool now declares a policy.", help: NOTHING },
  {
    id: "tool.observed.widened",
    severity: "high",
    title: "A tool without a policy does something that it did not do before.",
    help: NARROW,
    mirror: "tool.observed.narrowed",
  },
  { id: "tool.observed.narrowed", severity: "info", title: "A tool without a policy does less than before.", help: NOTHING },
  {
    id: "tool.analysis.degraded",
    severity: "medium",
    title: "The analysis sees through less of a tool than before.",
    help: "Make the code plain, or accept the unknown in the tool's policy with a reason.",
    waiver: "seeing more is no finding",
  },
  { id: "tool.extracted.added", severity: "info", title: "The code uses something that its policy already granted.", help: NOTHING },
  {
    id: "tool.extracted.removed",
    severity: "info",
    title: "The code no longer uses something that its policy grants.",
    help: "The policy may be tighter; `toolfence/no-unused-permission` shows where.",
  },
  {
    id: "tool.risk.understated",
    severity: "high",
    title: "The tool's label claims less risk than its authority has.",
    help: "Raise the label, or narrow the policy.",
    waiver: "a label is no authority",
    aliases: ["tool.risk.increased"],
  },
  { id: "tool.risk.raised", severity: "info", title: "The computed risk is higher.", help: "See the finding that raised it." },
  {
    id: "tool.hint.relaxed",
    severity: "info",
    title: "An annotation makes clients ask less.",
    help: "Check that it is true; `toolfence/no-misleading-annotations` does.",
  },
  { id: "tool.hint.tightened", severity: "info", title: "An annotation makes clients ask more.", help: NOTHING },
  {
    id: "tool.description.changed",
    severity: "info",
    title: "What the model is told about a tool changed.",
    help: "Read it: a description is an instruction.",
  },
  {
    id: "tool.input.changed",
    severity: "info",
    title: "A tool's input schema changed.",
    help: "Check that it does not accept more than it should.",
  },
  {
    id: "agent.combination.enabled",
    severity: "high",
    title: "One tool can now read what is sensitive and send it to a host that is not named.",
    help: "Split the tool, or name the hosts.",
    waiver: "losing a combination shows as a narrowing of its parts",
  },
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
    id: "tool.undeclared",
    severity: "high",
    title: "A tool does what its policy does not grant.",
    help: "Grant it, or take it out of the code.",
  },
  {
    id: "tool.policy-invalid",
    severity: "high",
    title: "A tool's policy is not valid.",
    help: "Correct it; `toolfence/valid-policy` shows where.",
  },
  {
    id: "tool.policy-unreadable",
    severity: "high",
    title: "A tool's policy cannot be read from the source.",
    help: "Write it as a literal, a constant or a spread of constants.",
  },
  {
    id: "tool.policy-twice",
    severity: "high",
    title: "A tool has two policies.",
    help: "Keep the one in code or the one in the policy file.",
  },
  { id: "tool.duplicated", severity: "high", title: "Two tools share one identity.", help: "Give them different names." },
  {
    id: "tool.unanalysed",
    severity: "medium",
    title: "A tool reaches something that the analysis cannot see through.",
    help: "Make the code plain, or accept the unknown in the policy with a reason.",
  },
  {
    id: "manifest.stale",
    severity: "medium",
    title: "The committed manifest is not what the code gives.",
    help: "Run `toolfence manifest` and commit the result.",
  },
  {
    id: "manifest.generator.changed",
    severity: "info",
    title: "Another analyser wrote the base's manifest.",
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
  { id: "gate.approval.expired", severity: "info", title: "An approval has expired.", help: "Approve again, or narrow the tool." },
  {
    id: "gate.approval.stale",
    severity: "info",
    title: "An approval is for another change.",
    help: "Approve this change; `toolfence approvals prune` removes what no longer counts.",
  },
  { id: "gate.approval.unreasoned", severity: "info", title: "An approval has no reason.", help: "Say why." },
];

const BY_ID = new Map(CATALOGUE.map((rule) => [rule.id, rule]));

/** What there is to know about a finding, by its id or an alias of it. */
export const ruleOf = (id: string): Rule | undefined => BY_ID.get(id) ?? CATALOGUE.find((rule) => rule.aliases?.includes(id));
