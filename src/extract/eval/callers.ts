import type { CallExpr } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import type { Machine } from "./machine.ts";
import type { Atom, Frame, Mod, Value } from "./values.ts";
import { genericFrame } from "./variables.ts";

export interface CallSite {
  readonly call: CallExpr;
  readonly f: number;
}

/** Calls by what they call or pass: by the index of a function of the module. */
type Sites = ReadonlyMap<number, readonly CallSite[]>;

const called = new WeakMap<Mod["sum"], Sites>();
const passed = new WeakMap<Mod["sum"], Sites>();
export const MAX_SITES = 64;

function put(sites: Map<number, CallSite[]>, key: number | undefined, site: CallSite): void {
  if (key === undefined) return;
  const list = sites.get(key);
  if (list) list.push(site);
  else sites.set(key, [site]);
}

/** Call sites in a module that pass one of its functions on, as it is or by the name of a constant. */
function passesOf(mod: Mod): Sites {
  const known = passed.get(mod.sum);
  if (known) return known;
  const sites = new Map<number, CallSite[]>();
  visitCalls(mod.sum, (call, f) => {
    for (const argument of call.a) {
      if (argument.k === "fn") put(sites, argument.f, { call, f });
      else if (argument.k === "var")
        for (const def of mod.sum.vars[argument.v]?.d ?? []) {
          if (def.k === "fn") put(sites, def.f, { call, f });
          else if (def.k === "expr" && def.path.length === 0 && def.e.k === "fn") put(sites, def.e.f, { call, f });
        }
    }
  });
  passed.set(mod.sum, sites);
  return sites;
}

/** Call sites in a module whose callee is, by name, one of the module's own functions, methods or classes. */
function sitesOf(mod: Mod): Sites {
  const known = called.get(mod.sum);
  if (known) return known;
  const sites = new Map<number, CallSite[]>();
  const add = (f: number | undefined, site: CallSite): void => {
    put(sites, f, site);
  };
  visitCalls(mod.sum, (call, f) => {
    const site = { call, f };
    if (call.f.k === "var") {
      for (const def of mod.sum.vars[call.f.v]?.d ?? []) {
        if (def.k === "fn") add(def.f, site);
        else if (def.k === "expr" && def.path.length === 0 && def.e.k === "fn") add(def.e.f, site);
        else if (def.k === "cls" && call.kind === 1) add(mod.sum.classes[def.c]?.ctor, site);
      }
    } else if (call.f.k === "mem" && call.f.o.k === "this" && typeof call.f.p === "string") {
      const name = call.f.p;
      const cls = mod.sum.fns[f]?.c;
      const member = cls === undefined ? undefined : mod.sum.classes[cls]?.m.find((one) => one.n === name && one.kind === "method");
      add(member?.f, site);
    }
  });
  called.set(mod.sum, sites);
  return sites;
}

/** What the module's own calls pass for parameter `i` of a generic activation (0-CFA). */
export function callersOf(x: Machine, frame: Frame, i: number): Value[] {
  const sites = sitesOf(frame.mod).get(frame.f) ?? [];
  const top = x.top(frame.mod);
  return sites.slice(0, MAX_SITES).map(({ call, f }) => {
    const argument = call.a[i];
    if (!argument || call.a.slice(0, i + 1).some((one) => one.k === "spread")) return [];
    return x.value(argument, genericFrame(x, frame.mod, f, top));
  });
}

/**
 * What parameter `i` of a generic activation gets where its function is passed on: code that is not
 * followed passes data, an iteration its elements, and a function of ours what it calls its parameter with.
 */
export function givenToCallback(x: Machine, frame: Frame, i: number): Value[] {
  const sites = passesOf(frame.mod).get(frame.f) ?? [];
  const isThis = (atom: Atom): boolean => atom.k === "fn" && atom.mod === frame.mod && atom.f === frame.f;
  return sites.slice(0, MAX_SITES).flatMap(({ call, f }) =>
    x.targets(call, genericFrame(x, frame.mod, f, x.top(frame.mod))).flatMap((target): Value[] => {
      if (target.k === "ext" || target.k === "data") return [x.data()];
      if (target.k === "each")
        return target.frames.filter((one) => one.mod === frame.mod && one.f === frame.f).map((one) => one.args?.[i] ?? x.data());
      if (target.k !== "frame") return [];
      const places = (target.frame.args ?? []).flatMap((value, place) => (value.some(isThis) ? [place] : []));
      return places.flatMap((place) => callsOfParameter(x, target.frame, place, i));
    }),
  );
}

/** What an activation calls its parameter `place` with, as argument `i`. */
function callsOfParameter(x: Machine, frame: Frame, place: number, i: number): Value[] {
  const { vars } = frame.mod.sum;
  const out: Value[] = [];
  visitCalls(frame.mod.sum, (call, f) => {
    const defs = call.f.k === "var" ? (vars[call.f.v]?.d ?? []) : [];
    const argument = call.a[i];
    if (!argument || !defs.some((def) => def.k === "param" && def.f === frame.f && def.i === place && def.path.length === 0)) return;
    out.push(x.value(argument, genericFrame(x, frame.mod, f, frame)));
  });
  return out;
}
