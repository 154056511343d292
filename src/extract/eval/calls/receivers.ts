import type { Expr } from "../../ir.ts";
import { AMBIGUOUS, BY_NAME, COMMON, isLogging, LOGGER, OF_PROTOCOLS, OWN_PROTOCOL, PROTOCOL, TEXTUAL } from "../domain/common-names.ts";
import type { Machine } from "../machine.ts";
import { constantsOf } from "../domain/strings.ts";
import type { Frame, Mod, Value } from "../domain/values.ts";
import { isContext, isVague, NOTHING } from "../domain/values.ts";

type Member = Extract<Expr, { k: "mem" }>;

const calledAs = (e: Expr, mod: Mod): string =>
  e.k === "var" ? (mod.sum.vars[e.v]?.n ?? "") : e.k === "mem" && typeof e.p === "string" ? e.p : "";

const BINDING = /^[A-Z][A-Z0-9_]*$/u;
/** What says that a package is made for a platform with bindings. */
const PLATFORM = ["wrangler", "@cloudflare/workers-types", "agents", "@cloudflare/vitest-pool-workers"];

/**
 * What a method is called on. A binding of a platform (Cloudflare Workers) is known by how it is
 * written, where nothing else is known of it: `env.BUCKET.put(key, data)`.
 */
export function receiverOf(x: Machine, f: Member, frame: Frame): Value {
  const value = x.value(f.o, frame);
  const isBound = f.o.k === "mem" && BINDING.test(calledAs(f.o, frame.mod)) && calledAs(f.o.o, frame.mod) === "env";
  const isCall = typeof f.p === "string" && !COMMON.has(f.p) && !TEXTUAL.has(f.p);
  const isPlatform = (): boolean => PLATFORM.some((name) => x.world.depends(frame.mod.file, name));
  return isBound && isCall && isPlatform() && value.every((atom) => isVague(atom) || isContext(atom)) ? [x.ext("type:Binding", [])] : value;
}

const STORING = new Set(["get", "has", "set", "delete"]);

/** Whether an expression is a constant that is a symbol: no address is one. */
function isSymbol(e: Expr | undefined, mod: Mod): boolean {
  const [def, more] = e?.k === "var" ? (mod.sum.vars[e.v]?.d ?? []) : [];
  const made = def?.k === "expr" && !more && def.e.k === "call" ? def.e.f : undefined;
  return (
    made !== undefined && ((made.k === "glob" && made.n === "Symbol") || (made.k === "mem" && made.o.k === "glob" && made.o.n === "Symbol"))
  );
}

/** Whether a call is made on what is named a context, or a state, with a fixed key: `requestContext.get("user")` looks up what somebody put there. */
export function isStore(f: Expr, mod: Mod, name: string, [given = NOTHING]: readonly Value[], key: Expr | undefined): boolean {
  if (f.k !== "mem" || !STORING.has(name) || !/(?:context|ctx|state)$/iu.test(calledAs(f.o, mod))) return false;
  return isSymbol(key, mod) || (name === "get" && constantsOf(given)?.every((one) => !/[/:]/u.test(one)) === true);
}

/** Whether a call of something that was handed in is, by all the names that it has, one that reaches nothing. */
export function isToldOnly(f: Expr, mod: Mod, why: string): boolean {
  const name = calledAs(f, mod);
  if (why !== "unknown.parameter") return false;
  // A level that is chosen: `logger[level](text)`.
  const isLevel = f.k === "mem" && typeof f.p !== "string" && LOGGER.test(calledAs(f.o, mod));
  return isLogging(name) || isLevel || (f.k === "mem" && isNamed(BY_NAME, f, mod));
}

/** Whether a method is one of a protocol's data, or of a schema's, by its name and by that of what it is called on. */
export const isOfProtocol = (f: Member, mod: Mod): boolean => isNamed(OF_PROTOCOLS, f, mod);

const isNamed = (table: typeof BY_NAME, f: Member, mod: Mod): boolean =>
  table.some(([holder, methods]) => methods.has(calledAs(f, mod)) && holder.test(calledAs(f.o, mod)));

/** Whether a function that is handed in is, by its name, one that tells the caller something: `onUpdate(part)`. */
export function isCallback(f: Expr, mod: Mod): boolean {
  const name = calledAs(f, mod);
  return (isProtocol(f, name) && !AMBIGUOUS.has(name)) || isLogging(name) || /^(?:on[A-Z]|callback$|updateOutput$)/u.test(name);
}

/** Whether a method of what a framework hands over speaks to the caller, and not to the world. */
export const isProtocol = (f: Expr, name: string): boolean =>
  PROTOCOL.has(name) || (OWN_PROTOCOL.has(name) && f.k === "mem" && f.o.k === "var");
