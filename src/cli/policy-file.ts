import { readFileSync } from "node:fs";
import { readDocument } from "../host/yaml.ts";
import type { Policy } from "../model/policy.ts";
import { checkPolicy, printKeys } from "../schema/problems.ts";
import { visible } from "../model/json-text.ts";
import { UserError } from "./io.ts";

/**
 * Reads one policy, in YAML or JSON.
 *
 * @throws {UserError} with `exitCode`, when it is none.
 */
export function readPolicy(path: string, exitCode = 2): Policy {
  const end = exitCode === 2 ? "" : " Nothing was run.";
  const document = (() => {
    try {
      // What somebody names may be a pipe.
      return readDocument(readFileSync(path, "utf8"));
    } catch {
      return undefined;
    }
  })();
  if (!document?.ok) throw new UserError(`\`${visible(path)}\` cannot be read as a policy.${end}`, exitCode);
  const checked = checkPolicy(document.value);
  if (checked.ok) return checked.policy;
  const problems = checked.problems.map(
    (one) => `\`${visible(printKeys(one.path))}\`: ${visible(one.message)}${one.hint === undefined ? "" : ` (${visible(one.hint)})`}`,
  );
  throw new UserError(`\`${visible(path)}\` is not a valid policy: ${problems.join("; ")}.${end}`, exitCode);
}
