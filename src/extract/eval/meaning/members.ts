import type { ClsMember } from "../../ir.ts";
import { PROTOCOL } from "../domain/common-names.ts";
import { chain } from "./inheritance.ts";
import type { Machine } from "../machine.ts";
import { handsBack } from "../../tables/handing-on.ts";
import { givenMember, lookup, tableOf } from "../../tables/index.ts";
import { globalNamed, isEnv, isGlobalObject, isRequireCache } from "./own-globals.ts";
import { proxyMember } from "./proxies.ts";
import { filledElsewhere } from "../elsewhere/filled-elsewhere.ts";
import { givenFromOutside } from "../elsewhere/outside.ts";
import { resultOf } from "../calls/results.ts";
import { declaredType } from "../types/type-arguments.ts";
import { keptInClass, keptInField } from "../elsewhere/kept-later.ts";
import { heirsOf, standInsOf } from "../types/heirs.ts";
import { overridden } from "../types/instances.ts";
import { typeValue } from "../types/types.ts";
import { urlPart } from "../domain/urls.ts";
import type { Atom, AtomOf, ClsAtom, Value } from "../domain/values.ts";
import { classOf, CONTEXT, isAbsent, isContext, isListed, isVague, NOTHING } from "../domain/values.ts";
import { isUnset } from "./not-given.ts";
import { isNeverRun, isNeverSet } from "../elsewhere/never-run.ts";
import { serviceOfTag } from "../calls/tagged-services.ts";
import { namedWrites, staticWrites, writeFrame, writtenBySelf, writtenMember } from "../elsewhere/writes.ts";

/** What frameworks hand to executors under names that nothing else has: beside what the model sends, or with it. */
const HANDED: ReadonlyMap<string, readonly [root: string, path: readonly string[]]> = new Map([
  ["mastra", ["pkg:@mastra/core", ["Mastra", "new"]]],
]);

const REACT: ReadonlySet<string> = new Set(["pkg:react", "pkg:preact"]);

/** What reading a member of one atom gives. Nothing means `undefined`. */
export function memberOf(x: Machine, atom: Atom, name: string): Value {
  switch (atom.k) {
    case "data":
      // The window of a frame, with all that a window can do.
      if (name === "contentWindow") return [x.ext("global", ["globalThis"])];
      if (atom.from === "param:" || isContext(atom)) {
        const handed = HANDED.get(name);
        if (handed) return [x.ext(...handed)];
      }
      return x.data(atom.from === undefined ? undefined : childHole(atom.from, name));
    case "str":
    case "prim":
      // Of nothing there is nothing: `options?.onDone`.
      if (isAbsent(atom)) return [x.in.atom({ k: "prim", v: undefined })];
      return name === "constructor" ? [x.ext("global", ["String"])] : (urlPart(x, atom, name) ?? x.data());
    case "ext":
      return extMember(x, atom, name);
    case "unk":
      return [atom];
    case "fn":
      if (name === "constructor") return [x.ext("global", ["Function"])];
      return name === "name" ? x.text(atom.mod.sum.fns[atom.f]?.n ?? "") : NOTHING;
    case "cls":
      return staticMember(x, atom, name);
    case "inst":
      return x.once("member", atom.id, x.nameId(name), () =>
        withHeirs(x, atom, name, keptInField(x, atom, name, instanceMember(x, atom, name))),
      );
    case "obj":
      return objectMember(x, atom, name);
    case "rec":
      return atom.m.get(name) ?? atom.rest ?? NOTHING;
    case "arr":
      if (/^\d+$/u.test(name)) return atom.e[Number(name)] ?? NOTHING;
      return name === "constructor" || ARRAY_METHODS.has(name) ? [x.ext("global", ["Array", "prototype", name])] : x.data();
    case "list":
      return /^\d+$/u.test(name) ? atom.v : NOTHING;
    case "wr":
      return x.once("member", atom.id, x.nameId(name), () => writtenMember(x, atom, name));
    case "ns":
      return x.exportOf(atom.mod, name);
    case "proxy":
      return x.once("member", atom.id, x.nameId(name), () => proxyMember(x, atom, name));
    case "typed":
      return typedMember(x, atom, name);
  }
}

