import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { argumentsDigest } from "../approval/digest.ts";
import type { Denial } from "../denied.ts";
import { denialOf, PolicyDeniedError } from "../denied.ts";
import { currentCall } from "./context.ts";
import type { CallContext } from "./context.ts";
import type { CallDecision } from "./decide-call.ts";
import { decideCall, judgeAgain } from "./decide-call.ts";
import { backendOf } from "./apart.ts";
import type { BoundTool, Environment, Interception, Interceptor } from "./environment.ts";
import type { Call, Frame } from "./call.ts";
import { declaredBy, isStreaming } from "./executor.ts";
import { perform } from "./perform.ts";
import { approveCall } from "./approve.ts";
import { recordDecision, recordEffect } from "./record.ts";

/**
 * Judges a call, records the decision, and only then lets it happen. Synchronous where nobody
 * has to be asked; what the executor gives is given back as it is.
 *
 * @throws {PolicyDeniedError} when the call is refused, or the refusal as text where the framework wants that.
 */
export function runCall(bound: BoundTool, environment: Environment, frame: Frame): unknown {
  const outer = currentCall();
  const state = environment.session?.() ?? null;
  const input = frame.convention.input(frame.args);
  const call: Call = {
    tool: bound.name,
    call: randomUUID(),
    session: state?.id ?? "",
    input,
    bound,
    state,
    environment,
    backend: backendOf(frame.executor, bound.wrapper, declaredBy(bound.wrapper)?.executor),
  };
  const around = outer?.levels.some((level) => level.isEnforced) === true;
  if (environment.mode === "off" && !around) return perform(call, frame, (signal) => contextOf(call, outer, signal));
  const decision = decideCall(bound, input, environment, state, outer, frame);
  const passes = !decision.denial || (environment.mode === "report" && decision.isHeld !== true);
  const asynchronous = passes && (environment.interceptors.length > 0 || (decision.approval !== "never" && environment.mode === "enforce"));
  if (!asynchronous) return settle(call, frame, decision, outer);
  if (!isStreaming(frame.executor)) return refusalAsText(frame, ask(call, frame, decision, outer));
  return (async function* () {
    yield* (await ask(call, frame, decision, outer)) as AsyncIterable<unknown>;
  })();
}

/** The end of the synchronous way: refuse, or record and do. */
function settle(call: Call, frame: Frame, { denial, isHeld, approval }: CallDecision, outer: CallContext | undefined): unknown {
  const { environment, state, bound } = call;
  if (denial && (environment.mode === "enforce" || isHeld === true)) {
    recordDecision(call, "deny", denial);
    return refused(call, frame, denial);
  }
  // Where calls are only reported, it is said that somebody would have been asked.
  const asks = environment.mode === "report" && approval !== "never";
  const unavailable = recordDecision(call, denial ? "report" : asks ? "ask" : "allow", denial);
  if (unavailable) return refused(call, frame, unavailable);
  if (denial) notify(() => environment.listeners.denied?.(call, denial));
  state?.begin(bound.id, environment.config.repeatedCalls === undefined ? undefined : argumentsDigest(call.input));
  notify(() => environment.listeners.called?.(call));
  return perform(call, frame, (signal) => contextOf(call, outer, signal));
}

/** The way on which somebody is asked: interceptors first, approval last, and the guards once more before the call counts. */
async function ask(call: Call, frame: Frame, first: CallDecision, outer: CallContext | undefined): Promise<unknown> {
  let decision = first;
  let now = call;
  let args = frame.args;
  for (const interceptor of call.environment.interceptors) {
    const answer = await answerOf(interceptor, now);
    if (answer.k === "deny") return settle(now, { ...frame, args }, { ...decision, denial: interceptorDenial(answer.reason) }, outer);
    if (answer.k === "substitute") {
      // It takes place like any other, but for what the tool would have done.
      const { result } = answer;
      return settle(
        { ...now, backend: "interceptor" },
        { ...frame, args, executor: () => result },
        { denial: undefined, approval: "never", asks: "" },
        outer,
      );
    }
    // What is no answer of ours may come from JavaScript.
    if (!["proceed", "modify"].includes(answer.k))
      return settle(
        now,
        { ...frame, args },
        { ...decision, denial: interceptorDenial("an interceptor gave an answer that is none") },
        outer,
      );
    if (answer.k === "modify") {
      now = { ...now, input: answer.input };
      args = frame.convention.withInput(args, answer.input);
      decision = decideCall(now.bound, answer.input, now.environment, now.state, outer, frame);
      if (decision.denial && now.environment.mode === "enforce") return settle(now, { ...frame, args }, decision, outer);
    }
  }
  // While somebody is waited for, the arguments may be changed by whoever holds them, and other calls be counted.
  const again = (): CallDecision => decideCall(now.bound, now.input, now.environment, now.state, outer, frame);
  if (now.environment.mode === "enforce") {
    decision = decision.approval === "never" ? again() : decision;
    if (!decision.denial && decision.approval !== "never") {
      const denial = await approveCall(now, decision);
      if (denial) return settle(now, { ...frame, args }, { ...decision, denial }, outer);
    }
  }
  const { denial, isHeld = false } = again();
  return settle(now, { ...frame, args }, { ...decision, denial, isHeld }, outer);
}

/** What an interceptor answers; one that throws has not let the call through. */
async function answerOf(interceptor: Interceptor, call: Call): Promise<Interception> {
  try {
    return (await interceptor(call)) ?? { k: "proceed" };
  } catch {
    return { k: "deny", reason: "an interceptor failed" };
  }
}

const interceptorDenial = (reason: string): Denial => denialOf("interceptor.denied", "interceptors", "config", "", reason);

function refused(call: Call, { convention, executor }: Frame, denial: Denial): unknown {
  notify(() => call.environment.listeners.denied?.(call, denial));
  const error = new PolicyDeniedError(denial);
  if (convention.refusal === "text") return error.message;
  if (Reflect.get(Object.getPrototypeOf(executor) as object, Symbol.toStringTag) === "AsyncFunction") return Promise.reject(error);
  throw error;
}

/** A refusal that came by exception on the asynchronous way, for frameworks that want text. */
const refusalAsText = ({ convention }: Frame, result: Promise<unknown>): Promise<unknown> =>
  convention.refusal === "throw"
    ? result
    : result.catch((error: unknown) => {
        if (error instanceof PolicyDeniedError) return error.message;
        throw error;
      });

/** A listener's own failure is not the agent's. */
function notify(tell: () => void): void {
  try {
    tell();
  } catch {
    // Told, and not heard.
  }
}

function contextOf(call: Call, outer: CallContext | undefined, signal: CallContext["signal"]): CallContext {
  const { bound, environment } = call;
  return {
    levels: [
      ...(outer?.levels ?? []),
      {
        grants: bound.subject.grants,
        roots: environment.roots,
        settings: environment.settings,
        isEnforced: environment.mode === "enforce",
      },
    ],
    roots: environment.roots,
    signal,
    record: (effect) => recordEffect(call, effect),
    origin: { input: call.input, wrapper: bound.wrapper, policy: bound.policy, environment, subject: bound.subject },
    passed: false,
  };
}

/** Refuses what a schema made of the arguments of a call that was let through, where it may not be done. @throws {PolicyDeniedError} */
export function refuseChanged(context: CallContext, input: unknown): void {
  if (isDeepStrictEqual(context.origin.input, input)) return;
  const denial = judgeAgain(context, input);
  if (!denial) return;
  context.record({ what: "the arguments as the schema made them", target: denial.value, refused: denial.id, isHeld: true });
  throw new PolicyDeniedError(denial);
}
