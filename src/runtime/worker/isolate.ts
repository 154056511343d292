import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { canonical } from "../../model/canonical.ts";
import type { Policy } from "../../model/policy.ts";
import { markApart } from "../call/apart.ts";
import { bind } from "../fence/bind.ts";
import { loadManifest } from "../fence/load.ts";
import type { Known } from "../known-options.ts";
import { checkOptions } from "../known-options.ts";
import { ConfinementRefused } from "../sandbox/examine.ts";
import { Keeper } from "./keeper.ts";
import type { KeptOptions } from "./options.ts";
import { KEPT_OPTIONS } from "./options.ts";

interface Common extends KeptOptions {
  readonly workspace?: string;
  /** Folders that the module's code may be loaded from. By default its own, and each `node_modules` above it. */
  readonly code?: readonly string[];
  /** Functions of this process that the module may use, where its policy grants their names (`host`): `globalThis[Symbol.for("toolfence.host")](name, ...args)`. */
  readonly host?: NonNullable<KeptOptions["host"]>;
  /** Calls after which a worker is ended and the next one begins. */
  readonly maxCalls?: number;
  /** A worker that was not called for so long is ended. */
  readonly idleMs?: number;
  readonly onEgress?: NonNullable<KeptOptions["onEgress"]>;
  readonly resolve?: NonNullable<KeptOptions["resolve"]>;
  /** By default bubblewrap. Others hold less, and are taken where they are asked for alone. */
  readonly backend?: NonNullable<KeptOptions["backend"]>;
  /** Takes more for granted than the policy grants, where no mount says it closer; else that is refused. */
  readonly losses?: "accept";
  /** When a worker has ended: what stands now in the folders that it could write, and runs as code later. Unasked it is a warning of the process. */
  readonly onPlanted?: NonNullable<KeptOptions["onPlanted"]>;
  /** For tests: places where bubblewrap is looked for. */
  readonly launchers?: readonly string[];
}

/** One policy for all that the module exports. */
export interface PolicyOptions extends Common {
  readonly policy: Policy;
}

/** Each function by the reviewed policy of its tool. */
export interface ManifestOptions extends Common {
  /** The reviewed manifest: a file, or its parsed content. */
  readonly manifest: string | object;
  /** The digest of the manifest that was reviewed; another one is refused. */
  readonly digest?: string;
  /** `<package>/<server>`, where one manifest has several tools of one name. */
  readonly server?: string;
  /** Which tool each exported function is, by the name of the function. */
  readonly tools: Readonly<Record<string, string>>;
}

export type IsolateOptions = PolicyOptions | ManifestOptions;

const BY_POLICY: Known<PolicyOptions> = { ...KEPT_OPTIONS, policy: "any" };
const BY_MANIFEST: Known<ManifestOptions> = { ...KEPT_OPTIONS, manifest: "any", digest: "any", server: "any", tools: "any" };

type Async<F> = F extends (...args: infer A) => infer R
  ? (...args: A) => R extends AsyncIterable<unknown> ? Promise<R> : Promise<Awaited<R>>
  : never;

/** The functions of a module, as they are called from outside. */
export type Isolated<M> = {
  readonly [K in keyof M as M[K] extends (...args: never[]) => unknown ? K : never]: Async<M[K]>;
} & AsyncDisposable;

/** What of a policy a worker is held to: tools that have it in common have one. */
export const planKey = ({ fs, net, env, exec, code, control, host, limits }: Policy): string =>
  canonical({ fs, net, env, exec, code, control, host, limits }) ?? "";

/**
 * Loads a module into a sandboxed process and gives back its functions.
 *
 * The process is started once and kept: a call costs a message there and back. Arguments and
 * results are copied (structured clone); an `AbortSignal` and functions among the arguments work across, an async iterable
 * streams. By a manifest, each function has the policy that was reviewed for its tool, and tools that may do the same share a process.
 *
 * @param url as `import.meta.resolve` gives it.
 * @throws {ConfinementRefused} when a policy cannot be held here, or a tool is not in the manifest.
 * @throws {FenceError} when the manifest cannot be trusted.
 * @throws {WorkerError} when the module cannot be loaded.
 */
export async function isolate<M extends object = Record<string, (...args: unknown[]) => unknown>>(
  url: string,
  options: IsolateOptions,
): Promise<Isolated<M>> {
  const isReviewed = "manifest" in options;
  if (isReviewed) checkOptions<ManifestOptions>("isolate", options, BY_MANIFEST);
  else checkOptions<PolicyOptions>("isolate", options, BY_POLICY);
  const file = realpathSync.native(fileURLToPath(url));
  const keepers = new Map<string, Keeper>();
  const keeperOf = (policy: Policy): Keeper => {
    // A process of its own is one for each call.
    const isAlone = policy.isolation === "process";
    const key = `${isAlone} ${planKey(policy)}`;
    const keeper = keepers.get(key) ?? new Keeper(file, policy, isAlone ? { ...options, maxCalls: 1 } : options);
    keepers.set(key, keeper);
    return keeper;
  };
  const functions: Record<string, (...args: unknown[]) => Promise<unknown>> = {};
  const give = (name: string, keeper: Keeper, level: "worker" | "process"): void => {
    functions[name] = markApart((...args: unknown[]) => keeper.call([name], args), level);
  };
  const levelOf = ({ isolation = "worker" }: Policy): "worker" | "process" => isolation;
  if (isReviewed) {
    for (const [name, policy] of policiesOf(options)) give(name, keeperOf(policy), levelOf(policy));
    for (const keeper of keepers.values()) await keeper.check();
  } else {
    const keeper = keeperOf(options.policy);
    for (const name of await keeper.names()) give(name, keeper, levelOf(options.policy));
  }
  const dispose = (): Promise<void> => {
    for (const keeper of keepers.values()) keeper.stop();
    return Promise.resolve();
  };
  return Object.assign(functions, { [Symbol.asyncDispose]: dispose }) as unknown as Isolated<M>;
}

/** The reviewed policy of each function. @throws {ConfinementRefused | FenceError} */
function policiesOf({ manifest, digest, server, tools }: ManifestOptions): (readonly [name: string, policy: Policy])[] {
  const reviewed = loadManifest(manifest, digest);
  return Object.entries(tools).map(([name, tool]) => {
    const { policy, refusal } = bind(reviewed, tool, undefined, { server, unmanaged: "refuse" });
    if (refusal || !policy) throw new ConfinementRefused(refusal?.reason ?? `the tool \`${tool}\` has no policy`);
    return [name, policy];
  });
}
