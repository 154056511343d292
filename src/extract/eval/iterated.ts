import type { ObjExpr } from "../ir.ts";
import { elementsOf } from "./containers.ts";
import type { Machine } from "./machine.ts";
import { resultOf } from "./results.ts";
import type { Atom, AtomOf, Value } from "./values.ts";

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
