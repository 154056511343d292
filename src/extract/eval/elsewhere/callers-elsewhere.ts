import { answering } from "./aside.ts";
import type { CallExpr, Cls, Expr } from "../../ir.ts";
import { says, takesOut, visitCallSites, visitExprs, visitObjects } from "../../ir-walk.ts";
import { EXECUTOR_KEYS } from "../../shapes/definitions.ts";
import type { CallSite } from "./callers.ts";
import { COMMON } from "../domain/common-names.ts";
import { handed } from "../calls/arguments.ts";
import { functionsOf, MAX_SITES, ownSitesOf, passesOf } from "./callers.ts";
import { namesOfHandedOut } from "./handed-out.ts";
import { importersOf } from "./importers.ts";
import type { Machine } from "../machine.ts";
import { takesWhole } from "./never-run.ts";
import type { Frame, Mod, Value } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

const named = new WeakMap<Mod["sum"], ReadonlyMap<string, readonly CallSite[]>>();

/** Call sites in a module by the name of the method, or of the import, that they call. */
export function namedSitesOf(mod: Mod): ReadonlyMap<string, readonly CallSite[]> {
  const known = named.get(mod.sum);
  if (known) return known;
  const sites = new Map<string, CallSite[]>();
  visitCallSites(mod.sum, (call, f) => {
    const imported = call.f.k === "var" ? mod.sum.vars[call.f.v]?.d.find((def) => def.k === "import") : undefined;
    const name = imported?.n ?? (call.f.k === "mem" && call.f.o.k !== "this" ? call.f.p : undefined);
    if (typeof name === "string") sites.set(name, [...(sites.get(name) ?? []), { call, f }]);
  });
  named.set(mod.sum, sites);
  return sites;
}

/** The names under which a function, or the class that it makes an instance of, is exported. */
export function exportedAs({ sum }: Mod, f: number): string[] {
  const cls = sum.classes[sum.fns[f]?.c ?? -1];
  const isMade = cls?.ctor === f;
  if (cls && !isMade) return [];
  return sum.exports.flatMap(({ n, v, e }) => {
    const isIt = isMade
      ? e?.k === "cls"
        ? sum.classes[e.c] === cls
        : v !== undefined && v === cls.v
      : e?.k === "fn"
        ? e.f === f
        : v !== undefined && functionsOf(sum, v).includes(f);
    return isIt ? [n] : [];
  });
}

/** The name by which others call a function: the method's, or under which the function or its class is exported. */
function calledAs(mod: Mod, f: number): string | undefined {
  const { classes, fns } = mod.sum;
  const cls = classes[fns[f]?.c ?? -1];
  return cls && cls.ctor !== f ? cls.m.find((one) => one.f === f && one.kind === "method")?.n : exportedAs(mod, f)[0];
}

const inLiterals = new WeakMap<Mod["sum"], ReadonlyMap<number, string>>();

/** The names of a module's functions that are members of literal objects: `{ setup(host) {} }`. */
function memberNames({ sum }: Mod): ReadonlyMap<number, string> {
  const known = inLiterals.get(sum);
  if (known) return known;
  const names = new Map<number, string>();
  visitObjects(sum, ({ p }) => {
    for (const prop of p) if ("n" in prop && prop.e.k === "fn" && prop.g === undefined) names.set(prop.e.f, prop.n);
  });
  inLiterals.set(sum, names);
  return names;
}

/** More files than these, that call something by a name, say nothing of whom they mean. */
const MAX_FILES = 12;

/** A module that may call a function, and the name by which it would. */
interface Caller {
  readonly mod: Mod;
  readonly name: string;
}

/** Who imports what a module exports from another one, whether or not the program loads it. */
function handedOnTo(x: Machine, mod: Mod, name: string): Caller[] {
  const far = importersOf(x, mod, name).filter(({ from }) => from !== mod.file);
  const files = new Set(
    answering(
      mod.file,
      far.map(({ file }) => file),
    ),
  );
  return far.flatMap(({ file, name: as }) => {
    const found = files.has(file) ? x.glance(file) : undefined;
    return found ? [{ mod: found, name: as }] : [];
  });
}

/** More files than these say nothing of a method by its name alone. */
const FEW_FILES = 4;

