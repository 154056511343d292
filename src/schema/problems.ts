import type { z } from "zod";
import { nearest } from "../model/capability.ts";
import type { Policy } from "../model/policy.ts";
import { normalise } from "../model/policy.ts";
import { policySchema } from "./policy.ts";

/** One thing that is wrong with a document: where, what was found, what to do. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
  /** Where in the text at `path` it goes wrong, in characters from its start. */
  readonly at?: number;
  /** The key that was probably meant. */
  readonly nearest?: string;
}

const KEYS = [
  "risk",
  "fs",
  "net",
  "env",
  "exec",
  "control",
  "code",
  "accept",
  "secrets",
  "host",
  "untrustedOutput",
  "constraints",
  "limits",
  "approval",
  "isolation",
  "reason",
  "read",
  "write",
  "create",
  "modify",
  "delete",
  "connect",
  "listen",
  "resolve",
  "allow",
  "deny",
  "command",
  "args",
  "shell",
  "cwd",
  "maxInvocations",
  "onlyAfter",
  "forbidden",
  "timeMs",
  "memoryMb",
  "outputBytes",
  "processes",
  "fileBytes",
  "openFiles",
  "cpuMs",
  "tools",
  "reviewed",
  "failOn",
  "rules",
  "requireAnalysis",
  "ignore",
  "any",
  "none",
  "always",
  "session",
  "never",
  "low",
  "medium",
  "high",
  "critical",
];

/** Turns zod's issues into problems that name what was found and the nearest thing that exists. */
export function problemsOf(error: z.ZodError): Problem[] {
  return error.issues.flatMap((issue) => flatten(issue));
}

function flatten(issue: z.core.$ZodIssue, outer: readonly (string | number)[] = []): Problem[] {
  const path = [...outer, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const close = nearest(key, KEYS);
      return {
        path: [...path, key],
        message: `unknown key \`${key}\``,
        ...(close === undefined || close === key ? {} : { hint: `write \`${close}\``, nearest: close }),
      };
    });
  }
  if (issue.code === "invalid_union") {
    const options = issue.errors.map((issues) => issues.flatMap((one) => flatten(one, path)));
    const deepest = [...options].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
    if (deepest && depth(deepest) > path.length) return deepest;
    return [{ path, message: "has the wrong form", hint: "write `none`, `any`, or a list" }];
  }
  return [{ path, message: issue.message.charAt(0).toLowerCase() + issue.message.slice(1) }];
}

const depth = (problems: readonly Problem[]): number => Math.max(0, ...problems.map((problem) => problem.path.length));

export type Checked = { readonly ok: true; readonly policy: Policy } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Checks the shape of a policy and every pattern in it. */
export function checkPolicy(input: unknown): Checked {
  const shape = policySchema.safeParse(input);
  if (!shape.success) return { ok: false, problems: problemsOf(shape.error) };
  const { problems } = normalise(shape.data);
  if (problems.length === 0) return { ok: true, policy: shape.data };
  return {
    ok: false,
    problems: problems.map((one) => ({
      path: one.path,
      message: `${one.message} in \`${one.found}\` at character ${one.at + 1}`,
      hint: one.hint,
      at: one.at,
    })),
  };
}

/** `` `fs.write[0]`: message; hint `` */
export const printProblem = ({ path, message, hint }: Problem): string =>
  `\`${printKeys(path)}\`: ${message}${hint === undefined ? "" : `; ${hint}`}`;

/** `fs.write[0]` */
export const printKeys = (path: readonly (string | number)[]): string =>
  path.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");
