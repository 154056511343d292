import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Policy } from "../model/policy.ts";
import { checkPolicy, printKeys } from "../schema/problems.ts";
import { visible } from "../verify/undeclared.ts";
import { UserError } from "./io.ts";

/**
 * Reads one policy, in YAML or JSON.
 *
 * @throws {UserError} with `exitCode`, when it is none.
 */
export function readPolicy(path: string, exitCode = 2): Policy {
  const end = exitCode === 2 ? "" : " Nothing was run.";
  let document: unknown;
  try {
    document = parse(readFileSync(path, "utf8"), { maxAliasCount: 50 });
  } catch {
    throw new UserError(`\`${visible(path)}\` cannot be read as a policy.${end}`, exitCode);
  }
  const checked = checkPolicy(document);
  if (checked.ok) return checked.policy;
  const problems = checked.problems.map(
    (one) => `\`${visible(printKeys(one.path))}\`: ${visible(one.message)}${one.hint === undefined ? "" : ` (${visible(one.hint)})`}`,
  );
  throw new UserError(`\`${visible(path)}\` is not a valid policy: ${problems.join("; ")}.${end}`, exitCode);
}
