import { AsyncLocalStorage } from "node:async_hooks";
import type { Policy } from "../../model/policy.ts";
import type { Manifest } from "../../schema/manifest.ts";
import type { CallDecision } from "../call/decide-call.ts";
import { decideCall } from "../call/decide-call.ts";
import type { BoundTool, Environment } from "../call/environment.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import type { AnyFunction } from "../call/executor.ts";
import { conventionOf, declaredBy, dressedAs, executorKeys, withExecutor } from "../call/executor.ts";
import { runCall } from "../call/run.ts";
import { SessionState } from "../call/session.ts";
import type { Denial } from "../denied.ts";
import type { Traced } from "../gate/decide.ts";
import type { SchemaRoles } from "../gate/schema-roles.ts";
import { schemaRoles } from "../gate/schema-roles.ts";
import { bind } from "./bind.ts";
import { checkOptions } from "../known-options.ts";
import { isObject } from "../plain-object.ts";
import { FenceError, loadManifest } from "./load.ts";
import { fenceServer } from "./mcp.ts";
import { Movers } from "./moved.ts";
import type { FenceOptions } from "./options.ts";
import { environmentOf, FENCE_OPTIONS } from "./options.ts";
import { executingPart, HOOKS, refuseHidden, refuseStray, runsElsewhere } from "./tool-shapes.ts";

export interface WrapOptions {
  /** The name that a model sees, where the tool does not carry it. */
  readonly name?: string;
  /**
   * The module that exports the tool or the tools, as `import.meta.resolve` gives it: their executors run in sandboxed workers,
   * which load it anew.
   */
  readonly module?: string | undefined;
}

/** One run of an agent: its counts and its permissions are its own. */
export interface Session {
  readonly id: string;
  /** Runs something so that every tool called in it counts for this session. */
  readonly run: <R>(work: () => R) => R;
  /** Takes back what was permitted for the rest of this session: of one tool, or of all. What stands in a file stays. */
  readonly revoke: (tool?: string) => void;
}

/** Why a call would be answered as it would, step by step in the fixed order. */
export interface Explanation {
  readonly verdict: "allow" | "deny" | "ask";
  readonly denial: Denial | undefined;
  /** The key that asks for an approval. */
  readonly asks: string;
  readonly steps: readonly Traced[];
}

export interface Fence {
  /** Gates a tool, a function, a list of tools, or an object of tools by name. What is given back has the same type. */
  wrap<T extends object>(target: T, options?: WrapOptions): T;
  /** Gates every tool of an MCP server, those that are registered later included. Gives the server back. */
  mcpServer<T extends object>(server: T): T;
  /** A session of its own; without one, calls count for the fence's. */
  session(id?: string): Session;
  /** Takes back what was permitted for the rest of the fence's own session, and of every other: of one tool, or of all. */
  revoke(tool?: string): void;
  /** The names that a model may call now: nothing that is refused, forbidden, or used up in this session. */
  listTools(): string[];
  /** How a call would be judged, without making it. */
  explain(tool: string, input: unknown): Explanation;
  /** Tools that were wrapped and are refused, with the reason. */
  problems(): readonly Denial[];
  /** Ends the run's record, and every worker. */
  close(): void;
}

/**
 * Puts a fence around tools: each call is judged by the reviewed manifest, recorded, and only
 * then made.
 *
 * @throws {FenceError} when the manifest cannot be trusted; {TypeError} when the configuration is
 * wrong; {AuditUnavailableError} when the log cannot be opened.
 */
export function createFence(options: FenceOptions): Fence {
  checkOptions<FenceOptions>("createFence", options, FENCE_OPTIONS);
  return new ManifestFence(options);
}

const MAX_UNKNOWN = 1000;
const MAX_CLIENTS = 1000;
const NO_TOOL = "What is to be wrapped is no tool, no function, no list and no object of tools.";

/** What stands in the module itself, of executors that were gated in place. */
const originals = new WeakMap<AnyFunction, AnyFunction>();

class ManifestFence implements Fence {
  readonly #manifest: Manifest;
  readonly #environment: Environment;
  readonly #options: FenceOptions;
  readonly #own = new SessionState();
  readonly #sessions = new AsyncLocalStorage<SessionState>();
  readonly #bound = new Map<string, BoundTool>();
  /** Groups of tools that are being wrapped. */
  readonly #within = new Set<object>();
  readonly #clients = new Map<string, SessionState>();
  readonly #movers: Movers;
  #calls = 0;

