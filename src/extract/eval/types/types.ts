import type { Def, Expr, TypeRef } from "../../ir.ts";
import type { Declared } from "./declarations.ts";
import { declarationOf, isDeclared, PART } from "./declarations.ts";
import { implementers } from "./heirs.ts";
import { instanceOf, instancesOf } from "./instances.ts";
import { follow } from "../meaning/follow.ts";
import { answering } from "../elsewhere/aside.ts";
import { literalImplementers } from "./implementers.ts";
import type { Machine } from "../machine.ts";
import { isBinding, isLibraryData } from "../../tables/ambient-types.ts";
import { hasGivenMembers, isPure, lookup } from "../../tables/index.ts";
import { shapesOf } from "./expected.ts";
import { resultOf } from "../calls/results.ts";
import { structuralImplementers } from "./structural.ts";
import type { Atom, Frame, Mod, Value } from "../domain/values.ts";
import { isService, NOTHING } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/** What a value of a type may be: an instance of the class, of the first-party implementers of the interface, of the package's class. */
export function typeValue(x: Machine, type: TypeRef, frame: Frame): Value {
  switch (type.k) {
    case "data":
      return x.data();
    case "other":
      return NOTHING;
    case "fn":
      return [x.in.atom({ k: "typed", mod: frame.mod, up: frame, t: type })];
    case "union":
      return x.join(...type.t.map((part) => typeValue(x, part, frame)));
    case "array": {
      const inner = typeValue(x, type.t, frame);
      // Of anything (`Record<string, any>`): nothing is known of what it holds.
      return inner.length === 0 ? NOTHING : inner.every((atom) => atom.k === "data") ? x.data() : x.list(inner);
    }
    case "obj":
      return [x.in.atom({ k: "typed", mod: frame.mod, up: frame, t: type })];
    case "typeof": {
      const value = x.value(type.e, x.top(frame.mod));
      return x.join(value, ...value.map((atom) => (atom.k === "cls" ? [...(instanceOf(x, atom, frame.mod.file).below ?? [])] : NOTHING)));
    }
    case "member":
      return x.member(typeValue(x, type.t, frame), type.n);
    case "result":
    case "elem":
    case "arg":
      if (type.k === "result" && type.t.k === "typeof")
        return x.join(...x.value(type.t.e, x.top(frame.mod)).map((atom) => returned(x, atom)));
      return x.join(...shapesOf(x, type, frame).map(([shape, at]) => typeValue(x, shape, at)));
    case "ref":
      return x.once("type", frame.mod.id, x.nameId(JSON.stringify(type)), () => named(x, type, frame));
  }
}

/** What a function of the sources, or of a package, gives back whoever calls it. */
function returned(x: Machine, atom: Atom): Value {
  if (atom.k === "fn") return resultOf(x, genericFrame(x, atom.mod, atom.f, atom.up));
  return atom.k === "ext" ? [x.ext(atom.root, [...atom.path, "()"])] : NOTHING;
}

/** Handles that are worth knowing by their type alone, and as what: whoever holds one reaches a file, or who is at the other end. */
const HANDLES: ReadonlyMap<string, string> = new Map([
  ...["type:Database", "type:Statement", "type:FileHandle", "type:ChildProcess"].map((name) => [name, name] as const),
  ...["type:Socket", "type:WebSocket", "type:SocketIo"].map((name) => [name, "type:Peer"] as const),
  ...["type:WebSocketServer", "type:SocketIoServer", "type:SocketServer"].map((name) => [name, name] as const),
]);

/** A handle by the type that a package, or the platform, has under a path: of what it was opened on nothing is known. */
function handleOf(x: Machine, root: string, path: readonly string[]): Value | undefined {
  const made = HANDLES.get(lookup(root, path)?.entry.returns ?? "");
  return made === undefined ? undefined : [x.handle(made, [], [x.data()])];
}

const OPAQUE = new Set(["Function", "CallableFunction"]);

