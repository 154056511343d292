import { launchesOfArgv, launchesOfLine } from "./commands.ts";
import type { Found } from "./strings.ts";
import type { Use } from "./use.ts";

const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string");

/** A command line, or a program with its arguments beside it or in one list. */
export function commandUse({ argument, name, text }: Pick<Found, "argument" | "name" | "text">, input: unknown, out: Use[]): void {
  const holder = objectWith(input, argument, name);
  const own: unknown = holder ? Reflect.get(holder, name) : undefined;
  if (isList(own)) {
    if (own[0] === text) out.push({ k: "command", text: own.join(" "), launches: launchesOfArgv(own) ?? null });
    return;
  }
  const beside: unknown = holder
    ? ["args", "arguments", "argv", "params"].map((key): unknown => Reflect.get(holder, key)).find(isList)
    : undefined;
  const launches = isList(beside) && !/\s/u.test(text) ? launchesOfArgv([text, ...beside]) : launchesOfLine(text);
  out.push({ k: "command", text: isList(beside) ? [text, ...beside].join(" ") : text, launches: launches ?? null });
}

/** The object in which an argument's innermost name stands; only plain data was let through before. */
function objectWith(input: unknown, argument: string, name: string): object | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  if (argument === name) return input;
  const inner: unknown = Reflect.get(input, argument);
  return typeof inner === "object" && inner !== null && Object.hasOwn(inner, name) ? inner : undefined;
}
