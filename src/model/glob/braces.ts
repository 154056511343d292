import { at } from "../at.ts";
import type { Parsed } from "../result.ts";
import { failed, parsed } from "../result.ts";
import { LIMITS, setEnd } from "./syntax.ts";

/** One pair of braces, or the whole text: alternatives that ended at a comma, and the one that is being read. */
interface Level {
  readonly at: number;
  readonly done: string[];
  current: readonly string[];
}

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** Each head with each tail; undefined where that is more than a pattern may be. */
function product(heads: readonly string[], tails: readonly string[]): string[] | undefined {
  if (heads.length * tails.length > LIMITS.alternatives) return undefined;
  if (sizeOf(heads) * tails.length + sizeOf(tails) * heads.length > LIMITS.expanded) return undefined;
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}

const tooMuch = (position: number): Parsed<never> =>
  failed(
    "pattern has too many alternatives",
    position,
    `use at most ${LIMITS.alternatives}, of ${LIMITS.expanded} characters when they are written out`,
  );

/** Expands `{a,b}` (nested, may contain `/`) into alternatives; escapes and sets are left alone. */
export function expandBraces(text: string): Parsed<readonly string[]> {
  const outer: Level = { at: 0, done: [], current: [""] };
  const stack: Level[] = [outer];
  let from = 0;
  /** Adds the plain text since the last brace or comma. */
  const take = (end: number): boolean => {
    const level = at(stack, stack.length - 1);
    const longer = product(level.current, [text.slice(from, end)]);
    from = end + 1;
    level.current = longer ?? [];
    return longer !== undefined;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === "\\") {
      if (i + 1 === text.length) return failed("pattern ends in a backslash", i, "write `\\\\` for a backslash");
      i++;
    } else if (c === "[") {
      const end = setEnd(text, i);
      if (end === -1) return failed("`[` is never closed", i, "add `]`, or write `\\[` for a bracket");
      i = end;
    } else if (c === "{") {
      if (!take(i)) return tooMuch(i);
      stack.push({ at: i, done: [], current: [""] });
      if (stack.length > 16) return failed("braces are nested too deeply", i, "use at most 15 levels");
    } else if (c === "," && stack.length > 1) {
      if (!take(i)) return tooMuch(i);
      const level = at(stack, stack.length - 1);
      level.done.push(...level.current);
      level.current = [""];
    } else if (c === "}") {
      if (stack.length === 1) return failed("`}` has no `{`", i, "remove it, or write `\\}`");
      if (!take(i)) return tooMuch(i);
      const { at: opened, done, current } = stack.pop() as Level;
      if (done.length === 0) return failed("braces hold only one alternative", opened, "write `{a,b}`, or `\\{` for a brace");
      const level = at(stack, stack.length - 1);
      const longer = product(level.current, [...done, ...current]);
      if (!longer) return tooMuch(opened);
      level.current = longer;
    }
  }
  const open = at(stack, stack.length - 1);
  if (open !== outer) return failed("`{` is never closed", open.at, "add `}`, or write `\\{` for a brace");
  return take(text.length) ? parsed([...new Set(outer.current)]) : tooMuch(0);
}
