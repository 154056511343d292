import { argumentsOf } from "../eval/arguments.ts";
import type { SeenCall } from "../eval/expansion.ts";
import type { Machine } from "../eval/machine.ts";
import { resultOf } from "../eval/results.ts";
import { constantOf, piecesOf, printPieces } from "../eval/strings.ts";
import type { Value } from "../eval/values.ts";
import { NOTHING } from "../eval/values.ts";

/** Follows `a.b().c` from a value; `()` calls a function with framework data. */
export function pathValue(x: Machine, start: Value, path: string): Value {
  let here = start;
  for (const part of path.split(".").filter(Boolean)) {
    const called = part.endsWith("()");
    here = x.member(here, called ? part.slice(0, -2) : part);
    if (called)
      here = x.join(
        ...here.map((atom) =>
          atom.k === "fn"
            ? resultOf(x, x.in.frame(atom.mod, atom.f, atom.up, [x.data("param:"), x.data(), x.data(), x.data()], atom.self ?? null))
            : NOTHING,
        ),
      );
  }
  return here;
}

/** What a selector picks out of a call; nothing when it does not apply. */
export function select(x: Machine, seen: SeenCall, selector: string): Value {
  const args = argumentsOf(x, seen.call, seen.at);
  if (selector === "KEY") return seen.call.hint === undefined ? NOTHING : x.text(seen.call.hint);
  if (selector.startsWith("FN:")) {
    const fns = select(x, seen, selector.slice(3));
    return x.join(
      ...fns.map((atom) => (atom.k === "fn" && atom.mod.sum.fns[atom.f]?.n ? x.text(atom.mod.sum.fns[atom.f]?.n ?? "") : NOTHING)),
    );
  }
  const [, head = "", path = ""] = /^(LAST|A\d+)(?:\.(.*))?$/u.exec(selector) ?? [];
  const base = head === "LAST" ? args.at(-1) : args[Number(head.slice(1))];
  return pathValue(x, base ?? NOTHING, path);
}

/** The names that the first applicable alternative gives; a name with a hole is dynamic. */
export function namesOf(x: Machine, alternatives: string, pick: (selector: string) => Value): { names: string[]; dynamic: boolean } {
  let holes: string[] = [];
  for (const selector of alternatives.split("|")) {
    const value = pick(selector);
    const names = value.flatMap((atom) => constantOf(atom) ?? []).filter((name) => name !== "" && name !== "undefined" && name !== "null");
    if (names.length > 0) return { names: [...new Set(names)].sort(), dynamic: false };
    holes = [...holes, ...value.filter((atom) => atom.k === "str" || atom.k === "data").map((atom) => printPieces(piecesOf(atom)))];
  }
  const [first] = holes.sort();
  return { names: first === undefined ? [] : [first], dynamic: true };
}
