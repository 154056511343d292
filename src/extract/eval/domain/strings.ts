import type { Atom, Interner, Piece, Value } from "./values.ts";
import { isListed, NOTHING, UNCALLED } from "./values.ts";

const MAX_PIECES = 12;
const MAX_TEXT = 256;
const MAX_COMBINATIONS = 8;

/** The constant that an atom is, as the string that JavaScript would make of it. */
export function constantOf(atom: Atom): string | undefined {
  if (atom.k === "str") {
    if (atom.p.length === 0) return "";
    const [first] = atom.p;
    return atom.p.length === 1 && typeof first === "string" ? first : undefined;
  }
  return atom.k === "prim" ? String(atom.v) : undefined;
}

/** Whether an atom is a text that is known to its end. */
export const isConstantText = (atom: Atom): boolean => atom.k === "str" && constantOf(atom) !== undefined;

/** All constants of a value, or undefined when part of it is not constant. */
export function constantsOf(value: Value): string[] | undefined {
  const result: string[] = [];
  for (const atom of value) {
    const constant = constantOf(atom);
    if (constant === undefined) return undefined;
    result.push(constant);
  }
  return result.length > 0 ? result : undefined;
}

/** Whether a text that is not wholly known may be a given one: it begins and ends as that does. */
export function mayBe(atom: Atom, text: string): boolean {
  if (atom.k !== "str") return true;
  const [first] = atom.p;
  const last = atom.p.at(-1);
  if (atom.p.length === 1 && typeof first === "string") return first === text;
  const [start, end] = [typeof first === "string" ? first : "", typeof last === "string" ? last : ""];
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

export function piecesOf(atom: Atom): readonly Piece[] {
  if (atom.k === "str") return atom.p;
  if (atom.k === "prim") return [String(atom.v)];
  if (atom.k === "data" && atom.from !== undefined) return [{ hole: atom.from }];
  return [{ hole: "dynamic" }];
}

/** Concatenates pieces; neighbouring literals merge, and what grows without end keeps its beginning. */
export function concat(parts: readonly (readonly Piece[])[]): Piece[] {
  const out: Piece[] = [];
  let length = 0;
  for (const piece of parts.flat()) {
    const last = out.at(-1);
    if (typeof piece === "string") {
      length += piece.length;
      if (piece === "") continue;
      if (typeof last === "string") out[out.length - 1] = last + piece;
      else out.push(piece);
    } else if (typeof last === "object" && last.hole === "dynamic" && piece.hole === "dynamic") {
      continue;
    } else {
      out.push(piece);
    }
    if (out.length > MAX_PIECES || length > MAX_TEXT) return [...out.slice(0, MAX_PIECES / 2), { hole: "dynamic" }];
  }
  return out;
}

export function stringAtom(interner: Interner, pieces: readonly Piece[]): Atom {
  const [first] = pieces;
  if (pieces.length === 1 && typeof first === "object") {
    return first.hole === "dynamic" ? interner.atom({ k: "data" }) : interner.atom({ k: "data", from: first.hole });
  }
  return interner.atom({ k: "str", p: pieces });
}

const isNumber = (value: Value): boolean => value.length > 0 && value.every((atom) => atom.k === "prim" && typeof atom.v === "number");
const isPlain = (atom: Atom): boolean => atom.k === "data" || (atom.k === "prim" && typeof atom.v === "number");

/** Concatenates the values of a template's parts, alternative by alternative. */
export function template(interner: Interner, quasis: readonly string[], values: readonly Value[]): Value {
  // A sum, or a counter: text upon text would make a new value each time round.
  if (quasis.every((part) => part === "") && values.some(isNumber) && values.every((value) => isNumber(value) || value.every(isPlain)))
    return [interner.atom({ k: "data" })];
  let rows: Piece[][] = [[quasis[0] ?? ""]];
  values.forEach((value, index) => {
    const alternatives = value.length === 0 ? [[{ hole: "dynamic" }]] : value.map(piecesOf);
    const choices = alternatives.length * rows.length > MAX_COMBINATIONS ? [[{ hole: "dynamic" }]] : alternatives;
    rows = rows.flatMap((row) => choices.map((choice) => concat([row, choice, [quasis[index + 1] ?? ""]])));
  });
  const atoms = new Map<number, Atom>();
  for (const row of rows) {
    const atom = stringAtom(interner, row);
    atoms.set(atom.id, atom);
  }
  return atoms.size === 0 ? NOTHING : [...atoms.values()].sort((a, b) => a.id - b.id);
}

type Fold = (text: string, ...args: string[]) => string;

/** Methods of texts that give texts. */
const FOLDS: Readonly<Record<string, Fold>> = {
  slice: (text, from, to) => text.slice(Number(from ?? 0), to === undefined ? undefined : Number(to)),
  substring: (text, from, to) => text.substring(Number(from ?? 0), to === undefined ? undefined : Number(to)),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  trimStart: (text) => text.trimStart(),
  trimEnd: (text) => text.trimEnd(),
  replace: (text, from = "", to = "") => text.replace(from, to),
  replaceAll: (text, from = "", to = "") => text.replaceAll(from, to),
};

/** What an expression is run on at most: with `MAX_QUANTIFIERS` of them the time is the cube of it, and no more. */
const MAX_MATCHED = 200;
const MAX_QUANTIFIERS = 2;

/** A regular expression of a program that ends soon on a short text: none of what is repeated is itself made of parts. */
function quickExpression(written: string): RegExp | undefined {
  const [, pattern = "", flags = ""] = /^\/(.*)\/([gimu]*)$/su.exec(written) ?? [];
  const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, "x");
  const isSlow = /\)[*+?{]|\\[1-9k]/u.test(`${plain}${pattern}`) || (plain.match(/[*+{?]/gu)?.length ?? 0) > MAX_QUANTIFIERS;
  if (isSlow || pattern === "") return undefined;
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/**
 * What a method of a constant text gives, where its arguments are constants too.
 *
 * @param first the first argument as it is written, where that is a regular expression.
 */
export function foldedText(atom: Atom, name: string, args: readonly Value[], first?: string): string | undefined {
  const fold = Object.hasOwn(FOLDS, name) ? FOLDS[name] : undefined;
  const text = atom.k === "str" ? constantOf(atom) : undefined;
  if (!fold || text === undefined) return undefined;
  const given = args.map((value) => (value.length === 1 && value[0] ? constantOf(value[0]) : undefined));
  if (first !== undefined) {
    const by = text.length <= MAX_MATCHED && name.startsWith("replace") ? quickExpression(first) : undefined;
    const folded = by && given[1] !== undefined && given[1].length <= MAX_MATCHED ? text.replace(by, given[1]) : undefined;
    return folded !== undefined && folded.length <= MAX_TEXT ? folded : undefined;
  }
  if (given.includes(undefined)) return undefined;
  const folded = fold(text, ...(given as string[]));
  return folded.length > MAX_TEXT ? undefined : folded;
}

/** `["a", "b"].join("-")` of constants; undefined where it is not one. */
export function joinedText(atom: Atom, name: string, args: readonly Value[]): string | undefined {
  if (atom.k !== "arr" || name !== "join") return undefined;
  const between = args[0] === undefined ? "," : args[0].length === 1 && args[0][0] ? constantOf(args[0][0]) : undefined;
  const parts = atom.e.map((value) => (value.length === 1 && value[0]?.k === "str" ? constantOf(value[0]) : undefined));
  if (between === undefined || parts.includes(undefined)) return undefined;
  const joined = parts.join(between);
  return joined.length > MAX_TEXT ? undefined : joined;
}

/** Whether a piece may be anything. */
export const isOpen = (piece: Piece | undefined): boolean =>
  typeof piece === "object" && (piece.hole === "dynamic" || piece.hole === UNCALLED || isListed(piece.hole));

/** The text of a resource: literals as they are, holes in braces, roots bare. */
export function printPieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) =>
      typeof piece === "string" ? piece : piece.hole.startsWith("$") ? piece.hole : isOpen(piece) ? "{dynamic}" : `{${piece.hole}}`,
    )
    .join("");
}
