import type { CallExpr } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import type { Machine } from "./machine.ts";
import type { Frame, Mod, Value } from "./values.ts";
import { genericFrame } from "./variables.ts";

interface CallSite {
  readonly call: CallExpr;
  readonly f: number;
}

const index = new WeakMap<Mod["sum"], Map<number, CallSite[]>>();

/** Call sites in a module whose callee is, by name, one of the module's own functions, methods or classes. */
function sitesOf(mod: Mod): Map<number, CallSite[]> {
  const known = index.get(mod.sum);
  if (known) return known;
  const sites = new Map<number, CallSite[]>();
  const add = (f: number | undefined, site: CallSite): void => {
    if (f === undefined) return;
    const list = sites.get(f);
    if (list) list.push(site);
    else sites.set(f, [site]);
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
  index.set(mod.sum, sites);
  return sites;
}

/** What the module's own calls pass for parameter `i` of a generic activation (0-CFA). */
export function callersOf(x: Machine, frame: Frame, i: number): Value[] {
  const sites = sitesOf(frame.mod).get(frame.f) ?? [];
  const top = x.top(frame.mod);
  return sites.slice(0, 64).map(({ call, f }) => {
    const argument = call.a[i];
    if (!argument || call.a.slice(0, i + 1).some((one) => one.k === "spread")) return [];
    return x.value(argument, genericFrame(x, frame.mod, f, top));
  });
}
