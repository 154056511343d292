import { realpathSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compareGrants, gates } from "../../model/compare.ts";
import type { Policy } from "../../model/policy.ts";
import { markApart } from "../call/apart.ts";
import type { CallContext } from "../call/context.ts";
import { currentCall } from "../call/context.ts";
import type { BoundTool } from "../call/environment.ts";
import type { AnyFunction } from "../call/executor.ts";
import { declaredBy, isStreaming } from "../call/executor.ts";
import type { Denial } from "../denied.ts";
import { denialOf, PolicyDeniedError } from "../denied.ts";
import type { EgressDecision } from "../egress/proxy.ts";
import { checkOptions } from "../known-options.ts";
import { isObject, isPlainObject } from "../plain-object.ts";
import { planKey } from "../worker/isolate.ts";
import { Keeper } from "../worker/keeper.ts";
import type { WorkerOptions } from "../worker/options.ts";
import { WORKER_OPTIONS } from "../worker/options.ts";
import type { Path } from "../worker/messages.ts";
import { isCopied } from "../worker/outgoing.ts";

/** A tool as it stands in a module: its executor, and what holds it under which key, if anything does. */
export interface Standing {
  readonly module: string;
  readonly holder: object | null;
  readonly key: string | null;
  readonly executor: AnyFunction;
}

interface Shared {
  readonly keeper: Keeper;
  /** What it connects to is theirs. */
  readonly calls: Set<CallContext>;
}

/** What tells a tool from others, so that another one in its place is not taken for it. As in the worker's own program. */
function tellsApart({ holder, executor }: Pick<Standing, "holder" | "executor">, isListed: boolean): string {
  const of = (key: string): unknown => (holder ? (Reflect.get(holder, key) as unknown) : undefined);
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const declared = declaredBy(executor);
  return JSON.stringify([
    text(of("name") ?? of("id")),
    // What it is called by its module says enough, and a description may be of the day.
    isListed ? text(of("description")) : "",
    Function.prototype.toString.call(declared?.executor ?? executor),
    declared?.policy ?? null,
  ]);
}

const MAX_DEPTH = 4;
const MAX_ENTRIES = 10_000;

/** Where a value stands among what a module exports: by identity, so that no name can mislead. */
export function pathTo(exported: object, wanted: object): Path | undefined {
  const seen = new Set<object>();
  let level: (readonly [path: Path, value: object])[] = [[[], exported]];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const next: typeof level = [];
    for (const [path, value] of level) {
      if (value === wanted) return path;
      if (seen.has(value) || seen.size > MAX_ENTRIES) continue;
      seen.add(value);
      const isList = Array.isArray(value);
      for (const key of Object.keys(value)) {
        const property = Object.getOwnPropertyDescriptor(value, key);
        // What a module exports has no accessors; what is computed when it is read may be another one inside.
        if (property && isObject(property.value)) next.push([[...path, isList ? Number(key) : key], property.value]);
      }
    }
    level = next;
  }
  return undefined;
}

const refused = (reason: string): PolicyDeniedError =>
  new PolicyDeniedError(denialOf("tool.isolation", "isolation", "run", "", reason, "module"));

/** Data as it can be copied into another process: of instances their own data, and functions where they are called back. */
function handed(value: unknown, seen = new Map<object, unknown>()): unknown {
  if (typeof value !== "object" || value === null || value instanceof AbortSignal) return typeof value === "symbol" ? undefined : value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    seen.set(value, list);
    for (const one of value) list.push(typeof one === "function" ? undefined : handed(one, seen));
    return list;
  }
  if (isCopied(value)) return value;
  const out: Record<string, unknown> = {};
  seen.set(value, out);
  for (const key of Object.keys(value)) {
    const one = Object.getOwnPropertyDescriptor(value, key)?.value as unknown;
    // Methods need the instance that they stand on.
    if (typeof one !== "function" || isPlainObject(value)) out[key] = handed(one, seen);
  }
  return out;
}

/** Runs executors in sandboxed workers: one for each plan in each session. */
export class Movers {
  readonly #workspace: string;
  readonly #options: WorkerOptions;
  readonly #session: () => object;
  readonly #keepers = new WeakMap<object, Map<string, Shared>>();
  readonly #all = new Set<Keeper>();

  constructor(workspace: string, options: WorkerOptions, session: () => object) {
    checkOptions<WorkerOptions>("createFence: workers", options, WORKER_OPTIONS);
    this.#workspace = workspace;
    this.#options = options;
    this.#session = session;
  }

  /** The executor of a tool, in a worker. It refuses where it cannot be found in its module, or held to all that must hold. */
  moved(bound: BoundTool, standing: Standing): AnyFunction {
    const level = bound.policy?.isolation ?? "worker";
    let path: Promise<Path | Denial> | undefined;
    const call = async (args: readonly unknown[]): Promise<unknown> => {
      const { policy } = bound;
      const context = currentCall();
      if (!policy || !context) throw refused("a tool without a policy has no plan that a worker could be held to");
      path ??= locate(standing);
      const found = await path;
      if ("reason" in found) throw new PolicyDeniedError(found);
      checkLevels(bound, context);
      return this.#run(standing, policy, context, found, args);
    };
    const executor = isStreaming(standing.executor)
      ? async function* (...args: unknown[]): AsyncGenerator {
          yield* (await call(args)) as AsyncIterable<unknown>;
        }
      : // Async as such: by that it is known how to refuse a call.
        async (...args: unknown[]): Promise<unknown> => call(args);
    return markApart(executor, level);
  }

