import type { Condition, Expr, LoopHead, Write } from "../../ir.ts";
import { holdsNamedCode, isNamed } from "../../shapes/definitions.ts";
import { siteFrames } from "./made-by-calls.ts";
import { callbackFrames, isRecursive } from "./callers.ts";
import { truth } from "../flow/conditions.ts";
import { elementsOf } from "../meaning/containers.ts";
import { turnsByKey } from "../flow/keyed-loops.ts";
import { iterations } from "../flow/live.ts";
import type { Machine } from "../machine.ts";
import { chain, constructorArgs } from "../meaning/inheritance.ts";
import type { Atom, AtomOf, ClsAtom, Frame, Value } from "../domain/values.ts";
import { classOf, NOTHING } from "../domain/values.ts";
import { isNeverRun, methodAround } from "./never-run.ts";
import { mayBe } from "../domain/strings.ts";
import { ancestor, genericFrame } from "../meaning/variables.ts";

/** The activation in which `this.p = e` is evaluated for a given instance. */
export function writeFrame(x: Machine, inst: AtomOf<"inst">, level: ClsAtom, write: Pick<Write, "f">): Frame {
  const cls = classOf(level);
  const method = methodAround(level, write.f);
  const args = method === cls.ctor ? constructorArgs(x, inst, level) : null;
  const base = x.in.frame(level.mod, method, level.up, args, [inst]);
  return genericFrame(x, level.mod, write.f, base);
}

/** The activation in which a method of a literal object writes to `this`. */
function methodFrame(x: Machine, obj: AtomOf<"obj">, { f }: Write): Frame {
  const { fns } = obj.mod.sum;
  let method = f;
  while (method > 0 && fns[method]?.o?.i !== obj.e.i) method = fns[method]?.up ?? 0;
  return genericFrame(x, obj.mod, f, x.in.frame(obj.mod, method, obj.up, null, [obj]));
}

/** What the methods of a literal object write to it; nothing where they write nothing. */
export const writtenBySelf = (x: Machine, obj: AtomOf<"obj">): Value =>
  obj.e.w === undefined ? NOTHING : [x.in.atom({ k: "wr", of: { obj }, p: [] })];

/** The activation in which a static method writes to `this`; undefined where a write stands in none. */
function staticFrame(x: Machine, self: ClsAtom, level: ClsAtom, { f }: Write): Frame | undefined {
  const method = methodAround(level, f);
  if (!classOf(level).m.some((one) => one.f === method && one.static)) return undefined;
  return genericFrame(x, level.mod, f, x.in.frame(level.mod, method, level.up, null, [self]));
}

/** What static methods write to a member of the class itself: `this.instance = new Service()`, `this.handlers.push(f)`. */
export function staticWrites(x: Machine, self: ClsAtom, level: ClsAtom, name: string): Value[] {
  return classOf(level).w.flatMap((write) => {
    const frame = write.p[0] === name ? staticFrame(x, self, level, write) : undefined;
    if (!frame) return [];
    return write.p.length === 1 && write.kind === "prop"
      ? [x.value(write.e, frame)]
      : [[x.in.atom({ k: "wr", of: { cls: self }, p: [name] })]];
  });
}

/** What the module of a class writes to a member of it by the name of the class: `Service.instance = new Service()`, `Tab.all.add(tab)`. */
export function namedWrites(x: Machine, level: ClsAtom, name: string): Value[] {
  const { mod, up } = level;
  const { v } = classOf(level);
  const info = v === undefined ? undefined : mod.sum.vars[v];
  const writes = info?.w?.filter((write) => write.p[0] === name) ?? [];
  if (v === undefined || !info || writes.length === 0) return [];
  const owner = ancestor(up, info.f) ?? x.top(mod);
  return writes.map(({ e, f, kind, p }) =>
    p.length === 1 && kind === "prop"
      ? x.value(e, genericFrame(x, mod, f, owner))
      : [x.in.atom({ k: "wr", of: { v, fr: owner }, p: [name] })],
  );
}

/** What a group of member writes says of one name. */
export function writtenMember(x: Machine, atom: AtomOf<"wr">, name: string): Value {
  const { writes, frameOf } = writesOf(x, atom);
  const depth = atom.p.length;
  const out: Value[] = [];
  let deeper = false;
  for (const write of writes) {
    if (write.p.length === depth + 1 && write.p[depth] === name) {
      if (write.kind !== "prop") deeper = true;
      else if (mayHold(x, write.when, frameOf(write))) out.push(x.value(write.e, frameOf(write)));
    } else if (write.p.length > depth + 1 && write.p[depth] === name) deeper = true;
    else if (write.p.length === depth && write.kind === "entry" && write.key) {
      for (const one of pairsOf(x, atom, write, frameOf(write))) {
        const [keys = NOTHING, value = NOTHING] = one.k === "arr" ? one.e : [];
        if (keys.some((key) => mayBe(key, name))) out.push(value);
      }
    } else if (write.p.length === depth && write.kind === "elem" && /^\d+$/u.test(name)) {
      // Where in a list it stands is not known.
      if (write.e.k !== "void") out.push(...elementFrames(x, write, frameOf(write)).map((one) => x.value(write.e, one)));
    } else if (write.p.length === depth && write.kind === "spread") out.push(x.member(x.value(write.e, frameOf(write)), name));
  }
  if (deeper) out.push([x.in.atom({ k: "wr", of: atom.of, p: [...atom.p, name] })]);
  return x.join(...out);
}

