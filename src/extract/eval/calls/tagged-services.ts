import type { CallExpr, Expr } from "../../ir.ts";
import { visitCalls, visitExprs } from "../../ir-walk.ts";
import { computed } from "./computations.ts";
import { exportedAt } from "../meaning/follow.ts";
import type { Machine } from "../machine.ts";
import type { Atom, AtomOf, Frame, Mod, Value } from "../domain/values.ts";
import { classOf, NOTHING } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/**
 * Services that code asks for by a tag, `const files = yield* Files`, and that layers provide, `Layer.succeed(Files, { … })`: the dependency
 * injection of Effect. What a tag gives is what the program is seen to provide for it; what nobody is seen to provide is unknown.
 */

/** What makes a tag, by the module of the package that it is in. */
const MAKERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["Context", new Set(["Tag", "GenericTag", "Reference", "Service"])],
  ["ServiceMap", new Set(["Service", "Reference"])],
  ["Effect", new Set(["Service", "Tag"])],
]);
/** The same where a module of the package is imported by itself: `import * as Context from "effect/Context"`. */
const NAMED: ReadonlySet<string> = new Set([...MAKERS.values()].flatMap((names) => [...names]));
/** Methods that are given a tag, and behind it what stands for it; that may be a computation which hands it back. */
const PROVIDING: ReadonlySet<string> = new Set(
  "succeed effect effectContext scoped sync provideService provideServiceEffect make add updateService mock".split(" "),
);
/** Keys under which the class of a service says what makes it. */
const MAKING: ReadonlySet<string> = new Set(["effect", "scoped", "succeed", "sync", "make", "defaultValue"]);
/** More files than these, that say the name of a tag, are not searched. */
const MAX_FILES = 60;
const IMPORTED = /^effect(?:\/|$)/u;

/** A variable of a module. */
interface Place {
  readonly mod: Mod;
  readonly v: number;
}

/** The variable that is meant, through the modules that hand it on. */
function placeOf(x: Machine, e: Expr, mod: Mod): Place | undefined {
  const [base, member] = e.k === "mem" && e.o.k === "var" && typeof e.p === "string" ? [e.o, e.p] : [e, undefined];
  if (base.k !== "var") return undefined;
  const imported = mod.sum.vars[base.v]?.d.find((def) => def.k === "import");
  if (!imported) return member === undefined ? { mod, v: base.v } : undefined;
  const name = imported.n === "*" ? member : member === undefined ? imported.n : undefined;
  const [found] = name === undefined ? [] : exportedAt(x, mod, imported.from, name);
  return found?.v === undefined ? undefined : { mod: found.mod, v: found.v };
}

/** Whether an expression is a call of what makes tags, `Context.Tag("Files")<Files, { … }>()`. */
function isMade(x: Machine, e: Expr, mod: Mod): boolean {
  if (e.k !== "call") return false;
  let callee = e.f;
  while (callee.k === "call") callee = callee.f;
  return x.value(callee, x.top(mod)).some((atom) => {
    if (atom.k !== "ext" || !IMPORTED.test(atom.root.slice(4))) return false;
    const [module = "", made] = atom.path;
    return made === undefined ? NAMED.has(module) : MAKERS.get(module)?.has(made) === true;
  });
}

/** A tag: where it is declared, and what makes it. */
interface Tag extends Place {
  readonly name: string;
  readonly made: CallExpr;
}

export function tagOf(x: Machine, e: Expr, mod: Mod): Tag | undefined {
  const place = placeOf(x, e, mod);
  const info = place && place.mod.sum.vars[place.v];
  for (const def of info?.d ?? []) {
    const made = def.k === "expr" ? def.e : def.k === "cls" ? place?.mod.sum.classes[def.c]?.sup : undefined;
    if (place && info && made?.k === "call" && isMade(x, made, place.mod)) return { ...place, name: info.n, made };
  }
  return undefined;
}

/** The name of a variable, or of a member; none of anything else. */
const nameOf = (e: Expr, { sum }: Pick<Mod, "sum">): string =>
  e.k === "var" ? (sum.vars[e.v]?.n ?? "") : e.k === "mem" && typeof e.p === "string" ? e.p : "";

const ofEffect = new WeakMap<Mod["sum"], boolean>();

/** Whether a module is written with Effect. */
export function isOfEffect({ sum }: Mod): boolean {
  let known = ofEffect.get(sum);
  if (known === undefined) ofEffect.set(sum, (known = sum.imports.some((from) => IMPORTED.test(from))));
  return known;
}

