import { realpathSync } from "node:fs";
import type { Policy } from "../../model/policy.ts";
import { containerCommand, unheldByContainer } from "./backends/container.ts";
import type { Elsewhere, ElsewhereName } from "./backends/elsewhere.ts";
import { seatbeltCommand, unheldBySeatbelt, unnamedBySeatbelt } from "./backends/seatbelt.ts";
import type { At } from "./examine.ts";
import { ConfinementRefused, examine, unheldError } from "./examine.ts";

export interface ElsewhereOptions extends At {
  readonly backend: ElsewhereName;
  /** Of a container. */
  readonly image?: string | undefined;
  /** Where a proxy listens on this machine, for Seatbelt. */
  readonly proxyPort?: number | undefined;
}

/**
 * How a command would be started under a policy by a sandbox that is not run here. Looks at the folders that are granted, and runs
 * nothing.
 *
 * @throws {ConfinementRefused} when a clause cannot be held.
 */
export function elsewhere(policy: Policy, command: readonly string[], options: ElsewhereOptions): Elsewhere {
  const { backend, image, proxyPort } = options;
  const { plan, survey, hidden, cwd } = examine(policy, options);
  const unheld = backend === "seatbelt" ? unheldBySeatbelt(plan, proxyPort) : unheldByContainer(plan);
  if (unheld.length > 0) throw unheldError(unheld);
  const needed = (options.code ?? []).map((path) => realpathSync.native(path));
  const unnamed = backend === "seatbelt" ? unnamedBySeatbelt({ survey, hidden }) : undefined;
  if (unnamed !== undefined) throw new ConfinementRefused(`a profile cannot name \`${unnamed}\``);
  if (backend === "seatbelt")
    return seatbeltCommand(plan, { survey, hidden, needed, ...(proxyPort !== undefined && { proxyPort }) }, cwd, command);
  if (image === undefined || image.startsWith("-"))
    throw new ConfinementRefused("a container needs an image, which nothing here chooses; name one with `--image`");
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  return containerCommand(plan, { engine: backend, image, user, survey, hidden, needed }, cwd, command);
}
