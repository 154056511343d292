import type { Def, Expr } from "../../ir.ts";
import { HOLD_MORE, MAY_BE_RUN, RUN_BY_REQUESTS } from "../../tables/client-options.ts";
import type { External } from "../domain/targets.ts";
import type { Atom, Mod, Value } from "../domain/values.ts";
import { writesOf } from "../elsewhere/writes.ts";
import type { Machine } from "../machine.ts";

/** Makes a client, by the name of what does. */
const MAKES = /^(?:default$|create|make|init|connect)/u;

/** Whether an option is one that runs, by its name and by how it is written. */
function isRun({ sum }: Mod, name: string, e: Expr): boolean {
  if (RUN_BY_REQUESTS.has(name)) return true;
  if (!MAY_BE_RUN.has(name)) return false;
  const isFunction = (def: Def): boolean => def.k === "fn" || def.k === "import" || (def.k === "expr" && def.e.k === "fn");
  return e.k === "fn" || (e.k === "var" && sum.vars[e.v]?.d.some(isFunction) === true);
}

/** What stands under such names in options, and in what is spread into them or written to them. `seen`: objects may be spread from themselves. */
function optionsIn(x: Machine, value: Value, isNested = false, seen = new Set<Atom>()): Value[] {
  return value.flatMap((atom): Value[] => {
    if (seen.has(atom)) return [];
    seen.add(atom);
    if (atom.k === "wr") {
      const { writes, frameOf } = writesOf(x, atom);
      const own = writes
        .filter(({ p, kind }) => kind === "prop" && p.length === atom.p.length + 1)
        .filter((write) => isRun(frameOf(write).mod, write.p.at(-1) ?? "", write.e));
      return own.map((write) => x.value(write.e, frameOf(write)));
    }
    if (atom.k !== "obj") return [];
    return atom.e.p.flatMap((prop): Value[] => {
      if ("s" in prop) return optionsIn(x, x.value(prop.s, atom.up), isNested, seen);
      if (!("n" in prop)) return [];
      if (isRun(atom.mod, prop.n, prop.e)) return [x.value(prop.e, atom.up)];
      return !isNested && HOLD_MORE.has(prop.n) ? optionsIn(x, x.value(prop.e, atom.up), true, seen) : [];
    });
  });
}

/**
 * The functions of ours that a client is made with, to send its requests, to sign them, or to look at them:
 * `new OpenAI({ fetch: ours })`, `new S3Client({ credentials: async () => … })`; and what was made with such.
 */
export function transportsIn(x: Machine, { args, isNew, path }: External): Value[] {
  if (!isNew && !MAKES.test(path.at(-1) ?? "")) return [];
  const runs = (atom: Atom): boolean => atom.k === "fn" || (atom.k === "ext" && atom.held !== undefined);
  const found = args.flatMap((value) => optionsIn(x, value)).map((value) => value.filter(runs));
  return found.filter((value) => value.length > 0);
}
