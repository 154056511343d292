import type { BackendName } from "../runtime/sandbox/backends/names.ts";
import { BACKENDS } from "../runtime/sandbox/backends/names.ts";
import { visible } from "../model/json-text.ts";
import { UserError } from "./io.ts";

/** The sandbox that a flag names; undefined where none is named. */
export function backendOf(name: string | undefined, exitCode = 2): BackendName | undefined {
  if (name === undefined) return undefined;
  const found = BACKENDS.find((one) => one === name);
  if (!found) throw new UserError(`There is no sandbox \`${visible(name)}\`; write one of ${BACKENDS.join(", ")}.`, exitCode);
  return found;
}
