import { at, codePoints } from "./at.ts";
import { nearest } from "./capability.ts";
import type { Language } from "./glob/automaton.ts";
import { matchSegment, matchSegments } from "./glob/match.ts";
import type { Segment } from "./glob/syntax.ts";
import { expandBraces } from "./glob/braces.ts";
import { checkText, parseSegment, printSegment, setEnd } from "./glob/syntax.ts";
import type { Parsed } from "./result.ts";
import { failed, parsed } from "./result.ts";

/** What a path starts from. Roots other than `/` are bound to folders when a tool runs. */
export const ROOTS = ["$WORKSPACE", "$HOME", "$TMP", "/"] as const;
export type Root = (typeof ROOTS)[number];

/** A normalised path: a root and its segments; no empty, `.` or `..` segment. */
export interface Path {
  readonly root: Root;
  readonly segments: readonly string[];
}

/** A set of paths. `alternatives` are the pattern with its braces expanded, all with one root. */
export interface PathPattern {
  readonly root: Root;
  readonly text: string;
  readonly alternatives: readonly (readonly Segment[])[];
}

const splitRoot = (text: string): { root: Root; rest: string; at: number } | undefined => {
  for (const root of ROOTS) {
    if (root === "/") break;
    if (text === root || text.startsWith(`${root}/`)) return { root, rest: text.slice(root.length), at: root.length };
  }
  if (text === "." || text.startsWith("./")) return { root: "$WORKSPACE", rest: text.slice(1), at: 1 };
  return text.startsWith("/") ? { root: "/", rest: text, at: 0 } : undefined;
};

/** What somebody who wrote no root may have meant. */
function rootHint(text: string): string {
  const [head = "", ...rest] = text.split("/");
  const below = rest.map((part) => `/${part}`).join("");
  if (head === "~") return `write \`$HOME${below}\``;
  if (head === "..") return "write the path from `$WORKSPACE`, `$HOME`, `$TMP` or `/`";
  const close = head.startsWith("$") ? nearest(head, ROOTS) : undefined;
  return close === undefined ? `write \`$WORKSPACE/${text}\`, or start with $HOME, $TMP or /` : `did you mean \`${close}${below}\`?`;
}

/**
 * Parses a path pattern: a root, then segments of literals, `*`, `?`, `[set]`, `{a,b}`, `\x`,
 * and `**` as a whole segment. Everything else is an error with a position and a hint.
 */
export function parsePath(text: string): Parsed<PathPattern> {
  const checked = checkText(text);
  if (!checked.ok) return checked;
  const start = splitRoot(text);
  if (!start) return failed("path has no root", 0, rootHint(text));
  if (start.rest === "/" && start.root !== "/") return failed("pattern ends in `/`", text.length - 1, `write \`${start.root}\``);
  const expanded = expandBraces(start.rest);
  if (!expanded.ok) return failed(expanded.error.message, start.at + expanded.error.at, expanded.error.hint);
  const alternatives: (readonly Segment[])[] = [];
  if (!start.rest.includes("**") && expanded.value.some((one) => one.includes("**")))
    return failed("braces make `**` of single `*`", start.at, "write `**` where it is meant, or a single `*`");
  for (const alternative of expanded.value) {
    const list = parseSegments(alternative, start.at);
    if (!list.ok) return list;
    alternatives.push(list.value);
  }
  const spelled = alternatives.length === 1 ? printAlternative(start.root, at(alternatives, 0)) : spell(start.root, start.rest);
  // What is printed parses back: roots are written out by then, escapes are dropped or added.
  const printed = checkText(spelled);
  return printed.ok ? parsed({ root: start.root, text: spelled, alternatives }) : failed(printed.error.message, 0, printed.error.hint);
}

/** A braced pattern keeps its braces; only the sugar of its root goes. */
const spell = (root: Root, rest: string): string => (root === "/" ? rest : root + rest);

function parseSegments(text: string, at: number): Parsed<readonly Segment[]> {
  if (text === "" || text === "/") return parsed([]);
  const segments: Segment[] = [];
  let offset = at + 1;
  for (const part of splitSlashes(text.slice(1))) {
    if (part === "") return failed("path has an empty segment", offset, "write a single `/`, and none at the end");
    if (part === "." || part === "..") return failed(`\`${part}\` cannot be a segment`, offset, "write the path that is meant");
    if (part === "**") {
      if (segments.at(-1) !== "**") segments.push("**");
    } else {
      const atoms = parseSegment(part, offset);
      if (!atoms.ok) return atoms;
      const name = literalText(atoms.value);
      if (atoms.value.some((atom) => atom.t === "lit" && atom.c === 0x2f))
        return failed("a name cannot hold `/`", offset, "write `/` without a backslash, between two names");
      if (name === "." || name === "..") return failed(`\`${part}\` cannot be a segment`, offset, "write the path that is meant");
      segments.push(atoms.value);
    }
    offset += part.length + 1;
  }
  return parsed(segments);
}

