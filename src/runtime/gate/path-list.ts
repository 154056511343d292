import { escapePattern } from "../../model/escape-pattern.ts";
import type { Path, PathPattern } from "../../model/path.ts";
import { literalText, matchPath, parsePath } from "../../model/path.ts";
import type { Segment } from "../../model/glob/syntax.ts";
import { mustParse } from "../../model/result.ts";

/** Whether any pattern of a list matches a path below `/`. */
export type PathList = (path: Path) => boolean;

/** A segment as a regular expression; undefined where it has a set. */
function sourceOf(segment: Segment): string | undefined {
  if (typeof segment === "string") return undefined;
  const parts = segment.map((atom) =>
    atom.t === "lit" ? escapePattern(String.fromCodePoint(atom.c)) : atom.t === "star" ? "[^/]*" : atom.t === "any" ? "[^/]" : undefined,
  );
  return parts.includes(undefined) ? undefined : parts.join("");
}

/**
 * Compiles patterns below `/` for a quick no: most speak of segments anywhere (`/**\/.env`,
 * `/**\/.ssh/**`), and those become one expression over the whole path. What is left is matched
 * as it is, where its first segment fits.
 */
export function compileList(texts: readonly string[]): PathList {
  const anywhere: string[] = [];
  const rest: { readonly head: string | undefined; readonly pattern: PathPattern }[] = [];
  for (const text of texts) {
    const pattern = mustParse(parsePath(text));
    for (const alternative of pattern.alternatives) {
      const [first, ...more] = alternative;
      const open = more.at(-1) === "**";
      const sources = (open ? more.slice(0, -1) : more).map(sourceOf);
      if (first === "**" && sources.length > 0 && !sources.includes(undefined))
        anywhere.push(`/${sources.join("/")}${open ? "(?:/|$)" : "$"}`);
      else
        rest.push({
          head: first === undefined ? undefined : literalText(first),
          pattern: { ...pattern, alternatives: [alternative] },
        });
    }
  }
  const quick = anywhere.length === 0 ? undefined : new RegExp(anywhere.join("|"), "su");
  return (path) => {
    const { segments } = path;
    if (quick?.test(`/${segments.join("/")}`) === true) return true;
    return rest.some(({ head, pattern }) => (head === undefined || head === segments[0]) && matchPath(pattern, path));
  };
}
