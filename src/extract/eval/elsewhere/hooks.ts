import type { Expr, TypeRef } from "../../ir.ts";
import { says, visitExprs } from "../../ir-walk.ts";
import type { Machine } from "../machine.ts";
import type { Mod } from "../domain/values.ts";

/** How members are called that somebody may hand in to be told of something. */
const HOOK = /^(?:on|before|after|did|will)[A-Z]/u;
/** A name that more files than these say is provided somewhere. */
const MAX_FILES = 24;

/** Where attributes of markup may provide one: `<Run onDone={f} />`. */
const IN_MARKUP = /\.[jt]sx$/u;

const answers = new WeakMap<Machine, Map<string, boolean>>();

/**
 * Whether a member of what a framework hands over is a hook that nothing in the sources provides: a type says that it may be
 * missing, and no member of an object or a class, no assignment, no variable and no text is called so. What a caller from outside
 * hooks in belongs to that caller.
 */
export function isIdleHook(x: Machine, name: string): boolean {
  if (!HOOK.test(name)) return false;
  const known = answers.get(x) ?? new Map<string, boolean>();
  answers.set(x, known);
  let answer = known.get(name);
  if (answer !== undefined) return answer;
  const files = x.world.saying(name);
  const mods = files.length > MAX_FILES ? [] : files.flatMap((file) => x.glance(file) ?? []);
  answer =
    mods.length > 0 &&
    mods.length === files.length &&
    mods.some((one) => mayLack(one, name)) &&
    !mods.some((one) => IN_MARKUP.test(one.file) || provides(one, name));
  known.set(name, answer);
  return answer;
}

/** Whether a type of a module has a member of a name that may be missing. */
const mayLack = ({ sum }: Mod, name: string): boolean =>
  sum.vars.some(({ d }) => d.some((def) => (def.k === "iface" ? hasOptional(def.m, name) : def.k === "alias" && inType(def.t, name))));

const inType = (type: TypeRef, name: string): boolean => type.k === "obj" && hasOptional(type.m, name);

const hasOptional = (members: Extract<TypeRef, { k: "obj" }>["m"], name: string): boolean =>
  members.some(([n, type, isOptional]) => (n === name && isOptional === true) || inType(type, name));

/** Whether a module may have a function under a name. */
function provides({ sum }: Mod, name: string): boolean {
  let found =
    says(sum, name) ||
    sum.exports.some((one) => one.n === name) ||
    sum.classes.some(({ m }) => m.some((one) => one.n === name && (one.f !== undefined || one.e !== undefined))) ||
    sum.vars.some(
      ({ n, d, w = [] }) =>
        (n === name &&
          d.some((def) => def.k === "fn" || def.k === "cls" || (def.k === "expr" && def.path.length === 0 && isGiven(def.e, name)))) ||
        w.some(({ p, e }) => p.at(-1) === name && isGiven(e, name)),
    );
  visitExprs(sum, (e) => {
    if (e.k === "obj") found ||= e.p.some((prop) => "n" in prop && prop.n === name && isGiven(prop.e, name));
    if (e.k === "set" && e.t.k === "mem" && e.t.p === name) found ||= isGiven(e.e, name);
  });
  return found;
}

/** Whether an expression may be a function, and is not what stood under the same name: `{ onDone: options.onDone }`. */
const isGiven = (e: Expr, name: string): boolean => e.k !== "lit" && e.k !== "void" && e.k !== "tpl" && !(e.k === "mem" && e.p === name);
