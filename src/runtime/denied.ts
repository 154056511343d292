/** Every reason for which a call is refused. The part before the first dot is the step's family. */
export const DENIALS = {
  "tool.unknown": "the tool is not in the reviewed manifest",
  "tool.differs": "the tool declares another policy than the reviewed one",
  "tool.unmanaged": "the tool has no policy",
  "tool.forbidden": "the policy forbids the tool",
  "tool.isolation": "the policy wants the tool isolated, and it is not",
  "tool.read-only": "read-only mode is on and the tool can change things",
  "arguments.unreadable": "an argument cannot be read safely",
  "arguments.size": "the arguments are too large or too deep",
  "path.rule": "a path rule refuses the path",
  "path.denied": "the path is on the list of denied paths",
  "path.outside": "the path is outside what the tool may touch",
  "path.unusable": "the path has no one meaning",
  "command.rule": "a command rule refuses the command",
  "command.denied": "the command is on the list of denied commands",
  "command.outside": "the command is outside what the tool may run",
  "command.unreadable": "the command line cannot be understood",
  "net.outside": "the host is outside what the tool may reach",
  "env.outside": "the variable is outside what the tool may read or set",
  "env.dangerous": "the variable changes what programs run",
  "constraint.count": "the tool has been called as often as it may",
  "constraint.order": "another tool has to be completed first",
  "constraint.repeated": "the same call was made several times in a row",
  "constraint.session": "the policy has a guard that needs a session",
  "limit.calls": "the session has made as many calls as it may",
  "limit.time": "the call took too long",
  "approval.denied": "nobody approved the call",
  "interceptor.denied": "the application refused the call",
  "audit.unavailable": "the audit log cannot be written",
} as const;

export type DenialId = keyof typeof DENIALS;

/** Who says so: the tool's policy, our default lists, the operator's configuration, or the state of the run. */
export type Origin = "policy" | "default" | "config" | "run";

/** A call that does not take place, and why. */
export interface Denial {
  readonly id: DenialId;
  /** The key of the policy or configuration that decides. */
  readonly clause: string;
  readonly origin: Origin;
  /** What was refused, as it was given. */
  readonly value: string;
  /** For the model: what is not allowed. Never advice to allow more. */
  readonly reason: string;
  /** For the operator: which key would change the answer. */
  readonly change: string;
}

/** A denial; what would change the answer is its own clause, unless it is said otherwise. */
export const denialOf = (id: DenialId, clause: string, origin: Origin, value: string, reason: string, change: string = clause): Denial => ({
  id,
  clause,
  origin,
  value,
  reason,
  change,
});

/** A call that is not allowed. The message is fit for the model that made the call. */
export class PolicyDeniedError extends Error {
  override readonly name = "PolicyDeniedError";
  readonly denial: Denial;

  constructor(denial: Denial) {
    super(`Denied by policy: ${denial.reason} (\`${denial.clause}\`).`);
    this.denial = denial;
  }
}

/** Makes what a model or a repository wrote safe to print: control and direction characters are spelled out, long text is cut. */
export function harmless(text: string, length = 200): string {
  const cut = text.length > length ? `${text.slice(0, length)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}`]/gu, (c) => (c === "`" ? "'" : `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`));
}
