import type { Expr, ModuleSummary } from "../../ir.ts";
import { takesOut, visitExprs, visitObjects } from "../../ir-walk.ts";
import type { Machine } from "../machine.ts";
import type { Mod } from "../domain/values.ts";

/** Names that more files than these speak of, and getters whose results have more names, say nothing of who calls. */
const MAX_FILES = 48;
const MAX_NAMES = 12;
/** Methods by which a function is called in a roundabout way. */
const BORROWING = new Set(["call", "apply", "bind"]);

export interface HandedOut {
  readonly names: readonly string[];
  /** Whether all that is read under these names is called, or kept under another one. */
  readonly isAll: boolean;
}

/**
 * The names by which a function is called that a getter hands out, `get event() { return (listener) => this.all.push(listener); }`: the getter's,
 * and those of the members that keep what it gives, `readonly onOpen = this.opened.event`. Undefined where it is no such function.
 */
export function namesOfHandedOut(x: Machine, { sum }: Mod, f: number): HandedOut | undefined {
  const getter = sum.fns[f]?.up ?? 0;
  const member = sum.classes[sum.fns[getter]?.c ?? -1]?.m.find((one) => one.kind === "get" && one.f === getter);
  if (!member || !sum.fns[getter]?.b.some((one) => one.k === "ret" && one.e?.k === "fn" && one.e.f === f)) return undefined;
  const names = new Set([member.n]);
  let isAll = true;
  // A set that grows while it is walked.
  for (const name of names) {
    const files = x.world.accessing(name);
    if (files.length > MAX_FILES || names.size > MAX_NAMES) return undefined;
    for (const file of files) {
      const there = x.world.summary(file);
      const kept = there ? keptAs(there, name) : [];
      isAll &&= there !== undefined && isCalledIn(there, name, kept.length);
      for (const as of kept) names.add(as);
    }
  }
  return { names: [...names], isAll };
}

/** Whether a module does no more with members of a name than to call them, to read members of them, and to keep some. */
function isCalledIn(sum: ModuleSummary, name: string, kept: number): boolean {
  let said = 0;
  let known = kept;
  const isIt = (e: Expr): boolean => e.k === "mem" && e.p === name;
  visitExprs(sum, (e) => {
    if (isIt(e)) said++;
    if ((e.k === "call" && isIt(e.f)) || (e.k === "mem" && isIt(e.o) && typeof e.p === "string" && !BORROWING.has(e.p))) known++;
  });
  return said <= known && !takesOut(sum, name);
}

/** Under which names classes and objects of a module keep members of a name. */
function keptAs(sum: ModuleSummary, name: string): string[] {
  const names: string[] = [];
  const isIt = (e: Expr | undefined): boolean => e?.k === "mem" && e.p === name;
  for (const { m } of sum.classes)
    for (const { n, kind, e, f } of m) {
      const last = kind === "get" && f !== undefined ? sum.fns[f]?.b.at(-1) : undefined;
      if ((kind === "field" && isIt(e)) || (last?.k === "ret" && isIt(last.e))) names.push(n);
    }
  visitObjects(sum, ({ p }) => {
    for (const prop of p) if ("n" in prop && isIt(prop.e)) names.push(prop.n);
  });
  return names;
}
