import { visitCalls } from "../ir-walk.ts";
import type { CallSite } from "./callers.ts";
import { functionsOf, MAX_SITES } from "./callers.ts";
import type { Machine } from "./machine.ts";
import type { Frame, Mod, Value } from "./values.ts";
import { genericFrame } from "./variables.ts";

const named = new WeakMap<Mod["sum"], ReadonlyMap<string, readonly CallSite[]>>();

/** Call sites in a module by the name of the method, or of the import, that they call. */
export function namedSitesOf(mod: Mod): ReadonlyMap<string, readonly CallSite[]> {
  const known = named.get(mod.sum);
  if (known) return known;
  const sites = new Map<string, CallSite[]>();
  visitCalls(mod.sum, (call, f) => {
    const imported = call.f.k === "var" ? mod.sum.vars[call.f.v]?.d.find((def) => def.k === "import") : undefined;
    const name = imported?.n ?? (call.f.k === "mem" && call.f.o.k !== "this" ? call.f.p : undefined);
    if (typeof name === "string") sites.set(name, [...(sites.get(name) ?? []), { call, f }]);
  });
  named.set(mod.sum, sites);
  return sites;
}

/** The name by which others call a function: the method's, or under which the function or its class is exported. */
function calledAs(mod: Mod, f: number): string | undefined {
  const { classes, exports, fns } = mod.sum;
  const c = fns[f]?.c;
  const cls = c === undefined ? undefined : classes[c];
  if (cls?.ctor === f) return exports.find(({ v, e }) => (e?.k === "cls" ? e.c === c : v !== undefined && v === cls.v))?.n;
  if (cls) return cls.m.find((one) => one.f === f && one.kind === "method")?.n;
  return exports.find(({ v, e }) => (e?.k === "fn" ? e.f === f : v !== undefined && functionsOf(mod.sum, v).includes(f)))?.n;
}

/**
 * What calls by name pass for parameter `i` of a generic activation: methods called on instances in
 * the module itself, and functions and classes in the modules that import them (0-CFA).
 */
export function callersElsewhere(x: Machine, frame: Frame, i: number): Value[] {
  const { mod } = frame;
  const name = calledAs(mod, frame.f);
  if (name === undefined) return [];
  const mods = [mod, ...x.world.importers(mod.file).flatMap((file) => x.module(file) ?? [])];
  const sites = mods.flatMap((one) => (namedSitesOf(one).get(name) ?? []).map((site) => ({ ...site, mod: one })));
  if (sites.length > MAX_SITES) return [];
  return sites.flatMap(({ call, f, mod: one }) => {
    const at = genericFrame(x, one, f, x.top(one));
    const argument = call.a[i];
    if (!argument || call.a.slice(0, i + 1).some((part) => part.k === "spread")) return [];
    const isOurs = x
      .value(call.f, at)
      .some((atom) =>
        atom.k === "fn"
          ? atom.mod === mod && atom.f === frame.f
          : atom.k === "cls" && atom.mod === mod && mod.sum.classes[atom.c]?.ctor === frame.f,
      );
    return isOurs ? [x.value(argument, at)] : [];
  });
}
