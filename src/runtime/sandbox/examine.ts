import { lstatSync, realpathSync } from "node:fs";
import type { Grants, Policy } from "../../model/policy.ts";
import { normalise } from "../../model/policy.ts";
import { checkPolicy, printProblem } from "../../schema/problems.ts";
import { resolveDeepest } from "../gate/paths.ts";
import { currentRoots } from "../roots.ts";
import type { Hidden } from "./hidden.ts";
import { hiddenIn, matcher, unclearDenial } from "./hidden.ts";
import type { Pins } from "./pins.ts";
import { pinned, pinOf } from "./pins.ts";
import type { Plan, Unheld } from "./plan.ts";
import { planSandbox } from "./plan.ts";
import type { Survey } from "./survey.ts";
import { survey, surveyInTurns } from "./survey.ts";

/** Nothing ran. The process that asked should end with 125. */
export class ConfinementRefused extends Error {
  override readonly name = "ConfinementRefused";
}

/** A plan that was checked, and what was found where it leads. */
export interface Examined {
  readonly plan: Plan;
  /** What stood in the folders to be written. */
  readonly survey: Survey;
  readonly hidden: Hidden;
  readonly pins: Pins;
  readonly cwd: string;
  /** What stands in the folders to be written now. */
  readonly after: () => Promise<Survey>;
}

/** Where a confined start happens. */
export interface At {
  readonly workspace?: string | undefined;
  readonly cwd?: string | undefined;
  /** Takes more for granted than the policy grants, where no mount says it closer; else that is refused. */
  readonly losses?: "accept" | undefined;
  /** Folders that are there to be read beside the policy's. */
  readonly code?: readonly string[] | undefined;
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
 * Plans a confined start, and looks at what stands where it leads.
 *
 * @throws {ConfinementRefused} when a clause cannot be held by any backend.
 */
export function examine(policy: Policy, where: At): Examined {
  const roots = currentRoots(where.workspace);
  const { grants } = grantsOf(policy);
  const planned = planSandbox(grants, roots, process.env, policy.limits);
  if (!planned.ok) throw unheldError(planned.unheld);
  const { plan } = planned;
  if (plan.losses.length > 0 && where.losses !== "accept") throw unheldError(plan.losses, '; `losses: "accept"` takes that');
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
  const after = (): Promise<Survey> => surveyInTurns(plan.write, { isBefore: false, isDenied });
  return { plan, survey: seen, hidden, pins, cwd: visible || isOnTheWay ? cwd : "/", after };
}

export const unheldError = (unheld: readonly Unheld[], more = ""): ConfinementRefused =>
  new ConfinementRefused(unheld.map((one) => `\`${one.clause}\` cannot be held: ${one.reason}`).join("; ") + more);
