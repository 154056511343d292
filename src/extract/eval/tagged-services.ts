import type { CallExpr, Expr } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import { calledFromOutside } from "./contexts.ts";
import { exportedAt, follow } from "./follow.ts";
import { liveStatements } from "./live.ts";
import type { Machine } from "./machine.ts";
import type { Atom, AtomOf, Frame, Mod, Value } from "./values.ts";
import { classOf, fnOf, NOTHING } from "./values.ts";
import { genericFrame } from "./variables.ts";

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
/** Methods that are given a tag, and behind it what stands for it; that may be a computation which hands it back. */
const PROVIDING: ReadonlySet<string> = new Set(
  "succeed effect effectContext scoped sync provideService provideServiceEffect make add updateService mock".split(" "),
);
/** Keys under which the class of a service says what makes it. */
const MAKING: ReadonlySet<string> = new Set(["effect", "scoped", "succeed", "sync", "make"]);
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
    const [module = "", made = ""] = [...atom.root.split("/").slice(1), ...atom.path];
    return MAKERS.get(module)?.has(made) === true;
  });
}

/** A tag: where it is declared, and what makes it. */
interface Tag extends Place {
  readonly name: string;
  readonly made: CallExpr;
}

function tagOf(x: Machine, e: Expr, mod: Mod): Tag | undefined {
  const place = placeOf(x, e, mod);
  const info = place && place.mod.sum.vars[place.v];
  for (const def of info?.d ?? []) {
    const made = def.k === "expr" ? def.e : def.k === "cls" ? place?.mod.sum.classes[def.c]?.sup : undefined;
    if (place && info && made?.k === "call" && isMade(x, made, place.mod)) return { ...place, name: info.n, made };
  }
  return undefined;
}

/** The name of a variable, or of a member; none of anything else. */
const nameOf = (e: Expr, { sum }: Mod): string =>
  e.k === "var" ? (sum.vars[e.v]?.n ?? "") : e.k === "mem" && typeof e.p === "string" ? e.p : "";

const ofEffect = new WeakMap<Mod["sum"], boolean>();

/** Whether a module is written with Effect. */
function isOfEffect({ sum }: Mod): boolean {
  let known = ofEffect.get(sum);
  if (known === undefined) ofEffect.set(sum, (known = sum.imports.some((from) => IMPORTED.test(from))));
  return known;
}

/** What `yield* e` gives: of a tag the service that it stands for, of a computation what it hands back, of everything else what that is. */
export function delegated(x: Machine, e: Expr, frame: Frame): Value {
  if (!isOfEffect(frame.mod)) return x.value(e, frame);
  const tag = tagOf(x, e, frame.mod);
  if (tag) return serviceOf(x, tag, frame.mod);
  // A tag that somebody hands over.
  const value = x.value(e, frame);
  if (/^[A-Z]/u.test(nameOf(e, frame.mod)) && value.every(({ k }) => k === "data" || k === "unk")) return x.unknown("unknown.abstract");
  return x.join(value, computed(x, e, frame).filter(isServing));
}

const serviceOf = (x: Machine, tag: Tag, asking: Mod): Value =>
  x.once("service", x.top(tag.mod).id, tag.v, () => provisions(x, tag, asking));

function provisions(x: Machine, tag: Tag, asking: Mod): Value {
  const files = [...new Set([asking.file, tag.mod.file, ...x.world.saying(tag.name)])];
  if (files.length > MAX_FILES) return x.unknown("unknown.abstract");
  const found = files.flatMap((file) => {
    const mod = x.module(file);
    return mod ? providersIn(mod).flatMap((one) => provided(x, one, mod, tag)) : [];
  });
  const service = x.join(...found, ...ownService(x, tag)).filter(isServing);
  return service.length > 0 ? service : x.unknown("unknown.abstract");
}

/** The service that a class stands for as a tag; nothing where it is none. */
export function serviceOfTag(x: Machine, { mod, c }: AtomOf<"cls">): Value {
  const { sup, v, n } = mod.sum.classes[c] ?? {};
  const isTag = isOfEffect(mod) && sup?.k === "call" && v !== undefined && n !== undefined && isMade(x, sup, mod);
  return isTag ? serviceOf(x, { mod, v, name: n, made: sup }, mod) : NOTHING;
}

