import { join } from "node:path";
import { POLICY_FILES } from "../model/own-files.ts";
import type { Policy } from "../model/policy.ts";
import type { CheckedPolicyFile } from "../schema/policy-file.ts";
import { checkPolicyFile } from "../schema/policy-file.ts";
import { printKeys } from "../schema/problems.ts";
import { oneOf, readText } from "./files.ts";
import { readDocument } from "./yaml.ts";

export type PolicyFile =
  | { readonly k: "none" }
  | { readonly k: "ok"; readonly file: string; readonly tools: Readonly<Record<string, Policy>>; readonly isReviewed: boolean }
  | { readonly k: "invalid"; readonly file: string; readonly problems: readonly string[] };

const MAX_BYTES = 5_000_000;

/** Checks the text of a policy file, JSON or YAML. */
export function checkPolicyText(text: string): CheckedPolicyFile | { readonly k: "unreadable"; readonly reason: string } {
  if (text.length > MAX_BYTES) return { k: "unreadable", reason: `it is larger than ${MAX_BYTES} bytes` };
  const document = readDocument(text);
  return document.ok ? checkPolicyFile(document.value) : { k: "unreadable", reason: document.reason };
}

/** Reads the policy file of a folder, if it has one. A file that exists but is wrong is never ignored. */
export function readPolicyFile(root: string): PolicyFile {
  const { file, problem } = oneOf(root, POLICY_FILES);
  if (file === undefined) return { k: "none" };
  if (problem !== undefined) return { k: "invalid", file, problems: [problem] };
  const text = readText(join(root, file));
  if (text === undefined) return { k: "invalid", file, problems: ["it cannot be read"] };
  const found = checkPolicyText(text);
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