/** Who has a class through a module that hands it on, and calls a method of a name that says whose it is. */
function handedOnClass(x: Machine, mod: Mod, { v }: Cls, name: string): Caller[] {
  const calling = v === undefined ? [] : x.world.calling(name);
  if (calling.length === 0 || calling.length > (COMMON.has(name) ? FEW_FILES : MAX_FILES)) return [];
  const names = mod.sum.exports.flatMap((one) => (one.v === v ? [one.n] : []));
  return names.flatMap((as) => handedOnTo(x, mod, as)).flatMap(({ mod: one }) => (calling.includes(one.file) ? [{ mod: one, name }] : []));
}

/** Who calls a method of a name. */
const callingBy = (x: Machine, mod: Mod, name: string): Caller[] =>
  answering(mod.file, x.world.calling(name)).flatMap((file) => {
    const found = x.glance(file);
    return found ? [{ mod: found, name }] : [];
  });

/** Who may call a method of what a class promises to be, knowing the promise alone: `bus: EventBus`. */
function promisedTo(x: Machine, mod: Mod, { impl }: Cls, name: string): Caller[] {
  const isFew = impl.length > 0 && !COMMON.has(name) && x.world.calling(name).length <= FEW_FILES;
  return isFew ? callingBy(x, mod, name) : [];
}

/** A module, and those that import it. */
const importing = (x: Machine, mod: Mod): Mod[] =>
  answering(mod.file, [mod.file, ...x.world.importers(mod.file)]).flatMap((file) => x.module(file) ?? []);

/** Where a function may be called by its name: where it is imported, from its own module or from those that hand it on. */
function calledBy(x: Machine, mod: Mod, f: number): readonly Caller[] {
  const name = calledAs(mod, f);
  if (name !== undefined) {
    const cls = mod.sum.classes[mod.sum.fns[f]?.c ?? -1];
    const isMethod = cls !== undefined && cls.ctor !== f;
    const direct = importing(x, mod).map((one) => ({ mod: one, name }));
    if (!isMethod) return [...direct, ...handedOnTo(x, mod, name)];
    direct.push(...handedOnClass(x, mod, cls, name));
    const isCalled = ownSitesOf(mod).has(f) || direct.some((one) => one.mod !== mod && namedSitesOf(one.mod).has(name));
    return isCalled ? direct : [...direct, ...promisedTo(x, mod, cls, name)];
  }
  // A plugin is called by a host that knows it by its shape alone.
  const member = memberNames(mod).get(f);
  if (member === undefined) return namesOfHandedOut(x, mod, f)?.names.flatMap((as) => callingBy(x, mod, as)) ?? [];
  if (EXECUTOR_KEYS.includes(member)) return [];
  const files = answering(mod.file, x.world.calling(member));
  const others = x.world.accessing(member);
  if (files.length > MAX_FILES || others.length > 2 * MAX_FILES) return [];
  const mods = files.flatMap((file) => x.glance(file) ?? []);
  // By its name in a text, or once it was taken out, it may be called by anybody.
  const isLoose = [...mods, ...others.flatMap((file) => x.glance(file) ?? [])].some(
    ({ sum }) => says(sum, member) || takesOut(sum, member),
  );
  return isLoose ? [] : mods.map((one) => ({ mod: one, name: member }));
}

/** A call in some module, and the activation in which it stands, whoever that is called by. */
interface SiteIn {
  readonly call: CallExpr;
  readonly at: Frame;
}

/**
 * The calls by name of a function: methods called on instances in the module itself, and functions
 * and classes in the modules that import them. None where there are too many to look at.
 */
function sitesElsewhere(x: Machine, { mod, f }: Frame): SiteIn[] {
  const sites = calledBy(x, mod, f).flatMap(({ mod: one, name }) =>
    (namedSitesOf(one).get(name) ?? []).map((site) => ({ ...site, mod: one })),
  );
  if (sites.length > MAX_SITES) return [];
  return sites.flatMap((site) => {
    const at = genericFrame(x, site.mod, site.f, x.top(site.mod));
    const isOurs = x
      .value(site.call.f, at)
      .some((atom) =>
        atom.k === "fn" ? atom.mod === mod && atom.f === f : atom.k === "cls" && atom.mod === mod && mod.sum.classes[atom.c]?.ctor === f,
      );
    return isOurs ? [{ call: site.call, at }] : [];
  });
}

/** What calls by name pass for parameter `i` of a generic activation (0-CFA). */
export function callersElsewhere(x: Machine, frame: Frame, i: number, isRest = false): Value[] {
  const found = sitesElsewhere(x, frame).map(({ call, at }) => handed(x, call, i, isRest, at));
  return namesOfHandedOut(x, frame.mod, frame.f)?.isAll === false ? [...found, x.unknown("unknown.parameter")] : found;
}

