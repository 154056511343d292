import type { Server } from "node:net";
import type { Egress } from "../egress/proxy.ts";
import { FD } from "../sandbox/descriptors.ts";
import { serveInside } from "../sandbox/launch.ts";
import type { Started } from "../sandbox/start.ts";
import { ConfinementRefused } from "../sandbox/examine.ts";
import { Link } from "./link.ts";
import type { Path, SentError, ToHost, ToWorker } from "./messages.ts";
import { Outgoing } from "./outgoing.ts";

/** The worker ended while it was at work, or could not load its module. */
export class WorkerError extends Error {
  override readonly name = "WorkerError";
}

/** What a worker may ask of this process. */
export interface Host {
  readonly functions: HostFunctions;
  /** The names that its policy grants. */
  readonly granted: readonly string[];
}
export type HostFunctions = Readonly<Record<string, (...args: never[]) => unknown>>;

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly done: () => void;
}

const received = ({ name, message, stack, code }: SentError): Error =>
  Object.assign(new Error(message), { name, ...(stack !== undefined && { stack }), ...(code !== undefined && { code }) });

const sent = (error: unknown): SentError =>
  error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: "Error", message: typeof error === "string" ? error : "The function of the host failed." };

/** One process that runs a module, from its first word to its end. */
export class Worker {
  readonly #started: Started;
  readonly #host: Host;
  readonly #calls = new Map<number, Pending>();
  readonly #ready: Promise<readonly string[]>;
  #link: Link | undefined;
  #next = 0;
  readonly #outgoing = new Outgoing((signal, reason) => {
    this.#tell({ t: "abort", signal, reason });
  });
  #strays = 0;
  #isReady = false;
  #ended = false;

  /** @param maxBytes longest message that the worker may send. */
  constructor(started: Started, host: Host, egress: Egress | undefined, maxBytes: number) {
    this.#started = started;
    this.#host = host;
    const { child } = started;
    let server: Server | undefined;
    if (egress)
      serveInside(child, egress, (made) => {
        server = made.unref();
      });
    this.#ready = new Promise((resolve, reject) => {
      const hear = (raw: unknown): void => {
        const message = raw as ToHost;
        if (message.t !== "ready" && message.t !== "failed") {
          this.#hear(message);
          return;
        }
        // Said once; what a module says so later is not heard.
        if (this.#isReady) return;
        this.#isReady = true;
        if (message.t === "ready") {
          this.#rest();
          // An object with `then` would be taken for a promise.
          resolve(message.names.map(String).filter((name) => name !== "then"));
        } else {
          const cause = received(message.error);
          reject(new WorkerError(`The module cannot be loaded: ${cause.message}`, { cause }));
          this.stop();
        }
      };
      const end = (error: Error): void => {
        this.#ended = true;
        reject(error);
        for (const pending of this.#calls.values()) {
          pending.done();
          pending.reject(error);
        }
        this.#calls.clear();
      };
      const pipe = child.stdio[FD.link];
      pipe?.once("close", () => {
        if (this.#calls.size > 0) this.#work();
      });
      if (pipe)
        this.#link = new Link(pipe, maxBytes, hear, (why) => {
          end(new WorkerError(`The worker sent ${why}; it was ended.`));
          started.stop();
        });
      for (const output of [child.stdio[1], child.stdio[2]]) output?.on("data", (chunk: Buffer) => process.stderr.write(chunk));
      void child.ended.then(({ exitCode, signal }) => {
        const refused = started.refused();
        end(
          refused === undefined || refused === ""
            ? new WorkerError(`The worker ended (${signal ?? `code ${exitCode ?? "unknown"}`}).`)
            : new ConfinementRefused(refused),
        );
        server?.close();
        egress?.close();
      });
    });
    this.#ready.catch(() => undefined);
  }

  /** A worker at rest does not keep the process that owns it from ending. */
  #rest(): void {
    const { process: child, stdio } = this.#started.child;
    for (const one of [child, child.channel, ...stdio]) one?.unref();
  }

  /** At work it does, by what it answers through; once that is closed by all that is left, since its end is told by the last. */
  #work(): void {
    const { process: child, stdio } = this.#started.child;
    const link = stdio[FD.link];
    // One that is closed would remember each call until it connects, and so for ever.
    if (link?.destroyed === false) link.ref();
    else for (const one of [child, child.channel, ...stdio.filter((pipe) => pipe?.destroyed === false)]) one?.ref();
  }

  get isOver(): boolean {
    return this.#ended;
  }

  get pending(): number {
    return this.#calls.size;
  }

  ready(): Promise<readonly string[]> {
    return this.#ready;
  }

  stop(): void {
    this.#ended = true;
    this.#started.stop();
  }

  /**
   * Calls a function of the module. An `AbortSignal` and functions among the arguments work inside, as long as the call lasts; a
   * result that is an async iterable arrives as one.
   */
  async call(path: Path, args: readonly unknown[], timeMs: number | undefined, expected?: string): Promise<unknown> {
    const id = ++this.#next;
    const watched: (() => void)[] = [];
    const timer =
      timeMs === undefined
        ? undefined
        : setTimeout(() => {
            this.#calls.get(id)?.reject(new WorkerError(`\`${path.join(".")}\` took longer than ${timeMs} ms; its worker was ended.`));
            this.stop();
          }, timeMs);
    const done = (): void => {
      clearTimeout(timer);
      for (const stop of watched) stop();
    };
    let value: unknown;
    try {
      value = await this.#ask(id, { t: "call", id, path, expected, args: this.#outgoing.sent(args, watched) }, done);
    } catch (error) {
      done();
      throw error;
    }
    return value === STREAM ? this.#stream(id, done) : value;
  }

  #ask(id: number, message: ToWorker, done: () => void): Promise<unknown> {
    if (this.#ended) return Promise.reject(new WorkerError("The worker has ended."));
    if (this.#calls.size === 0) this.#work();
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject, done });
      this.#tell(message);
    });
  }

  async *#stream(id: number, done: () => void): AsyncGenerator {
    let finished = false;
    try {
      for (;;) {
        const step = (await this.#ask(id, { t: "next", id }, () => undefined)) as { readonly value: unknown; readonly done: boolean };
        if (step.done) {
          finished = true;
          return;
        }
        yield step.value;
      }
    } finally {
      done();
      if (!finished && !this.#ended) this.#tell({ t: "return", id });
    }
  }

  #tell(message: ToWorker): void {
    try {
      this.#link?.send(message);
    } catch (error) {
      if ("id" in message) this.#settle(message.id)?.reject(error as Error);
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#calls.get(id);
    this.#calls.delete(id);
    const link = this.#started.child.stdio[FD.link];
    if (this.#calls.size === 0 && link?.destroyed === false) link.unref();
    return pending;
  }

  #hear(message: Exclude<ToHost, { t: "ready" | "failed" }>): void {
    if (message.t === "ask") {
      void this.#answer(message.id, message.name, message.args);
      return;
    }
    // Read before its call is settled, so that what cannot be read still ends the call.
    const error = message.t === "error" ? received(message.error) : undefined;
    const pending = this.#settle(message.id);
    if (!pending) {
      // A call that was given up may still be answered; whoever answers what nobody asked wants something else.
      if (++this.#strays > MOST_STRAYS) throw new WorkerError("It answered what nobody asked.");
      return;
    }
    if (message.t === "stream") {
      pending.resolve(STREAM);
      return;
    }
    if (message.t === "chunk") {
      pending.resolve(message);
      return;
    }
    pending.done();
    if (message.t === "result") pending.resolve(message.value);
    else pending.reject(error ?? new WorkerError("The worker sent an answer of no kind."));
  }

  /** A function of the host, where the policy grants its name. */
  #granted(name: string): HostFunctions[string] | undefined {
    const { functions, granted } = this.#host;
    if (!Object.hasOwn(functions, name)) return undefined;
    if (!granted.includes(name))
      throw new Error(`The policy does not grant the host's function \`${name}\`; grant it by \`host: ["${name}"]\`.`);
    return functions[name];
  }

  /** Only functions that were handed over can be asked for: by name, or among the arguments of a call that is under way. */
  async #answer(id: number, name: string | number, args: readonly unknown[]): Promise<void> {
    try {
      const f = typeof name === "number" ? this.#outgoing.callback(name) : this.#granted(name);
      if (!f) throw new Error(`The host gives no function \`${String(name).slice(0, 80)}\`.`);
      this.#link?.send({ t: "answer", id, value: await f(...(args as never[])) } satisfies ToWorker);
    } catch (error) {
      this.#tell({ t: "answer", id, error: sent(error) });
    }
  }
}

const MOST_STRAYS = 20;
const STREAM = Symbol("stream");
