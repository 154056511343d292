import type { FoundTool } from "../extract/discover/make.ts";
import type { Machine } from "../extract/eval/machine.ts";
import type { Pos } from "../extract/ir.ts";
import type { HandedOn } from "../extract/firm.ts";
import { handedOn } from "../extract/firm.ts";
import { literalOf } from "../extract/literals.ts";
import type { Policy } from "../model/policy.ts";
import type { Problem } from "../schema/problems.ts";
import { checkPolicy } from "../schema/problems.ts";

/** Where the object literal of a policy stands. */
export interface PolicyPlace {
  readonly file: string;
  readonly at: Pos;
}

/** What a tool declares, and whether it can be relied on. */
export type Declared =
  | { readonly k: "none" }
  | { readonly k: "ok"; readonly policy: Policy; readonly origin: "code" | "file"; readonly place: PolicyPlace | null }
  | { readonly k: "unreadable"; readonly place: PolicyPlace | null; readonly changedAt?: HandedOn | undefined }
  | { readonly k: "invalid"; readonly problems: readonly Problem[]; readonly place: PolicyPlace | null };

export interface Declaration {
  readonly declared: Declared;
  /** The policy file speaks of the tool as well, which is one voice too many. */
  readonly twice: boolean;
}

/** The policy that a tool declares in code, else the one that the policy file has for it. */
export function declarationOf(x: Machine, guards: FoundTool["guards"], filed: Policy | undefined): Declaration {
  const [guard] = guards;
  if (!guard) return { declared: filed ? { k: "ok", policy: filed, origin: "file", place: null } : { k: "none" }, twice: false };
  const object = guard.find((atom) => atom.k === "obj");
  const place = object?.k === "obj" ? { file: object.mod.file, at: object.e.at } : null;
  const literal = literalOf(x, guard);
  const checked = literal.ok ? checkPolicy(literal.value) : undefined;
  const changedAt = checked?.ok && object?.k === "obj" ? handedOn(x, object.mod, object.e) : undefined;
  const declared: Declared =
    !checked || changedAt
      ? { k: "unreadable", place, changedAt }
      : checked.ok
        ? { k: "ok", policy: checked.policy, origin: "code", place }
        : { k: "invalid", problems: checked.problems, place };
  return { declared, twice: filed !== undefined };
}

/** The policy to judge by; null where there is none that can be relied on. */
export const policyIn = (declared: Declared): Policy | null => (declared.k === "ok" ? declared.policy : null);
