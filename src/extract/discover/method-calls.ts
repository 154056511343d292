import { MAX_SITES } from "../eval/elsewhere/callers.ts";
import { namedSitesOf } from "../eval/elsewhere/callers-elsewhere.ts";
import type { Machine } from "../eval/machine.ts";
import { chain } from "../eval/meaning/inheritance.ts";
import type { Atom, AtomOf, Frame, Mod, Value } from "../eval/domain/values.ts";
import { classOf, NOTHING } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { CallExpr, Expr } from "../ir.ts";
import { says, takesOut, visitCalls, visitExprs } from "../ir-walk.ts";

type Inst = AtomOf<"inst">;

/** A name that more files than these call something by says nothing of whom they mean. */
const MAX_FILES = 24;
/** What finding out what is called may take, for one call. */
const MAX_STEPS = 20_000;

/** The parameter of a function that an expression is, as it was given. */
function parameterAt({ sum }: Mod, f: number, e: Expr): number | undefined {
  const [def, more] = e.k === "var" ? (sum.vars[e.v]?.d ?? []) : [];
  return def?.k === "param" && !more && def.f === f && def.path.length === 0 && def.rest !== true ? def.i : undefined;
}

const isPlain = ({ a }: CallExpr, i: number): boolean => a[i] !== undefined && !a.slice(0, i + 1).some(({ k }) => k === "spread");

/** What code that has an instance calls its method with, as argument `i`, in the module of its class and in those that import it. */
function calledOn(x: Machine, inst: Inst, name: string, i: number): Value[] {
  const { mod } = inst.cls;
  const mods = [mod, ...x.world.importers(mod.file).flatMap((file) => x.module(file) ?? [])];
  const sites = mods.flatMap((one) => (namedSitesOf(one).get(name) ?? []).map((site) => ({ ...site, mod: one })));
  if (sites.length > MAX_SITES) return [x.unknown("unknown.parameter")];
  return sites.flatMap(({ call, f, mod: at }) => {
    const frame = genericFrame(x, at, f, x.top(at));
    const receiver = call.f.k === "mem" ? x.value(call.f.o, frame) : NOTHING;
    // Whose method it is, or what it is handed, may not be known.
    if (receiver.some(({ k }) => k === "unk")) return [x.unknown("unknown.parameter")];
    if (!receiver.some((atom) => atom.k === "inst" && atom.cls === inst.cls)) return [];
    if (call.a[i] && isPlain(call, i)) return [x.value(call.a[i], frame)];
    return call.a.some(({ k }) => k === "spread") ? [x.unknown("unknown.parameter")] : [];
  });
}

/**
 * What a method of an instance is called with as argument `i`: by who has the instance, and by the methods of its class and of what that
 * builds on (`this.execute(input, callbacks)`), where what these were given themselves is asked of who calls them.
 */
export function methodCalls(x: Machine, inst: Inst, name: string, i: number): Value[] {
  const out = calledOn(x, inst, name, i);
  for (const level of chain(x, inst.cls)) {
    if (level.k !== "cls") continue;
    visitCalls(level.mod.sum, (call, f) => {
      const around = level.mod.sum.fns[f];
      const argument = call.a[i];
      if (around?.c !== level.c || call.f.k !== "mem" || call.f.o.k !== "this" || call.f.p !== name || !argument || !isPlain(call, i))
        return;
      const given = parameterAt(level.mod, f, argument);
      const method = classOf(level).m.find((one) => one.f === f)?.n;
      if (given !== undefined && method !== undefined && method !== name) out.push(...calledOn(x, inst, method, given));
      else if (given === undefined) out.push(x.value(argument, x.in.frame(level.mod, f, level.up, null, [inst])));
    });
  }
  return out;
}

/** A call of a member by its name, and what that is a member of. */
interface MemberCall {
  readonly call: CallExpr;
  readonly frame: Frame;
  readonly receiver: Value;
}

const calledSo = new WeakMap<Machine, Map<string, readonly MemberCall[]>>();

