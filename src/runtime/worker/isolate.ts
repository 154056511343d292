import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Grants, Policy } from "../../model/policy.ts";
import { isNone } from "../../model/scope.ts";
import { markApart } from "../call/apart.ts";
import type { Resolve } from "../egress/dial.ts";
import { preload } from "../egress/preload.ts";
import type { EgressDecision } from "../egress/proxy.ts";
import { createEgress } from "../egress/proxy.ts";
import type { Known } from "../known-options.ts";
import { checkOptions } from "../known-options.ts";
import type { BackendName } from "../sandbox/backend.ts";
import { FD } from "../sandbox/descriptors.ts";
import { start } from "../sandbox/launch.ts";
import type { Plan } from "../sandbox/plan.ts";
import type { Prepared } from "../sandbox/prepare.ts";
import { ConfinementRefused, grantsOf, prepare } from "../sandbox/prepare.ts";
import { asProgram } from "../sandbox/program.ts";
import { child } from "./child.ts";
import type { HostFunctions } from "./worker.ts";
import { Worker } from "./worker.ts";

export interface IsolateOptions {
  readonly policy: Policy;
  readonly workspace?: string;
  /** Folders that the module's code may be loaded from. By default its own, and each `node_modules` above it. */
  readonly code?: readonly string[];
  /** Functions of this process that the module may use, by name: `globalThis[Symbol.for("toolfence.host")](name, ...args)`. */
  readonly host?: HostFunctions;
  /** Calls after which a worker is ended and the next one begins. */
  readonly maxCalls?: number;
  /** A worker that was not called for so long is ended. */
  readonly idleMs?: number;
  readonly onEgress?: (decision: EgressDecision) => void;
  readonly resolve?: Resolve;
  /** By default bubblewrap. Landlock holds less, and is taken where it is asked for alone. */
  readonly backend?: BackendName;
  /** For tests: places where bubblewrap is looked for. */
  readonly launchers?: readonly string[];
}

const OPTIONS: Known<IsolateOptions> = {
  policy: "any",
  workspace: "any",
  code: "any",
  host: "any",
  maxCalls: "any",
  idleMs: "any",
  onEgress: "function",
  resolve: "function",
  backend: "any",
  launchers: "any",
};

type Async<F> = F extends (...args: infer A) => infer R
  ? (...args: A) => R extends AsyncIterable<unknown> ? Promise<R> : Promise<Awaited<R>>
  : never;

/** The functions of a module, as they are called from outside. */
export type Isolated<M> = {
  readonly [K in keyof M as M[K] extends (...args: never[]) => unknown ? K : never]: Async<M[K]>;
} & AsyncDisposable;

const IDLE_MS = 60_000;

const isBelow = (path: string, folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
const outermost = (folders: readonly string[]): string[] => [...new Set(folders)].filter((path) => !isBelow(path, folders));

/** The module's folder, and what it may import from by the name of a package. */
function codeFolders(file: string): string[] {
  const out = [dirname(file)];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const packages = join(folder, "node_modules");
    if (existsSync(packages)) out.push(realpathSync.native(packages));
    if (folder === dirname(folder)) return outermost(out);
  }
}

const KERNEL = new Set(["proc", "sys"]);
/** What stands for `/` where all may be written: everything at the top but the kernel's own. */
const topFolders = (): string[] =>
  readdirSync("/", { withFileTypes: true }).flatMap((one) => (one.isDirectory() && !KERNEL.has(one.name) ? [`/${one.name}`] : []));

/** Node's own permission model, as an inner layer: it closes what needs no kernel to be closed. */
function innerLayer({ exec, code }: Pick<Grants, "exec" | "code">, plan: Plan, temporary: string): string[] {
  const leaves = plan.write.filter((path) => plan.leaves.includes(path));
  // Not `/` whole: who writes a process's own memory, by /proc, is above all of this.
  const granted = plan.write.flatMap((path) => (path === "/" ? topFolders() : leaves.includes(path) ? [] : [path]));
  // Node ends when one rule stands within another.
  const trees = outermost([...granted, temporary, "/dev/shm"]);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return [
    major < 22 || (major === 22 && minor < 13) ? "--experimental-permission" : "--permission",
    "--allow-fs-read=*",
    ...trees.map((path) => `--allow-fs-write=${path}/*`),
    ...[...leaves, "/dev/null"].flatMap((path) => (isBelow(path, trees) ? [] : [`--allow-fs-write=${path}`])),
    ...(exec.allow === "any" ? ["--allow-child-process"] : []),
    ...(code.includes("worker") ? ["--allow-worker"] : []),
    ...(code.includes("native") && major >= 22 ? ["--allow-addons"] : []),
    ...(major >= 25 ? ["--allow-net"] : []),
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=SecurityWarning",
  ];
}