/** What `yield* e` gives: of a tag the service that it stands for, of a computation what it hands back, of everything else what that is. */
export function delegated(x: Machine, e: Expr, frame: Frame): Value {
  if (!isOfEffect(frame.mod)) return x.value(e, frame);
  // `yield* _(Files)`, `yield* Effect.all([Files, Paths])`.
  if (e.k === "call" && e.a[0] && isAdapter(e, frame.mod)) return delegated(x, e.a[0], frame);
  if (e.k === "call" && e.f.k === "mem" && e.f.p === "all" && e.a[0]) return x.join(x.value(e, frame), together(x, e.a[0], frame));
  const tag = tagOf(x, e, frame.mod);
  if (tag) return serviceOf(x, tag, frame.mod);
  // A tag that somebody hands over.
  const value = x.value(e, frame);
  if (/^[A-Z]/u.test(nameOf(e, frame.mod)) && value.every(({ k }) => k === "data" || k === "unk")) return x.unknown("unknown.abstract");
  return x.join(value, computed(x, e, frame).filter(isServing));
}

/** Whether a call is of what a generator was handed to ask with. */
const isAdapter = ({ f }: CallExpr, { sum }: Mod): boolean =>
  f.k === "var" && sum.vars[f.v]?.d.every(({ k }) => k === "param") === true && /^[_$]$/u.test(sum.vars[f.v]?.n ?? "");

/** What several computations give that are asked for at once. */
function together(x: Machine, e: Expr, frame: Frame): Value {
  if (e.k === "arr") return [x.in.atom({ k: "arr", e: e.e.map((one) => delegated(x, one, frame)) })];
  if (e.k !== "obj") return x.list(computed(x, e, frame));
  return x.record(
    e.p.flatMap((prop) => ("n" in prop ? [[prop.n, delegated(x, prop.e, frame)] as const] : [])),
    x.data(),
  );
}

export const serviceOf = (x: Machine, tag: Tag, asking: Mod): Value =>
  x.once("service", x.top(tag.mod).id, tag.v, () => provisions(x, tag, asking));

function provisions(x: Machine, tag: Tag, asking: Mod): Value {
  const files = [...new Set([asking.file, tag.mod.file, ...x.world.saying(tag.name)])];
  if (files.length > MAX_FILES) return x.unknown("unknown.abstract");
  const found = files.flatMap((file) => {
    const mod = x.module(file);
    return mod ? [...providersIn(mod).flatMap((one) => provided(x, one, mod, tag)), ...(isRenamed(x, mod, tag) ? [NOTHING] : [])] : [];
  });
  const all = [...found, ...ownService(x, tag)].map((one) => given(x, one, tag));
  const { c } = tag.mod.sum.vars[tag.v]?.d.find((def) => def.k === "cls") ?? { c: undefined };
  // Methods that the class of a service has of its own.
  const isOwn = c !== undefined && tag.mod.sum.classes[c]?.m.some((one) => !one.static) === true;
  const own = isOwn ? [x.in.atom({ k: "inst", cls: x.in.atom({ k: "cls", mod: tag.mod, c, up: x.top(tag.mod) }), args: null })] : NOTHING;
  return all.length > 0 ? x.join(own, ...all) : x.join(own, x.unknown("unknown.abstract"));
}

/** The service that a class stands for as a tag; nothing where it is none. */
export function serviceOfTag(x: Machine, { mod, c }: AtomOf<"cls">): Value {
  const { sup, v, n } = mod.sum.classes[c] ?? {};
  const isTag = isOfEffect(mod) && sup?.k === "call" && v !== undefined && n !== undefined && isMade(x, sup, mod);
  return isTag ? serviceOf(x, { mod, v, name: n, made: sup }, mod) : NOTHING;
}

/** What a service may be. */
const SERVING: ReadonlySet<Atom["k"]> = new Set(["fn", "obj", "rec", "inst", "cls", "arr", "list", "ext", "wr", "ns", "unk"] as const);
/** Whether something serves: what is composed with Effect does so by what it hands back. */
export const isServing = (atom: Atom): boolean => SERVING.has(atom.k) && !(atom.k === "ext" && IMPORTED.test(atom.root.slice(4)));
/** Whether it is a text, a number or the like, and serves nothing. */
const isPlain = ({ k }: Atom): boolean => k === "str" || k === "prim";

/** What a provider gives; unknown where that cannot be told. */
function given(x: Machine, all: Value, tag: Tag): Value {
  // `new Files({ read })` has what it is made of.
  const value = x.join(all, ...all.flatMap((atom) => (atom.k === "inst" && isClassOf([atom.cls], tag) ? [atom.args?.[0] ?? NOTHING] : [])));
  const serving = value.filter(isServing);
  return serving.length > 0 || (value.length > 0 && value.every(isPlain))
    ? value.filter((atom) => isServing(atom) || isPlain(atom))
    : x.unknown("unknown.abstract");
}

interface Provider {
  readonly call: CallExpr;
  readonly f: number;
}

const providers = new WeakMap<Mod["sum"], readonly Provider[]>();

