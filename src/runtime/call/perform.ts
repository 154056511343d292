import { PolicyDeniedError } from "../denied.ts";
import type { CallContext } from "./context.ts";
import { inCall } from "./context.ts";
import { LONGEST_MS } from "../timers.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import { capped, sizeOf } from "./output.ts";
import { recordResult, toldOf } from "./record.ts";
import { startSpan } from "../audit/telemetry.ts";
import type { Call, Frame } from "./call.ts";
import { withSignal } from "./signals.ts";

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" &&
  value !== null &&
  // Streams of the platform have more methods than this: they go through as they are.
  Object.prototype.toString.call(value) === "[object AsyncGenerator]";

/** Lets a call happen, in time and with an output of bounded size, and records how it ended. */
export function perform(call: Call, frame: Frame, contextWith: (signal: CallContext["signal"]) => CallContext): unknown {
  const { policy } = call.bound;
  const { limits } = call.environment.config;
  const timeMs = policy?.limits?.timeMs ?? limits?.timeMs ?? DEFAULT_LIMITS.timeMs;
  const outputBytes = policy?.limits?.outputBytes ?? limits?.outputBytes ?? DEFAULT_LIMITS.outputBytes;
  const explicit = policy?.limits?.timeMs !== undefined || limits?.timeMs !== undefined;
  const started = performance.now();
  let controller: AbortController | undefined;
  let isOver = false;
  const signal = (): AbortSignal => {
    controller ??= new AbortController();
    if (isOver) controller.abort();
    return controller.signal;
  };
  /** What outlives the call, a stream that is given back, still hears the framework's own. */
  const follow = (own: AbortSignal | undefined): AbortSignal => (own ? AbortSignal.any([own, signal()]) : signal());
  const here = contextWith(signal);
  const { tracer } = call.environment;
  const endSpan = tracer ? startSpan(tracer, toldOf(call)) : undefined;
  const end = (verdict: "completed" | "failed" | "timed out", truncated: boolean, error?: unknown): void => {
    // What an interceptor gave in its place is no work of the tool's, on which others may wait.
    if (verdict === "completed" && call.backend !== "interceptor") call.state?.complete(call.bound.id);
    if (call.environment.audit) recordResult(call, { verdict, milliseconds: performance.now() - started, truncated, error });
    endSpan?.(verdict, truncated);
  };
  const finish = (value: unknown): unknown => {
    const { value: cut, truncated } = capped(value, outputBytes);
    // Some frameworks make results of failures inside of what is wrapped; that is no completion for `onlyAfter`.
    const failed = saysFailed(cut, frame.convention.refusal === "text");
    end(failed ? "failed" : "completed", truncated, failed ? "the result says so" : undefined);
    return cut;
  };
  const given = explicit ? withSignal(frame.args, frame.convention.isTool === true, follow) : frame.args;
  let result: unknown;
  try {
    result = inCall(here, () => Reflect.apply(frame.executor, frame.self, given));
  } catch (error) {
    end("failed", false, error);
    throw error;
  }
  const late = (): PolicyDeniedError => {
    isOver = true;
    controller?.abort();
    const error = new PolicyDeniedError({
      id: "limit.time",
      clause: "limits.timeMs",
      origin: policy?.limits?.timeMs === undefined ? "default" : "policy",
      value: String(timeMs),
      reason: `the call took longer than ${timeMs} ms`,
      change: "limits.timeMs",
    });
    end("timed out", false, error);
    return error;
  };
  if (isStream(result)) return streamed(result, here, { outputBytes, until: started + timeMs, late }, end);
  if (!isThenable(result)) return finish(result);
  return inTime(result, timeMs, late).then(finish, (error: unknown) => {
    if (!(error instanceof Late)) {
      end("failed", false, error);
      throw error;
    }
    if (frame.convention.refusal === "text") return error.reason.message;
    throw error.reason;
  });
}

/** How the runner of OpenAI Agents tells a model of a failure, unless it is given other words. */
const FAILED = /^(?:An error occurred while running the tool\b|An error occurred while parsing tool arguments\b)/u;

/** Whether a result says that the call failed: `isError` of MCP, `error: true` of Mastra's validation, a text where failures are texts. */
function saysFailed(result: unknown, asText: boolean): boolean {
  if (typeof result === "string") return asText && FAILED.test(result);
  if (typeof result !== "object" || result === null) return false;
  const own = (name: string): unknown => Object.getOwnPropertyDescriptor(result, name)?.value as unknown;
  return own("isError") === true || (own("error") === true && own("validationErrors") !== undefined);
}

class Late extends Error {
  readonly reason: PolicyDeniedError;
  constructor(reason: PolicyDeniedError) {
    super(reason.message);
    this.reason = reason;
  }
}

async function inTime(result: PromiseLike<unknown>, timeMs: number, late: () => PolicyDeniedError): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(new Late(late()));
      },
      Math.min(timeMs, LONGEST_MS),
    );
    timer.unref();
  });
  try {
    return await Promise.race([result, end]);
  } finally {
    clearTimeout(timer);
  }
}

interface StreamLimits {
  readonly outputBytes: number;
  /** When the time of the call is up, as `performance.now` counts. */
  readonly until: number;
  readonly late: () => PolicyDeniedError;
}

/** A stream's parts are produced inside the call, however late they are asked for; its limits are those of one result. */
async function* streamed(
  source: AsyncIterable<unknown>,
  context: CallContext,
  { outputBytes, until, late }: StreamLimits,
  end: (verdict: "completed" | "failed", truncated: boolean, error?: unknown) => void,
): AsyncGenerator<unknown, unknown> {
  const iterator = source[Symbol.asyncIterator]();
  let left = outputBytes;
  let truncated = false;
  let done = false;
  try {
    for (;;) {
      const step = inCall(context, () => iterator.next());
      const next = (await inTime(step, Math.max(1, until - performance.now()), late)) as IteratorResult<unknown>;
      const part = capped(next.value, left);
      left -= sizeOf(part.value, left);
      truncated ||= part.truncated;
      if (next.done === true) {
        done = true;
        end("completed", truncated);
        return part.value;
      }
      yield part.value;
      // What was cut is the end: more of it would only be cut again.
      if (part.truncated) return undefined;
    }
  } catch (error) {
    if (error instanceof Late) {
      done = true;
      // It may never answer: what it does from now on nobody waits for.
      void inCall(context, () => iterator.return?.())?.then(undefined, () => undefined);
      throw error.reason;
    }
    if (!done) end("failed", truncated, error);
    done = true;
    throw error;
  } finally {
    if (!done) {
      await inCall(context, () => iterator.return?.());
      end("completed", truncated);
    }
  }
}