  constructor(options: FenceOptions) {
    this.#options = options;
    this.#manifest = loadManifest(options.manifest, options.digest);
    this.#environment = environmentOf(options, this.#manifest, () => {
      this.#calls++;
      return this.#sessions.getStore() ?? this.#own;
    });
    this.#movers = new Movers(this.#environment.roots.workspace, options.workers ?? {}, () => this.#sessions.getStore() ?? this.#own);
  }

  wrap<T extends object>(target: T, { name, module }: WrapOptions = {}): T {
    // Plain JavaScript may hand over anything.
    if (!isObject(target)) throw new FenceError(NO_TOOL);
    if (Array.isArray(target))
      return target.map((one: object) =>
        runsElsewhere(one) && !isEmpty(one) ? this.#elsewhere(one, nameOf(one)) : this.wrap(one, { module }),
      ) as unknown as T;
    refuseHidden(target, name ?? "tool");
    if (typeof target === "function")
      return this.#wrapFunction(target, name ?? (target as { readonly name: string }).name, module) as unknown as T;
    const executing = executingPart(target);
    if (executing?.isInner === true) {
      const inner = this.#wrapTool(executing.part, name ?? nameOf(executing.part) ?? nameOf(target), module);
      return { ...target, function: inner };
    }
    if (executing) return this.#wrapTool(target, name ?? nameOf(target), module) as T;
    if (typeof Reflect.get(target, "registerTool") === "function") {
      if (module !== undefined)
        throw new FenceError(
          "The tools of a server are not found in a module. Register functions of `isolate` with it, by the same manifest.",
        );
      return this.mcpServer(target);
    }
    refuseStray(target, name ?? nameOf(target) ?? "tool");
    if (this.#within.has(target)) throw new FenceError(`The group of tools \`${name ?? ""}\` holds itself.`);
    this.#within.add(target);
    try {
      return this.#wrapSet(target, module) as T;
    } finally {
      this.#within.delete(target);
    }
  }

  /** Of an object of tools, or of groups of them, all that run here. */
  #wrapSet(set: object, module: string | undefined): object {
    const tools = Object.entries(set) as [string, unknown][];
    if (tools.length === 0 || tools.some(([, tool]) => typeof tool !== "object" || tool === null)) throw new FenceError(NO_TOOL);
    for (const [key, tool] of tools) refuseHidden(tool as object, key);
    if (tools.every(([, tool]) => runsElsewhere(tool))) throw new FenceError("None of the tools that are to be wrapped has an executor.");
    return Object.fromEntries(
      tools.map(([key, tool]) => {
        return [key, runsElsewhere(tool) ? this.#elsewhere(tool as object, key) : this.wrap(tool as object, { name: key, module })];
      }),
    );
  }

  #wrapTool(tool: object, name: string | undefined, module: string | undefined): object {
    if (name === undefined) throw new FenceError("The tool carries no name. Pass `{ name }`, the name that a model sees.");
    const gated = executorKeys(tool).reduce(
      (one, key) => withExecutor(one, key, this.#gated(Reflect.get(tool, key) as AnyFunction, name, key, tool, module)),
      tool,
    );
    return this.#withGatedHooks(gated, name);
  }

  /** What runs elsewhere goes through as it is, but for its hooks. */
  #elsewhere(tool: object, name: string | undefined): object {
    return name !== undefined && Object.keys(HOOKS).some((hook) => hook in tool) ? this.#withGatedHooks(tool, name) : tool;
  }

  /** Frameworks run hooks on what a model sends, before any executor: those of a call that would be refused are not run. */
  #withGatedHooks(tool: object, name: string): object {
    return Object.entries(HOOKS).reduce((one, [key, { input }]) => {
      const hook: unknown = Reflect.get(one, key);
      if (typeof hook !== "function") return one;
      const isRefused = (args: readonly unknown[]): boolean => {
        if (this.#environment.mode !== "enforce") return false;
        const bound = this.#bound.get(name) ?? this.bound(name, undefined);
        return bound.refusal !== null || (input !== undefined && this.#decide(bound, input(args)).denial !== undefined);
      };
      const gated = function gatedHook(this: unknown, ...args: unknown[]): unknown {
        return isRefused(args) ? undefined : Reflect.apply(hook as AnyFunction, this, args);
      };
      return withExecutor(one, key, dressedAs(gated, hook));
    }, tool);
  }

  #wrapFunction(executor: AnyFunction, name: string, module: string | undefined): AnyFunction {
    if (name === "") throw new FenceError("The function carries no name. Pass `{ name }`, the name that a model sees.");
    return dressedAs(this.#gated(executor, name, null, null, module), executor);
  }

  #gated(given: AnyFunction, name: string, key: string | null, holder: object | null, module: string | undefined): AnyFunction {
    const declared = declaredBy(given);
    const bound = this.bound(name, declared?.policy ?? null, undefined, holder ? schemaRoles(holder) : undefined);
    const environment = this.#environment;
    // What `withPolicy` wrapped is unwrapped: the same policy holds, with a session and a log. Where nothing is enforced, nothing is moved.
    const executor =
      module === undefined || environment.mode !== "enforce" || bound.refusal
        ? (declared?.executor ?? given)
        : this.#movers.moved(bound, { module, holder, key, executor: originals.get(given) ?? given });
    const fenced = function fencedExecutor(this: unknown, ...args: unknown[]): unknown {
      return runCall(bound, environment, { self: this, args, executor, convention: conventionOf(key, args) });
    };
    originals.set(fenced, originals.get(given) ?? given);
    return fenced;
  }

  /** The reviewed tool of a name. `declared` undefined: the tool cannot be looked into. */
  bound(name: string, declared: Policy | null | undefined, wrapper?: object, roles?: SchemaRoles): BoundTool {
    const bound = bind(this.#manifest, name, declared, {
      server: this.#options.server,
      unmanaged: this.#environment.config.unmanaged ?? "refuse",
      wrapper: wrapper ?? null,
      roles,
    });
    // Names that a client makes up are not kept without end.
    if (bound.refusal?.id !== "tool.unknown" || this.#bound.size < MAX_UNKNOWN) this.#bound.set(name, bound);
    return bound;
  }

  mcpServer<T extends object>(server: T): T {
    fenceServer(
      server,
      (name, declared, wrapper, roles) => this.bound(name, declared, wrapper, roles),
      this.#environment,
      (name) => this.#callable(name),
      (id, work) => this.#inSession(id, work),
    );
    return server;
  }

  session(id?: string): Session {
    const state = new SessionState(id, DEFAULT_LIMITS.calls, this.#own);
    return { id: state.id, run: (work) => this.#sessions.run(state, work), revoke: (tool) => state.revoke(tool) };
  }

  /** What the application opened counts before what a transport says; the sessions of clients that are long gone are not kept. */
  #inSession<R>(id: string | undefined, work: () => R): R {
    if (id === undefined || this.#sessions.getStore()) return work();
    const state = this.#clients.get(id) ?? new SessionState(id, DEFAULT_LIMITS.calls, this.#own);
    this.#clients.delete(id);
    this.#clients.set(id, state);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > MAX_CLIENTS && oldest !== undefined) this.#clients.delete(oldest);
    return this.#sessions.run(state, work);
  }

  revoke(tool?: string): void {
    this.#own.revoke(tool);
  }

  /** How a call would be decided now; nothing is counted. */
  #decide(bound: BoundTool, input: unknown, trace?: (traced: Traced) => void): CallDecision {
    return decideCall(bound, input, this.#environment, this.#sessions.getStore() ?? this.#own, undefined, {}, trace);
  }

  #callable(name: string): boolean {
    const bound = this.#bound.get(name) ?? this.bound(name, undefined);
    if (this.#environment.mode !== "enforce") return true;
    return this.#decide(bound, undefined).denial === undefined;
  }

  listTools(): string[] {
    return [...this.#bound.keys()].filter((name) => this.#callable(name)).sort();
  }

  explain(tool: string, input: unknown): Explanation {
    const bound =
      this.#bound.get(tool) ??
      bind(this.#manifest, tool, undefined, { server: this.#options.server, unmanaged: this.#environment.config.unmanaged ?? "refuse" });
    const steps: Traced[] = [];
    const { denial, approval, asks } = this.#decide(bound, input, (traced) => steps.push(traced));
    return { verdict: denial ? "deny" : approval === "never" ? "allow" : "ask", denial, asks, steps };
  }

  problems(): readonly Denial[] {
    return [...this.#bound.values()].flatMap(({ refusal }) => (refusal ? [refusal] : []));
  }

  close(): void {
    this.#movers.close();
    this.#environment.audit?.close(this.#calls);
  }
}

const isEmpty = (tool: object): boolean => Object.keys(tool).length === 0;

/** The name that a tool carries: `name`, or Mastra's `id`. */
function nameOf(tool: object): string | undefined {
  const name: unknown = Reflect.get(tool, "name") ?? Reflect.get(tool, "id");
  return typeof name === "string" && name !== "" ? name : undefined;
}
