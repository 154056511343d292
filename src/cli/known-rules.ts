import { isWithin, nearest } from "../model/capability.ts";
import type { Config } from "../schema/config.ts";
import { CATALOGUE } from "../verify/catalogue.ts";
import { isUntouchable } from "../verify/gate-config.ts";
import { FOLDED } from "../verify/folded.ts";
import { visible } from "../verify/undeclared.ts";
import { UserError } from "./io.ts";

/** Every finding, and every beginning of one that `rules` may name. */
const NAMES: readonly string[] = [
  ...new Set(CATALOGUE.flatMap(({ id }) => id.split(".").map((_, index, parts) => parts.slice(0, index + 1).join(".")))),
];

/**
 * A misspelt name under `rules` or `exemptions` would change nothing, without a word; so would an exemption of the gate itself.
 *
 * @throws {UserError} when no finding is called so, nor begins so.
 */
export function checkRules(config: Config): void {
  for (const key of Object.keys(config.rules ?? {})) checkName(key, "rules");
  for (const { finding } of config.exemptions ?? []) {
    checkName(finding, "exemptions");
    if (CATALOGUE.some(({ id }) => isWithin(id, finding) && isUntouchable(id)))
      throw new UserError(
        `The configuration names \`${visible(finding)}\` under \`exemptions\`: nothing is exempt from what is found of the gate itself. Take it out.`,
      );
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
