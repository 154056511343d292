import type { Machine } from "../eval/machine.ts";
import { constantsOf } from "../eval/strings.ts";
import type { AtomOf, Mod, Value } from "../eval/values.ts";
import type { Expr } from "../ir.ts";
import { INPUT_SCHEMA_KEYS } from "../shapes/definitions.ts";

/** What a tool tells the model about itself, as far as the source says. */
export interface About {
  /** The text of its description; null where it is computed or absent. */
  readonly description: string | null;
  /** Its input schema in a form that formatting, names of variables and places do not change; null where there is none to read. */
  readonly schema: string | null;
}

const MAX_DEPTH = 8;

/** An expression without places and local names: constants are put in, imports are known by what they import. */
function canonical(mod: Mod, e: Expr, depth = 0): unknown {
  if (e.k === "var") {
    const def = mod.sum.vars[e.v]?.d;
    const [only] = def ?? [];
    if (only?.k === "import") return { import: `${only.from}#${only.n}` };
    if (only?.k === "expr" && def?.length === 1 && only.path.length === 0 && depth < MAX_DEPTH) return canonical(mod, only.e, depth + 1);
    return { var: depth < MAX_DEPTH ? "local" : "deep" };
  }
  if (e.k === "fn") return { fn: true };
  return Object.fromEntries(
    Object.entries(e)
      .filter(([key]) => !["at", "i", "hint", "c"].includes(key))
      .map(([key, part]) => [key, canonicalPart(mod, part, depth)]),
  );
}

function canonicalPart(mod: Mod, part: unknown, depth: number): unknown {
  if (Array.isArray(part)) return part.map((one) => canonicalPart(mod, one, depth));
  if (typeof part !== "object" || part === null) return part;
  if ("k" in part) return canonical(mod, part as Expr, depth);
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => key !== "at")
      .map(([key, one]) => [key, canonicalPart(mod, one, depth)]),
  );
}

/** The expressions of a configuration that say what is sent: those named so, or all of an object that is nothing but a shape. */
export const schemasOf = (config: Value): { readonly atom: AtomOf<"obj">; readonly e: Expr; readonly isNamed: boolean }[] =>
  config.flatMap((atom) => {
    if (atom.k !== "obj") return [];
    const props = atom.e.p.flatMap((prop) => ("n" in prop ? [prop] : []));
    const named = props.filter(({ n }) => INPUT_SCHEMA_KEYS.includes(n));
    const isShape = named.length === 0 && !props.some(({ n, e }) => n === "description" || n === "name" || e.k === "fn");
    return (isShape ? props : named).map(({ e }) => ({ atom, e, isNamed: !isShape }));
  });

/** Reads description and schema from a tool's configuration. */
export function aboutOf(x: Machine, config: Value): About {
  const objects = config.filter((atom) => atom.k === "obj" || atom.k === "rec");
  const named = constantsOf(x.member(objects, "description"));
  const positional = constantsOf(config.filter((atom) => atom.k === "str"));
  const texts = named && named.length > 0 ? named : (positional ?? []);
  const schemas = schemasOf(objects).flatMap(({ atom, e, isNamed }) => (isNamed ? [canonical(atom.mod, e)] : []));
  return {
    description: texts.length === 1 ? (texts[0] ?? null) : null,
    schema: schemas.length > 0 ? JSON.stringify(schemas) : null,
  };
}
