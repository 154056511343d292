import type { Denial } from "../denied.ts";

type Value = string | number | boolean;

/** What is used of a `Tracer` of `@opentelemetry/api`; the package itself is the application's. */
export interface TracerLike {
  startSpan(
    name: string,
    options?: { attributes?: Record<string, Value> },
  ): {
    setAttributes(attributes: Record<string, Value>): unknown;
    setStatus(status: { code: number; message?: string }): unknown;
    end(): void;
  };
}

/** `SpanStatusCode.ERROR` */
const ERROR = 2;

/** Ends a call's span. */
export type EndSpan = (verdict: "completed" | "failed" | "timed out", truncated: boolean) => void;

interface Told {
  readonly tool: string;
  readonly call: string;
  readonly session: string;
  readonly manifest: string | null;
  readonly risk: string | null;
}

const attributesOf = ({ tool, call, session, manifest, risk }: Told): Record<string, Value> => ({
  "gen_ai.operation.name": "execute_tool",
  "gen_ai.tool.name": tool,
  "toolfence.call": call,
  "toolfence.session": session,
  ...(manifest === null ? {} : { "toolfence.manifest": manifest }),
  ...(risk === null ? {} : { "toolfence.risk": risk }),
});

/** A span for a call that takes place; no argument and no result is in it. A tracer's own failure is not the agent's. */
export function startSpan(tracer: TracerLike, told: Told): EndSpan {
  try {
    const span = tracer.startSpan(`execute_tool ${told.tool}`, { attributes: { ...attributesOf(told), "toolfence.verdict": "allow" } });
    return (verdict, truncated) => {
      try {
        span.setAttributes({ "toolfence.result": verdict, "toolfence.truncated": truncated });
        if (verdict !== "completed") span.setStatus({ code: ERROR, message: verdict });
        span.end();
      } catch {
        // The log holds what became of the call.
      }
    };
  } catch {
    return () => undefined;
  }
}

/** A span for a call that was refused. */
export function spanOfDenial(tracer: TracerLike | undefined, told: Told, denial: Denial, verdict: "deny" | "report"): void {
  if (!tracer) return;
  try {
    const span = tracer.startSpan(`execute_tool ${told.tool}`, {
      attributes: { ...attributesOf(told), "toolfence.verdict": verdict, "toolfence.denial": denial.id, "toolfence.clause": denial.clause },
    });
    if (verdict === "deny") span.setStatus({ code: ERROR, message: denial.id });
    span.end();
  } catch {
    // Nothing depends on it.
  }
}
