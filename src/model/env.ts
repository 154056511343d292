import type { Parsed } from "./result.ts";
import { failed, parsed } from "./result.ts";

/** One variable, or all that start with a prefix (`AWS_*`). Names are case-sensitive. */
export interface EnvPattern {
  readonly text: string;
  readonly name: string;
  readonly prefix: boolean;
}

/** Parses `NAME` or `PREFIX_*`. */
export function parseEnv(text: string): Parsed<EnvPattern> {
  const prefix = text.endsWith("*");
  const name = prefix ? text.slice(0, -1) : text;
  if (!/^[A-Za-z_]\w*$/u.test(name)) {
    const at = Math.max(0, name.search(/\W/u));
    return failed(`\`${text}\` is not a variable name`, at, name === "" ? "write `any` for every variable" : "write `NAME` or `PREFIX_*`");
  }
  if (prefix && !name.endsWith("_")) return failed("a prefix must end in `_`", name.length, `write \`${name}_*\``);
  return parsed({ text, name, prefix });
}

export const matchEnv = (pattern: EnvPattern, name: string): boolean =>
  pattern.prefix ? name.startsWith(pattern.name) : name === pattern.name;

/** Names at which membership in any of the patterns can change, within `pattern` (undefined: any name). */
export function envCandidates(pattern: EnvPattern | undefined, all: readonly EnvPattern[]): string[] {
  const known = new Set(all.map((one) => one.name));
  const other = (prefix: string): string => {
    let name = `${prefix}ANY`;
    while (known.has(name)) name += "X";
    return name;
  };
  // A name without `_` has no prefix that anybody can write.
  if (!pattern) return [other(""), ...all.flatMap((one) => [one.name, other(one.name)])];
  if (!pattern.prefix) return [pattern.name];
  return [pattern.name, other(pattern.name), ...all.flatMap((one) => [one.name, other(one.name)])].filter((name) =>
    matchEnv(pattern, name),
  );
}
