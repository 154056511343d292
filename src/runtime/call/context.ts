import { AsyncLocalStorage } from "node:async_hooks";
import type { Grants, Policy } from "../../model/policy.ts";
import type { GateSettings } from "../gate/settings.ts";
import type { Subject } from "../gate/uses.ts";
import type { Roots } from "../roots.ts";
import type { Environment } from "./environment.ts";

export interface RecordedEffect {
  readonly what: string;
  readonly target: string;
  /** Why it is refused. */
  readonly refused: string | null;
  /** Whether a refusal holds also where calls are only reported: what the kernel holds is not let past. */
  readonly isHeld?: boolean;
}

/** One tool around what is done now, and how its own fence judges. */
export interface Level {
  readonly grants: Grants | null;
  readonly roots: Roots;
  readonly settings: GateSettings;
  /** Whether its refusals hold; else they are recorded and let pass. */
  readonly isEnforced: boolean;
}

/** What runs now, for whatever it calls. */
export interface CallContext {
  /** This tool and every tool around it, outermost first: all of them must allow what is done. */
  readonly levels: readonly Level[];
  /** Of this tool's own fence. */
  readonly roots: Roots;
  /** Aborted when the call's time is up. */
  readonly signal: () => AbortSignal;
  /** Records an effect before it happens. @throws when it cannot be recorded. */
  readonly record: (effect: RecordedEffect) => void;
  /** The call itself, and what it is judged by: a tool inside of it belongs to the same session. */
  readonly origin: {
    readonly input: unknown;
    readonly wrapper: object | null;
    readonly policy: Policy | null;
    readonly environment: Environment;
    /** The tool's facts and grants. */
    readonly subject: Subject;
  };
  /** Whether the gate of the tool's own `withPolicy` has been passed: it may stand aside once. */
  passed: boolean;
}

const storage = new AsyncLocalStorage<CallContext>();

export const currentCall = (): CallContext | undefined => storage.getStore();
export const inCall = <R>(context: CallContext, run: () => R): R => storage.run(context, run);
