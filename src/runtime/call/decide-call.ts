import type { Grants, Policy } from "../../model/policy.ts";
import { APPROVALS } from "../../model/policy.ts";
import { isNone } from "../../model/scope.ts";
import type { Denial } from "../denied.ts";
import { denialOf } from "../denied.ts";
import type { Traced } from "../gate/decide.ts";
import { changesThings, judgeArguments } from "../gate/decide.ts";
import { DEFAULT_STRING_LIMITS } from "../gate/strings.ts";
import { argumentsDigest } from "../approval/digest.ts";
import { isolationDenial, wantedLevel } from "./apart.ts";
import type { Frame } from "./call.ts";
import type { CallContext } from "./context.ts";
import type { AnyFunction } from "./executor.ts";
import { declaredBy } from "./executor.ts";
import type { BoundTool, Environment } from "./environment.ts";
import type { SessionState } from "./session.ts";

type Level = (typeof APPROVALS)[number];

/** What is decided of a call before anybody is asked. */
export interface CallDecision {
  readonly denial: Denial | undefined;
  /** The approval that is still missing. */
  readonly approval: Level;
  /** Who wants it. */
  readonly asks: string;
  /** Whether a tool around this one refuses, whose fence enforces: then it holds whatever this one's mode is. */
  readonly isHeld?: boolean;
}

/** Decides a call in the fixed order of `STEPS`; looks at the session, and changes nothing. */
export function decideCall(
  tool: BoundTool,
  input: unknown,
  environment: Environment,
  session: SessionState | null,
  outer: CallContext | undefined,
  { convention, executor }: Partial<Frame> = {},
  trace?: (traced: Traced) => void,
): CallDecision {
  const end = (denial: Denial): CallDecision => ({ denial, approval: "never", asks: "" });
  const { policy, subject } = tool;
  const status = tool.refusal ?? forbidden(policy) ?? (executor && inProcess(tool, environment, executor));
  trace?.({ step: "tool", found: status ? "refused" : "passed" });
  if (status) return end(status);
  const readOnly = environment.settings.readOnly && (subject.grants === null || changesThings(subject.grants));
  trace?.({ step: "read-only", found: readOnly ? "refused" : environment.settings.readOnly ? "passed" : "nothing to check" });
  if (readOnly)
    return end(denialOf("tool.read-only", "readOnly", "config", tool.name, "this tool can change things, and nothing may be changed here"));
  const circumstances = {
    roots: environment.roots,
    settings: environment.settings,
    limits:
      environment.config.limits?.argumentBytes === undefined
        ? DEFAULT_STRING_LIMITS
        : { ...DEFAULT_STRING_LIMITS, characters: environment.config.limits.argumentBytes },
    ...(trace ? { trace } : {}),
  };
  const texts = convention?.judged ? convention.judged(input) : input;
  // A tool that another tool calls may do what both may do, each judged as its own fence does.
  let reported: Denial | undefined;
  for (const { grants, roots, settings, isEnforced } of outer?.levels ?? []) {
    const around = judgeArguments({ grants, facts: subject.facts }, texts, { ...circumstances, roots, settings });
    if (around.denial && isEnforced) return { ...end(around.denial), isHeld: true };
    reported ??= around.denial;
  }
  const judged = judgeArguments(subject, texts, circumstances);
  if (judged.denial) return end(judged.denial);
  if (reported && environment.mode !== "enforce") return end(reported);
  const guard = guards(tool, input, environment, session);
  trace?.({ step: "constraints", found: guard ? "refused" : "passed" });
  if (guard) return end(guard);
  const [approval, asks] = approvalFor(policy, subject.grants, environment, judged.ask);
  trace?.({ step: "approval", found: approval === "never" ? "nothing to check" : "asks" });
  return { denial: undefined, approval, asks };
}

/**
 * Judges other arguments of a call that has been let through: what a schema made of the first ones. Every tool around it has
 * its say, as the first time; who was asked about the first ones was not asked about these. Nothing is counted.
 */
export function judgeAgain({ origin, levels }: CallContext, input: unknown): Denial | undefined {
  let wanted: string | undefined;
  for (const { grants, roots, settings, isEnforced } of levels) {
    const { denial, ask } = isEnforced
      ? judgeArguments({ grants, facts: origin.subject.facts }, input, { roots, settings })
      : { denial: undefined, ask: undefined };
    if (denial) return denial;
    wanted ??= ask;
  }
  if (origin.environment.mode !== "enforce") return undefined;
  const [approval, asks] = approvalFor(origin.policy, origin.subject.grants, origin.environment, wanted);
  return approval === "never"
    ? undefined
    : denialOf("approval.denied", asks, "run", "", "what the schema made of the arguments is not what was approved", asks);
}

/** Whether a call of a tool may come to be asked about. */
export const mayAsk = ({ policy, subject }: BoundTool, environment: Environment): boolean =>
  environment.settings.commandRules.some(({ decision }) => decision === "ask") ||
  approvalFor(policy, subject.grants, environment, undefined)[0] !== "never";

/** Looked at where there is an executor: in a call, and not where somebody only asks. */
const inProcess = (tool: BoundTool, { config }: Environment, executor: AnyFunction): Denial | undefined =>
  isolationDenial(wantedLevel(tool.policy, tool.isRaised, config), [executor, tool.wrapper, declaredBy(tool.wrapper)?.executor]);

const forbidden = (policy: Policy | null): Denial | undefined =>
  policy?.constraints?.forbidden === true
    ? denialOf("tool.forbidden", "constraints.forbidden", "policy", "", "this tool is forbidden")
    : undefined;

function guards(tool: BoundTool, input: unknown, environment: Environment, session: SessionState | null): Denial | undefined {
  const { policy } = tool;
  if (!session) {
    if (policy?.constraints === undefined && (policy?.approval === undefined || policy.approval === "never")) return undefined;
    const clause = policy.constraints === undefined ? "approval" : "constraints";
    return denialOf(
      "constraint.session",
      clause,
      "run",
      "",
      "the policy has a guard that needs a session, and there is none",
      "createFence",
    );
  }
  const { limits, repeatedCalls } = environment.config;
  return (
    session.refusal(tool.id, policy ?? {}, limits?.calls) ??
    (repeatedCalls === undefined ? undefined : session.repetition(tool.id, argumentsDigest(input), repeatedCalls))
  );
}

const stricter = (a: readonly [Level, string], b: readonly [Level | undefined, string]): readonly [Level, string] =>
  b[0] !== undefined && APPROVALS.indexOf(b[0]) > APPROVALS.indexOf(a[0]) ? [b[0], b[1]] : a;

/** The strictest approval that the policy, the configuration or a command rule wants. */
function approvalFor(
  policy: Policy | null,
  grants: Grants | null,
  { config }: Environment,
  ask: string | undefined,
): readonly [Level, string] {
  const { approval } = config;
  let found = stricter(["never", ""], [policy?.approval, "approval"]);
  if (approval) {
    const can = (...scopes: (keyof Grants)[]): boolean => grants === null || scopes.some((facet) => !isNone(grants[facet] as never));
    found = stricter(found, [approval.all, "approval.all"]);
    if (can("fs.write.create", "fs.write.modify", "fs.write.delete")) found = stricter(found, [approval.write, "approval.write"]);
    if (can("exec")) found = stricter(found, [approval.exec, "approval.exec"]);
    if (can("net.connect", "net.listen")) found = stricter(found, [approval.net, "approval.net"]);
  }
  return stricter(found, [ask === undefined ? undefined : "always", ask ?? ""]);
}
