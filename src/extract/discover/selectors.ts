import { argumentsOf } from "../eval/calls/arguments.ts";
import type { SeenCall } from "../eval/effects/expansion.ts";
import type { Def } from "../ir.ts";
import type { Machine } from "../eval/machine.ts";
import { resultOf } from "../eval/calls/results.ts";
import { constantOf, piecesOf, printPieces } from "../eval/domain/strings.ts";
import type { Value } from "../eval/domain/values.ts";
import { NOTHING } from "../eval/domain/values.ts";
import { argumentAt } from "../shapes/match.ts";
import { HOLE } from "../../model/holes.ts";

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

/** The call whose result a method is called on, where it stands in plain sight. */
function receiverCall(x: Machine, seen: SeenCall): SeenCall | undefined {
  const { f } = seen.call;
  let mod = seen.at.mod;
  let e = f.k === "mem" ? f.o : undefined;
  for (let guard = 0; e && guard < 4; guard++) {
    if (e.k === "call") return { call: e, at: mod === seen.at.mod ? seen.at : x.top(mod), targets: [] };
    const def: Def | undefined = e.k === "var" ? mod.sum.vars[e.v]?.d[0] : undefined;
    if (def?.k === "expr") e = def.e;
    else if (def?.k === "import") {
      const found = x.world.resolve(mod.file, def.from);
      const target = found.k === "file" ? x.module(found.file) : undefined;
      const exported = target?.sum.exports.find((one) => one.n === def.n);
      if (!target || exported?.v === undefined) return undefined;
      mod = target;
      e = { k: "var", v: exported.v, at: 0 };
    } else return undefined;
  }
  return undefined;
}

/** What a selector picks out of a call; nothing when it does not apply. */
export function select(x: Machine, seen: SeenCall, selector: string): Value {
  const args = argumentsOf(x, seen.call, seen.at);
  if (selector.startsWith("=")) return x.text(selector.slice(1));
  if (selector.startsWith("RECV.")) {
    const made = receiverCall(x, seen);
    return made ? select(x, made, selector.slice(5)) : NOTHING;
  }
  if (selector === "KEY") {
    const { hint, key } = seen.call;
    return hint !== undefined ? x.text(hint) : key ? x.value(key, seen.at) : NOTHING;
  }
  if (selector.startsWith("FN:")) {
    const fns = select(x, seen, selector.slice(3));
    return x.join(
      ...fns.map((atom) => (atom.k === "fn" && atom.mod.sum.fns[atom.f]?.n ? x.text(atom.mod.sum.fns[atom.f]?.n ?? "") : NOTHING)),
    );
  }
  const [, head = "", path = ""] = /^(LAST|A\d+)(?:\.(.*))?$/u.exec(selector) ?? [];
  return pathValue(x, argumentAt(args, head) ?? NOTHING, path);
}

/** The names that the first applicable alternative gives; a name with a hole is dynamic. */
export function namesOf(x: Machine, alternatives: string, pick: (selector: string) => Value): { names: string[]; dynamic: boolean } {
  let holes: string[] = [];
  for (const selector of alternatives.split("|")) {
    const value = pick(selector);
    const names = value.flatMap((atom) => constantOf(atom) ?? []).filter((name) => name !== "" && name !== "undefined" && name !== "null");
    if (names.length > 0) {
      // A name that is put together may be others as well.
      const partly = value.flatMap((atom) => (atom.k === "str" && constantOf(atom) === undefined ? [printPieces(piecesOf(atom))] : []));
      const told = partly.filter((name) => name.replaceAll(HOLE, "") !== "").sort((a, b) => a.length - b.length);
      return { names: [...new Set([...names, ...told.slice(0, 1)])].sort(), dynamic: false };
    }
    holes = [...holes, ...value.filter((atom) => atom.k === "str" || atom.k === "data").map((atom) => printPieces(piecesOf(atom)))];
  }
  const [first] = holes.filter((hole) => hole !== "").sort();
  return { names: first === undefined ? [] : [first], dynamic: true };
}
