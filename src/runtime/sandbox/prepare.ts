import type { Policy } from "../../model/policy.ts";
import type { Applied } from "./apply.ts";
import { apply } from "./apply.ts";
import type { Backend } from "./backend.ts";
import { probe, probeWayOut } from "./backend.ts";
import { unnamedByFirejail } from "./backends/firejail.ts";
import type { BackendName } from "./backends/names.ts";
import { UNHELD } from "./backends/unheld.ts";
import type { At } from "./examine.ts";
import { ConfinementRefused, examine, unheldError } from "./examine.ts";
import type { Plan } from "./plan.ts";
import type { Survey } from "./survey.ts";

/** Everything that a confined start needs, decided before anything runs. */
export interface Prepared extends Applied {
  readonly plan: Plan;
  readonly backend: Backend;
  /** What stood in the folders to be written. */
  readonly before: Survey;
  /** What stands there now. */
  readonly after: () => Promise<Survey>;
}

/** Where and by what a confined start happens. */
export interface Where extends At {
  /** Bubblewrap, unless another one is asked for. */
  readonly backend?: BackendName | undefined;
  /** For tests: places where bubblewrap is looked for. */
  readonly launchers?: readonly string[] | undefined;
}

async function backendFor({ backend = "bubblewrap", launchers }: Where): Promise<Backend> {
  const found = await probe(backend, launchers);
  if ("reason" in found) throw new ConfinementRefused(found.reason);
  return found;
}

/**
 * Plans a confined start and checks that it can be held.
 *
 * @throws {ConfinementRefused} when no backend works or a clause cannot be held.
 */
export async function prepare(policy: Policy, where: Where): Promise<Prepared> {
  const examined = examine(policy, where);
  const { plan, survey: before, after } = examined;
  const backend = await backendFor(where);
  if (backend.name === "landlock" && plan.network === "proxy") {
    const found = await probeWayOut(backend);
    if ("reason" in found) throw new ConfinementRefused(found.reason);
  }
  const unheld = UNHELD[backend.name](plan);
  if (unheld.length > 0) throw unheldError(unheld);
  const unnamed = backend.name === "firejail" ? unnamedByFirejail(examined) : undefined;
  if (unnamed !== undefined) throw new ConfinementRefused(unnamed);
  return { ...apply({ ...examined, backend }), plan, backend, before, after };
}

/** Why a confined start would be refused on this machine, as its folders stand now; undefined where it would not. Runs no more than the probe. */
export async function refusalHere(policy: Policy, where: Where): Promise<string | undefined> {
  try {
    const prepared = await prepare(policy, where);
    await prepared.end();
    return undefined;
  } catch (error) {
    if (error instanceof ConfinementRefused) return error.message;
    throw error;
  }
}
