import type { Expr } from "../../ir.ts";
import { parts } from "../../ir-walk.ts";
import { exportedAt } from "../meaning/follow.ts";
import type { Machine } from "../machine.ts";
import type { AtomOf, Frame, Mod } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

const MAX_NAMES = 60;

/** How a schema is run, and whose schemas those are. */
const PARSES = new Set("parse safeParse parseAsync safeParseAsync validate validateAsync validateSync cast decode encode".split(" "));
const SCHEMAS = /^(?:zod|yup|joi|valibot|superstruct|runtypes|io-ts)(?:\/|$)/u;

/** An expression that is a schema, and where it stands. */
export interface SchemaAt {
  readonly e: Expr;
  readonly mod: Mod;
  readonly frame: Frame;
}

/**
 * Functions that stand in schemas (refinements, transforms, defaults), which run on whatever is parsed.
 * They are arguments there (`z.string().refine(f)`); schemas are followed through constants and imports.
 */
export function functionsInSchemas(x: Machine, schemas: readonly SchemaAt[]): AtomOf<"fn">[] {
  const found = new Map<number, AtomOf<"fn">>();
  const seen = new Set<string>();
  // Chains of calls may be longer than the stack is deep.
  const left: SchemaAt[] = [...schemas];
  const name = (mod: Mod, v: number, frame: Frame): void => {
    const key = `${mod.id}.${v}`;
    if (seen.has(key) || seen.size > MAX_NAMES) return;
    seen.add(key);
    for (const def of mod.sum.vars[v]?.d ?? []) {
      if (def.k === "expr") left.push({ e: def.e, mod, frame: genericFrame(x, mod, def.f, frame.mod === mod ? frame : x.top(mod)) });
      else if (def.k === "import")
        for (const one of exportedAt(x, mod, def.from, def.n)) {
          if (one.v !== undefined) name(one.mod, one.v, x.top(one.mod));
          else if (one.e) left.push({ e: one.e, mod: one.mod, frame: x.top(one.mod) });
        }
    }
  };
  for (let at = left.pop(); at; at = left.pop()) {
    const { e, mod, frame } = at;
    if (e.k === "var") name(mod, e.v, frame);
    for (const argument of e.k === "call" ? e.a : []) {
      if (argument.k !== "fn") continue;
      // What is handed back is a function that makes a schema: that is called by whoever needs one.
      if (e.k === "call" && givesBackAlone(x, e.f, mod, frame)) {
        const made = genericFrame(x, mod, argument.f, frame);
        for (const one of mod.sum.fns[argument.f]?.b ?? []) if (one.k === "ret" && one.e) left.push({ e: one.e, mod, frame: made });
        continue;
      }
      const atom = x.in.atom({ k: "fn", mod, f: argument.f, up: frame });
      found.set(atom.id, atom);
    }
    parts(e, (part) => left.push({ e: part, mod, frame }));
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** Whether what is called is a function of the program's own that hands back what it is given, and does nothing else. */
const givesBackAlone = (x: Machine, callee: Expr, mod: Mod, frame: Frame): boolean =>
  callee.k === "var" && x.value(callee, mod === frame.mod ? frame : x.top(mod)).every((atom) => atom.k === "fn" && isIdentity(atom));

function isIdentity({ mod: { sum }, f }: AtomOf<"fn">): boolean {
  const [only, more] = sum.fns[f]?.b ?? [];
  const [def] = only?.k === "ret" && only.e?.k === "var" ? (sum.vars[only.e.v]?.d ?? []) : [];
  return more === undefined && def?.k === "param" && def.f === f && def.i === 0 && def.path.length === 0;
}

/** `schema.parse(input)`: the functions that stand in the schema run. */
export function runBySchema(x: Machine, callee: Expr, frame: Frame): AtomOf<"fn">[] {
  if (callee.k !== "mem" || typeof callee.p !== "string" || !PARSES.has(callee.p)) return [];
  if (!x.value(callee.o, frame).every(({ k }) => k === "data" || k === "ext")) return [];
  return functionsInSchemas(x, [{ e: callee.o, mod: frame.mod, frame }]).filter(({ mod }) =>
    mod.sum.imports.some((name) => SCHEMAS.test(name)),
  );
}