/** The calls of a module that may provide a service: any that is given something by its name. */
function providersIn({ sum }: Mod): readonly Provider[] {
  const known = providers.get(sum);
  if (known) return known;
  const found: Provider[] = [];
  const mayBeTag = (e: Expr): boolean =>
    e.k === "this" || e.k === "spread" || ((e.k === "var" || e.k === "mem") && nameOf(e, { sum }) !== "");
  const curried = new Set<CallExpr>();
  visitCalls(sum, ({ f: callee }) => {
    if (callee.k === "call") curried.add(callee);
  });
  visitCalls(sum, (call, f) => {
    if (curried.has(call)) return;
    const inner = call.f.k === "call" ? call.f : call;
    if (inner.a.some(mayBeTag) || (inner.f.k === "mem" && inner.f.p === "of")) found.push({ call, f });
  });
  providers.set(sum, found);
  return found;
}

/** What a call provides for a tag: `Files.of(x)`, `Layer.effect(Files, x)`, `Effect.provideService(run, Files, x)`, `Layer.succeed(Files)(x)`. */
function provided(x: Machine, { call, f }: Provider, mod: Mod, tag: Tag): Value[] {
  const at = genericFrame(x, mod, f, x.top(mod));
  const isIt = (e: Expr): boolean => {
    const place = e.k === "this" ? undefined : placeOf(x, e, mod);
    return e.k === "this" ? isClassOf(x.value(e, at), tag) : place?.mod === tag.mod && place.v === tag.v;
  };
  const inner = call.f.k === "call" ? call.f : call;
  const { f: callee, a: args } = inner;
  const imported = callee.k === "var" ? mod.sum.vars[callee.v]?.d.find((def) => def.k === "import")?.n : undefined;
  const name = callee.k === "var" ? (imported ?? nameOf(callee, mod)) : callee.k === "mem" && typeof callee.p === "string" ? callee.p : "";
  if (callee.k === "mem" && name === "of" && isIt(callee.o)) return call.a[0] ? [x.value(call.a[0], at)] : [];
  const place = args.findIndex(isIt);
  if (place < 0) return [];
  const impl = call.f.k === "call" ? call.a[0] : args[place + 1];
  // `Layer.effect(this, this.make)`: what the class says itself.
  if (impl?.k === "mem" && impl.o.k === "this" && typeof impl.p === "string" && MAKING.has(impl.p)) return [];
  // What others are given a tag for is not known.
  const isOfPackage = x.value(callee, at).some((atom) => atom.k === "ext" && PACKAGES.test(atom.root));
  if (PROVIDING.has(name)) return [impl ? computed(x, impl, at) : NOTHING, ...(isOfPackage ? [] : [NOTHING])];
  return (isOfPackage && ASKING.test(name)) || isAdapter(inner, mod) ? [] : [NOTHING];
}

/** Functions of Effect's that are given a tag to ask by it. */
const ASKING =
  /^(?:flatMap|andThen|map|tap\w*|zip\w*|all|match\w*|catch\w*|as\w*|gen|pipe|bind|provide|get\w*|unsafeGet\w*|omit|pick|service\w*|context\w*|forEach|cached|fromEffect|run\w*|option|either|orElse)$/u;
const PACKAGES = /^pkg:(?:effect|@effect\/[\w-]+)(?:\/|$)/u;

/** Whether a module puts a tag under another name, or into something: what is provided for that is not seen. */
function isRenamed(x: Machine, mod: Mod, tag: Tag): boolean {
  const isIt = (e: Expr): boolean => {
    const place = e.k === "var" ? placeOf(x, e, mod) : undefined;
    return place?.mod === tag.mod && place.v === tag.v;
  };
  if (mod.sum.vars.some(({ d }) => d.some((def) => def.k === "expr" && isIt(def.e)))) return true;
  const together = new Set<Expr>();
  let found = false;
  visitExprs(mod.sum, (e) => {
    if (e.k === "call" && e.f.k === "mem" && e.f.p === "all") for (const one of e.a) together.add(one);
  });
  visitExprs(mod.sum, (e) => {
    if (together.has(e)) return;
    if (e.k === "arr") found ||= e.e.some(isIt);
    else if (e.k === "obj") found ||= e.p.some((prop) => "e" in prop && isIt(prop.e));
  });
  return found;
}

/** Whether a value is the class that a tag is. */
const isClassOf = (value: Value, { mod, v }: Tag): boolean =>
  value.some((atom) => atom.k === "cls" && atom.mod === mod && classOf(atom).v === v);

/** What the class of a service says itself of what makes it: `Effect.Service<Files>()("Files", { effect: … })`. */
const ownService = (x: Machine, { mod, made }: Tag): Value[] =>
  made.a.flatMap((one) =>
    one.k === "obj" ? one.p.flatMap((prop) => ("n" in prop && MAKING.has(prop.n) ? [computed(x, prop.e, x.top(mod))] : [])) : [],
  );