/** Methods that are seldom taken as values, but lead to `Function` by their `constructor`, and are called on other lists. */
const ARRAY_METHODS = new Set("map filter find at concat sort forEach some every reduce flatMap slice".split(" "));

/** A hole keeps the name of the outermost parameter. */
function childHole(from: string, name: string): string {
  if (from === "param:") return `param:${name}`;
  // A function of the protocol by itself, which is passed on: it speaks to the caller wherever it is called.
  if (from === CONTEXT) return PROTOCOL.has(name) && /^(?:send|report|elicit)[A-Z]/u.test(name) ? "dynamic" : CONTEXT;
  return from.startsWith("param:") || from.startsWith("env:") || isListed(from) ? from : "dynamic";
}

function extMember(x: Machine, atom: AtomOf<"ext">, name: string): Value {
  const { root, path } = atom;
  if (name === "constructor" && root !== "node:module") return [x.ext("global", ["Function"])];
  if (isGlobalObject(atom)) return globalNamed(x, name);
  if (isEnv(atom)) return x.data(`env:${name}`);
  if (isRequireCache(atom)) return x.unknown("unknown.require");
  const further = path.length > 12 ? path : [...path, name];
  const given = givenMember(root, further);
  if (given !== undefined) {
    const value = given === "any" ? NOTHING : (atom.held?.[given] ?? NOTHING);
    // What it has under any name is told by no member of it.
    return value.length > 0 && value.every(({ k }) => k !== "list") ? value : x.join(value, x.unknown("unknown.parameter"));
  }
  if (!atom.held) return [x.ext(root, further, atom.args)];
  // What a package keeps of what it was given, it hands out under whatever name.
  return handsBack(root) ? x.join([x.handle(root, further, atom.held)], ...atom.held) : [x.handle(root, further, atom.held)];
}

/** A member of a literal object: what is written there is known before it is asked what is made of it, `tool.run = logged(tool.run)`. */
function objectMember(x: Machine, atom: AtomOf<"obj">, name: string): Value {
  const own = x.once("member", atom.id, x.nameId(name), () => writtenOut(x, atom, name));
  const given = givenFromOutside(x, atom, name, own);
  const written = writtenBySelf(x, atom);
  return given.length > 0 || written.length > 0 ? x.join(own, given, x.member(written, name)) : own;
}

/** A member of a literal object as it is written. */
function writtenOut(x: Machine, atom: AtomOf<"obj">, name: string): Value {
  let value: Value = NOTHING;
  for (const prop of atom.e.p) {
    if ("s" in prop) {
      value = spreadOver(x, value, x.value(prop.s, atom.up), name);
    } else if ("x" in prop) {
      const keys = x.value(prop.x, atom.up);
      if (keys.every((key) => key.k === "str" && key.p.length === 1 && key.p[0] === name)) value = x.value(prop.e, atom.up);
      else if (!keys.every((key) => key.k === "str" && key.p.length === 1 && typeof key.p[0] === "string"))
        value = x.join(value, x.value(prop.e, atom.up));
    } else if (prop.n === name && prop.g !== 2) {
      const own = x.value(prop.e, atom.up);
      value = prop.g === 1 ? getterResults(x, own, [atom]) : own;
    } else if (prop.n === "__proto__" && value.length === 0) value = x.member(x.value(prop.e, atom.up), name);
  }
  return value;
}

/** A member of an object behind a spread: what the spread has of the name, and what stood there before where it may have none. */
function spreadOver(x: Machine, before: Value, spread: Value, name: string): Value {
  const given = spread.filter((one) => !isAbsent(one) && !(one.k === "prim" && typeof one.v === "boolean"));
  const each = given.map((one) => x.member([one], name));
  const isOpen = ({ k }: Atom): boolean => k === "data" || k === "unk" || k === "ext" || k === "typed";
  const mayLack = given.length < spread.length || each.some((one) => one.length === 0) || given.some(isOpen);
  return given.length > 0 && !mayLack ? x.join(...each) : x.join(before, ...each);
}