/** What an entry is written under, and what is written: `[key, value]` once for each activation that writes it. */
export const pairsOf = (x: Machine, atom: AtomOf<"wr">, write: Write, frame: Frame): Value =>
  x.once("entries", atom.id, 1 + x.idOf(write.e), () =>
    x.join(
      ...entryFrames(x, write, frame).map((one) => [
        x.in.atom({ k: "arr", e: [write.key ? x.value(write.key, one) : x.data(), x.value(write.e, one)] }),
      ]),
    ),
  );

/** Whether an element is, or holds, code. */
export const isCode = (atom: Atom): boolean =>
  atom.k === "fn" || atom.k === "inst" || atom.k === "cls" || (atom.k === "obj" && holdsNamedCode(atom.e));

/** Whether elements are worth being told apart: names, what has a name, code, and code by its name. */
const isWorthwhile = (elements: Value): boolean =>
  elements.some(
    (atom) =>
      atom.k === "str" ||
      isCode(atom) ||
      (atom.k === "obj" && isNamed(atom.e)) ||
      (atom.k === "arr" && atom.e.some((one) => one.some(isCode))),
  );

/** More alternatives than these are not told apart. */
const MAX_ENTRIES = 128;

/** What it may take to find out whether a write is one in a turn of its loop. */
const MAX_STEPS = 100;

/** The variable that an expression starts from: `t` of `t.meta.name`. */
function rootOf(e: Expr): number | undefined {
  let here = e;
  while (here.k === "mem" || here.k === "as") here = here.k === "mem" ? here.o : here.e;
  return here.k === "var" ? here.v : undefined;
}

/** The frames in which an entry's key and value belong together: `map.set(t.name, t)` once for each `t`, `map.set(name, f)` once for each call of `on(name, f)`. */
function entryFrames(x: Machine, write: Write, frame: Frame): Frame[] {
  const { key, e, loop } = write;
  if (isRecursive(frame) || !key) return [frame];
  if (loop) return loopFrames(x, write, loop, frame).filter((one) => isRun(x, write, one));
  const calls = callbackFrames(x, frame);
  if (isFew(calls) && isWorthwhile(calls.flatMap(({ args }) => args?.[0] ?? NOTHING))) return calls;
  const v = rootOf(key);
  if (v === undefined) return [frame];
  const bases = perCall(x, frame, [v]);
  const all = v === rootOf(e) ? bases.flatMap((base) => oneByOne(x, v, base)) : bases;
  return isFew(all) ? all : bases;
}

/** An activation once for each call by name of the function that one of some variables is a parameter of, where nobody says who called it. */
function perCall(x: Machine, frame: Frame, vars: readonly number[]): Frame[] {
  const [asked] = vars.flatMap((v) => givenBy(frame, v) ?? []);
  const sites = (asked && siteFrames(x, asked)) ?? [];
  if (sites.length === 0) return [frame];
  x.open();
  return sites.map((site) => genericFrame(x, frame.mod, frame.f, site));
}

/** The variables that the parts of an element start from: `{ name, run }`, `new Tool(name, run)`. */
const startingFrom = (e: Expr): number[] =>
  (e.k === "obj" ? e.p.flatMap((prop) => ("e" in prop ? [prop.e] : [])) : e.k === "call" ? e.a : e.k === "arr" ? e.e : []).flatMap(
    (part) => rootOf(part) ?? [],
  );

/** An activation once for each that a variable may hold. */
export function oneByOne(x: Machine, v: number, frame: Frame): Frame[] {
  const each = x.variable(frame.mod, v, frame);
  if (!isFew(each)) return [frame];
  return each.map((atom) => boundTo(x, v, atom, frame));
}

/** An activation in which a variable holds one thing. */
export const boundTo = (x: Machine, v: number, atom: Atom, frame: Frame): Frame =>
  x.in.frame(frame.mod, frame.f, frame.up, frame.args, frame.self, new Map([...(frame.bound ?? []), [v, [atom]]]));

/** Whether alternatives are worth being told apart. */
const isFew = (all: readonly unknown[]): boolean => all.length > 1 && all.length <= MAX_ENTRIES;

/** The activation that a variable is a parameter of, if nobody knows who called it. */
function givenBy(frame: Frame, v: number): Frame | undefined {
  const info = frame.mod.sum.vars[v];
  const owner = info?.d.every(({ k }) => k === "param") ? ancestor(frame, info.f) : undefined;
  return owner?.args === null && owner.f !== 0 ? owner : undefined;
}

