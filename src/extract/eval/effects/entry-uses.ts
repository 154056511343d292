import type { Entry } from "../../tables/format.ts";
import type { External } from "../domain/targets.ts";
import { SPECIAL_CAPABILITIES } from "../../tables/special-capabilities.ts";
import type { Machine } from "../machine.ts";
import { filesWithin, resourcesFor } from "./resources.ts";
import type { Use, Uses } from "../domain/uses.ts";
import { specialEffects } from "./special-effects.ts";
import type { Value } from "../domain/values.ts";

const ANY = "{dynamic}";

/**
 * What calling something does by its row in a table.
 *
 * @param call how it is called; null where it is only handed on, to be called in a way that nobody sees.
 */
export function usesOfEntry(x: Machine, entry: Entry, call: { readonly args: readonly Value[]; readonly target: External } | null): Uses {
  const plain = entry.call.flatMap((use): Use[] => {
    const given = use.arg === undefined ? undefined : call?.args[use.arg];
    const named = given && use.within ? filesWithin(x, given, use.within, use.isTold) : given;
    if (call && use.within && !named?.length) return [];
    const resources = use.arg === undefined || !call ? [ANY] : resourcesFor(use.capability, named);
    return (use.fixed === undefined ? resources : [use.fixed]).map((resource) => ({ capability: use.capability, resource }));
  });
  const special = entry.special === undefined ? undefined : specialEffects[entry.special];
  if (!special) return { uses: plain };
  const more: Uses = call
    ? special(x, call.args, call.target)
    : { uses: (SPECIAL_CAPABILITIES[entry.special ?? ""] ?? []).map((capability) => ({ capability, resource: ANY })) };
  return { ...more, uses: [...plain, ...more.uses] };
}
