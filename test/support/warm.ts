import { readdirSync, readFileSync } from "node:fs";
import { apply } from "../../src/runtime/sandbox/apply.ts";
import { probe } from "../../src/runtime/sandbox/backend.ts";
import { examine } from "../../src/runtime/sandbox/examine.ts";
import type { ConfinedOptions } from "../../src/runtime/sandbox/run.ts";
import type { Warm } from "../../src/runtime/sandbox/warm.ts";

/** Long enough for a sandbox to be made. */
export const MADE_MS = 600;

/** Our children that wait. */
export const children = (): string[] =>
  readdirSync("/proc/self/task").flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean));

/** A command whose sandbox is planned, and ready to be made. */
export async function planned({ policy, workspace }: ConfinedOptions, command: readonly string[]): Promise<Warm> {
  const backend = await probe();
  if ("reason" in backend) throw new Error(backend.reason);
  const applied = apply({ ...examine(policy, { workspace }), backend });
  return {
    ...backend,
    ...applied.told({ code: [], channel: false, link: false, variables: {} }),
    ...applied.command(command),
    filter: applied.filter,
    hosts: applied.hosts,
    interactive: false,
    timeMs: undefined,
    outputBytes: 1000,
  } as Warm;
}
