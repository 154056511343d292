import type { Launches } from "./commands.ts";
import { launchesOfArgv, launchesOfLine } from "./commands.ts";
import type { Found } from "./strings.ts";
import type { Use } from "./use.ts";

const ARGUMENTS = ["args", "arguments", "argv", "params", "parameters"];
const wordOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const use = (text: string, launches: Launches | undefined): Use => ({ k: "command", text, launches: launches ?? null });

/** A command line, or a program with its arguments beside it or in one list. Where there are two readings, both count. */
export function commandUse({ name, text, holder }: Pick<Found, "name" | "text" | "holder">, out: Use[]): void {
  const own = valueOf(holder, name);
  if (Array.isArray(own)) {
    // Each element may be a line of its own; a list whose first has no blank may be a program and its arguments.
    if (/\s/u.test(text) || name.toLowerCase().endsWith("s")) out.push(use(text, launchesOfLine(text)));
    const words = own.map(wordOf);
    if (words[0] === text && !/\s/u.test(text) && !name.toLowerCase().endsWith("s")) out.push(use(words.join(" "), launchesOfArgv(words)));
    return;
  }
  const beside = ARGUMENTS.map((key) => valueOf(holder, key)).find((value) => typeof value === "string" || Array.isArray(value));
  if (beside === undefined) {
    out.push(use(text, launchesOfLine(text)));
    return;
  }
  const words = Array.isArray(beside) ? beside.map(wordOf) : null;
  if (words && !/\s/u.test(text)) out.push(use([text, ...words].join(" "), launchesOfArgv([text, ...words])));
  else {
    const line = [text, ...(words ?? [wordOf(beside)])].join(" ");
    out.push(use(line, launchesOfLine(line)));
  }
}

/** Plain data alone was let through before; accessors are not run. */
const valueOf = (holder: object | null, name: string): unknown =>
  holder ? Object.getOwnPropertyDescriptor(holder, name)?.value : undefined;
