import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import type { Grants, Policy } from "../../model/policy.ts";
import { normalise } from "../../model/policy.ts";
import { checkPolicy, printProblem } from "../../schema/problems.ts";
import { resolveDeepest } from "../gate/paths.ts";
import { currentRoots } from "../roots.ts";
import type { Backend, BackendName } from "./backend.ts";
import { probe, systemLayout } from "./backend.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { channelFd, FD } from "./descriptors.ts";
import type { Hidden } from "./hidden.ts";
import { hiddenIn, matcher, unclearDenial } from "./hidden.ts";
import type { Listing } from "./landlock.ts";
import { landlockArguments, unheldByLandlock } from "./landlock.ts";
import { limited, tasksOfUser } from "./limits.ts";
import type { Pins } from "./pins.ts";
import { pinned, pinOf } from "./pins.ts";
import type { Plan, Unheld } from "./plan.ts";
import { planSandbox } from "./plan.ts";
import { PRELOAD } from "./program.ts";
import type { Machine } from "./seccomp.ts";
import { seccompFilter } from "./seccomp.ts";
import type { Survey } from "./survey.ts";
import { survey } from "./survey.ts";

/** Nothing ran. The process that asked should end with 125. */
export class ConfinementRefused extends Error {
  override readonly name = "ConfinementRefused";
}

/** Everything that a confined start needs, decided before anything runs. */
export interface Prepared {
  readonly plan: Plan;
  readonly backend: Backend;
  /** What stood in the folders to be written. */
  readonly before: Survey;
  /** What stands there now. */
  after(): Survey;
  readonly filter: Buffer;
  /** What must be mounted; undefined where the launcher opens it itself. */
  readonly pins?: Pins;
  /** Where temporary files go inside. */
  readonly temporary: string;
  /** The launcher's options. `code`: files and folders of ours that must be readable inside. */
  options(inside: {
    readonly code: readonly string[];
    readonly channel: boolean;
    readonly link: boolean;
    readonly variables: Readonly<Record<string, string>>;
  }): string[];
  /** The command as the launcher is given it. */
  command(command: readonly string[]): string[];
  /** Takes away what the run needed outside of it. To be called when it is over; never fails. */
  end(): Promise<void>;
}

/** Where and by what a confined start happens. */
export interface Where {
  readonly workspace?: string | undefined;
  readonly cwd?: string | undefined;
  /** Bubblewrap, unless Landlock is asked for: it holds less. */
  readonly backend?: BackendName | undefined;
  /** Takes more for granted than the policy grants, where no mount says it closer; else that is refused. */
  readonly losses?: "accept" | undefined;
  /** Folders that are there to be read beside the policy's. */
  readonly code?: readonly string[] | undefined;
  /** For tests: places where bubblewrap is looked for. */
  readonly launchers?: readonly string[] | undefined;
}

async function backendFor({ backend = "bubblewrap", launchers }: Where): Promise<Backend> {
  const found = await probe(backend, launchers);
  if ("reason" in found) throw new ConfinementRefused(found.reason);
  return found;
}

/** Every folder of a plan must be there, and be itself; what is mounted later is held against what was found here. */
function checkRoots({ leaves, read, write }: Plan): Pins {
  const pins = new Map<string, string>();
  for (const path of [...read, ...write]) {
    if (!lstatSync(path, { throwIfNoEntry: false }))
      throw new ConfinementRefused(`\`${path}\` does not exist; make it, or take it from the policy`);
    if (leaves.includes(path) && lstatSync(path).isDirectory())
      throw new ConfinementRefused(`\`${path}\` is a folder, and the policy grants a file; write \`${path}/**\``);
    if (realpathSync.native(path) !== path)
      throw new ConfinementRefused(`\`${path}\` leads through a link to \`${realpathSync.native(path)}\`; write that in the policy`);
    const pin = pinOf(path);
    if (pin === undefined) throw new ConfinementRefused(`\`${path}\` was exchanged for something else while it was looked at`);
    if (path !== "/") pins.set(path, pin);
  }
  return pins;
}

/** What a policy grants. @throws {ConfinementRefused} when it is not valid. */
export function grantsOf(policy: Policy): { readonly grants: Grants } {
  const checked = checkPolicy(policy);
  if (!checked.ok) throw new ConfinementRefused(`the policy is not valid: ${checked.problems.map(printProblem).join("; ")}`);
  return normalise(checked.policy);
}

/**
 * Plans a confined start and checks that it can be held.
 *
 * @throws {ConfinementRefused} when no backend works or a clause cannot be held.
 */
