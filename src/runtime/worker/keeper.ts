import { pathToFileURL } from "node:url";
import type { Policy } from "../../model/policy.ts";
import { isNone } from "../../model/scope.ts";
import type { Resolve } from "../egress/dial.ts";
import { preload } from "../egress/preload.ts";
import type { EgressDecision } from "../egress/proxy.ts";
import { createEgress } from "../egress/proxy.ts";
import type { Known } from "../known-options.ts";
import { currentRoots } from "../roots.ts";
import type { BackendName } from "../sandbox/backend.ts";
import { FD } from "../sandbox/descriptors.ts";
import { start } from "../sandbox/launch.ts";
import type { Prepared } from "../sandbox/prepare.ts";
import { ConfinementRefused, grantsOf, prepare } from "../sandbox/prepare.ts";
import { asProgram } from "../sandbox/program.ts";
import { child } from "./child.ts";
import { codeFolders, innerLayer } from "./inner-layer.ts";
import type { Path } from "./messages.ts";
import type { HostFunctions } from "./worker.ts";
import { Worker } from "./worker.ts";

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
};
export const KEPT_OPTIONS: Known<KeptOptions> = { ...WORKER_OPTIONS, workspace: "any", onEgress: "function" };

const IDLE_MS = 60_000;

/** A worker, and what keeps it. */
interface Kept {
  readonly worker: Worker;
  /** Calls that it was taken for, in all and under way. */
  taken: number;
  busy: number;
  idle: NodeJS.Timeout | undefined;
}

/** One module under one policy: a worker at a time for its calls, made when it is needed and ended when it is not. */
export class Keeper {
  readonly #file: string;
  readonly #policy: Policy;
  readonly #options: KeptOptions;
  readonly #grants: ReturnType<typeof grantsOf>["grants"];
  readonly #all = new Set<Kept>();
  #current: Kept | undefined;
  #booting: Promise<void> | undefined;

  /**
   * @param file the module, with all links resolved.
   * @throws {ConfinementRefused} when the policy is not valid, or grants what no worker can be held to.
   */
  constructor(file: string, policy: Policy, options: KeptOptions) {
    this.#file = file;
    this.#policy = policy;
    this.#options = options;
    this.#grants = grantsOf(policy).grants;
    const { exec } = this.#grants;
    if (!isNone(exec) && (exec.allow !== "any" || exec.deny.length > 0))
      throw new ConfinementRefused(
        "`exec` cannot be held: in a worker it is `none` or `any`; hand the command over as a function of the host, which runs it with `runConfined`",
      );
  }

  /** Checks that a worker could be started here, and starts none. @throws {ConfinementRefused} */
  async check(): Promise<void> {
    await (await prepare(this.#policy, this.#options)).end();
  }

  /** The functions that the module exports. @throws {ConfinementRefused | WorkerError} */
  async names(): Promise<readonly string[]> {
    const kept = await this.#take();
    try {
      return await kept.worker.ready();
    } finally {
      // Nothing of a call has happened in it.
      kept.taken--;
      this.#leave(kept);
    }
  }

  /** Calls a function of the module. @throws what the function throws; {ConfinementRefused | WorkerError} */
  async call(path: Path, args: readonly unknown[]): Promise<unknown> {
    const kept = await this.#take();
    let value: unknown;
    try {
      value = await kept.worker.call(path, args, this.#policy.limits?.timeMs);
    } catch (error) {
      this.#leave(kept);
      throw error;
    }
    if (typeof value === "object" && value !== null && Symbol.asyncIterator in value)
      return this.#streamed(kept, value as AsyncIterable<unknown>);
    this.#leave(kept);
    return value;
  }

  stop(): void {
    for (const kept of this.#all) this.#end(kept);
  }

  async *#streamed(kept: Kept, stream: AsyncIterable<unknown>): AsyncGenerator {
    try {
      yield* stream;
    } finally {
      this.#leave(kept);
    }
  }

  /** A worker with a call to spare; counted before anybody else can take it. */
  async #take(): Promise<Kept> {
    const { maxCalls = Infinity } = this.#options;
    for (;;) {
      const kept = this.#current;
      if (kept && !kept.worker.isOver && kept.taken < maxCalls) {
        kept.taken++;
        kept.busy++;
        clearTimeout(kept.idle);
        return kept;
      }
      this.#booting ??= this.#boot().finally(() => {
        this.#booting = undefined;
      });
      await this.#booting;
    }
  }

  #leave(kept: Kept): void {
    const { maxCalls = Infinity, idleMs = IDLE_MS } = this.#options;
    kept.busy--;
    if (kept.worker.isOver || (kept.busy === 0 && kept.taken >= maxCalls)) this.#end(kept);
    else if (kept.busy === 0) kept.idle = setTimeout(() => this.#end(kept), idleMs).unref();
  }

  #end(kept: Kept): void {
    clearTimeout(kept.idle);
    this.#all.delete(kept);
    kept.worker.stop();
  }

  async #boot(): Promise<void> {
    const old = this.#current;
    if (old?.busy === 0) this.#end(old);
    const worker = this.#spawn(await prepare(this.#policy, this.#options));
    const late = this.#policy.limits?.timeMs;
    const timer = late === undefined ? undefined : setTimeout(() => worker.stop(), late);
    await worker.ready().finally(() => {
      clearTimeout(timer);
    });
    this.#current = { worker, taken: 0, busy: 0, idle: undefined };
    this.#all.add(this.#current);
  }

  #spawn(prepared: Prepared): Worker {
    const { backend, plan, filter } = prepared;
    const { code = codeFolders(this.#file), host = {}, onEgress, resolve, workspace } = this.#options;
    const proxied = plan.network === "proxy";
    const started = start({
      ...backend,
      options: prepared.options({
        code: [process.execPath, ...code],
        channel: proxied,
        link: true,
        variables: proxied ? { TOOLFENCE_EGRESS: "1" } : {},
      }),
      command: prepared.command([
        process.execPath,
        ...innerLayer(this.#grants, plan, prepared.temporary),
        "-e",
        asProgram(child),
        "--",
        pathToFileURL(this.#file).href,
        String(FD.link),
        JSON.stringify(currentRoots(workspace)),
      ]),
      filter,
      pins: prepared.pins,
      preload: proxied ? asProgram(preload) : undefined,
      // What a tool prints is no result, and no message of a protocol on our standard output.
      // A pipe each: a file that is open already could be opened anew, to read or to write it.
      standard: ["ignore", "pipe", "pipe"],
      channel: proxied,
      link: true,
      outputBytes: undefined,
    });
    void started.child.ended.then(() => prepared.end());
    const egress = proxied ? createEgress({ scope: plan.hosts, onDecision: onEgress, resolve }) : undefined;
    return new Worker(started, host, egress, plan.limits.outputBytes);
  }
}
