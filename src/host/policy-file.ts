import { join } from "node:path";
import { parse } from "yaml";
import type { Policy } from "../model/policy.ts";
import { policyFileSchema } from "../schema/policy.ts";
import type { Problem } from "../schema/problems.ts";
import { checkPolicy, printKeys, problemsOf } from "../schema/problems.ts";
import { exists, readText } from "./files.ts";

export const POLICY_FILES = ["toolfence.policy.json", "toolfence.policy.yaml", "toolfence.policy.yml"] as const;

export type PolicyFile =
  | { readonly k: "none" }
  | { readonly k: "ok"; readonly file: string; readonly tools: Readonly<Record<string, Policy>> }
  | { readonly k: "invalid"; readonly file: string; readonly problems: readonly string[] };

const MAX_BYTES = 5_000_000;

/** Reads the policy file of a folder, if it has one. A file that exists but is wrong is never ignored. */
export function readPolicyFile(root: string): PolicyFile {
  const file = POLICY_FILES.find((name) => exists(join(root, name)));
  if (file === undefined) return { k: "none" };
  const text = readText(join(root, file));
  if (text === undefined) return { k: "invalid", file, problems: ["it cannot be read"] };
  if (text.length > MAX_BYTES) return { k: "invalid", file, problems: [`it is larger than ${MAX_BYTES} bytes`] };
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: 50, uniqueKeys: true });
  } catch (error) {
    return { k: "invalid", file, problems: [error instanceof Error ? (error.message.split("\n")[0] ?? "") : "it is not YAML or JSON"] };
  }
  const shape = policyFileSchema.safeParse(document);
  const print = (problem: Problem): string =>
    `${printKeys(problem.path)}: ${problem.message}${problem.hint === undefined ? "" : ` (${problem.hint})`}`;
  if (!shape.success) return { k: "invalid", file, problems: problemsOf(shape.error).map(print) };
  const problems = Object.entries(shape.data.tools).flatMap(([tool, policy]) => {
    const checked = checkPolicy(policy);
    return checked.ok ? [] : checked.problems.map((problem) => print({ ...problem, path: ["tools", tool, ...problem.path] }));
  });
  return problems.length > 0 ? { k: "invalid", file, problems } : { k: "ok", file, tools: shape.data.tools };
}
