import type { Machine } from "../machine.ts";
import type { Frame, Value } from "../domain/values.ts";
import { classOf, NOTHING } from "../domain/values.ts";

/**
 * What has a private name, where the receiver is not known: only the class around the code that says the name has it, so that whatever
 * gets by is an instance of it, or the class itself.
 */
export function havingPrivate(x: Machine, name: string, { mod, f }: Frame): Value {
  for (let at: number | undefined = f; at !== undefined && at >= 0; at = mod.sum.fns[at]?.up) {
    const c = mod.sum.fns[at]?.c;
    if (c === undefined) continue;
    const cls = x.in.atom({ k: "cls", mod, c, up: x.top(mod) });
    const member = classOf(cls).m.find((one) => one.n === name);
    if (member) return [member.static ? cls : x.in.atom({ k: "inst", cls, args: null })];
  }
  return NOTHING;
}
