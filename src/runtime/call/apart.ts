import type { Policy } from "../../model/policy.ts";
import type { Denial } from "../denied.ts";
import { denialOf } from "../denied.ts";
import { isObject } from "../plain-object.ts";

type Isolation = NonNullable<Policy["isolation"]>;

/** From least to most apart. */
const LEVELS: readonly Isolation[] = ["worker", "process"];
const apart = new WeakMap<object, Isolation>();

/** Notes that what a function does happens apart from the agent's process. */
export const markApart = <F extends object>(executor: F, isolation: Isolation): F => {
  apart.set(executor, isolation);
  return executor;
};

/** Notes that a function does what another one does, where that does it. */
export function asApartAs(executor: object, other: object): void {
  const found = apart.get(other);
  if (found !== undefined) apart.set(executor, found);
}

/** Why an executor may not run, where its policy wants it apart and it is not. */
export function isolationDenial(wanted: Isolation | undefined, executors: readonly unknown[]): Denial | undefined {
  if (wanted === undefined) return undefined;
  const least = LEVELS.indexOf(wanted);
  const found = executors.filter(isObject).map((one) => apart.get(one));
  if (found.some((one) => one !== undefined && LEVELS.indexOf(one) >= least)) return undefined;
  return denialOf(
    "tool.isolation",
    "isolation",
    "policy",
    wanted,
    `the policy wants the tool isolated (\`${wanted}\`), and its executor runs in the agent's own process`,
    "isolation",
  );
}
