import type { Machine } from "../machine.ts";
import { concat, piecesOf, stringAtom } from "./strings.ts";
import type { Piece, Value } from "./values.ts";
import { isAbsent, isListed, NOTHING } from "./values.ts";

/** Paths as what they are made of: pieces of text, and holes. */

/** Joins path pieces with `/`, collapsing `.`, `..` and doubled separators in the constant parts. */
export function joinPath(x: Machine, parts: readonly Value[], absolute: boolean): Value {
  let rows: Piece[][] = [[]];
  for (const given of parts) {
    // `path.join` throws at these.
    const part = given.filter((atom) => !isAbsent(atom));
    const alternatives = part.length === 0 ? [[{ hole: "dynamic" }]] : part.map(piecesOf);
    const choices = alternatives.length * rows.length > 16 ? [[{ hole: "dynamic" }]] : alternatives;
    rows = rows.flatMap((row) =>
      choices.map((choice) => {
        const head = choice[0];
        const restarts =
          absolute && ((typeof head === "string" && head.startsWith("/")) || (typeof head === "object" && head.hole.startsWith("$")));
        return row.length === 0 || restarts ? [...choice] : concat([row, ["/"], choice]);
      }),
    );
  }
  const atoms = rows.map((row) => stringAtom(x.in, tidy(absolute ? anchored(row) : row)));
  return x.join(...atoms.map((atom) => [atom]));
}

function anchored(row: Piece[]): Piece[] {
  const [head] = row;
  // Rooted on Windows, on whatever drive or share.
  if (typeof head === "string" && head.startsWith("\\")) return [{ hole: "dynamic" }];
  if (typeof head === "string" && !head.startsWith("/")) return [{ hole: "$WORKSPACE" }, `/${head}`, ...row.slice(1)];
  return row;
}

function tidy(row: Piece[]): Piece[] {
  return row.map((piece, index) => {
    if (typeof piece !== "string") return piece;
    let text = piece.replaceAll(/\/{2,}/gu, "/").replaceAll("/./", "/");
    for (let before = ""; before !== text;) {
      before = text;
      text = text.replace(/\/(?!\.\.\/)[^/]+\/\.\.(?=\/|$)/u, "");
    }
    if (index === 0 && text.startsWith("./")) text = text.slice(2);
    return text;
  });
}

/** What a part of a name in a folder is. */
export const partOfName = (x: Machine, value: Value = NOTHING): Value =>
  x.join(
    ...value.map((atom): Value => (atom.k === "data" && isListed(atom.from) ? [atom] : x.data())),
    value.length === 0 ? x.data() : NOTHING,
  );

/** The folder that a path leads into. */
export function directory(x: Machine, value: Value): Value {
  return x.join(
    ...value.map((atom): Value => {
      const pieces = piecesOf(atom);
      const last = pieces.at(-1);
      if (typeof last === "object" && last.hole === "$FILE") return [stringAtom(x.in, [...pieces.slice(0, -1), { hole: "$DIR" }])];
      if ((typeof last === "object" && last.hole === "$DIR") || (typeof last === "string" && /(?:^|\/)\.\.$/u.test(last)))
        return [stringAtom(x.in, concat([pieces, ["/.."]]))];
      if (typeof last === "string" && last.includes("/"))
        return [stringAtom(x.in, concat([pieces.slice(0, -1), [last.slice(0, last.lastIndexOf("/")) || "/"]]))];
      // Below what is fixed, and nobody knows how deep.
      return pieces.length > 1 ? [stringAtom(x.in, [...pieces.slice(0, -1), { hole: "dynamic" }])] : x.data();
    }),
  );
}
