import type { Write } from "../../ir.ts";
import { says } from "../../ir-walk.ts";
import { chain } from "../meaning/inheritance.ts";
import type { Machine } from "../machine.ts";
import type { Atom, AtomOf, Frame, Value } from "../domain/values.ts";
import { classOf, fnOf, NOTHING } from "../domain/values.ts";
import { givenFromOutside } from "./outside.ts";
import { staticWrites, writeFrame } from "./writes.ts";

/** What is assigned to the name of a setter of a class, by the class itself and by others: what its parameter is in a generic activation. */
export function givenToSetter(x: Machine, frame: Frame): Value {
  const { mod, f, up } = frame;
  const { c } = fnOf(frame);
  const member = c === undefined || !up ? undefined : mod.sum.classes[c]?.m.find((one) => one.f === f && one.kind === "set");
  if (!member || c === undefined || !up) return NOTHING;
  const cls = x.in.atom({ k: "cls", mod, c, up });
  const unseen = isSetByWord(x, member.n) ? x.unknown("unknown.parameter") : NOTHING;
  if (member.static) return x.join(unseen, givenFromOutside(x, cls, member.n, NOTHING), ...staticWrites(x, cls, cls, member.n));
  const inst = x.in.atom({ k: "inst", cls, args: null });
  return x.join(
    unseen,
    givenFromOutside(x, inst, member.n, NOTHING),
    ...chain(x, cls).flatMap((level) => ownWrites(x, inst, level, member.n)),
  );
}

/** Whether something may be assigned that is not seen to be: `Reflect.set(host, "out", f)`, or by what describes the setter. */
const isSetByWord = (x: Machine, name: string): boolean =>
  ["getOwnPropertyDescriptor", "getOwnPropertyDescriptors"].some((word) => x.world.mentions(word) > 0) ||
  x.world.saying(name).some((file) => {
    const sum = x.world.summary(file);
    return sum === undefined || says(sum, name);
  });

function ownWrites(x: Machine, inst: AtomOf<"inst">, level: Atom, name: string): Value[] {
  if (level.k !== "cls") return [];
  const isIt = ({ kind, p }: Write): boolean => kind === "prop" && p.length === 1 && p[0] === name;
  return classOf(level)
    .w.filter(isIt)
    .map((write) => x.value(write.e, writeFrame(x, inst, level, write)));
}