/**
 * Loads a module into a sandboxed process and gives back its functions.
 *
 * The process is started once and kept: a call costs a message there and back. Arguments and
 * results are copied (structured clone); an `AbortSignal` works across, an async iterable streams.
 *
 * @param url as `import.meta.resolve` gives it.
 * @throws {ConfinementRefused} when the policy cannot be held here.
 * @throws {WorkerError} when the module cannot be loaded.
 */
export async function isolate<M extends object = Record<string, (...args: unknown[]) => unknown>>(
  url: string,
  options: IsolateOptions,
): Promise<Isolated<M>> {
  checkOptions<IsolateOptions>("isolate", options, OPTIONS);
  const file = realpathSync.native(fileURLToPath(url));
  const { policy, maxCalls = Infinity, idleMs = IDLE_MS } = options;
  const { grants } = grantsOf(policy);
  if (!isNone(grants.exec) && (grants.exec.allow !== "any" || grants.exec.deny.length > 0))
    throw new ConfinementRefused(
      "`exec` cannot be held: in a worker it is `none` or `any`; hand the command over as a function of the host, which runs it with `runConfined`",
    );
  let current: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const boot = async (): Promise<Worker> => {
    const prepared = await prepare(policy, options);
    return (current = spawn(prepared));
  };
  const spawn = (prepared: Prepared): Worker => {
    const { backend, plan, filter } = prepared;
    const proxied = plan.network === "proxy";
    const started = start({
      ...backend,
      options: prepared.options({
        code: [process.execPath, ...(options.code ?? codeFolders(file))],
        channel: proxied,
        link: true,
        variables: proxied ? { TOOLFENCE_EGRESS: "1" } : {},
      }),
      command: prepared.command([
        process.execPath,
        ...innerLayer(grants, plan, prepared.temporary),
        "-e",
        asProgram(child),
        "--",
        pathToFileURL(file).href,
        String(FD.link),
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
    const egress = proxied ? createEgress({ scope: plan.hosts, onDecision: options.onEgress, resolve: options.resolve }) : undefined;
    return new Worker(started, options.host ?? {}, egress, plan.limits.outputBytes);
  };
  let booting: Promise<Worker> | undefined;
  const worker = async (): Promise<Worker> => {
    if (current && !current.isOver && current.made < maxCalls) return current;
    const old = current;
    if (old && !old.isOver && old.pending === 0) old.stop();
    booting ??= boot().finally(() => {
      booting = undefined;
    });
    const next = await booting;
    const late = policy.limits?.timeMs;
    const timer = late === undefined ? undefined : setTimeout(() => next.stop(), late);
    await next.ready().finally(() => {
      clearTimeout(timer);
    });
    return next;
  };
  const call = async (name: string, args: readonly unknown[]): Promise<unknown> => {
    clearTimeout(idle);
    const one = await worker();
    try {
      return await one.call(name, args, policy.limits?.timeMs);
    } finally {
      if (one.made >= maxCalls && one.pending === 0) one.stop();
      if (one.pending === 0) idle = setTimeout(() => one.stop(), idleMs).unref();
    }
  };
  const names = await (await worker()).ready();
  const functions = Object.fromEntries(names.map((name) => [name, markApart((...args: unknown[]) => call(name, args), "worker")]));
  const dispose = (): Promise<void> => {
    clearTimeout(idle);
    current?.stop();
    return Promise.resolve();
  };
  return Object.assign(functions, { [Symbol.asyncDispose]: dispose }) as unknown as Isolated<M>;
}
