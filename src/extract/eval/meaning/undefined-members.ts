import type { Stmt } from "../../ir.ts";
import { nestedBodies, says, visitCalls, visitObjects } from "../../ir-walk.ts";
import { COMMON } from "../domain/common-names.ts";
import { chain } from "./inheritance.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Mod } from "../domain/values.ts";

const answers = new WeakMap<Machine, Map<string, boolean>>();

/**
 * Whether an instance has no member of a name, because nothing in the sources defines one: `adapter.handle?.(message)` for an interface that
 * promises no more than that there may be one. Its classes are all of the sources, and nobody puts anything into what a constructor made.
 */
export const isUndefinedMember = (x: Machine, atom: Atom, name: string): boolean =>
  atom.k === "inst" &&
  !COMMON.has(name) &&
  chain(x, atom.cls).every((level) => level.k === "cls" && isPlain(level.mod, level.c)) &&
  isDefinedNowhere(x, name);

/** Whether a class makes what it says: no decorator, no name that is computed, nothing that is spread over `this`, nothing handed back instead. */
function isPlain(mod: Mod, c: number): boolean {
  const cls = mod.sum.classes[c];
  if (!cls || cls.deco.length > 0 || (cls.keys ?? []).length > 0) return false;
  const made = cls.ctor === undefined ? undefined : mod.sum.fns[cls.ctor];
  return cls.m.every(({ n }) => n !== "*") && cls.w.every(({ p }) => p.length > 0 && !p.includes("*")) && !(made && givesBack(made.b));
}

const givesBack = (body: readonly Stmt[]): boolean =>
  body.some((statement) => (statement.k === "ret" && statement.e !== undefined) || nestedBodies(statement).some(givesBack));

/** Whether no class, object or assignment of the sources has a member of a name, by whatever way that is seen to make one. */
function isDefinedNowhere(x: Machine, name: string): boolean {
  let known = answers.get(x);
  if (!known) answers.set(x, (known = new Map<string, boolean>()));
  const before = known.get(name);
  if (before !== undefined) return before;
  const answer = !mayBeGiven(x, name) && looked(x, name).every((mod) => mod && !defines(mod, name));
  known.set(name, answer);
  return answer;
}

/** Whether code of the sources may give a member of a name to an object that is there, by whatever way of naming it. */
function mayBeGiven(x: Machine, name: string): boolean {
  const [start = name] = /^[a-z]+/u.exec(name) ?? [];
  return (
    x.mayAssign(name) ||
    x.world.makesNames(start, start !== name) ||
    isMixedSomewhere(x) ||
    looked(x, name).some((mod) => !mod || says(mod.sum, name))
  );
}

/** Functions of the platform, and of packages, that give their first argument what the others have. */
const MIXING =
  "assign assignIn assignWith extend extendOwn merge mergeWith mergeDeep deepMerge deepmerge defaults defaultsDeep mixin defu".split(" ");

const mixed = new WeakMap<Machine, boolean>();

/** Whether code of the sources gives something else than `this`, or a new object, members that nobody names: `Object.assign(target, source)`. */
function isMixedSomewhere(x: Machine): boolean {
  let known = mixed.get(x);
  if (known === undefined) mixed.set(x, (known = MIXING.some((word) => looked(x, word).some((mod) => !mod || mixes(mod)))));
  return known;
}

const looked = (x: Machine, word: string): (Mod | undefined)[] => x.world.saying(word).map(x.glance);

function mixes({ sum }: Mod): boolean {
  let found = false;
  visitCalls(sum, ({ f, a: [target, ...sources] }) => {
    found ||=
      MIXING.includes(f.k === "mem" && typeof f.p === "string" ? f.p : f.k === "var" ? (sum.vars[f.v]?.n ?? "") : "") &&
      target?.k !== "obj" &&
      target?.k !== "this" &&
      sources.some((source) => source.k !== "obj" || source.p.some((prop) => !("n" in prop)));
  });
  return found;
}

/** Whether a module says a name where a class, an object or what it exports has members. */
function defines({ sum }: Mod, name: string): boolean {
  let found =
    sum.exports.some(({ n }) => n === name) ||
    sum.classes.some(({ m, w }) => [...m.map(({ n }) => n), ...w.flatMap(({ p }) => p)].includes(name));
  visitObjects(sum, ({ p }) => {
    found ||= p.some((prop) => "n" in prop && prop.n === name);
  });
  return found;
}
