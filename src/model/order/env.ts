import { Budget } from "../glob/search.ts";
import type { EnvPattern } from "../env.ts";
import { envCandidates, matchEnv } from "../env.ts";
import { isSecretName } from "../risk.ts";
import type { Region } from "../region.ts";
import { holds, patternsOf, scopesOf } from "../region.ts";
import { SECRET_EXAMPLES } from "../sensitive.ts";
import type { Excess } from "./excess.ts";
import { worthAsking } from "./excess.ts";

/** A variable that `next` holds and `base` does not. Exact: every region between pattern boundaries is tried. */
export function excessEnv(base: Region<EnvPattern>, next: Region<EnvPattern>, budget: Budget = new Budget()): Excess<string> {
  const asked = worthAsking(base, next);
  const all = [...patternsOf(base), ...patternsOf(next)];
  let cut = false as boolean;
  const gained = (name: string): boolean => {
    budget.left -= all.length;
    if (budget.left < 0) cut = true;
    return !cut && holds(asked, name, matchEnv) && !holds(base, name, matchEnv);
  };
  const candidates = scopesOf(asked).flatMap(({ scope, plus }) =>
    !plus ? [] : scope.allow === "any" ? envCandidates(undefined, all) : scope.allow.flatMap((one) => envCandidates(one, all)),
  );
  const found = [...SECRET_EXAMPLES, ...new Set(candidates)].filter(gained);
  const secret = found.find(isSecretName);
  if (secret !== undefined) return { k: "event", event: secret, sensitive: true };
  const [first] = found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  if (first === undefined) return cut ? { k: "unknown" } : null;
  return { k: "event", event: first, sensitive: false };
}