function splitSlashes(text: string): string[] {
  const out: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === "\\") i++;
    else if (c === "[") i = setEnd(text, i);
    else if (c === "/") {
      out.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...out, text.slice(from)];
}

function printAlternative(root: Root, list: readonly Segment[]): string {
  if (list.length === 0) return root;
  return `${root === "/" ? "" : root}/${list.map(printSegment).join("/")}`;
}

/** The spelling of a set of alternatives, by which sets are told apart. */
export const printAlternatives = (root: Root, lists: readonly (readonly Segment[])[]): string =>
  lists.map((list) => printAlternative(root, list)).join("\0");

export const printPath = (pattern: PathPattern): string => pattern.text;

/** No longer path can be opened by name: Linux's `PATH_MAX`. */
export const LONGEST_PATH = 4096;

/** Turns text into a path, resolving nothing; undefined when it is not absolute or symbolic, not normal, or too long to be opened. */
export function toPath(text: string): Path | undefined {
  if (text.length > LONGEST_PATH) return undefined;
  const start = splitRoot(text);
  if (!start) return undefined;
  const segments = start.rest === "" || start.rest === "/" ? [] : start.rest.slice(1).split("/");
  return segments.some((one) => one === "" || one === "." || one === "..") ? undefined : { root: start.root, segments };
}

export const printConcretePath = ({ root, segments }: Path): string =>
  segments.length === 0 ? root : `${root === "/" ? "" : root}/${segments.join("/")}`;

/** `/**` is every path, whatever its root; otherwise roots are told apart. */
export const isEverything = (pattern: PathPattern): boolean =>
  pattern.root === "/" && pattern.alternatives.some((list) => list.length === 1 && list[0] === "**");

/** An alternative with its leading literal segments as plain text: most paths differ there already. */
interface Compiled {
  readonly head: readonly string[];
  readonly rest: readonly Segment[];
}
const compiled = new WeakMap<PathPattern, readonly Compiled[]>();

/** A segment as plain text; undefined where it has a wildcard. */
export const literalText = (segment: Segment): string | undefined =>
  typeof segment !== "string" && segment.every((atom) => atom.t === "lit")
    ? String.fromCodePoint(...segment.map((atom) => (atom as { readonly c: number }).c))
    : undefined;

function compile(pattern: PathPattern): readonly Compiled[] {
  return pattern.alternatives.map((list) => {
    const texts = list.map(literalText);
    const end = texts.indexOf(undefined);
    const head = (end === -1 ? texts : texts.slice(0, end)) as string[];
    return { head, rest: list.slice(head.length) };
  });
}

const anything = (): boolean => true;

/** Whether a pattern matches a path. */
export function matchPath(pattern: PathPattern, path: Path): boolean {
  if (pattern.root !== path.root) return isEverything(pattern);
  let alternatives = compiled.get(pattern);
  if (!alternatives) compiled.set(pattern, (alternatives = compile(pattern)));
  const { segments } = path;
  return alternatives.some(({ head, rest }) => {
    if (segments.length < head.length || head.some((text, index) => text !== segments[index])) return false;
    if (rest.length === 0) return segments.length === head.length;
    if (rest.length === 1 && rest[0] === "**") return true;
    return matchSegments(rest, segments.slice(head.length).map(codePoints), (segment, text) => matchSegment(segment, text), anything);
  });
}

/** What patterns match below one root, as a language of segments. */
export function languageOf(patterns: readonly PathPattern[], root: Root): Language {
  // One list is one language, so that who keeps automata by it makes each once.
  const known = languages.get(patterns)?.get(root);
  if (known) return known;
  const language = patterns.flatMap((pattern) => {
    const lists = pattern.root === root ? pattern.alternatives : isEverything(pattern) ? [["**"] as const] : [];
    return lists.map((segments) => ({ segments }));
  });
  languages.set(patterns, (languages.get(patterns) ?? new Map<Root, Language>()).set(root, language));
  return language;
}

const languages = new WeakMap<readonly PathPattern[], Map<Root, Language>>();