export async function prepare(policy: Policy, where: Where): Promise<Prepared> {
  const roots = currentRoots(where.workspace);
  const { grants } = grantsOf(policy);
  const planned = planSandbox(grants, roots, process.env, policy.limits);
  if (!planned.ok) throw unheldError(planned.unheld);
  const { plan } = planned;
  if (plan.losses.length > 0 && where.losses !== "accept") throw unheldError(plan.losses, '; `losses: "accept"` takes that');
  const backend = await backendFor(where);
  const unheld = backend.name === "landlock" ? unheldByLandlock(plan) : [];
  if (unheld.length > 0) throw unheldError(unheld);
  const found = checkRoots(plan);
  const unclear = unclearDenial(plan.denied.write, plan.write, roots);
  if (unclear !== undefined) throw new ConfinementRefused(`\`fs.write\` cannot be held: ${unclear}`);
  const isDenied = plan.denied.write.length > 0 ? matcher(plan.denied.write, roots) : undefined;
  const both = plan.leaves.find((path) => plan.write.includes(path) && isDenied?.(path) === true);
  if (both !== undefined)
    throw new ConfinementRefused(`\`${both}\` is granted to be written, and denied; take one of both from the policy`);
  const before = survey(plan.write, { isBefore: true, isDenied });
  if (!before.isWhole)
    throw new ConfinementRefused("the folders to be written hold more files than can be searched for protected ones; grant a smaller one");
  const cwd = resolveDeepest(where.cwd ?? roots.workspace);
  const visible = [...plan.read, ...plan.write].some((folder) => folder === "/" || cwd === folder || cwd.startsWith(`${folder}/`));
  // It is made on the way to what is mounted below it, and holds nothing else.
  const isOnTheWay = [...plan.read, ...plan.write].some((folder) => folder.startsWith(`${cwd}/`));
  if (!visible && !/^\/(?:$|tmp$|usr(?:\/|$))/u.test(cwd) && cwd !== roots.workspace && !cwd.startsWith(`${roots.workspace}/`))
    throw new ConfinementRefused(`the working folder \`${cwd}\` is outside what the policy grants; grant it, or choose another`);
  const hidden = hiddenIn(plan, where.code ?? [], roots);
  if ("reason" in hidden) throw new ConfinementRefused(`\`fs.read\` cannot be held: ${hidden.reason}`);
  // What is not to be seen cannot be looked at from outside either.
  const isHidden = (path: string): boolean =>
    hidden.files.includes(path) || hidden.folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const stay = [...new Set([...before.pinned, ...hidden.around])].filter((path) => !isHidden(path)).sort();
  const kept = [...stay, ...before.readable.filter((path) => !isHidden(path))];
  const seen: Survey = { ...before, pinned: stay, readable: before.readable.filter((path) => !isHidden(path)) };
  const pins = new Map([...pinned(kept), ...[...found].filter(([path]) => !isHidden(path))]);
  const after = (): Survey => survey(plan.write, { isBefore: false, isDenied });
  const base = { plan, backend, before: seen, after, hidden, pins, cwd: visible || isOnTheWay ? cwd : "/" };
  return backend.name === "bubblewrap" ? byBubblewrap(base) : byLandlock(base);
}

const unheldError = (unheld: readonly Unheld[], more = ""): ConfinementRefused =>
  new ConfinementRefused(unheld.map((one) => `\`${one.clause}\` cannot be held: ${one.reason}`).join("; ") + more);

type Base = Pick<Prepared, "plan" | "backend" | "before" | "after"> & {
  readonly cwd: string;
  readonly pins: Pins;
  readonly hidden: Hidden;
};
const machine = (): Machine => process.arch as Machine;

function byBubblewrap({ plan, backend, before, after, hidden, cwd, pins }: Base): Prepared {
  return {
    plan,
    pins,
    backend,
    before,
    after,
    filter: seccompFilter(machine()),
    temporary: "/tmp",
    options: ({ code, channel, variables }) =>
      bubblewrapArguments(plan, systemLayout(), cwd, {
        survey: before,
        hidden,
        needed: code,
        data: plan.network === "proxy" ? [{ fd: FD.preload, path: PRELOAD }] : [],
        variables: {
          ...variables,
          ...(channel ? { NODE_CHANNEL_FD: String(channelFd()), NODE_CHANNEL_SERIALIZATION_MODE: "json" } : {}),
        },
      }),
    command: (command) => limited(backend.limiter, plan.limits, command),
    end: () => Promise.resolve(),
  };
}

function byLandlock({ plan, backend, before, after, cwd }: Base): Prepared {
  const scratch = mkdtempSync(join(realpathSync.native(tmpdir()), "toolfence-run-"));
  return {
    plan,
    backend,
    before,
    after,
    filter: seccompFilter(machine(), { network: plan.network === "open" }),
    temporary: scratch,
    options: ({ code, link, variables }) =>
      landlockArguments(plan, systemLayout(), cwd, {
        survey: before,
        list: listing,
        scratch,
        needed: code.map((path) => realpathSync.native(path)),
        variables,
        keep: link ? [FD.link] : [],
      }),
    // Without a namespace of users, all processes of the user are counted.
    command: (command) => limited(backend.limiter, { ...plan.limits, processes: plan.limits.processes + tasksOfUser() }, command),
    end: () => removed(scratch),
  };
}

/** Takes a folder away in which somebody may have made it hard: folders that are closed, names too long to be said whole. */
async function removed(folder: string): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    for (const [program, ...args] of [
      ["/bin/chmod", "-R", "u+rwX", folder],
      ["/bin/rm", "-rf", folder],
    ] as const)
      await execa(program, args, { reject: false, stdio: "ignore" });
  }
}

const listing: Listing = (folder) =>
  readdirSync(folder, { withFileTypes: true }).map((one) => ({
    name: one.name,
    kind: one.isDirectory() ? "folder" : one.isFile() ? "file" : "other",
  }));
