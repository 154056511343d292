import { visitCalls } from "../ir-walk.ts";
import { canonical, lookup, rowsThatKeep } from "../tables/index.ts";
import { askedIn } from "./kept-later.ts";
import type { Machine } from "./machine.ts";
import type { Atom, Mod, Value } from "./values.ts";
import { genericFrame } from "./variables.ts";

const answers = new WeakMap<Machine, Map<string, readonly Value[]>>();

/**
 * What a package itself is given to run with everything that it does, wherever in the sources of the package that asks:
 * `axios.interceptors.request.use(f)`, by which each `axios.get()` runs `f`.
 *
 * @param asker the file of a call by which it would run.
 */
export function keptByPackage(x: Machine, root: string, asker: string): readonly Value[] {
  const words = rowsThatKeep(root);
  if (words.length === 0) return [];
  let known = answers.get(x);
  if (!known) answers.set(x, (known = new Map<string, readonly Value[]>()));
  const owner = x.world.owner(asker) ?? "";
  const key = `${root} ${owner}`;
  const before = known.get(key);
  if (before) return before;
  known.set(key, []); // What is being found out may ask again.
  const files = [...new Set(words.flatMap((word) => x.world.saying(word)))].filter((file) => (x.world.owner(file) ?? "") === owner);
  const found = files.flatMap((file) => {
    const mod = x.glance(file);
    return mod ? keptIn(x, mod, root) : [];
  });
  known.set(key, found);
  return found;
}

/** What instances of a package's class are made with, wherever in the sources: a framework hands out the one that there is. */
export function madeWith(x: Machine, root: string, name: string): readonly Value[] {
  let known = answers.get(x);
  if (!known) answers.set(x, (known = new Map<string, readonly Value[]>()));
  const key = `${root} new ${name}`;
  const before = known.get(key);
  if (before) return before;
  known.set(key, []);
  const found = x.world.saying(name).flatMap((file) => {
    const mod = x.glance(file);
    const given: Value[] = [];
    if (mod)
      visitCalls(mod.sum, ({ f: callee, a, kind }, f) => {
        if (kind !== 1 || callee.k !== "var" || mod.sum.vars[callee.v]?.n !== name) return;
        const frame = genericFrame(x, mod, f, x.top(mod));
        if (x.value(callee, frame).some((atom) => atom.k === "ext" && atom.root === root))
          given.push(...a.map((argument) => x.value(argument, frame)));
      });
    return given;
  });
  known.set(key, found);
  return found;
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
