import type { Target } from "../domain/targets.ts";
import { activate } from "./contexts.ts";
import type { Machine } from "../machine.ts";
import { resultOf } from "./results.ts";
import type { Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";

/** `promise.then(f)`: promises are transparent, so `f` gets the value itself. */
export function settled(x: Machine, value: Value, name: string, args: readonly Value[]): Target {
  const given = name === "then" ? [value] : name === "catch" ? [x.data()] : [];
  const frames = args.flatMap((callbacks, index) =>
    callbacks.flatMap((cb) => (cb.k === "fn" ? [activate(x, cb, index === 0 ? given : [x.data()], null)] : [])),
  );
  const results = frames.map((frame) => resultOf(x, frame));
  return {
    k: "each",
    value: x.join(name === "then" ? NOTHING : value, ...results, name === "then" && results.length === 0 ? value : NOTHING),
    frames,
    passed: x.join(...args).filter((atom) => atom.k === "ext"),
    given: name === "then" ? value : x.data(),
  };
}
