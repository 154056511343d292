import type { Expr, ModuleSummary } from "../../ir.ts";
import { visitObjects } from "../../ir-walk.ts";
import type { Machine } from "../machine.ts";
import type { Mod } from "../domain/values.ts";

/** Names that more files than these speak of, and getters whose results have more names, say nothing of who calls. */
const MAX_FILES = 48;
const MAX_NAMES = 12;

/**
 * The names by which a function is called that a getter hands out, `get event() { return (listener) => this.all.push(listener); }`: the getter's,
 * and those of the members that keep what it gives, `readonly onOpen = this.opened.event`. None where it is no such function.
 */
export function namesOfHandedOut(x: Machine, { sum }: Mod, f: number): readonly string[] {
  const getter = sum.fns[f]?.up ?? 0;
  const member = sum.classes[sum.fns[getter]?.c ?? -1]?.m.find((one) => one.kind === "get" && one.f === getter);
  if (!member || !sum.fns[getter]?.b.some((one) => one.k === "ret" && one.e?.k === "fn" && one.e.f === f)) return [];
  const names = new Set([member.n]);
  // A set that grows while it is walked.
  for (const name of names) {
    const files = x.world.accessing(name);
    if (files.length > MAX_FILES || names.size > MAX_NAMES) return [];
    for (const kept of files.flatMap((file) => keptAs(x.world.summary(file), name))) names.add(kept);
  }
  return [...names];
}

/** Under which names classes and objects of a module keep members of a name. */
function keptAs(sum: ModuleSummary | undefined, name: string): string[] {
  const names: string[] = [];
  const isIt = (e: Expr | undefined): boolean => e?.k === "mem" && e.p === name;
  for (const { m } of sum?.classes ?? [])
    for (const { n, kind, e, f } of m) {
      const last = kind === "get" && f !== undefined ? sum?.fns[f]?.b.at(-1) : undefined;
      if ((kind === "field" && isIt(e)) || (last?.k === "ret" && isIt(last.e))) names.push(n);
    }
  if (sum)
    visitObjects(sum, ({ p }) => {
      for (const prop of p) if ("n" in prop && isIt(prop.e)) names.push(prop.n);
    });
  return names;
}
