import type { CallExpr, Expr } from "../../ir.ts";
import { spreadInto } from "../meaning/containers.ts";
import { packageOf } from "../../tables/index.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Frame, Mod, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";
import { isGiven } from "../meaning/variables.ts";

/** As many positions as what is given in a list of unknown length may stand at. */
export const MANY = 16;

/** The values of a call's arguments by position; what a spread of unknown length may hold stands at several. */
export function argumentsOf(x: Machine, call: CallExpr, frame: Frame): readonly Value[] {
  const out: Value[] = [];
  let open: Value = NOTHING;
  const isMoved = call.a.some(({ k }) => k === "spread");
  for (const argument of call.a) {
    if (argument.k === "spread") open = spreadInto(x, x.value(argument.e, frame), out, open);
    else out.push(given(x, argument, isMoved, frame));
  }
  for (let more = 0; open.length > 0 && more < MANY; more++) out.push(open);
  return out;
}

/** What a call hands over as argument `i`, or as all from there on: nothing where that is not there. */
export function handed(x: Machine, call: CallExpr, i: number, isRest: boolean, frame: Frame): Value {
  if (isRest) return [x.in.atom({ k: "arr", e: argumentsOf(x, call, frame).slice(i) })];
  if (call.a.slice(0, i + 1).some(({ k }) => k === "spread")) return argumentsOf(x, call, frame)[i] ?? NOTHING;
  const argument = call.a[i];
  return argument ? x.value(argument, frame) : NOTHING;
}

/** An argument: a literal is certain to be all that the parameter is, and so is a parameter that was given one and is nothing else. */
function given(x: Machine, e: Expr, isMoved: boolean, frame: Frame): Value {
  const value = x.value(e, frame);
  if (e.k === "lit" && !isMoved && typeof e.v !== "string") return [x.in.atom({ k: "prim", v: e.v, isGiven: true })];
  if (e.k === "var" && !isMoved && isGiven(frame, e.v)) return value;
  return value.some((atom) => atom.k === "prim" && atom.isGiven) ? x.join(value.map((atom) => ordinary(x, atom))) : value;
}

const ordinary = (x: Machine, atom: Atom): Atom => (atom.k === "prim" && atom.isGiven ? x.in.atom({ k: "prim", v: atom.v }) : atom);

/** The text of a callee, for messages. */
export function describe(call: CallExpr, mod: Mod): string {
  const text = (e: CallExpr["f"]): string => {
    switch (e.k) {
      case "glob":
        return e.n;
      case "var":
        return mod.sum.vars[e.v]?.n ?? "";
      case "mem":
        return `${text(e.o)}.${typeof e.p === "string" ? e.p : "[…]"}`;
      case "this":
        return "this";
      case "super":
        return "super";
      case "call":
        return `${text(e.f)}()`;
      default:
        return "…";
    }
  };
  return text(call.f);
}

/** How a member of a module or package is named in messages. */
export function externalName(root: string, path: readonly string[]): string {
  const head = root.startsWith("pkg:") ? packageOf(root) : /^(?:node|type):(.*)$/u.exec(root)?.[1];
  return [...(head === undefined ? [] : [head]), ...path].filter((step) => step !== "()" && step !== "new").join(".");
}
