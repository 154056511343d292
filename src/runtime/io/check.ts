import { AuditUnavailableError } from "../audit/log.ts";
import type { CallContext } from "../call/context.ts";
import { currentCall } from "../call/context.ts";
import { UNAVAILABLE } from "../call/record.ts";
import type { Denial } from "../denied.ts";
import { PolicyDeniedError } from "../denied.ts";
import { judgeUses } from "../gate/decide.ts";
import { pathMeant, resolveDeepest } from "../gate/paths.ts";
import type { Use } from "../gate/use.ts";
import type { Roots } from "../roots.ts";

/** The call that runs now. @throws {PolicyDeniedError} outside of a gated tool: nothing is granted there. */
export function callOrRefuse(): CallContext {
  const context = currentCall();
  if (context) return context;
  throw new PolicyDeniedError({
    id: "tool.unmanaged",
    clause: "withPolicy",
    origin: "run",
    value: "",
    reason: "there is no gated tool around this",
    change: "withPolicy",
  });
}

/** Judges a use by the policies of the running tool and of all around it, and records it. @throws {PolicyDeniedError} */
export function check(context: CallContext, use: Use, what: string, target: string): void {
  if (context.signal().aborted) throw new PolicyDeniedError(OVER);
  let denial: Denial | undefined;
  let isHeld = false;
  for (const { grants, roots, settings, isEnforced } of context.levels) {
    const found = judgeUses(grants, [placed(use, context, roots)], { roots, settings }).denial;
    if (!found || (denial && !isEnforced)) continue;
    denial = found;
    isHeld = isEnforced;
    if (isHeld) break;
  }
  try {
    context.record({ what, target, refused: denial?.id ?? null, isHeld });
  } catch (error) {
    if (error instanceof AuditUnavailableError) throw new PolicyDeniedError(UNAVAILABLE);
    throw error;
  }
  if (denial && isHeld) throw new PolicyDeniedError(denial);
}

/** What is done is done where this tool's own fence says; another one judges that place. */
function placed(use: Use, context: CallContext, roots: Roots): Use {
  if (use.k !== "path" || use.place !== undefined || roots === context.roots) return use;
  return { ...use, place: resolveDeepest(pathMeant(use.text, context.roots)) };
}

const OVER: Denial = {
  id: "limit.time",
  clause: "limits.timeMs",
  origin: "run",
  value: "",
  reason: "the time of this call is up",
  change: "limits.timeMs",
};

/** A file that is another one by the time it is opened. */
export const swapped = (text: string): PolicyDeniedError =>
  new PolicyDeniedError({
    id: "path.unusable",
    clause: "fs",
    origin: "run",
    value: text,
    reason: "the path led elsewhere when it was opened",
    change: "try again",
  });
