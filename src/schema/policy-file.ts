import { parse } from "yaml";
import type { Policy } from "../model/policy.ts";
import { policyFileSchema } from "./policy.ts";
import type { Problem } from "./problems.ts";
import { checkPolicy, problemsOf } from "./problems.ts";

export type CheckedPolicyFile =
  | { readonly k: "ok"; readonly tools: Readonly<Record<string, Policy>>; readonly isReviewed: boolean }
  | { readonly k: "unreadable"; readonly reason: string }
  | { readonly k: "invalid"; readonly problems: readonly Problem[] };

const MAX_BYTES = 5_000_000;

/** Checks the text of a policy file, JSON or YAML: its shape, and every pattern of every policy. */
export function checkPolicyFile(text: string): CheckedPolicyFile {
  if (text.length > MAX_BYTES) return { k: "unreadable", reason: `it is larger than ${MAX_BYTES} bytes` };
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: 50, uniqueKeys: true });
  } catch (error) {
    return { k: "unreadable", reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : "it is not YAML or JSON" };
  }
  const shape = policyFileSchema.safeParse(document);
  if (!shape.success) return { k: "invalid", problems: problemsOf(shape.error) };
  const problems = Object.entries(shape.data.tools).flatMap(([tool, policy]) => {
    const checked = checkPolicy(policy);
    return checked.ok ? [] : checked.problems.map((problem): Problem => ({ ...problem, path: ["tools", tool, ...problem.path] }));
  });
  return problems.length > 0 ? { k: "invalid", problems } : { k: "ok", tools: shape.data.tools, isReviewed: shape.data.reviewed !== false };
}
