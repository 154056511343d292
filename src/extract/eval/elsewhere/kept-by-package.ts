import { visitCalls } from "../../ir-walk.ts";
import { canonical, lookup, rowsThatKeep } from "../../tables/index.ts";
import { askedIn } from "./kept-later.ts";
import type { Machine } from "../machine.ts";
import type { Atom, Mod, Value } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

const answers = new WeakMap<Machine, Map<string, readonly Value[]>>();

/** What was found once; what is being found out may ask again, and is nothing then. */
function found(x: Machine, key: string, find: () => readonly Value[]): readonly Value[] {
  let known = answers.get(x);
  if (!known) answers.set(x, (known = new Map<string, readonly Value[]>()));
  const before = known.get(key);
  if (before) return before;
  known.set(key, []);
  const answer = find();
  known.set(key, answer);
  return answer;
}

/** What is found in some files, as far as they can be read. */
const inFiles = (x: Machine, files: readonly string[], valuesIn: (mod: Mod) => readonly Value[]): readonly Value[] =>
  [...new Set(files)].flatMap((file) => {
    const mod = x.glance(file);
    return mod ? valuesIn(mod) : [];
  });

/**
 * What a package itself is given to run with everything that it does, wherever in the sources of the package that asks:
 * `axios.interceptors.request.use(f)`, by which each `axios.get()` runs `f`.
 *
 * @param asker the file of a call by which it would run.
 */
export function keptByPackage(x: Machine, root: string, asker: string): readonly Value[] {
  const words = rowsThatKeep(root);
  if (words.length === 0) return [];
  const owner = x.world.owner(asker) ?? "";
  return found(x, `${root} ${owner}`, () => {
    const files = words.flatMap((word) => x.world.saying(word)).filter((file) => (x.world.owner(file) ?? "") === owner);
    return inFiles(x, files, (mod) => keptIn(x, mod, root));
  });
}

/** What instances of a package's class are made with, wherever in the sources: a framework hands out the one that there is. */
export const madeWith = (x: Machine, root: string, name: string): readonly Value[] =>
  found(x, `${root} new ${name}`, () => inFiles(x, x.world.saying(name), (mod) => madeIn(x, mod, root, name)));

function madeIn(x: Machine, mod: Mod, root: string, name: string): Value[] {
  const given: Value[] = [];
  visitCalls(mod.sum, ({ f: callee, a, kind }, f) => {
    if (kind !== 1 || callee.k !== "var" || mod.sum.vars[callee.v]?.n !== name) return;
    const frame = genericFrame(x, mod, f, x.top(mod));
    if (x.value(callee, frame).some((atom) => atom.k === "ext" && atom.root === root))
      given.push(...a.map((argument) => x.value(argument, frame)));
  });
  return given;
}

function keptIn(x: Machine, mod: Mod, root: string): Value[] {
  const isItself = (atom: Atom): boolean =>
    atom.k === "ext" &&
    atom.held === undefined &&
    canonical(atom.root, atom.path).root === root &&
    !atom.path.some((step) => step === "()" || step === "new");
  return [...askedIn(mod.sum).ofVariables].flatMap(([v, asked]) =>
    asked.flatMap(({ call, f, path }) => {
      if (lookup(root, path)?.entry.keeps !== true) return [];
      const frame = genericFrame(x, mod, f, x.top(mod));
      return x.variable(mod, v, frame).some(isItself) ? call.a.map((argument) => x.value(argument, frame)) : [];
    }),
  );
}
