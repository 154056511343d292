import type { CallExpr, Expr } from "../../ir.ts";
import { visitCallSites, visitObjects } from "../../ir-walk.ts";
import { handed } from "../calls/arguments.ts";
import { COMMON } from "../domain/common-names.ts";
import type { Frame, Mod, Value } from "../domain/values.ts";
import { classOf } from "../domain/values.ts";
import type { Machine } from "../machine.ts";
import { genericFrame } from "../meaning/variables.ts";
import { isAside } from "./aside.ts";
import { functionsOf } from "./callers.ts";
import { exportedAs } from "./callers-elsewhere.ts";
import { importedBy, importersOf } from "./importers.ts";

/** A name that more files than these say means others as well. */
const MAX_FILES = 12;
/** In so few files whoever calls a method of the name on something that nobody knows may mean it. */
const FEW_FILES = 4;
const BORROWING = new Set(["call", "apply", "bind"]);

/** A call that may mean a function of another module, as it is written. */
interface Candidate {
  readonly mod: Mod;
  readonly f: number;
  readonly call: CallExpr;
  /** What would be the function. */
  readonly e: Expr;
  /** How many of the arguments come before those that it gets; undefined where what it gets is not seen. */
  readonly skips: number | undefined;
}

/** A call outside a function's module that gives it something. */
export interface OutsideCall {
  readonly call: CallExpr;
  readonly at: Frame;
  readonly skips: number | undefined;
}

/**
 * The calls outside its module of a function: by those who import it, through whatever hands it on, call a method of its name, build on its class,
 * borrow it (`f.call(…)`, `f.bind(…)`) or pass it on. None where its name is too common to tell.
 */
export function callsOutside(x: Machine, { mod, f }: Frame): OutsideCall[] {
  const { candidates, isFew } = candidatesOf(x, mod, f);
  return candidates.flatMap(({ mod: one, f: around, call, e, skips }) => {
    const at = genericFrame(x, one, around, x.top(one));
    const value = x.value(e, at);
    const isIt = value.some((atom) =>
      atom.k === "fn" ? atom.mod === mod && atom.f === f : atom.k === "cls" && atom.mod === mod && classOf(atom).ctor === f,
    );
    const mayBe = isFew && skips === 0 && value.every(({ k }) => k === "unk" || k === "data");
    return isIt || mayBe ? [{ call, at, skips }] : [];
  });
}

/** What calls outside its module pass for parameter `i` of a function. */
export const passedOutside = (x: Machine, frame: Frame, i: number, isRest: boolean): Value[] =>
  callsOutside(x, frame).map(({ call, at, skips }) =>
    skips === undefined ? x.unknown("unknown.parameter") : handed(x, call, i + skips, isRest, at),
  );

interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Whether so few files say the name of a method that whoever calls it may mean this one. */
  readonly isFew: boolean;
}

const known = new WeakMap<Mod, Map<number, Candidates>>();

function candidatesOf(x: Machine, mod: Mod, f: number): Candidates {
  const answers = known.get(mod) ?? new Map<number, Candidates>();
  known.set(mod, answers);
  const answer = answers.get(f) ?? candidatesFor(x, mod, f);
  answers.set(f, answer);
  return answer;
}

function candidatesFor(x: Machine, mod: Mod, f: number): Candidates {
  const exported = exportedAs(mod, f);
  const speakers = [
    ...exported.flatMap((name) => importing(x, mod, name)),
    ...[...new Set([...exported, ...heldAs(mod, f)])].flatMap((name) => (COMMON.has(name) ? [] : naming(x, mod, name))),
  ];
  const files = new Set(speakers.map(({ mod: { file } }) => file)).size;
  if (files > MAX_FILES) return { candidates: [], isFew: false };
  const found = new Map<Expr, Candidate>();
  for (const { mod: one, says } of speakers)
    visitCallSites(one.sum, (call, around) => {
      for (const of of meantBy(one, call, around, says)) {
        const key = call.f.k === "super" ? call : of.e;
        if (!found.has(key)) found.set(key, { mod: one, f: around, call, ...of });
      }
    });
  const { c } = mod.sum.fns[f] ?? {};
  const isMethod = c !== undefined && mod.sum.classes[c]?.ctor !== f;
  return { candidates: [...found.values()], isFew: isMethod && files <= FEW_FILES };
}