  async #run(standing: Standing, policy: Policy, context: CallContext, path: Path, args: readonly unknown[]): Promise<unknown> {
    const { keeper, calls } = this.#kept(standing.module, policy);
    const { losses } = keeper;
    const backend = this.#options.backend ?? "bubblewrap";
    context.record({ what: "worker", target: [backend, ...losses].join("; "), refused: null });
    calls.add(context);
    let value: unknown;
    try {
      value = await keeper.call(
        path,
        args.map((arg) => handed(arg)),
        { expected: tellsApart(standing, isInList(path)), signal: context.signal() },
      );
    } catch (error) {
      calls.delete(context);
      throw error;
    }
    if (typeof value === "object" && value !== null && Symbol.asyncIterator in value)
      return (async function* () {
        try {
          yield* value as AsyncIterable<unknown>;
        } finally {
          calls.delete(context);
        }
      })();
    calls.delete(context);
    return value;
  }

  /** The worker of a module and a plan in this session, and the calls that are under way in it. */
  #kept(module: string, policy: Policy): Shared {
    const session = this.#session();
    const isAlone = policy.isolation === "process";
    const key = `${module} ${isAlone} ${planKey(policy)}`;
    const kept = this.#keepers.get(session) ?? new Map<string, Shared>();
    this.#keepers.set(session, kept);
    const known = kept.get(key);
    if (known) return known;
    const calls = new Set<CallContext>();
    const onEgress = ({ protocol, target, verdict, reason }: EgressDecision): void => {
      // What nobody asked for is in nobody's log.
      if (calls.size === 0 && verdict === "allow") throw new Error("no call is under way");
      // Where several calls share a worker, nobody can tell whose it is: all are told.
      for (const call of calls)
        call.record({ what: `egress ${protocol}`, target, refused: verdict === "deny" ? (reason ?? "refused") : null, isHeld: true });
    };
    const file = realpathSync.native(fileURLToPath(module));
    const options = { ...this.#options, workspace: this.#workspace, onEgress, ...(isAlone && { maxCalls: 1 }) };
    const made: Shared = { keeper: new Keeper(file, policy, options), calls };
    kept.set(key, made);
    this.#all.add(made.keeper);
    return made;
  }

  /** Ends every worker. */
  close(): void {
    for (const keeper of this.#all) keeper.stop();
    this.#all.clear();
  }
}

const isInList = (path: Path): boolean => path.some((key) => typeof key === "number");

/** Whether another entry of a list on the way is like this one, so that it could be taken for it. */
function hasDouble(exported: object, path: Path, tool: Pick<Standing, "holder" | "executor">): boolean {
  const mark = tellsApart(tool, true);
  const at = (keys: Path): unknown =>
    keys.reduce<unknown>((value, key) => (isObject(value) ? (Reflect.get(value, key) as unknown) : undefined), exported);
  return path.some((key, index) => {
    const list = typeof key === "number" ? at(path.slice(0, index)) : undefined;
    return (
      Array.isArray(list) &&
      list.some((_, other) => {
        const there = [...path.slice(0, index), other, ...path.slice(index + 1)];
        const [holder, executor] = [tool.holder ? at(there.slice(0, -1)) : null, at(there)];
        if (other === key || typeof executor !== "function" || (holder !== null && !isObject(holder))) return false;
        return tellsApart({ holder, executor: executor as AnyFunction }, true) === mark;
      })
    );
  });
}

/** Finds a tool in its module. The module was loaded to make the tool, so this loads nothing anew. */
async function locate({ module, holder, key, executor }: Standing): Promise<Path | Denial> {
  const exported = (await import(pathToFileURL(fileURLToPath(module)).href)) as object;
  const found = pathTo(exported, holder ?? executor);
  const path = found && key !== null ? [...found, key] : found;
  if (path && isInList(path) && hasDouble(exported, path, { holder, executor }))
    return refused("several tools of one list cannot be told apart; give each a name, or export it by one").denial;
  if (path) return path;
  return refused("the tool is not among what its module exports, so that no other process can find it there").denial;
}

/** A tool that another one calls may do what both may do; a worker is held to its own policy alone. */
function checkLevels({ subject, name }: BoundTool, { levels, roots }: CallContext): void {
  const { grants } = subject;
  for (const around of levels.slice(0, -1)) {
    // The same words mean other folders there.
    if (around.isEnforced && around.roots.workspace !== roots.workspace)
      throw refused(`\`${name}\` is called by a tool with another workspace, and a worker cannot be held to both`);
    if (around.isEnforced && around.grants && grants && compareGrants(around.grants, grants).some(({ relation }) => gates(relation)))
      throw refused(`\`${name}\` may do more than the tool that calls it, and a worker cannot be held to both`);
  }
}
