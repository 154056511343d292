import { isWithin, nearest } from "../model/capability.ts";
import type { Config } from "../schema/config.ts";
import { CATALOGUE } from "../verify/catalogue.ts";
import { FOLDED } from "../verify/folded.ts";
import { visible } from "../verify/undeclared.ts";
import { UserError } from "./io.ts";

/** Every finding, and every beginning of one that `rules` may name. */
const NAMES: readonly string[] = [
  ...new Set(CATALOGUE.flatMap(({ id }) => id.split(".").map((_, index, parts) => parts.slice(0, index + 1).join(".")))),
];

/**
 * A misspelt name under `rules` would change nothing, without a word.
 *
 * @throws {UserError} when no finding is called so, nor begins so.
 */
export function checkRules(config: Config): void {
  for (const key of Object.keys(config.rules ?? {})) {
    if (CATALOGUE.some(({ id }) => isWithin(id, key))) continue;
    const finer = Object.hasOwn(FOLDED, key) ? FOLDED[key] : undefined;
    const close = nearest(key, NAMES);
    const hint = finer ? `; it is told as \`${finer.join("`, `")}\`.` : close === undefined ? "." : `. Did you mean \`${close}\`?`;
    throw new UserError(
      `The configuration names \`${visible(key)}\` under \`rules\`: there is no such finding${hint} See \`toolfence rules\`.`,
    );
  }
}
