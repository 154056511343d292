import { callersElsewhere, isCalledByImporters, isLeftOutBy } from "../elsewhere/callers-elsewhere.ts";
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
const PLAIN_TYPES = new Set(
  "Request Response Headers URL URLSearchParams FormData Blob File ReadableStream AbortSignal Date RegExp ArrayBuffer Uint8Array Buffer".split(
    " ",
  ),
);

/** An instance, or a value of a package or the platform; what is only kept under a global name is what its type says. */
const isKnownService = (atom: Atom): boolean => isService(atom) && !(atom.k === "ext" && atom.root === "global");

/** Whether a type is one of a function. */
const isOfCode = (atom: Atom): boolean => atom.k === "typed" && atom.t.k === "fn";

/** What runs itself. */
const RUNS: ReadonlySet<Atom["k"]> = new Set(["fn", "cls", "inst"] as const);

const isCode = (atom: Atom): boolean => !PRIMITIVES.has(atom.k);

/** Whether code may be passed for a parameter: by its type, by what is passed, which is nothing at all for now, or since it has no type. */
const takesCode = (passed: Value, byType: Value, isUntyped: boolean): boolean =>
  isUntyped || byType.some(isOfCode) || passed.some((atom) => isAbsent(atom) || (isCode(atom) && atom.k !== "unk"));

/** What callers elsewhere pass beside those in the module itself: where these pass data, code alone counts. */
function alsoPassed(x: Machine, frame: Frame, i: number, isRest: boolean, called: Value, byType: Value): Value {
  const mayBeCode = takesCode(called, byType, fnOf(frame).pt[i] === undefined);
  const isData = called.every(({ k }) => k === "data" || k === "unk");
  if (!mayBeCode && isData) return NOTHING;
  const more = x.join(...callersElsewhere(x, frame, i, isRest), ...(mayBeCode ? passedOutside(x, frame, i, isRest) : []));
  return isData && !byType.some(isOfCode) ? more.filter(isCode) : more;
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
    const isOfPackage = byType.length > 0 && byType.every(({ k }) => k === "ext");
    if ((isTold || isPlain) && !isOfPackage) return x.join(byType, base);
    const elsewhere = x.join(...callersElsewhere(x, frame, i, rest));
    // What is passed for a package's type may do more than the type says: a store whose database is a file.
    if (isOfPackage) return x.join(byType, elsewhere.filter(isKnownService), base);
    if (saysMore(elsewhere)) {
      // Those who do so through further modules are asked for where those that are near are of its own, and pass code.
      const isAsked = byType.some(isOfCode) || elsewhere.some((atom) => isAbsent(atom) || RUNS.has(atom.k));
      const far = isAsked && !isCalledByImporters(x, frame) ? passedOutside(x, frame, i, rest) : [];
      return x.join(told(elsewhere), ...far, base);
    }
    // Nobody hands over code: whatever else is there is data.
    if (!rest && !fn.args && byType.length > 0 && byType.every(isOfCode) && isLeftOutBy(x, frame, i))
      return x.join(base, x.data(), [x.in.atom({ k: "prim", v: undefined })]);
    if (byType.length > 0) return x.join(byType, base);
    if (rest) return x.list(x.unknown("unknown.parameter"));
    return base.length > 0 ? base : x.unknown("unknown.parameter");
  });
}
