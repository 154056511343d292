import type { Redactor } from "../audit/redact.ts";
import { argumentsDigest } from "../approval/digest.ts";
import { printable } from "../audit/arguments.ts";
import { AuditUnavailableError } from "../audit/log.ts";
import { spanOfDenial } from "../audit/telemetry.ts";
import type { Denial } from "../denied.ts";
import type { Call } from "./call.ts";
import type { RecordedEffect } from "./context.ts";

/** What a span says of a call. */
export const toldOf = (call: Call): Parameters<typeof spanOfDenial>[1] => ({
  tool: call.bound.id,
  call: call.call,
  session: call.session,
  manifest: call.environment.manifest,
  risk: call.bound.risk ?? null,
});

/** What every record of a call says of it. */
export const recordedOf = (call: Call) =>
  ({
    session: call.session,
    call: call.call,
    tool: call.bound.id,
    risk: call.bound.risk ?? null,
    backend: call.backend,
  }) as const;

/** Cut after the secrets are out: half a secret is one that no pattern knows. */
const shortened = ({ text, count }: ReturnType<Redactor>): ReturnType<Redactor> => ({ text: text.slice(0, 2000), count });

/** Writes a decision before anything happens. Gives the refusal back where an allowed call could not be recorded. */
export function recordDecision(call: Call, verdict: "allow" | "deny" | "report" | "ask", denial: Denial | undefined): Denial | undefined {
  const { audit, auditArguments, redact, tracer } = call.environment;
  if (denial && (verdict === "deny" || verdict === "report")) spanOfDenial(tracer, toldOf(call), denial, verdict);
  if (!audit) return undefined;
  const shown =
    auditArguments === "redacted"
      ? printable(call.input, redact)
      : { value: auditArguments === "digest" ? argumentsDigest(call.input) : undefined, redactions: 0 };
  const value = denial ? shortened(redact(denial.value)) : { text: "", count: 0 };
  const record = {
    kind: "decision",
    ...recordedOf(call),
    verdict,
    denial: denial ? { id: denial.id, clause: denial.clause, origin: denial.origin, value: value.text, change: denial.change } : null,
    arguments: shown.value,
    redactions: shown.redactions + value.count,
  } as const;
  if (verdict === "deny") {
    audit.note(record);
    return undefined;
  }
  return refusalOf(() => audit.write(record));
}

export const UNAVAILABLE: Denial = {
  id: "audit.unavailable",
  clause: "audit",
  origin: "run",
  value: "",
  reason: "the call cannot be recorded, and so it is not made",
  change: "audit",
};

function refusalOf(write: () => void): Denial | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (error instanceof AuditUnavailableError) return UNAVAILABLE;
    throw error;
  }
}

/** Writes an effect of the gated input and output before it happens. @throws {AuditUnavailableError} */
export function recordEffect(call: Call, { what, target, refused, isHeld = false }: RecordedEffect): void {
  const { audit, redact, mode } = call.environment;
  if (!audit) return;
  const { text, count } = shortened(redact(target));
  const record = {
    kind: "effect",
    ...recordedOf(call),
    what,
    target: text,
    verdict: refused === null ? "allow" : isHeld || mode === "enforce" ? "deny" : "report",
    redactions: count,
  } as const;
  if (record.verdict === "deny") audit.note(record);
  else audit.write(record);
}

export function recordResult(
  call: Call,
  result: {
    readonly verdict: "completed" | "failed" | "timed out";
    readonly milliseconds: number;
    readonly truncated: boolean;
    readonly error: unknown;
  },
): void {
  const { audit, redact } = call.environment;
  if (!audit) return;
  const error =
    result.error === undefined
      ? null
      : shortened(
          redact(
            result.error instanceof Error
              ? `${result.error.name}: ${result.error.message}`
              : typeof result.error === "string"
                ? result.error
                : typeof result.error,
          ),
        ).text;
  audit.note({
    kind: "result",
    ...recordedOf(call),
    verdict: result.verdict,
    milliseconds: Math.round(result.milliseconds * 1000) / 1000,
    truncated: result.truncated,
    error,
  });
}
