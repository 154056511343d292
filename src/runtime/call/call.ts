import type { BoundTool, CallInfo, Environment } from "./environment.ts";
import type { AnyFunction, Convention } from "./executor.ts";
import type { SessionState } from "./session.ts";

/** One call as a framework made it. */
export interface Frame {
  readonly self: unknown;
  readonly args: readonly unknown[];
  readonly executor: AnyFunction;
  readonly convention: Convention;
}

/** One call with all that it is judged by. */
export interface Call extends CallInfo {
  readonly bound: BoundTool;
  readonly state: SessionState | null;
  readonly environment: Environment;
  /** Where what it does happens. */
  readonly backend: "gate" | "worker" | "process" | "interceptor";
}
