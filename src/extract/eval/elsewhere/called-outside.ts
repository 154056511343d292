import type { CallExpr, Expr } from "../../ir.ts";
import { visitCallSites } from "../../ir-walk.ts";
import { handed } from "../calls/arguments.ts";
import { COMMON } from "../domain/common-names.ts";
import type { Frame, Mod, Value } from "../domain/values.ts";
import type { Machine } from "../machine.ts";
import { genericFrame } from "../meaning/variables.ts";
import { answering } from "./aside.ts";
import { calledAs } from "./callers-elsewhere.ts";
import { importedBy, importersOf } from "./importers.ts";

/** A name that more files than these say means others as well. */
const MAX_FILES = 12;
/** In so few files whoever calls it on something that nobody knows may mean it. */
const FEW_FILES = 4;
const BORROWING = new Set(["call", "apply", "bind"]);

/** A module that may speak of a function, and how to tell that an expression there does. */
interface Speaker {
  readonly mod: Mod;
  readonly says: (e: Expr) => boolean;
}

/**
 * What is passed for parameter `i` of a function, which its own module calls as well, by others: those who import it through a module that hands
 * it on, call a method of its name, borrow it (`f.call(…)`, `f.bind(…)`) or pass it on. Nothing where its name is too common to tell.
 */
export function passedOutside(x: Machine, frame: Frame, i: number, isRest: boolean): Value[] {
  const { mod, f } = frame;
  const fn = mod.sum.fns[f];
  // CommonJS hands out what it has by any name: its own, as a rule.
  const name = calledAs(mod, f) ?? (mod.sum.cjs.length > 0 ? fn?.n : undefined);
  if (name === undefined || name === "" || COMMON.has(name)) return [];
  const speakers = [...(fn?.c === undefined ? importing(x, mod, name) : []), ...naming(x, mod, name)];
  const files = new Set(speakers.map(({ mod: { file } }) => file)).size;
  if (files > MAX_FILES) return [];
  const isFew = fn?.c !== undefined && files <= FEW_FILES;
  return speakers.flatMap(({ mod: one, says }) => {
    const out: Value[] = [];
    const means = (e: Expr, at: Frame): boolean => {
      const value = x.value(e, at);
      const isIt = value.some((atom) => atom.k === "fn" && atom.mod === mod && atom.f === f);
      return isIt || (isFew && value.every(({ k }) => k === "unk" || k === "data"));
    };
    visitCallSites(one.sum, (call, around) => {
      const passed = passedAt(x, call, says, i, isRest, means, () => genericFrame(x, one, around, x.top(one)));
      if (passed) out.push(passed);
    });
    return out;
  });
}

/** What one call passes for parameter `i` of the function that it calls, borrows or passes on; undefined where it does none of that. */
function passedAt(
  x: Machine,
  call: CallExpr,
  says: Speaker["says"],
  i: number,
  isRest: boolean,
  means: (e: Expr, at: Frame) => boolean,
  frameOf: () => Frame,
): Value | undefined {
  const { f: callee, a } = call;
  if (says(callee)) {
    const at = frameOf();
    return means(callee, at) ? handed(x, call, i, isRest, at) : undefined;
  }
  if (callee.k === "mem" && typeof callee.p === "string" && BORROWING.has(callee.p) && says(callee.o)) {
    const at = frameOf();
    if (!means(callee.o, at)) return undefined;
    return callee.p === "call" ? handed(x, call, i + 1, isRest, at) : x.unknown("unknown.parameter");
  }
  return a.some((one) => says(one) && means(one, frameOf())) ? x.unknown("unknown.parameter") : undefined;
}

/** Those that import a function of a module, from there or through others. */
function importing(x: Machine, mod: Mod, name: string): Speaker[] {
  return importersOf(x, mod, name).flatMap((importer) => {
    const found = x.glance(importer.file);
    if (!found) return [];
    const vars = new Set(importedBy(x, importer));
    return [{ mod: found, says: (e: Expr) => (e.k === "var" ? vars.has(e.v) : e.k === "mem" && e.p === importer.name) }];
  });
}

/** Those that say a name, of a member or of what is taken out of something: `const { setUp } = require("./hooks")`. */
function naming(x: Machine, mod: Mod, name: string): Speaker[] {
  const files = answering(
    mod.file,
    x.world.saying(name).filter((file) => file !== mod.file),
  );
  if (files.length > MAX_FILES) return [];
  return files.flatMap((file) => {
    const found = x.glance(file);
    if (!found) return [];
    const isTaken = (v: number): boolean =>
      found.sum.vars[v]?.d.some((def) => {
        const last = "path" in def ? def.path.at(-1) : undefined;
        return last !== undefined && "p" in last && last.p === name;
      }) === true;
    return [{ mod: found, says: (e: Expr) => (e.k === "mem" && e.p === name) || (e.k === "var" && isTaken(e.v)) }];
  });
}
