import type { Plan } from "../plan.ts";
import { BASE_ENVIRONMENT } from "../plan.ts";

/** How a command would be started by a sandbox that is not run here: told, and started by somebody else. */
export interface Elsewhere {
  readonly file: string;
  readonly args: readonly string[];
  /** All the variables that it may have: those of everybody by value, granted ones by name, since what they hold is nobody's to see. */
  readonly environment: { readonly fixed: Readonly<Record<string, string>>; readonly passed: readonly string[] };
  readonly cwd: string;
  /** What of the plan is held by nothing. */
  readonly notHeld: readonly string[];
}

/** Which variables of a plan hold what they always hold, and which ones what somebody has granted. */
export function environmentOf({ environment }: Plan): Elsewhere["environment"] {
  // Whoever holds it there has a home of its own for it, or none.
  const entries = Object.entries(environment).filter(([name]) => name !== "HOME");
  const isFixed = ([name, value]: readonly [string, string]): boolean => BASE_ENVIRONMENT[name] === value;
  return { fixed: Object.fromEntries(entries.filter(isFixed)), passed: entries.filter((one) => !isFixed(one)).map(([name]) => name) };
}

export const ELSEWHERE = ["seatbelt", "docker", "podman"] as const;
export type ElsewhereName = (typeof ELSEWHERE)[number];
