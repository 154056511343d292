import type { Expr } from "../ir.ts";
import { COMMON, TEXTUAL } from "./common-names.ts";
import type { Machine } from "./machine.ts";
import type { Frame, Mod, Value } from "./values.ts";
import { isContext, isVague } from "./values.ts";

type Member = Extract<Expr, { k: "mem" }>;

const nameOf = (e: Expr, mod: Mod): string =>
  e.k === "var" ? (mod.sum.vars[e.v]?.n ?? "") : e.k === "mem" && typeof e.p === "string" ? e.p : "";

const BINDING = /^[A-Z][A-Z0-9_]*$/u;

/**
 * What a method is called on. A binding of a platform (Cloudflare Workers) is known by how it is
 * written, where nothing else is known of it: `env.BUCKET.put(key, data)`.
 */
export function receiverOf(x: Machine, f: Member, frame: Frame): Value {
  const value = x.value(f.o, frame);
  const isBound = f.o.k === "mem" && BINDING.test(nameOf(f.o, frame.mod)) && nameOf(f.o.o, frame.mod) === "env";
  const isCall = typeof f.p === "string" && !COMMON.has(f.p) && !TEXTUAL.has(f.p);
  return isBound && isCall && value.every((atom) => isVague(atom) || isContext(atom)) ? [x.ext("type:Binding", [])] : value;
}

/** Whether a call is made on what is named a context: `requestContext.get(key)` looks up what somebody put there. */
export const isStore = (f: Expr, mod: Mod): boolean => f.k === "mem" && /(?:context|ctx)$/iu.test(nameOf(f.o, mod));
