import { canonical } from "../../tables/index.ts";
import type { Expr } from "../../ir.ts";
import type { AssignmentIn } from "../meaning/loaded-modules.ts";
import { assignedIn } from "../meaning/loaded-modules.ts";
import type { Machine } from "../machine.ts";
import { genericFrame } from "../meaning/variables.ts";
import { GLOBALS, isGlobalObject } from "../meaning/own-globals.ts";
import type { Atom, Mod, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";

/** A member of the platform by its path, as it was reached. */
interface Place {
  readonly root: string;
  readonly path: readonly string[];
}

/** Whether a value is what the member is one of; `console.log` is also `globalThis.console.log`. */
function holds(atom: Atom, { root, path }: Place): boolean {
  if (atom.k !== "ext") return false;
  if (root === "global" && path.length === 1) return isGlobalObject(atom);
  const at = canonical(atom.root, atom.path);
  const holder = canonical(root, path.slice(0, -1));
  // What does nothing has no root of its own: `console` and `crypto` are told apart by how they are reached.
  return at.root === "pure"
    ? atom.root === root && atom.path.join(".") === path.slice(0, -1).join(".")
    : at.root === holder.root && at.path.join(".") === holder.path.join(".");
}

/** What a member is one of, as it is written: a global, what is imported from the module, or a variable for one of these. */
function isPlatform(mod: Mod, e: Expr, root: string, isFurther = false): boolean {
  switch (e.k) {
    case "glob":
      return true;
    case "mem":
      return isPlatform(mod, e.o, root, isFurther);
    case "as":
      return isPlatform(mod, e.e, root, isFurther);
    case "call":
      return root !== "global" && e.f.k === "glob" && e.f.n === "require" && e.a[0]?.k === "lit" && isNamed(String(e.a[0].v), root);
    case "var":
      return (mod.sum.vars[e.v]?.d ?? []).some(
        (def) => (def.k === "import" && isNamed(def.from, root)) || (def.k === "expr" && !isFurther && isPlatform(mod, def.e, root, true)),
      );
    default:
      return false;
  }
}

const isNamed = (from: string, root: string): boolean => from.replace(/^(?:node:)?/u, "node:") === root;

/** The assignments of a name to something of the platform, in the files that speak of what the member is one of. */
function assignedTo(x: Machine, { root, path }: Place, name: string): readonly AssignmentIn[] {
  const patching = x.world.patching(name);
  if (patching.length === 0) return [];
  const holder = path.at(-2);
  const words = holder !== undefined ? [holder] : root === "global" ? [...GLOBALS] : [root.replace(/^node:/u, "")];
  const speaking = new Set(words.flatMap((word) => x.world.saying(word)));
  return patching.flatMap((file) => {
    const mod = speaking.has(file) ? x.glance(file) : undefined;
    const assigned = mod ? (assignedIn(mod).get(name) ?? []) : [];
    return mod ? assigned.filter(({ to, e }) => to && e && isPlatform(mod, to.object, root)).map((one) => ({ ...one, mod })) : [];
  });
}

const found = new WeakMap<Machine, Map<string, readonly AssignmentIn[]>>();

/** The same, found once. */
function assignmentsTo(x: Machine, place: Place, name: string): readonly AssignmentIn[] {
  const all = found.get(x) ?? new Map<string, readonly AssignmentIn[]>();
  found.set(x, all);
  const key = `${place.root} ${place.path.join(".")}`;
  let known = all.get(key);
  if (!known) all.set(key, (known = assignedTo(x, place, name)));
  return known;
}

const loaders = new WeakMap<Machine["world"], Map<string, ReadonlySet<string>>>();

/** A file, and all that import it, by way of others too. */
function loadersOf({ world }: Machine, file: string): ReadonlySet<string> {
  const all = loaders.get(world) ?? new Map<string, ReadonlySet<string>>();
  loaders.set(world, all);
  const known = all.get(file);
  if (known) return known;
  const found = new Set([file]);
  for (const one of found) for (const importer of world.importers(one)) found.add(importer);
  all.set(file, found);
  return found;
}

/** Whether one program may load both files: something imports the one and the other. */
function isOneProgram(x: Machine, a: string, b: string): boolean {
  const [one, other] = [loadersOf(x, a), loadersOf(x, b)];
  return [...one].some((file) => other.has(file));
}

/**
 * Functions of ours that modules put in the place of a member of the platform: `console.log = (line) => …`. Who calls the member, in a
 * program that loads such a module as well, calls them, or what was there before.
 *
 * @param by the module in which it is called.
 */
export function patched(x: Machine, { root, path: reached }: Place, by: Mod): Value {
  const path = reached[0] === "default" && root !== "global" ? reached.slice(1) : reached;
  const name = path.at(-1);
  if (name === undefined || (root !== "global" && !root.startsWith("node:")) || path.some((step) => step === "new" || step === "()"))
    return NOTHING;
  const assigned = assignmentsTo(x, { root, path }, name);
  if (assigned.length === 0) return NOTHING;
  return x.once("patched", x.nameId(`${root} ${path.join(".")}`), by.id, () =>
    x.join(
      ...assigned.map(({ mod, to, e }) => {
        if (!to || !e || !isOneProgram(x, by.file, mod.file)) return NOTHING;
        const frame = genericFrame(x, mod, to.f, x.top(mod));
        if (!x.value(to.object, frame).some((atom) => holds(atom, { root, path }))) return NOTHING;
        return x.value(e, frame).filter(({ k }) => k === "fn");
      }),
    ),
  );
}
