import { pathToFileURL } from "node:url";
import type { Policy } from "../../model/policy.ts";
import { isNone } from "../../model/scope.ts";
import { currentRoots } from "../roots.ts";
import { FD } from "../sandbox/descriptors.ts";
import { egressVariables, planSandbox } from "../sandbox/plan.ts";
import type { Prepared } from "../sandbox/prepare.ts";
import { ConfinementRefused, grantsOf } from "../sandbox/examine.ts";
import { prepare } from "../sandbox/prepare.ts";
import { asProgram } from "../sandbox/program.ts";
import { start } from "../sandbox/start.ts";
import type { WayOut } from "../sandbox/way-out.ts";
import { openWayOut } from "../sandbox/way-out.ts";
import { child } from "./child.ts";
import { codeFolders, innerLayer } from "./inner-layer.ts";
import { tellLeavings } from "./leavings.ts";
import type { Path } from "./messages.ts";
import type { KeptOptions } from "./options.ts";
import { wire } from "./wire.ts";
import { Worker, WorkerError } from "./worker.ts";

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
  #isClosed = false;
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
    await (await this.#prepare()).end();
  }

  /** What is granted beyond the policy, since no mount says it closer. */
  get losses(): readonly string[] {
    const planned = planSandbox(this.#grants, currentRoots(this.#options.workspace), {}, this.#policy.limits);
    return planned.ok ? planned.plan.losses.map(({ clause, reason }) => `${clause}: ${reason}`) : [];
  }

  #prepare(): Promise<Prepared> {
    return prepare(this.#policy, { ...this.#options, code: this.#code() });
  }

  #code(): readonly string[] {
    return this.#options.code ?? codeFolders(this.#file);
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

  /**
   * Calls a function of the module.
   *
   * @param given.expected what tells the function from others; another one in its place is not called.
   * @param given.signal ends the worker, and every call in it: what is stuck there is not to be reached otherwise.
   * @throws what the function throws; {ConfinementRefused | WorkerError}
   */
  async call(
    path: Path,
    args: readonly unknown[],
    given: { readonly expected?: string; readonly signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const kept = await this.#take();
    const end = (): void => {
      this.#end(kept);
    };
    if (given.signal?.aborted === true) {
      // Nothing was sent: the worker is as good as new.
      kept.taken--;
      this.#leave(kept);
      throw new WorkerError("The call was given up before it began.");
    }
    given.signal?.addEventListener("abort", end, { once: true });
    let value: unknown;
    try {
      value = await kept.worker.call(path, args, this.#policy.limits?.timeMs, given.expected);
    } catch (error) {
      given.signal?.removeEventListener("abort", end);
      this.#leave(kept);
      throw error;
    }
    if (typeof value === "object" && value !== null && Symbol.asyncIterator in value)
      return this.#streamed(kept, value as AsyncIterable<unknown>, () => given.signal?.removeEventListener("abort", end));
    given.signal?.removeEventListener("abort", end);
    this.#leave(kept);
    return value;
  }

  /** Ends every worker; there are none from then on. */
  stop(): void {
    this.#isClosed = true;
    for (const kept of this.#all) this.#end(kept);
  }

  /** A stream keeps its worker until it ends; one that nobody reads, as long as a worker is kept that nobody calls. */
  #streamed(kept: Kept, stream: AsyncIterable<unknown>, forget: () => void): AsyncGenerator {
    let isLeft = false;
    const leave = (): void => {
      forget();
      if (!isLeft) this.#leave(kept);
      isLeft = true;
    };
    const unread = setTimeout(leave, this.#options.idleMs ?? IDLE_MS).unref();
    return (async function* () {
      clearTimeout(unread);
      try {
        yield* stream;
      } finally {
        leave();
      }
    })();
  }

  /** A worker with a call to spare; counted before anybody else can take it. */
  async #take(): Promise<Kept> {
    const { maxCalls = Infinity } = this.#options;
    for (;;) {
      if (this.#isClosed) throw new WorkerError("The worker has ended.");
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
    const prepared = await this.#prepare();
    if (this.#isClosed) {
      await prepared.end();
      return;
    }
    const worker = await this.#spawned(prepared);
    const kept: Kept = { worker, taken: 0, busy: 0, idle: undefined };
    this.#all.add(kept);
    const late = this.#policy.limits?.timeMs;
    const timer = late === undefined ? undefined : setTimeout(() => worker.stop(), late);
    try {
      await worker.ready();
    } catch (error) {
      this.#all.delete(kept);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#current = kept;
  }

  async #spawned(prepared: Prepared): Promise<Worker> {
    let way: WayOut | undefined;
    try {
      way = await openWayOut(prepared, { onDecision: this.#options.onEgress, resolve: this.#options.resolve });
      return this.#spawn(prepared, way);
    } catch (error) {
      way?.close();
      await prepared.end();
      throw error;
    }
  }

  #spawn(prepared: Prepared, out: WayOut | undefined): Worker {
    const { backend, plan, filter } = prepared;
    const { host = {}, workspace } = this.#options;
    const proxied = plan.network === "proxy";
    const door = out?.door;
    const way: Readonly<Record<string, string>> = door ? { TOOLFENCE_PROXY: String(door.port) } : { TOOLFENCE_EGRESS: "1" };
    const started = start({
      ...backend,
      ...prepared.told({
        code: [process.execPath, ...this.#code()],
        channel: proxied && !door,
        link: true,
        door,
        variables: proxied ? { ...way, ...egressVariables(plan) } : {},
      }),
      ...prepared.command([
        process.execPath,
        ...innerLayer(this.#grants, plan, prepared.temporary),
        ...(door ? [`--require=${prepared.preload.path}`] : []),
        "-e",
        asProgram(child, prepared.preload.path, wire),
        "--",
        pathToFileURL(this.#file).href,
        String(FD.link),
        JSON.stringify(currentRoots(workspace)),
      ]),
      filter,
      pins: prepared.pins,
      hosts: prepared.hosts,
      preload: proxied ? prepared.preload.text : undefined,
      // What a tool prints is no result, and no message of a protocol on our standard output.
      // A pipe each: a file that is open already could be opened anew, to read or to write it.
      standard: ["ignore", "pipe", "pipe"],
      channel: proxied && !door,
      link: true,
      outputBytes: undefined,
    });
    void started.child.ended.then(async () => {
      door?.close();
      await tellLeavings(prepared, this.#options.onPlanted);
      await prepared.end();
    });
    return new Worker(started, { functions: host, granted: this.#grants.host }, out?.proxy, plan.limits.outputBytes);
  }
}