/** The frames in which an element is made: `list.push(new Tool(config))` once for each `config`, and for each call of `add(name, run)`. */
export function elementFrames(x: Machine, write: Write, frame: Frame): Frame[] {
  const { e, loop } = write;
  const isMade = e.k === "call" || e.k === "fn" || (e.k === "obj" && holdsNamedCode(e)) || (e.k === "arr" && e.e.length > 1);
  if (!isMade || isRecursive(frame)) return [frame];
  if (!loop) {
    const calls = perCall(x, frame, startingFrom(e));
    return x.leans || calls.length > MAX_ENTRIES ? [frame] : calls;
  }
  const frames = loopFrames(x, write, loop, frame, (elements) => elements.some(isTold));
  // A list that grows by what is in it has no end to be told apart.
  return x.leans ? [frame] : frames.filter((one) => isRun(x, write, one));
}

/** Whether a write in a loop is one in an activation of its body: `if (name === "deep") tools[name] = …` is for one name. */
const isRun = (x: Machine, { when, loop }: Write, frame: Frame): boolean => hasDefaults(frame.mod, loop) || mayHold(x, when, frame);

/** Whether conditions may all hold in an activation. */
export const mayHold = (x: Machine, when: readonly Condition[] = [], frame: Frame): boolean =>
  when.every(({ t, is }) => x.aside(MAX_STEPS, () => truth(x, t, frame)) !== !is);

/** Whether an element of a loop is taken apart with defaults, which stand for what it lacks. */
const hasDefaults = (mod: Frame["mod"], loop: LoopHead | undefined): boolean =>
  loop !== undefined &&
  (loop.v.some((v) => mod.sum.vars[v]?.d.some((def) => def.k === "elem" && def.path.some((step) => "d" in step))) ||
    (loop.up !== undefined && hasDefaults(mod, loop.up)));

/** Whether an element may be told from others: what is made of it may be something else each time. */
const isTold = (atom: Atom): boolean => atom.k === "str" || atom.k === "obj" || atom.k === "rec" || atom.k === "arr" || isCode(atom);

/** The activations of a loop body, and of the loops around it, as far as they are few. */
function loopFrames(x: Machine, write: Write, loop: LoopHead, frame: Frame, isWorth: (elements: Value) => boolean = isWorthwhile): Frame[] {
  const turns = (at: Frame): Frame[] => {
    const elements = elementsOf(x, loop.e ? x.value(loop.e, at) : NOTHING);
    const isOpen = ({ bound }: Frame): boolean => (bound?.get(loop.v[0] ?? -1) ?? elements).every(({ k }) => k === "data" || k === "unk");
    return (isWorth(elements) ? iterations(x, loop, at) : [at]).flatMap((one) => {
      const byKey = isOpen(one) ? turnsByKey(x, write, loop, at) : [];
      return byKey.length > 0 ? byKey : [one];
    });
  };
  if (!loop.up) return turns(frame);
  const all = loopFrames(x, write, loop.up, frame, isWorth).flatMap(turns);
  return all.length <= MAX_ENTRIES ? all : turns(frame);
}

interface Written {
  readonly writes: readonly Write[];
  readonly frameOf: (write: Write) => Frame;
}

/** The writes below a `wr` atom, and where each is evaluated. */
export function writesOf(x: Machine, atom: AtomOf<"wr">): Written {
  const under = (write: Write): boolean => atom.p.every((part, index) => write.p[index] === part);
  if ("inst" in atom.of) {
    const { inst } = atom.of;
    const found = chain(x, inst.cls).flatMap((level) =>
      level.k === "cls"
        ? classOf(level)
            .w.filter((write) => under(write) && !isNeverRun(x, level, write))
            .map((write) => ({ write, level }))
        : [],
    );
    const levels = new Map(found.map(({ write, level }) => [write, level]));
    return { writes: found.map(({ write }) => write), frameOf: (write) => writeFrame(x, inst, levels.get(write) ?? inst.cls, write) };
  }
  if ("cls" in atom.of) {
    const { cls } = atom.of;
    const found = chain(x, cls).flatMap((level) =>
      level.k === "cls"
        ? classOf(level).w.flatMap((write) => {
            const frame = under(write) ? staticFrame(x, cls, level, write) : undefined;
            return frame ? [[write, frame] as const] : [];
          })
        : [],
    );
    const frames = new Map(found);
    return { writes: found.map(([write]) => write), frameOf: (write) => frames.get(write) ?? x.top(cls.mod) };
  }
  if ("obj" in atom.of) {
    const { obj } = atom.of;
    return { writes: (obj.e.w ?? []).filter(under), frameOf: (write) => methodFrame(x, obj, write) };
  }
  const { v, fr } = atom.of;
  return { writes: (fr.mod.sum.vars[v]?.w ?? []).filter(under), frameOf: (write) => genericFrame(x, fr.mod, write.f, fr) };
}
