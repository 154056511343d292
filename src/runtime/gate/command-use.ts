import type { Launches } from "./commands.ts";
import { launchesOfArgv, launchesOfLine } from "./commands.ts";
import { ownValue } from "./own-value.ts";
import type { Found } from "./strings.ts";
import type { Use } from "./use.ts";

/** Where the arguments of a program stand, beside it. */
export const ARGUMENTS = ["args", "arguments", "argv", "params", "parameters"];
const wordOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const use = (text: string, launches: Launches | undefined): Use => ({ k: "command", text, launches: launches ?? null });

/** A command line, or a program with its arguments beside it or in one list. Where there are two readings, both count. */
export function commandUse({ name, text, holder }: Pick<Found, "name" | "text" | "holder">, out: Use[]): void {
  const own = ownValue(holder, name);
  if (Array.isArray(own)) {
    // `commands`, an element with a blank, or all where the first has one: each is a line of its own.
    // Else a program and its arguments, told once.
    const words = own.map(wordOf);
    const isOne = !/\s/u.test(`${text}${words[0] ?? ""}`) && !/s$/iu.test(name) && words.every((word) => word !== "");
    if (!isOne) out.push(use(text, launchesOfLine(text)));
    else if (words[0] === text) out.push(use(words.join(" "), launchesOfArgv(words)));
    return;
  }
  const beside = ARGUMENTS.map((key) => ownValue(holder, key)).find((value) => typeof value === "string" || Array.isArray(value));
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
