import { visible } from "../model/json-text.ts";
import type { Policy } from "../model/policy.ts";
import { normalise } from "../model/policy.ts";
import { verdictOf } from "../model/verdict.ts";
import type { Finding, ScannedEffect } from "../schema/scan.ts";

export interface FoundEffect {
  readonly capability: string;
  readonly resource: string;
  readonly methods?: readonly string[] | undefined;
  readonly provenance: string;
  readonly path: readonly { readonly file: string; readonly line: number; readonly what: string }[];
}

/** Judges effects against the grants of a policy; without one the verdict is null. */
export function judgeEffects(effects: readonly FoundEffect[], policy: Policy | null): ScannedEffect[] {
  const grants = policy ? normalise(policy).grants : null;
  return effects.map(({ methods, ...effect }) => ({
    ...effect,
    ...(methods && { methods: [...methods] }),
    path: [...effect.path],
    ...verdictOf(effect.capability, effect.resource, grants, policy),
  }));
}

/** The call path in words: `handler > saveReport > fs.writeFile (src/lib.ts:12)`. */
export function describePath(path: FoundEffect["path"]): string {
  const last = path.at(-1);
  const names = path.map((step) => visible(step.what)).join(" > ");
  return last ? `${names} (${visible(last.file)}:${last.line})` : names;
}

/** A finding for every effect outside the declared policy, at the tool's own line where the path starts. */
export function undeclaredFindings(
  name: string,
  effects: readonly ScannedEffect[],
  at: { readonly file: string; readonly line: number },
): Finding[] {
  return effects.flatMap((effect): Finding[] => {
    if (effect.verdict !== "outside") return [];
    const start = effect.path.find((step) => step.file === at.file) ?? at;
    return [
      {
        id: "undeclared",
        severity: "error",
        about: `${effect.capability} ${effect.resource}`,
        message: `Tool \`${visible(name)}\` uses \`${effect.capability}\` on \`${visible(effect.resource)}\`, which its policy does not grant: ${describePath(effect.path)}.`,
        file: at.file,
        line: start.line,
      },
    ];
  });
}
