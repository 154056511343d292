import type { Resolve } from "../egress/dial.ts";
import type { EgressDecision } from "../egress/proxy.ts";
import type { Known } from "../known-options.ts";
import type { BackendName } from "../sandbox/backends/names.ts";
import type { Planted } from "./leavings.ts";
import type { HostFunctions } from "./worker.ts";

/** How workers are made and kept, wherever they work. */
export interface WorkerOptions {
  readonly code?: readonly string[] | undefined;
  readonly host?: HostFunctions | undefined;
  readonly maxCalls?: number | undefined;
  readonly idleMs?: number | undefined;
  readonly resolve?: Resolve | undefined;
  readonly backend?: BackendName | undefined;
  readonly losses?: "accept" | undefined;
  readonly launchers?: readonly string[] | undefined;
  /** When a worker has ended: what stands now in the folders that it could write, and runs as code later. Unasked it is a warning of the process. */
  readonly onPlanted?: ((found: Planted) => void) | undefined;
}

export interface KeptOptions extends WorkerOptions {
  readonly workspace?: string | undefined;
  readonly onEgress?: ((decision: EgressDecision) => void) | undefined;
}

export const WORKER_OPTIONS: Known<WorkerOptions> = {
  code: "any",
  host: "any",
  maxCalls: "any",
  idleMs: "any",
  resolve: "function",
  backend: "any",
  losses: "any",
  launchers: "any",
  onPlanted: "function",
};
export const KEPT_OPTIONS: Known<KeptOptions> = { ...WORKER_OPTIONS, workspace: "any", onEgress: "function" };
