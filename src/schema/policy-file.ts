import type { Policy } from "../model/policy.ts";
import { policyFileSchema } from "./policy.ts";
import type { Problem } from "./problems.ts";
import { checkPolicy, problemsOf } from "./problems.ts";

export type CheckedPolicyFile =
  | { readonly k: "ok"; readonly tools: Readonly<Record<string, Policy>>; readonly isReviewed: boolean }
  | { readonly k: "invalid"; readonly problems: readonly Problem[] };

/** Checks what a policy file holds: its shape, and every pattern of every policy. */
export function checkPolicyFile(document: unknown): CheckedPolicyFile {
  const shape = policyFileSchema.safeParse(document);
  if (!shape.success) return { k: "invalid", problems: problemsOf(shape.error) };
  const problems = Object.entries(shape.data.tools).flatMap(([tool, policy]) => {
    const checked = checkPolicy(policy);
    return checked.ok ? [] : checked.problems.map((problem): Problem => ({ ...problem, path: ["tools", tool, ...problem.path] }));
  });
  return problems.length > 0 ? { k: "invalid", problems } : { k: "ok", tools: shape.data.tools, isReviewed: shape.data.reviewed !== false };
}
