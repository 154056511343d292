import type { Severity } from "../schema/report.ts";
import { OUTSIDE } from "./catalogue-outside.ts";
import { SURFACE } from "./catalogue-surface.ts";
import type { Rule } from "./rule.ts";
import { NARROW, NOTHING, STATE } from "./rule.ts";

/** What may be compared with one kind of authority: names, or patterns, for which the time may run out. */
const facet = (name: string, severity: Severity, what: string, aliases: readonly string[] = [], isOfNames = false): Rule[] => [
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
  ...(isOfNames
    ? []
    : [
        {
          id: `tool.${name}.unknown`,
          severity,
          title: `What the tool may ${what} could not be compared within the budget, and counts as more.`,
          help: "Write simpler patterns: fewer wildcards and alternatives in one pattern.",
          waiver: "its own opposite",
        },
      ]),
];

/** A facet that is a set of names: the comparison is always decided. */
const names = (name: string, severity: Severity, what: string, aliases: readonly string[] = []): Rule[] =>
  facet(name, severity, what, aliases, true);

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
  ...names("env.read", "medium", "read of the environment", ["tool.environment.widened"]),
  ...names("env.write", "high", "set in the environment"),
  ...facet("exec", "high", "run", ["tool.exec.widened"]),
  ...names("control", "medium", "do to processes"),
  ...names("code", "critical", "do with code that is made up at run time"),
  ...names("accept", "medium", "leave unanalysed"),
  ...names("secrets", "high", "use of secrets"),
  ...names("host", "high", "ask the process that starts it to do"),
  ...bound("tool.constraint.maxInvocations", "medium", "calls"),
  ...bound("tool.limit.time", "low", "time"),
  ...bound("tool.limit.memory", "low", "memory"),
  ...bound("tool.limit.output", "medium", "output"),
  ...bound("tool.limit.processes", "low", "processes"),
  ...bound("tool.limit.fileSize", "low", "file size"),
  ...bound("tool.limit.openFiles", "low", "number of open files"),
  ...bound("tool.limit.cpu", "low", "time of the processor"),
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
    title: "The tool may run less isolated, or not at all.",
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
    aliases: ["tool.renamed.undeclared"],
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
  {
    id: "tool.asset.changed",
    severity: "high",
    title: "A file that is run or loaded without being analysed is new, or has other content.",
    help: "Read what changed in the file, and have it approved: `toolfence approve --tool ID --reason TEXT`.",
    waiver: "its own opposite",
  },
  {
    id: "tool.net.methods.widened",
    severity: "medium",
    title: "A tool without a policy sends requests that may change something, where it did not before.",
    help: NARROW,
    mirror: "tool.net.methods.narrowed",
  },
  { id: "tool.net.methods.narrowed", severity: "info", title: "A tool without a policy sends fewer kinds of requests.", help: NOTHING },
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
    id: "tool.extracted.unheld",
    severity: "medium",
    title: "The code uses something new that may be outside its policy, and nothing holds it.",
    help: "Say in the code what it uses, or pass it as an argument of the call, which a gate holds.",
    waiver: "using less is `tool.extracted.removed`",
  },
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
  },
  {
    id: "tool.risk.raised",
    severity: "high",
    title: "The label or the computed risk is higher; a label that becomes high or critical gates.",
    help: "See the finding that raised it, or have the label approved: whoever judges calls by it judges otherwise now.",
    mirror: "tool.risk.lowered",
    aliases: ["tool.risk.increased"],
  },
  {
    id: "tool.risk.lowered",
    severity: "info",
    title: "The tool's label claims less risk than before.",
    help: "Check that it is so: who is asked for an approval is shown the label.",
  },
  ...SURFACE,
  {
    id: "agent.combination.enabled",
    severity: "high",
    title: "One tool, or two together, can now read what is sensitive and send it to a host that is not named.",
    help: "Split the tool, or name the hosts.",
    waiver: "losing a combination shows as a narrowing of its parts",
  },
  {
    id: "tool.undeclared",
    severity: "high",
    title: "A tool does what its policy does not grant.",
    help: "Grant it, or take it out of the code.",
    waiver: STATE,
  },
  {
    id: "tool.policy-invalid",
    severity: "high",
    title: "A tool's policy is not valid.",
    help: "Correct it; `toolfence/valid-policy` shows where.",
    waiver: STATE,
  },
  {
    id: "tool.policy-unreadable",
    severity: "high",
    title: "A tool's policy cannot be read from the source.",
    help: "Write it as a literal, a constant or a spread of constants.",
    waiver: STATE,
  },
  {
    id: "tool.policy-twice",
    severity: "high",
    title: "A tool has two policies.",
    help: "Keep the one in code or the one in the policy file.",
    waiver: STATE,
  },
  {
    id: "tool.constraint.onlyAfter.dangling",
    severity: "medium",
    title: "A tool may run only after one that nobody declares.",
    help: "Name a tool that there is: what `onlyAfter` asks for can never have happened.",
    waiver: STATE,
  },
  {
    id: "tool.description.hidden",
    severity: "medium",
    title: "What the model is told about a tool has characters that people do not see.",
    help: "Remove them: a reviewer reads another description than the model.",
    waiver: STATE,
  },
  {
    id: "tool.duplicated",
    severity: "high",
    title: "Two tools share one identity.",
    help: "Give them different names.",
    waiver: STATE,
  },
  {
    id: "tool.unanalysed",
    severity: "medium",
    title: "A tool reaches something that the analysis cannot see through.",
    help: "Make the code plain, or accept the unknown in the policy with a reason.",
    waiver: STATE,
  },
  {
    id: "policy.unmatched",
    severity: "medium",
    title: "The policy file speaks of a tool that nobody declares.",
    help: "Correct the name (`toolfence scan` shows them), or remove the entry.",
    waiver: STATE,
  },
  {
    id: "policy.unreviewed",
    severity: "info",
    title: "Nobody has reviewed the policy file.",
    help: "Read each policy, narrow it, and write `reviewed: true`.",
  },
  {
    id: "source.unparsed",
    severity: "high",
    title: "A file that may declare tools cannot be read as code.",
    help: "Correct it; or, if it is no code of this package, name it under `ignore` in the configuration.",
    waiver: STATE,
  },
  ...OUTSIDE,
];

const BY_ID = new Map(CATALOGUE.map((rule) => [rule.id, rule]));

/** What there is to know about a finding, by its id or an alias of it. */
export const ruleOf = (id: string): Rule | undefined => BY_ID.get(id) ?? CATALOGUE.find((rule) => rule.aliases?.includes(id));

/** Whether a finding is of the head by itself, and of no change. */
export const isState = (id: string): boolean => BY_ID.get(id)?.waiver === STATE;