/** What a service may be. */
const SERVING: ReadonlySet<Atom["k"]> = new Set(["fn", "obj", "rec", "inst", "ext", "wr", "unk"] as const);
const isServing = ({ k }: Atom): boolean => SERVING.has(k);

interface Provider {
  readonly call: CallExpr;
  readonly f: number;
}

const providers = new WeakMap<Mod["sum"], readonly Provider[]>();

/** The calls of a module that may provide a service. */
function providersIn({ sum }: Mod): readonly Provider[] {
  const known = providers.get(sum);
  if (known) return known;
  const found: Provider[] = [];
  visitCalls(sum, (call, f) => {
    const { f: callee } = call.f.k === "call" ? call.f : call;
    if (callee.k === "mem" && typeof callee.p === "string" && (callee.p === "of" || PROVIDING.has(callee.p))) found.push({ call, f });
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
  const { f: callee, a: args } = call.f.k === "call" ? call.f : call;
  if (callee.k === "mem" && callee.p === "of") return call.a[0] && isIt(callee.o) ? [x.value(call.a[0], at)] : [];
  const place = args.findIndex(isIt);
  const impl = call.f.k === "call" ? call.a[0] : args[place + 1];
  return place >= 0 && impl ? [computed(x, impl, at)] : [];
}

/** Whether a value is the class that a tag is. */
const isClassOf = (value: Value, { mod, v }: Tag): boolean =>
  value.some((atom) => atom.k === "cls" && atom.mod === mod && classOf(atom).v === v);

/** What the class of a service says itself of what makes it: `Effect.Service<Files>()("Files", { effect: … })`. */
const ownService = (x: Machine, { mod, made }: Tag): Value[] =>
  made.a.flatMap((one) =>
    one.k === "obj" ? one.p.flatMap((prop) => ("n" in prop && MAKING.has(prop.n) ? [computed(x, prop.e, x.top(mod))] : [])) : [],
  );

/**
 * What an expression is, and what the functions hand back that it is composed of: `Effect.gen(function* () { … return { read } })`,
 * `make.pipe(Effect.map((one) => …))`. Which of them is the service is not told.
 */
const computed = (x: Machine, e: Expr, at: Frame): Value =>
  x.once("computed", at.id, x.idOf(e), () => {
    // `Files.of(one)` is what it is given.
    if (e.k === "call" && e.f.k === "mem" && e.f.p === "of" && e.a[0] && tagOf(x, e.f.o, at.mod)) return computed(x, e.a[0], at);
    const value = x.value(e, at);
    const { e: said, mod } = follow(x, { e, mod: at.mod });
    if (!isOfEffect(mod)) return value;
    // What is written elsewhere is so at the top of its module.
    const here = mod === at.mod ? at : x.top(mod);
    const parts = said.k === "call" ? [...said.a, ...(said.f.k === "mem" ? [said.f.o] : [])].filter(isComposed) : [];
    const started = said.k === "call" ? x.targets(said, here).flatMap((one) => (one.k === "frame" ? [one.frame] : [])) : [];
    const held = value.flatMap((atom) => (atom.k === "fn" ? [calledFromOutside(x, atom)] : []));
    return x.join(value, ...parts.map((part) => computed(x, part, here)), ...[...started, ...held].map((frame) => handedBack(x, frame)));
  });

/** What a function hands back; a generator too, whose result by itself is what it yields. */
const handedBack = (x: Machine, frame: Frame): Value =>
  x.once("handed back", frame.id, 0, () => {
    const out: Value[] = [];
    liveStatements(x, fnOf(frame).b, frame, (statement, at) => {
      if (statement.k === "ret" && statement.e) out.push(computed(x, statement.e, at));
    });
    return x.join(...out);
  });

const isComposed = ({ k }: Expr): boolean => k === "call" || k === "var" || k === "fn" || k === "mem";
