import { lstatSync, realpathSync } from "node:fs";
import type { Policy } from "../../model/policy.ts";
import { normalise } from "../../model/policy.ts";
import { resolveDeepest } from "../gate/paths.ts";
import { currentRoots } from "../roots.ts";
import type { Backend } from "./backend.ts";
import { probe, systemLayout } from "./backend.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { channelFd, FD } from "./descriptors.ts";
import { limited } from "./limits.ts";
import type { Plan } from "./plan.ts";
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
  readonly filter: Buffer;
  /** The launcher's options. `code`: files and folders of ours that must be readable inside. */
  options(inside: {
    readonly code: readonly string[];
    readonly channel: boolean;
    readonly variables: Readonly<Record<string, string>>;
  }): string[];
  /** The command as the launcher is given it. */
  command(command: readonly string[]): string[];
}

/** Every folder of a plan must be there, and be itself: a link could lead elsewhere by the time it is mounted. */
function checkRoots({ leaves, read, write }: Plan): void {
  for (const path of [...read, ...write]) {
    if (!lstatSync(path, { throwIfNoEntry: false }))
      throw new ConfinementRefused(`\`${path}\` does not exist; make it, or take it from the policy`);
    if (leaves.includes(path) && lstatSync(path).isDirectory())
      throw new ConfinementRefused(`\`${path}\` is a folder, and the policy grants a file; write \`${path}/**\``);
    if (realpathSync.native(path) !== path)
      throw new ConfinementRefused(`\`${path}\` leads through a link to \`${realpathSync.native(path)}\`; write that in the policy`);
  }
}

/**
 * Plans a confined start and checks that it can be held.
 *
 * @throws {ConfinementRefused} when no backend works or a clause cannot be held.
 */
export async function prepare(
  policy: Policy,
  where: { readonly workspace?: string | undefined; readonly cwd?: string | undefined; readonly launchers?: readonly string[] | undefined },
): Promise<Prepared> {
  const roots = currentRoots(where.workspace);
  const { grants, problems } = normalise(policy);
  if (problems[0]) throw new ConfinementRefused(`the policy is not valid: ${problems[0].message}`);
  const planned = planSandbox(grants, roots, process.env, policy.limits);
  if (!planned.ok) throw new ConfinementRefused(planned.unheld.map((one) => `\`${one.clause}\` cannot be held: ${one.reason}`).join("; "));
  const { plan } = planned;
  const backend = await probe(where.launchers);
  if ("reason" in backend) throw new ConfinementRefused(backend.reason);
  checkRoots(plan);
  const before = survey(plan.write);
  if (!before.isWhole)
    throw new ConfinementRefused("the folders to be written hold more files than can be searched for protected ones; grant a smaller one");
  const cwd = resolveDeepest(where.cwd ?? roots.workspace);
  const visible = [...plan.read, ...plan.write].some((folder) => folder === "/" || cwd === folder || cwd.startsWith(`${folder}/`));
  const proxied = plan.network === "proxy";
  return {
    plan,
    backend,
    before,
    filter: seccompFilter(process.arch as Machine),
    options: ({ code, channel, variables }) =>
      bubblewrapArguments(plan, systemLayout(), visible ? cwd : "/", {
        survey: before,
        needed: code,
        data: proxied ? [{ fd: FD.preload, path: PRELOAD }] : [],
        variables: {
          ...variables,
          ...(channel ? { NODE_CHANNEL_FD: String(channelFd()), NODE_CHANNEL_SERIALIZATION_MODE: "json" } : {}),
        },
      }),
    command: (command) => limited(backend.limiter, plan.limits, command),
  };
}