/** What a call calls, borrows or passes on that is said to be the function. */
function meantBy({ sum }: Mod, call: CallExpr, around: number, says: Speaker["says"]): readonly Pick<Candidate, "e" | "skips">[] {
  const { f: callee, a } = call;
  if (says(callee)) return [{ e: callee, skips: 0 }];
  if (callee.k === "super") {
    const sup = sum.classes[sum.fns[around]?.c ?? -1]?.sup;
    return sup && says(sup) ? [{ e: sup, skips: 0 }] : [];
  }
  if (callee.k === "mem" && typeof callee.p === "string" && BORROWING.has(callee.p) && says(callee.o))
    return [{ e: callee.o, skips: callee.p === "call" ? 1 : undefined }];
  return a.filter(says).map((e) => ({ e, skips: undefined }));
}

/** The names under which something holds a function: a class as its method or field, an object, or what CommonJS exports. */
function heldAs({ sum }: Mod, f: number): string[] {
  const names: string[] = [];
  const isIt = (e: Expr | undefined): boolean =>
    e !== undefined && ((e.k === "fn" && e.f === f) || (e.k === "var" && functionsOf(sum, e.v).includes(f)));
  for (const { ctor, m } of sum.classes)
    for (const one of m)
      if ((one.f === f && one.f !== ctor && one.kind === "method") || (one.kind === "field" && isIt(one.e))) names.push(one.n);
  visitObjects(sum, ({ p }) => {
    for (const prop of p) if ("n" in prop && isIt(prop.e)) names.push(prop.n);
  });
  for (const { p, e } of sum.cjs) if (isIt(e)) names.push(p.at(-1) ?? "default");
  return names;
}

/** A module that may speak of a function, and how to tell that an expression there does. */
interface Speaker {
  readonly mod: Mod;
  readonly says: (e: Expr) => boolean;
}

/** What an example hands in counts for examples. */
const isHeard = (mod: Mod, file: string): boolean => isAside(mod.file) || !isAside(file);

/** Those that import something of a module, from there or through others. */
function importing(x: Machine, mod: Mod, name: string): Speaker[] {
  return importersOf(x, mod, name).flatMap((importer) => {
    const found = isHeard(mod, importer.file) ? x.glance(importer.file) : undefined;
    if (!found) return [];
    const vars = new Set(importedBy(x, importer));
    return [{ mod: found, says: (e: Expr) => (e.k === "var" ? vars.has(e.v) : e.k === "mem" && e.p === importer.name) }];
  });
}

/** Those that say a name, of a member or of what is taken out of something: `const { setUp } = require("./hooks")`. */
function naming(x: Machine, mod: Mod, name: string): Speaker[] {
  // What a module is as a whole, whoever requires it calls as it likes.
  const saying = name === "default" ? x.world.importers(mod.file) : x.world.saying(name);
  const files = saying.filter((file) => file !== mod.file && isHeard(mod, file));
  if (files.length > MAX_FILES) return [];
  return files.flatMap((file) => {
    const found = x.glance(file);
    if (!found) return [];
    const { vars } = found.sum;
    const isTaken = (v: number): boolean =>
      vars[v]?.d.some((def) => {
        const last = "path" in def ? def.path.at(-1) : undefined;
        if (last !== undefined) return "p" in last && last.p === name;
        return def.k === "expr" && (name === "default" ? isRequired(def.e) : def.e.k === "mem" && def.e.p === name);
      }) === true;
    return [{ mod: found, says: (e: Expr) => (e.k === "mem" && e.p === name) || (e.k === "var" && isTaken(e.v)) }];
  });
}

/** `require("./hooks")` */
const isRequired = (e: Expr): boolean => e.k === "call" && e.f.k === "glob" && e.f.n === "require";
