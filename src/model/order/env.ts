import type { EnvPattern } from "../env.ts";
import { envCandidates, matchEnv } from "../env.ts";
import type { Region } from "../region.ts";
import { holds, patternsOf, scopesOf } from "../region.ts";
import { SECRET_EXAMPLES } from "../sensitive.ts";
import type { Excess } from "./excess.ts";
import { worthAsking } from "./excess.ts";

/** A variable that `next` holds and `base` does not. Exact: every region between pattern boundaries is tried. */
export function excessEnv(base: Region<EnvPattern>, next: Region<EnvPattern>): Excess<string> {
  const asked = worthAsking(base, next);
  const all = [...patternsOf(base), ...patternsOf(next)];
  const gained = (name: string): boolean => holds(asked, name, matchEnv) && !holds(base, name, matchEnv);
  const secret = SECRET_EXAMPLES.find(gained);
  if (secret !== undefined) return { k: "event", event: secret, sensitive: true };
  const candidates = scopesOf(asked).flatMap(({ scope, plus }) =>
    !plus ? [] : scope.allow === "any" ? envCandidates(undefined, all) : scope.allow.flatMap((one) => envCandidates(one, all)),
  );
  const [first] = [...new Set(candidates)].filter(gained).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return first === undefined ? null : { k: "event", event: first, sensitive: false };
}
