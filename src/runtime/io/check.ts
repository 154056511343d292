import type { CallContext } from "../call/context.ts";
import { currentCall } from "../call/context.ts";
import type { Denial } from "../denied.ts";
import { PolicyDeniedError } from "../denied.ts";
import { judgeUses } from "../gate/decide.ts";
import type { Use } from "../gate/use.ts";

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
  const { roots, settings, grants } = context;
  let denial: Denial | undefined;
  for (const one of grants) denial ??= judgeUses(one, [use], { roots, settings }).denial;
  context.record({ what, target, refused: denial?.id ?? null });
  if (denial && !context.reportOnly) throw new PolicyDeniedError(denial);
}

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
