import { isWithin, nearest } from "../model/capability.ts";
import type { Config } from "../schema/config.ts";
import { CATALOGUE } from "../verify/catalogue.ts";
import { isExemptible } from "../verify/exemptions.ts";
import { isUntouchable } from "../verify/gate-config.ts";
import { FOLDED } from "../verify/folded.ts";
import { visible } from "../model/json-text.ts";
import { UserError } from "./io.ts";

/** Every finding, and every beginning of one that `rules` may name. */
const NAMES: readonly string[] = [
  ...new Set(CATALOGUE.flatMap(({ id }) => id.split(".").map((_, index, parts) => parts.slice(0, index + 1).join(".")))),
];

/** How long anything may be exempt, in days. */
const LONGEST = 366;
const DAY_MS = 86_400_000;

/**
 * A misspelt name under `rules` or `exemptions` would change nothing, without a word; so would an exemption of what cannot be exempt.
 *
 * @param today a day, YYYY-MM-DD.
 * @throws {UserError} when no finding is called so, nor begins so, and where an exemption is for something else than what stands in the
 *   head by itself, or for longer than a year.
 */
export function checkRules(config: Config, today: string): void {
  for (const key of Object.keys(config.rules ?? {})) checkName(key, "rules");
  const latest = new Date(Date.parse(today) + LONGEST * DAY_MS).toISOString().slice(0, today.length);
  for (const { finding, expires } of config.exemptions ?? []) {
    checkName(finding, "exemptions");
    const other = CATALOGUE.find(({ id }) => isWithin(id, finding) && !isExemptible(id));
    if (other)
      throw new UserError(
        `The configuration names \`${visible(finding)}\` under \`exemptions\`: \`${other.id}\` cannot be exempt. ${isUntouchable(other.id) ? "Nothing is exempt from what is found of the gate itself." : "A change is approved (`toolfence approve`, with `--expires` where it is for a while)."}`,
      );
    if (expires > latest)
      throw new UserError(`An exemption of \`${visible(finding)}\` is until \`${expires}\`: the latest day is ${latest}, a year from now.`);
  }
}

function checkName(key: string, where: string): void {
  if (CATALOGUE.some(({ id }) => isWithin(id, key))) return;
  const finer = Object.hasOwn(FOLDED, key) ? FOLDED[key] : undefined;
  const close = nearest(key, NAMES);
  const hint = finer ? `; it is told as \`${finer.join("`, `")}\`.` : close === undefined ? "." : `. Did you mean \`${close}\`?`;
  throw new UserError(
    `The configuration names \`${visible(key)}\` under \`${where}\`: there is no such finding${hint} See \`toolfence rules\`.`,
  );
}
