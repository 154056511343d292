import { randomUUID } from "node:crypto";
import type { ApprovalAnswer, ApprovalRequest } from "../approval/approval.ts";
import { askFor } from "../approval/approval.ts";
import { argumentsDigest } from "../approval/digest.ts";
import { printable, SHOWN } from "../audit/arguments.ts";
import type { Denial } from "../denied.ts";
import { LONGEST_MS } from "../timers.ts";
import type { CallDecision } from "./decide-call.ts";
import { recordDecision, recordedOf } from "./record.ts";
import type { Call } from "./call.ts";

/**
 * Gets the approval that a call needs, or the reason why it has none. A permission for a session
 * or for good is bound to the tool, exactly these arguments, and this manifest.
 */
export async function approveCall(call: Call, { approval, asks }: CallDecision): Promise<Denial | undefined> {
  const { environment, state, bound } = call;
  const digest = argumentsDigest(call.input);
  const key = `${bound.id}\0${digest}\0${environment.manifest ?? ""}`;
  const lasting = approval === "session";
  if (lasting && state?.isApproved(key) === true) return undefined;
  // What outlives this run must not be taken for the same in another folder.
  const placed = argumentsDigest([digest, environment.roots.workspace, environment.roots.cwd ?? null]);
  if (lasting && environment.standing?.covers(bound.id, placed, environment.manifest)) return undefined;
  const answers: readonly ApprovalAnswer[] = lasting
    ? ["once", "session", ...(environment.standing ? (["always"] as const) : [])]
    : ["once"];
  const shown = printable(call.input, environment.redactKnown, false, SHOWN);
  const denied = (value: string, reason: string): Denial => ({
    id: "approval.denied",
    clause: asks,
    origin: "run",
    value,
    reason,
    change: asks,
  });
  if (!shown.isWhole) return denied("", "the arguments are more than somebody can be shown, and nobody approves what is not seen");
  const request: ApprovalRequest = {
    id: randomUUID(),
    tool: bound.id,
    session: call.session,
    risk: bound.risk ?? null,
    clause: asks,
    arguments: shown.value,
    argumentsDigest: digest,
    manifest: environment.manifest,
    workspace: environment.roots.workspace,
    answers,
    expires: new Date(Date.now() + Math.min(environment.approvalTimeoutMs, LONGEST_MS)),
  };
  recordDecision(call, "ask", undefined);
  const given = await askFor(request, environment.approve, environment.approvalTimeoutMs);
  environment.audit?.note({
    kind: "approval",
    ...recordedOf(call),
    request: request.id,
    answer: given.answer,
    by: given.by ?? "",
    reason: environment.redact(given.reason ?? "").text,
  });
  if (given.answer === "session") state?.approve(bound.id, key);
  if (given.answer === "always") {
    state?.approve(bound.id, key);
    environment.standing?.grant(bound.id, placed, environment.manifest, given.by ?? "");
  }
  // The arguments may have been changed by whoever holds them while somebody looked at them.
  const changed = given.answer !== "deny" && argumentsDigest(call.input) !== digest;
  if (given.answer !== "deny" && !changed) return undefined;
  return denied(
    "",
    changed
      ? "the arguments changed while somebody was asked"
      : `the call was not approved${given.reason === undefined || given.reason === "" ? "" : ` (${given.reason})`}`,
  );
}