/** Whether a module that imports a function's own calls something by its name. */
export function isCalledByImporters(x: Machine, { mod, f }: Frame): boolean {
  const name = calledAs(mod, f);
  return name !== undefined && importing(x, mod).some((one) => one !== mod && namedSitesOf(one).has(name));
}

const onlyCalled = new WeakMap<Mod, Map<number, boolean>>();

/** Whether a function is named, where it is seen to be, only to be called: then its calls by name are those there are. */
export function isOnlyCalled(x: Machine, mod: Mod, f: number): boolean {
  const answers = onlyCalled.get(mod) ?? new Map<number, boolean>();
  onlyCalled.set(mod, answers);
  const known = answers.get(f);
  if (known !== undefined) return known;
  const answer = isEachACall(x, mod, f);
  answers.set(f, answer);
  return answer;
}

/** Whether each mention of a function, in its module and in those that import it, is the callee of a call. */
function isEachACall(x: Machine, mod: Mod, f: number): boolean {
  const name = calledAs(mod, f);
  const isMethod = mod.sum.fns[f]?.c !== undefined;
  const own = mod.sum.vars.flatMap((_, v) => (functionsOf(mod.sum, v).includes(f) ? [v] : []));
  const callers = name === undefined ? [] : calledBy(x, mod, f);
  const imported = (by: Caller): number[] =>
    by.mod.sum.vars.flatMap(({ d }, v) => (d.some((def) => def.k === "import" && def.n === by.name) ? [v] : []));
  return [{ mod, name: name ?? "" }, ...callers].every((by) => {
    const { mod: one } = by;
    const vars = new Set(one === mod ? own : imported(by));
    let mentions = 0;
    let calls = 0;
    const isIt = (e: Expr): boolean => (e.k === "var" && vars.has(e.v)) || (isMethod && e.k === "mem" && e.p === name);
    visitExprs(one.sum, (e) => {
      if (isIt(e)) mentions++;
      if (e.k === "call" && isIt(e.f)) calls++;
    });
    return mentions === calls;
  });
}

/** The calls by name of a function, wherever they stand. */
export function sitesOf(x: Machine, frame: Frame): SiteIn[] {
  const { mod, f } = frame;
  const own = (ownSitesOf(mod).get(f) ?? []).map(({ call, f: around }) => ({ call, at: genericFrame(x, mod, around, x.top(mod)) }));
  return [...own, ...sitesElsewhere(x, frame)];
}

/**
 * Whether all who may call what a module exports are seen to: those in the sources that say its name import it from there by that, and hand it on
 * to nobody.
 */
function isTakenByName(x: Machine, mod: Mod, f: number): boolean {
  const name = calledAs(mod, f);
  // What a literal object has is called by whoever has that.
  if (name === undefined) return mod.sum.vars.some((_, v) => functionsOf(mod.sum, v).includes(f));
  const [one] = mod.sum.exports.filter(({ n }) => n === name);
  const again = mod.sum.exports.filter(({ v, e }) => one && v === one.v && e === one.e);
  const importers = x.world.importers(mod.file);
  const others = new Set([...x.world.saying(name), ...importers].filter((file) => file !== mod.file));
  return (
    again.length <= 1 &&
    [...others].every((file) => {
      const sum = x.world.summary(file);
      const handsOn = sum?.exports.some(({ from, n, src, v }) =>
        from !== undefined ? (src ?? n) === name : v !== undefined && sum.vars[v]?.d.some((def) => def.k === "import" && def.n === name),
      );
      return sum !== undefined && importers.includes(file) && handsOn === false && !takesWhole(x, file, sum, mod);
    })
  );
}

/**
 * Whether all who call a function, and nobody has it who does not, leave parameter `i` out. What a class or a namespace has is called in more ways
 * than by its name: `new this()`, `one.constructor`.
 */
export function isLeftOutBy(x: Machine, frame: Frame, i: number): boolean {
  const { mod, f } = frame;
  const { c, ns } = mod.sum.fns[f] ?? {};
  if (c !== undefined || ns !== undefined || passesOf(mod).has(f) || !isOnlyCalled(x, mod, f) || !isTakenByName(x, mod, f)) return false;
  const sites = sitesOf(x, frame);
  return sites.length > 0 && sites.every(({ call: { a } }) => a.length <= i && !a.some(({ k }) => k === "spread"));
}
