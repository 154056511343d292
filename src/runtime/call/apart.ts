import type { Policy } from "../../model/policy.ts";
import type { RuntimeConfig } from "../../schema/runtime.ts";
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

/** Where an executor's work happens: the furthest apart that is known. */
export function backendOf(...executors: readonly unknown[]): "gate" | Isolation {
  const found = executors.filter(isObject).map((one) => apart.get(one));
  return found.includes("process") ? "process" : found.includes("worker") ? "worker" : "gate";
}

/** How far apart a tool must run, and who wants it: its policy, or the configuration for what its code does. */
export function wantedLevel(
  policy: Pick<Policy, "isolation"> | null,
  isRaised: boolean,
  { sandbox = "asked", isolation }: Pick<RuntimeConfig, "sandbox" | "isolation">,
): { readonly level: Isolation; readonly origin: "policy" | "config" } | undefined {
  const asked = isolation === "trust" ? undefined : policy?.isolation;
  if (asked !== undefined) return { level: asked, origin: "policy" };
  return sandbox === "worker" || (sandbox === "facts" && isRaised) ? { level: "worker", origin: "config" } : undefined;
}

/** Why an executor may not run, where it must run apart and does not. */
export function isolationDenial(wanted: ReturnType<typeof wantedLevel>, executors: readonly unknown[]): Denial | undefined {
  if (wanted === undefined) return undefined;
  const { level, origin } = wanted;
  const least = LEVELS.indexOf(level);
  const found = executors.filter(isObject).map((one) => apart.get(one));
  if (found.some((one) => one !== undefined && LEVELS.indexOf(one) >= least)) return undefined;
  return denialOf(
    "tool.isolation",
    origin === "policy" ? "isolation" : "sandbox",
    origin,
    level,
    `the ${origin === "policy" ? "policy" : "configuration"} wants the tool isolated (\`${level}\`), and its executor runs in the agent's own process`,
    origin === "policy" ? "isolation" : "sandbox",
  );
}
