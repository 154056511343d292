import { callersElsewhere, isLeftOutBy } from "../elsewhere/callers-elsewhere.ts";
import { callersOf, givenToCallback } from "../elsewhere/callers.ts";
import { passedOutside } from "../elsewhere/called-outside.ts";
import { givenToSetter } from "../elsewhere/setters.ts";
import type { Machine } from "../machine.ts";
import { expectedParameter, servicesOf } from "../types/expected.ts";
import { partlyTold } from "../types/partly-told.ts";
import { typeValue } from "../types/types.ts";
import type { Atom, Frame, Value } from "../domain/values.ts";
import { fnOf, isAbsent, isContext, isMade, isService, isVague, NOTHING, PRIMITIVES } from "../domain/values.ts";

/** Types of the platform that hold data, and whose methods only hand it out. */
const PLAIN_TYPES = new Set("Request Response Headers URL URLSearchParams FormData AbortSignal Date RegExp Uint8Array Buffer".split(" "));

/** Whether a type is one of a function. */
const isOfCode = (atom: Atom): boolean => atom.k === "typed" && atom.t.k === "fn";

/** What callers elsewhere pass beside those in the module itself: where these pass data, code alone is worth asking for. */
function alsoPassed(x: Machine, frame: Frame, i: number, isRest: boolean, called: Value, byType: Value): Value {
  const isCode = byType.some(isOfCode) || called.some((atom) => isAbsent(atom) || !PRIMITIVES.has(atom.k));
  if (!isCode && called.every(({ k }) => k === "data" || k === "unk")) return NOTHING;
  return x.join(...callersElsewhere(x, frame, i, isRest), ...(isCode ? passedOutside(x, frame, i, isRest) : []));
}

/** The value of parameter `i` of an activation. */
export function parameter(x: Machine, frame: Frame, i: number, rest: boolean): Value {
  const fn = fnOf(frame);
  const preset = fn.pd[i];
  const type = fn.pt[i];
  const typed = (): Value => (type ? typeValue(x, type, frame) : expectedParameter(x, frame, i));
  if (frame.args) {
    if (rest) return [x.in.atom({ k: "arr", e: frame.args.slice(i) })];
    const given = frame.args[i] ?? [x.in.atom({ k: "prim", v: undefined })];
    if (given.length === 0 || (preset && given.some((atom) => atom.k === "prim" && atom.v === undefined))) {
      if (preset)
        return x.join(
          given.filter((atom) => !(atom.k === "prim" && atom.v === undefined)),
          x.value(preset, frame),
        );
      return given.length > 0 ? given : typed().filter(isMade);
    }
    if (given.every((atom) => isVague(atom) || isContext(atom))) {
      const better = given.some(isContext) ? servicesOf(x, typed()) : typed().filter(isMade);
      if (better.length > 0) return better;
      if (type?.k === "ref" && type.v === undefined && PLAIN_TYPES.has(type.n)) return x.data();
    }
    const partly = partlyTold(x, given, typed);
    if (partly) return partly;
    // What is passed beside what is known is what the type says, where that is a package's: of one of ours there may be more.
    const isPassed = (atom: Atom): boolean => atom.k === "unk" && atom.why === "unknown.parameter";
    const byType = given.some(isPassed) ? typed().filter(isMade) : NOTHING;
    return byType.length > 0 && byType.every(({ k }) => k === "ext")
      ? x.join(
          given.filter((atom) => !isPassed(atom)),
          byType,
        )
      : given;
  }
  return x.once("parameter", frame.id, i, () => {
    // Whoever calls it by a value, or from elsewhere, is not among the callers that are looked for here.
    x.open();
    const base = preset ? x.value(preset, frame) : NOTHING;
    const isUseful = (value: Value): boolean => value.some((atom) => atom.k !== "unk");
    const called = x.join(...callersOf(x, frame, i, rest), ...givenToCallback(x, frame, i, rest), givenToSetter(x, frame));
    const byType = typed();
    // Data that somebody passes says less than a type that is a service, or an object of ours.
    const isTold = byType.some(isService);
    const isKnown = byType.some(isMade);
    const saysMore = (value: Value): boolean => isUseful(value) && !(isKnown && value.every(isVague));
    // What a caller passes that nobody knows is what the type says.
    const told = (value: Value): Value =>
      isKnown && value.some((atom) => atom.k === "unk")
        ? x.join(
            value.filter((atom) => atom.k !== "unk"),
            byType,
          )
        : value;
    if (saysMore(called)) return x.join(told(called), alsoPassed(x, frame, i, rest, called, byType), base);
    const isPlain = byType.some((atom) => atom.k === "data") && !byType.some((atom) => atom.k === "typed");
    if (isTold || isPlain) return x.join(byType, base);
    const elsewhere = x.join(...callersElsewhere(x, frame, i, rest));
    if (saysMore(elsewhere)) return x.join(told(elsewhere), base);
    // Nobody hands over code: whatever else is there is data.
    if (!rest && !fn.args && byType.length > 0 && byType.every(isOfCode) && isLeftOutBy(x, frame, i))
      return x.join(base, x.data(), [x.in.atom({ k: "prim", v: undefined })]);
    if (byType.length > 0) return x.join(byType, base);
    if (rest) return x.list(x.unknown("unknown.parameter"));
    return base.length > 0 ? base : x.unknown("unknown.parameter");
  });
}
