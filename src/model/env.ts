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

/** The names and the prefixes of a list. */
interface Index {
  readonly names: ReadonlySet<string>;
  readonly prefixes: ReadonlySet<string>;
}
const indexes = new WeakMap<readonly EnvPattern[], Index>();
function indexOf(patterns: readonly EnvPattern[]): Index {
  const named = (prefix: boolean): Set<string> => new Set(patterns.flatMap((one) => (one.prefix === prefix ? [one.name] : [])));
  const index = indexes.get(patterns) ?? { names: named(false), prefixes: named(true) };
  indexes.set(patterns, index);
  return index;
}

/** Whether any of some patterns matches a name. Each prefix ends in `_`, so few can. */
export function matchAnyEnv(patterns: readonly EnvPattern[], name: string): boolean {
  const { names, prefixes } = indexOf(patterns);
  if (names.has(name)) return true;
  for (let end = name.indexOf("_") + 1; prefixes.size > 0 && end > 0; end = name.indexOf("_", end) + 1)
    if (prefixes.has(name.slice(0, end))) return true;
  return false;
}

/** One name of each kind that some patterns tell apart. */
export function envSpecimens(all: readonly EnvPattern[]): string[] {
  const known = new Set(all.map((one) => one.name));
  const other = (prefix: string): string => {
    let name = `${prefix}ANY`;
    while (known.has(name)) name += "X";
    return name;
  };
  // A name without `_` has no prefix that anybody can write.
  return [other(""), ...[...known].flatMap((name) => [name, other(name)])];
}
