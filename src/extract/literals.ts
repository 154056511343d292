import type { Machine } from "./eval/machine.ts";
import { constantOf } from "./eval/domain/strings.ts";
import type { Atom, Value } from "./eval/domain/values.ts";

export type Literal = string | number | boolean | null | undefined | Literal[] | { [key: string]: Literal };

/** The plain value that an abstract value certainly is; `ok: false` when the source does not say. */
export function literalOf(x: Machine, value: Value): { readonly ok: true; readonly value: Literal } | { readonly ok: false } {
  try {
    return { ok: true, value: plain(x, value) };
  } catch (error) {
    if (error instanceof NotLiteral) return { ok: false };
    throw error;
  }
}

class NotLiteral extends Error {}

function plain(x: Machine, value: Value, depth = 0): Literal {
  // What is written to somewhere is no longer what it was written as.
  const [atom] = value;
  if (!atom || value.length !== 1 || depth > 8) throw new NotLiteral();
  return ofAtom(x, atom, depth);
}

function ofAtom(x: Machine, atom: Atom, depth: number): Literal {
  switch (atom.k) {
    case "prim":
      return atom.v;
    case "str": {
      const text = constantOf(atom);
      if (text === undefined) throw new NotLiteral();
      return text;
    }
    case "arr":
      return atom.e.map((one) => plain(x, one, depth + 1));
    case "list":
      if (atom.v.length === 0) return [];
      return atom.v.map((one) => ofAtom(x, one, depth + 1));
    case "rec":
      if (atom.rest) throw new NotLiteral();
      return Object.fromEntries([...atom.m].map(([name, one]) => [name, plain(x, one, depth + 1)]));
    case "obj": {
      const out: Record<string, Literal> = {};
      for (const prop of atom.e.p) {
        if ("s" in prop) {
          const spread = plain(x, x.value(prop.s, atom.up), depth + 1);
          if (typeof spread === "object" && spread !== null && !Array.isArray(spread)) Object.assign(out, spread);
          else if (spread !== undefined && spread !== null) throw new NotLiteral();
        } else if ("n" in prop && prop.g === undefined) out[prop.n] = plain(x, x.value(prop.e, atom.up), depth + 1);
        else throw new NotLiteral();
      }
      return out;
    }
    default:
      throw new NotLiteral();
  }
}
