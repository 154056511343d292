import { join } from "node:path";
import { POLICY_FILES } from "../model/own-files.ts";
import type { Policy } from "../model/policy.ts";
import { checkPolicyFile } from "../schema/policy-file.ts";
import { printKeys } from "../schema/problems.ts";
import { oneOf, readText } from "./files.ts";

export type PolicyFile =
  | { readonly k: "none" }
  | { readonly k: "ok"; readonly file: string; readonly tools: Readonly<Record<string, Policy>>; readonly isReviewed: boolean }
  | { readonly k: "invalid"; readonly file: string; readonly problems: readonly string[] };

/** Reads the policy file of a folder, if it has one. A file that exists but is wrong is never ignored. */
export function readPolicyFile(root: string): PolicyFile {
  const { file, problem } = oneOf(root, POLICY_FILES);
  if (file === undefined) return { k: "none" };
  if (problem !== undefined) return { k: "invalid", file, problems: [problem] };
  const text = readText(join(root, file));
  if (text === undefined) return { k: "invalid", file, problems: ["it cannot be read"] };
  const found = checkPolicyFile(text);
  switch (found.k) {
    case "ok":
      return { ...found, file };
    case "unreadable":
      return { k: "invalid", file, problems: [found.reason] };
    case "invalid":
      return {
        k: "invalid",
        file,
        problems: found.problems.map(
          ({ path, message, hint }) => `${printKeys(path)}: ${message}${hint === undefined ? "" : ` (${hint})`}`,
        ),
      };
  }
}
