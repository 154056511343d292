import { isParameter } from "./holes.ts";
import type { Grants, Policy } from "./policy.ts";
import { judge } from "./resource.ts";

/** What holds a use that depends on a value of the run: the gate an argument, the sandbox what is isolated. */
export type Holder = "gate" | "sandbox" | "nothing";

/** How a use stands to a policy; without one, not at all. */
export type Judged =
  | { readonly verdict: null; readonly heldBy: null }
  | { readonly verdict: "inside" | "outside"; readonly heldBy: null }
  | { readonly verdict: "depends"; readonly heldBy: Holder };

/** Judges one use. @param grants the policy's, normalised. */
export function verdictOf(capability: string, resource: string, grants: Grants | null, policy: Policy | null): Judged {
  if (!grants) return { verdict: null, heldBy: null };
  const verdict = judge(capability, resource, grants);
  if (verdict !== "depends") return { verdict, heldBy: null };
  return { verdict, heldBy: isParameter(resource) ? "gate" : policy?.isolation === undefined ? "nothing" : "sandbox" };
}