function getterResults(x: Machine, getters: Value, self: Value): Value {
  return x.join(...getters.map((atom) => (atom.k === "fn" ? resultOf(x, x.in.frame(atom.mod, atom.f, atom.up, [], self)) : NOTHING)));
}

/** A list with nothing in it, as it is written: of one that a class is given, there may be others. */
const isEmptyList = (atom: Atom): boolean => atom.k === "arr" && atom.e.length === 0;

const listsInstances = (atom: Atom): boolean => atom.k === "list" && atom.v.some(({ k }) => k === "inst");

function staticMember(x: Machine, atom: ClsAtom, name: string): Value {
  if (name === "prototype") return [x.in.atom({ k: "inst", cls: atom, args: null })];
  for (const level of chain(x, atom)) {
    if (level.k === "ext") return [x.ext(level.root, [...level.path, name])];
    if (level.k !== "cls") return [level];
    const cls = classOf(level);
    const found = cls.m.filter((member) => member.static && member.n === name).map((member) => ownMember(x, level, member, [atom]));
    const own = keptInClass(x, level, name, x.join(...found, ...namedWrites(x, level, name), ...staticWrites(x, atom, level, name)));
    const value = cls.m.some((one) => one.static && one.n === name && one.kind === "field")
      ? x.join(own, givenFromOutside(x, level, name, own))
      : own;
    const type = cls.m.find((member) => member.static && member.n === name && member.t)?.t;
    if (type && value.every((one) => isVague(one) || isAbsent(one))) return x.join(value, typeValue(x, type, level.up));
    if (value.length > 0) return value;
  }
  if (name === "name") return x.text(classOf(atom).n);
  // Methods of the service that a class stands for: `Files.read(path)`, with `accessors`.
  return x.member(serviceOfTag(x, atom), name);
}

function ownMember(x: Machine, level: ClsAtom, member: ClsMember, self: Value): Value {
  if (member.f === undefined) return member.t ? typeValue(x, member.t, level.up) : NOTHING;
  const frame = x.in.frame(level.mod, member.f, level.up, [], self);
  if (member.kind === "method") {
    const own = x.in.atom({ k: "fn", mod: level.mod, f: member.f, up: level.up, self });
    return member.deco ? x.join([own], ...member.deco.map((e) => replaced(x, x.value(e, level.up), [own]))) : [own];
  }
  if (member.kind === "get") return resultOf(x, frame);
  if (member.kind === "set") return NOTHING;
  return member.e ? x.value(member.e, frame) : NOTHING;
}

/** What a decorator of our own puts in the place of a method. */
const replaced = (x: Machine, decorators: Value, own: Value): Value =>
  x.join(
    ...decorators.map((atom) =>
      atom.k === "fn" ? resultOf(x, x.in.frame(atom.mod, atom.f, atom.up, [own, x.data()], null)).filter(({ k }) => k === "fn") : NOTHING,
    ),
  );

const withHeirs = (x: Machine, atom: AtomOf<"inst">, name: string, own: Value): Value => x.join(own, overridden(x, atom, name, own));