/** The calls in the sources of members of a name; none where there are too many. */
function memberCalls(x: Machine, name: string): readonly MemberCall[] {
  const known = calledSo.get(x) ?? new Map<string, readonly MemberCall[]>();
  calledSo.set(x, known);
  const before = known.get(name);
  if (before) return before;
  known.set(name, []); // While it is being found out.
  const files = x.world.calling(name);
  const mods = files.length > MAX_FILES ? [] : files.flatMap((file) => x.glance(file) ?? []);
  const sites = mods.flatMap((mod) => (namedSitesOf(mod).get(name) ?? []).map((site) => ({ ...site, mod })));
  const found = (sites.length > MAX_SITES ? [] : sites).map(({ call, f, mod }): MemberCall => {
    const frame = genericFrame(x, mod, f, x.top(mod));
    const { f: callee } = call;
    return { call, frame, receiver: (callee.k === "mem" && x.attempt(MAX_STEPS, () => x.value(callee.o, frame))) || NOTHING };
  });
  known.set(name, found);
  return found;
}

/** What a program hands over itself, and whether nobody else is seen who may. */
export interface Handed {
  readonly value: Value;
  readonly isAll: boolean;
}

const loose = new WeakMap<Machine, Map<string, boolean>>();

/** Whether what some object has under a name is reached in another way than by a call of that name. */
function isLoose(x: Machine, name: string): boolean {
  const known = loose.get(x) ?? new Map<string, boolean>();
  loose.set(x, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const files = new Set([...x.world.calling(name), ...x.world.accessing(name)]);
  const answer = files.size > 2 * MAX_FILES || [...files].some((file) => isLooseIn(x.glance(file), name));
  known.set(name, answer);
  return answer;
}

function isLooseIn(mod: Mod | undefined, name: string): boolean {
  if (!mod || takesOut(mod.sum, name)) return true;
  let reads = 0;
  let calls = 0;
  let isComputed = false;
  visitExprs(mod.sum, (e) => {
    if (e.k === "mem" && e.p === name) reads++;
    if (e.k !== "call" || e.f.k !== "mem") return;
    if (e.f.p === name) calls++;
    isComputed ||= typeof e.f.p !== "string";
  });
  return reads > calls || (isComputed && says(mod.sum, name));
}

/** What certainly is what it is, and no other object of the sources. */
const CERTAIN: ReadonlySet<Atom["k"]> = new Set(["obj", "rec", "inst", "cls", "fn", "ns", "str", "prim", "arr", "list"]);

/** What may be any object of the sources. */
const isAnybody = ({ receiver }: MemberCall): boolean => receiver.length === 0 || !receiver.every(isCertain);

/** What a package made is its own; what it gives back may be what it was given: `clone(one)`. */
const isCertain = (atom: Atom): boolean =>
  CERTAIN.has(atom.k) || (atom.k === "ext" && (atom.root.startsWith("type:") || atom.path.at(-1) === "new"));

/**
 * What the program is seen to call a member of a literal object with as argument `i`: that of a definition of a tool whose host is the program
 * itself. Somebody else may call it as well, unless each call by that name is of something that is known.
 *
 * @param isOwn whether the object is of a type of the program's own, which no package knows.
 */
export function callsOfDefinition(x: Machine, object: AtomOf<"obj">, name: string, i: number, isOwn: boolean): Handed {
  const own = new Set(x.member([object], name).filter(({ k }) => k === "fn"));
  // A copy of it, or what is made after it, has the same member.
  const isIt = (atom: Atom): boolean =>
    (atom.k === "obj" && atom.e === object.e && atom.mod === object.mod) || x.member([atom], name).some((one) => own.has(one));
  const calls = memberCalls(x, name).filter(({ call: { a } }) => a.length > i || a.some(({ k }) => k === "spread"));
  const ours = calls.filter(({ receiver }) => receiver.some(isIt));
  const given = ours.flatMap(({ call, frame }) => (isPlain(call, i) ? [x.value(call.a[i] as Expr, frame)] : []));
  const isAll = isOwn && given.length === ours.length && !calls.some(isAnybody) && !isLoose(x, name);
  return { value: x.join(...given), isAll };
}
