import type { ObjExpr } from "../../ir.ts";
import { isContainer } from "./container-classes.ts";
import { elementsOf } from "./containers.ts";
import { chain } from "./inheritance.ts";
import type { Machine } from "../machine.ts";
import { resultOf } from "../calls/results.ts";
import type { Atom, AtomOf, Value } from "../domain/values.ts";

/** By what name a class, an object or a container has what goes through it. */
export const ITERATOR = "@@iterator";
const ITERATORS: readonly string[] = [ITERATOR, "@@asyncIterator"];

export const hasIterator = ({ p }: ObjExpr): boolean => p.some((prop) => "n" in prop && ITERATORS.includes(prop.n));

const isFunction = (atom: Atom): atom is AtomOf<"fn"> => atom.k === "fn";

/** What a loop over something gets that has an iterator of its own: what that yields, or hands out by `next`. */
export function iterated(x: Machine, of: AtomOf<"inst" | "obj">): Value {
  const ran = (fn: AtomOf<"fn">, self: Value): Value =>
    resultOf(x, x.in.frame(fn.mod, fn.f, fn.up, [], fn.mod.sum.fns[fn.f]?.arrow ? null : (fn.self ?? self)));
  const iterators = x.join(...ITERATORS.map((name) => x.member([of], name))).filter(isFunction);
  const results = iterators.map((fn) => ran(fn, [of]));
  return x.join(
    ...results.flatMap((result) => [
      // What is its own iterator has `next`.
      elementsOf(
        x,
        result.filter(({ k }) => k !== "inst" && k !== "obj"),
      ),
      ...result.flatMap((atom) =>
        x
          .member([atom], "next")
          .filter(isFunction)
          .map((next) => x.member(ran(next, [atom]), "value")),
      ),
    ]),
  );
}

/** Whether a loop over an instance would go through its members, if there were no others: it has no iterator, of its own or of a package's class. */
const isNoIterable = (x: Machine, atom: Atom): boolean =>
  atom.k === "inst" && !isContainer(x, atom) && chain(x, atom.cls).every(({ k }) => k === "cls") && iterated(x, atom).length === 0;

/** What of a value a loop may go through: an instance only by its iterator, where there is something else. */
export function iterable(x: Machine, value: Value): Value {
  if (value.length < 2 || !value.some(({ k }) => k === "inst")) return value;
  const rest = value.filter((atom) => !isNoIterable(x, atom));
  return rest.length > 0 ? rest : value;
}