function named(x: Machine, type: Extract<TypeRef, { k: "ref" }>, frame: Frame): Value {
  if (type.v === undefined) {
    if (OPAQUE.has(type.n)) return x.unknown("unknown.parameter");
    if (type.n === "NodeJS" || type.n === "React" || type.n === "JSX") return x.data();
    if (type.n === "ReturnType" || type.n === "InstanceType" || type.n === "Parameters") return NOTHING;
    if (isBinding(type.n)) return [x.ext("type:Binding", [])];
    return handleOf(x, "global", [type.n]) ?? (isLibraryData(type.n) ? x.data() : NOTHING);
  }
  const at = declarationOf(x, frame.mod, type);
  if (!at) return NOTHING;
  if (at === PART) return x.data();
  if ("ext" in at) {
    const handle = handleOf(x, at.ext, at.path);
    if (handle) return handle;
    if (at.ext.startsWith("node:") || isPure(at.ext)) return x.data();
    const path = [...at.path, "new"];
    return type.a && hasGivenMembers(at.ext)
      ? [
          x.handle(
            at.ext,
            path,
            type.a.map((one) => typeValue(x, one, frame)),
          ),
        ]
      : [x.ext(at.ext, path)];
  }
  const top = x.top(at.mod);
  const defs = at.mod.sum.vars[at.v]?.d ?? [];
  return x.join(
    ...defs.map((def): Value => {
      switch (def.k) {
        case "cls":
          return [instanceOf(x, x.in.atom({ k: "cls", mod: at.mod, c: def.c, up: top }), frame.mod.file)];
        case "alias": {
          const makers = isOfObject(def.t) ? implementers(x, at, frame.mod.file) : [];
          return makers.length > 0 ? instancesOf(x, makers, frame.mod.file) : typeValue(x, def.t, top);
        }
        case "iface":
          return interfaceValue(x, at, def, frame.mod.file);
        case "enum":
          return x.data();
        case "tparam":
          return placed(x, def.t ? typeValue(x, def.t, top) : NOTHING);
        default:
          return NOTHING;
      }
    }),
  );
}

/** Whether a type says what members an object has, which a class may promise to have: `type Store = Readonly<{ get(key: string): string }>`. */
const isOfObject = (type: TypeRef): boolean => type.k === "obj" || (type.k === "ref" && type.a?.some(isOfObject) === true);

/** What stands in the place of a type parameter: whatever whoever names the type puts there, where it is not said what that may be. */
const placed = (x: Machine, bound: Value): Value => (bound.length > 0 ? bound : x.unknown("unknown.parameter"));

/** @param asker the file that names the interface. */
function interfaceValue(x: Machine, at: Declared, def: Extract<Def, { k: "iface" }>, asker: string): Value {
  const top = x.top(at.mod);
  const name = at.mod.sum.vars[at.v]?.n ?? "";
  const makers = implementers(x, at, asker);
  if (makers.length > 0) return instancesOf(x, makers, asker);
  const names = (mod: Mod, type: TypeRef | null | undefined): boolean => type?.k === "ref" && isDeclared(x, mod, type, at);
  const objects =
    name === "" ? NOTHING : literalImplementers(x, answering(asker, [...new Set([at.mod.file, ...x.world.typed(name)])]), names);
  // What holds no code only says what one value of the type is, and nothing of the others.
  if (objects.some((one) => one.k === "obj" && mayHoldCode(x, one.mod, one.e))) return objects;
  const fitting = structuralImplementers(x, at.mod.file, name, def.m, asker);
  if (fitting.length > 0) return instancesOf(x, fitting, asker);
  const parents = def.x.map((parent) => typeValue(x, parent, top));
  const useful = x.join(...parents).filter((atom) => isService(atom) || atom.k === "typed");
  return x.join([x.in.atom({ k: "typed", mod: at.mod, up: top, t: { k: "obj", m: def.m } })], useful);
}

/** Whether an object literal may hold something that runs: by what is written, as what it is may be what is being asked. */
const mayHoldCode = (x: Machine, mod: Mod, e: Expr, seen = new Set<Expr>()): boolean => {
  const said = e.k === "var" ? follow(x, { e, mod }) : { e, mod };
  if (seen.has(said.e)) return false;
  seen.add(said.e);
  switch (said.e.k) {
    case "lit":
    case "void":
    case "data":
    case "tpl":
    case "bin":
    case "un":
      return false;
    case "arr":
      return said.e.e.some((one) => mayHoldCode(x, said.mod, one, seen));
    case "obj":
      return said.e.p.some((prop) => "s" in prop || mayHoldCode(x, said.mod, prop.e, seen));
    default:
      return true;
  }
};