function instanceMember(x: Machine, atom: AtomOf<"inst">, name: string): Value {
  if (name === "constructor") return x.join([atom.cls], ...(atom.below ?? []).map((cls) => [cls]));
  const self: Value = [atom];
  let isAbstract = false;
  let promised: Value = NOTHING;
  // What a class only writes to parts of, takes away or may write, a base may have made.
  let beneath: Value = NOTHING;
  for (const level of chain(x, atom.cls)) {
    if (level.k === "ext") {
      // What a component was given.
      if (name === "props" && REACT.has(level.root) && atom.args?.[0]) return x.join(beneath, atom.args[0]);
      if (beneath.some((one) => one.k !== "wr" && !isAbsent(one))) return beneath;
      const path = [...level.path, "new", name];
      const given = lookup(level.root, path)?.exact === true ? NOTHING : givenFromOutside(x, atom, name, NOTHING);
      return x.join(beneath, given, [inheritedFrom(x, level, name) ?? x.ext(level.root, path)]);
    }
    if (level.k !== "cls") return x.join(beneath, [level]);
    const cls = classOf(level);
    const members = cls.m.filter((member) => !member.static && (member.n === name || member.n === "*"));
    isAbstract ||= members.some((member) => member.abstract);
    let value = x.join(
      ...members
        .filter((member) => !member.abstract)
        .map((member) => (member.f === undefined ? NOTHING : ownMember(x, level, member, self))),
    );
    const isNever = isNeverSet(x, atom, name);
    const writes = isNever ? [] : cls.w.filter((write) => write.p[0] === name && !isNeverRun(x, level, write));
    if (isNever) value = x.join(value, [x.in.atom({ k: "prim", v: undefined })]);
    value = x.join(
      value,
      ...writes
        .filter((write) => write.p.length === 1 && write.kind === "prop")
        .map((write) => x.value(write.e, writeFrame(x, atom, level, write))),
    );
    if (members.every(({ kind }) => kind === "field") && (members.length > 0 || writes.length > 0))
      value = x.join(value, givenFromOutside(x, atom, name, value), filledElsewhere(x, atom, name, value));
    const type = members.find((member) => member.t)?.t;
    // Heirs say more than the type of what they promise to have.
    const isPromised = members.length > 0 && members.every((member) => member.abstract);
    if (isPromised && type) promised = declaredType(x, atom.cls, level, type);
    const isGiven = members.every(({ f, e }) => f === undefined && e === undefined);
    if (type && !isPromised && value.every((one) => isVague(one) || isAbsent(one) || (isGiven && isEmptyList(one)))) {
      const typed = declaredType(x, atom.cls, level, type).filter(
        (one) => one.k !== "typed" || !((isNever && one.t.k === "fn") || isUnset(x, atom, name, value)),
      );
      const told = value.some(isEmptyList) ? typed.filter(listsInstances) : typed;
      if (told.length > 0)
        value = x.join(
          value.filter((one) => one.k !== "unk"),
          told,
        );
    }
    if (writes.some((write) => write.p.length > 1 || write.kind !== "prop"))
      beneath = x.join(beneath, [x.in.atom({ k: "wr", of: { inst: atom }, p: [name] })]);
    // Without a declaration, and outside of the constructor, it may be written, or not.
    const isSure = isNever || (members.length > 0 && !isPromised) || writes.some((write) => write.f === cls.ctor && write.p.length === 1);
    if (value.length > 0 && isSure) return x.join(value, beneath);
    beneath = x.join(beneath, value);
  }
  const isExact = atom.below?.length === 0;
  if (!isExact && (isAbstract || classOf(atom.cls).abstract)) {
    const has = (classes: readonly ClsAtom[]): Value =>
      x.join(...classes.map((cls) => memberOf(x, x.in.atom({ k: "inst", cls, args: null }), name)));
    const value = has(heirsOf(x, atom.cls));
    // What only promises to be one of them has nothing of this class, and may be anything but itself: beside heirs it says more, without them too little.
    beneath = x.join(beneath, has(standInsOf(x, atom.cls)));
    if (value.length > 0) return x.join(value, beneath, value.every(isAbsent) ? promised : NOTHING);
    if (isAbstract) return x.join(beneath, promised.length > 0 ? promised : x.unknown("unknown.abstract"));
  }
  const found = x.join(beneath, givenFromOutside(x, atom, name, NOTHING));
  return isExact && isAbstract && found.length === 0 ? [x.in.atom({ k: "prim", v: undefined })] : found;
}

/** A member that a class has of what making its base makes: `class Hub extends WebSocketServer`. What was opened counts by what it was opened with. */
function inheritedFrom(x: Machine, { root, path }: AtomOf<"ext">, name: string): Atom | undefined {
  const made = lookup(root, path)?.entry.returns;
  const isType = made?.startsWith("type:") === true && tableOf(made)?.isHandle !== true;
  return isType && lookup(root, [...path, "new", name])?.exact !== true ? x.ext(made, [name]) : undefined;
}

function typedMember(x: Machine, atom: AtomOf<"typed">, name: string): Value {
  if (atom.t.k !== "obj") return x.data();
  const found = atom.t.m.find(([key]) => key === name);
  if (!found) return x.data();
  const value = typeValue(x, found[1], atom.up);
  return value.length > 0 ? value : x.unknown("unknown.type");
}
