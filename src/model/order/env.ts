import type { EnvPattern } from "../env.ts";
import { envSpecimens, matchAnyEnv } from "../env.ts";
import { isSecretName } from "../risk.ts";
import type { Region } from "../region.ts";
import { holds, isNothing, patternsOf } from "../region.ts";
import { SECRET_EXAMPLES } from "../sensitive.ts";
import type { Excess } from "./excess.ts";
import { gains } from "./excess.ts";

/** A variable that `next` holds and `base` does not. Exact: a name of each kind that the patterns tell apart is tried. */
export function excessEnv(base: Region<EnvPattern>, next: Region<EnvPattern>): Excess<string> {
  const gained = gains(base, next);
  if (isNothing(gained)) return null;
  const found = [...SECRET_EXAMPLES, ...envSpecimens(patternsOf(gained))].filter((name) => holds(gained, name, matchAnyEnv));
  const secret = found.find(isSecretName);
  if (secret !== undefined) return { k: "event", event: secret, sensitive: true };
  const [first] = found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return first === undefined ? null : { k: "event", event: first, sensitive: false };
}
