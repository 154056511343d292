import type { Expr } from "../../ir.ts";
import { lacks } from "./closed.ts";
import { elementsOf, spreadInto } from "./containers.ts";
import { noteKeys, truth } from "../flow/conditions.ts";
import { promisedMember } from "../types/promised.ts";
import type { Machine } from "../machine.ts";
import { superValue } from "./inheritance.ts";
import { folderModules, specifiersOf } from "./folder-imports.ts";
import { importValue } from "./modules.ts";
import { constantsOf, template } from "../domain/strings.ts";
import { narrowed } from "../flow/narrowed.ts";
import { delegated } from "../calls/tagged-services.ts";
import { typeValue } from "../types/types.ts";
import { globalNamed, globalsBySymbol, isEnv, isGlobalObject, isRequireCache } from "./own-globals.ts";
import type { Frame, Value } from "../domain/values.ts";
import { fnOf, isAbsent, isContext, isService, isVague, NOTHING } from "../domain/values.ts";

/** Evaluates an expression in an activation. Does not look for effects. */
export function evaluate(x: Machine, e: Expr, frame: Frame): Value {
  switch (e.k) {
    case "lit":
      return typeof e.v === "string" ? x.text(e.v) : [x.in.atom({ k: "prim", v: e.v })];
    case "void":
      return [x.in.atom({ k: "prim", v: undefined })];
    case "data":
    case "bin":
    case "jsx":
      return x.data();
    case "un":
      return e.op === "void" ? [x.in.atom({ k: "prim", v: undefined })] : x.data();
    case "tpl":
      return template(
        x.in,
        e.q,
        e.e.map((part) => x.value(part, frame)),
      );
    case "var":
      return x.variable(frame.mod, e.v, frame, e);
    case "glob":
      return global(x, e.n, frame);
    case "mem":
      return memberValue(x, e, frame);
    case "call":
      return x.result(e, frame);
    case "fn":
      return [x.in.atom({ k: "fn", mod: frame.mod, f: e.f, up: frame })];
    case "cls":
      return [x.in.atom({ k: "cls", mod: frame.mod, c: e.c, up: frame })];
    case "obj":
      return [x.in.atom({ k: "obj", mod: frame.mod, e, up: frame })];
    case "arr":
      return arrayValue(x, e.e, frame);
    case "spread":
      return elementsOf(x, x.value(e.e, frame));
    case "any":
      return x.join(...e.e.map((part) => x.value(part, frame)));
    case "cond": {
      const known = truth(x, e.t, frame);
      if (known !== undefined) return x.value(known ? e.a : e.b, frame);
      return x.join(x.value(e.a, frame), x.value(e.b, frame));
    }
    case "logic":
      return x.join(e.op === "&&" ? NOTHING : dropEmpty(x.value(e.l, frame)), x.value(e.r, frame));
    case "seq": {
      const last = e.e.at(-1);
      return last ? x.value(last, frame) : NOTHING;
    }
    case "set":
      return x.value(e.e, frame);
    case "await":
      return x.value(e.e, frame);
    case "yield":
      return e.of ? delegated(x, e.e, frame) : x.value(e.e, frame);
    case "this":
      return thisValue(x, frame);
    case "super":
      return e.c === undefined ? x.member(thisValue(x, frame), "__proto__") : superValue(x, thisValue(x, frame), frame.mod, e.c);
    case "meta":
      return x.record([
        ["url", x.data("$FILE")],
        ["dirname", x.data("$DIR")],
        ["filename", x.data("$FILE")],
        ["resolve", [x.ext("pure", ["resolve"])]],
        ["env", [x.ext("node:process", ["env"])]],
      ]);
    case "import":
      return dynamicImport(x, e.e, frame);
    case "as":
      return asserted(x, e, frame);
    case "is":
      return narrowed(x, e, frame);
  }
}

/** What the left side of `||` or `??` contributes: not its absence. */
function dropEmpty(value: Value): Value {
  return value.filter((atom) => !isAbsent(atom) && !(atom.k === "prim" && atom.v === false));
}

function asserted(x: Machine, e: Extract<Expr, { k: "as" }>, frame: Frame): Value {
  const value = x.value(e.e, frame);
  // What is known by its type alone, and is said to be of another, is of that one.
  if (value.length > 0 && value.every((atom) => atom.k === "typed" || isAbsent(atom))) {
    const other = typeValue(x, e.t, frame).filter((atom) => isService(atom) || atom.k === "typed");
    return other.length > 0 ? other : value;
  }
  const told = value.filter((atom) => !isVague(atom) && !isContext(atom) && !isAbsent(atom));
  if (told.length === value.length) return value;
  const typed = typeValue(x, e.t, frame).filter((atom) => isService(atom) || (atom.k === "typed" && value.every((one) => one.k === "unk")));
  return typed.length > 0 ? x.join(told, typed) : value;
}

export function thisValue(x: Machine, frame: Frame): Value {
  for (let here: Frame | null = frame; here; here = here.up) {
    if (here.self) return here.self;
    const fn = fnOf(here);
    if (fn.arrow) continue;
    if (!here.up) return x.data();
    const told = fn.tt ? typeValue(x, fn.tt, here) : NOTHING;
    if (told.length > 0) return told;
    if (fn.o) return [x.in.atom({ k: "obj", mod: here.mod, e: fn.o, up: here.up })];
    if (fn.ns !== undefined) return x.variable(here.mod, fn.ns, here.up);
    if (fn.c === undefined) return x.data();
    const cls = x.in.atom({ k: "cls", mod: here.mod, c: fn.c, up: here.up });
    return fn.static ? [cls] : [x.in.atom({ k: "inst", cls, args: null })];
  }
  return x.data();
}

function global(x: Machine, name: string, frame: Frame): Value {
  if (name === "exports" || name === "module")
    return name === "exports"
      ? [x.in.atom({ k: "ns", mod: frame.mod })]
      : x.record([
          ["exports", [x.in.atom({ k: "ns", mod: frame.mod })]],
          ["constructor", [x.ext("node:module", [])]],
          ["require", [x.ext("global", ["require"])]],
          ["createRequire", [x.ext("node:module", ["createRequire"])]],
        ]);
  if (name === "__dirname") return x.data("$DIR");
  if (name === "__filename") return x.data("$FILE");
  if (name === "arguments") {
    for (let here: Frame | null = frame; here; here = here.up) {
      if (fnOf(here).arrow) continue;
      return here.args ? [x.in.atom({ k: "arr", e: here.args })] : x.unknown("unknown.parameter");
    }
  }
  return globalNamed(x, name);
}

function memberValue(x: Machine, e: Extract<Expr, { k: "mem" }>, frame: Frame): Value {
  const object = x.value(e.o, frame);
  if (typeof e.p === "string") {
    const found = x.member(object, e.p);
    if (found.length > 0) return found;
    return lacks(x, object, e.p) ? [x.in.atom({ k: "prim", v: undefined })] : promisedMember(x, object, e, frame);
  }
  const key = x.value(e.p, frame);
  const names = constantsOf(key);
  if (names) return x.join(...names.map((name) => x.member(object, name)));
  noteKeys(x, object, key);
  return x.join(
    ...object.map((atom) => {
      const kept = isGlobalObject(atom) ? globalsBySymbol(x, key) : undefined;
      if (kept) return kept;
      if (atom.k === "ext") {
        if (isEnv(atom)) return x.data("env:*");
        if (isRequireCache(atom)) return x.unknown("unknown.require");
        const path = [...atom.path, "*"];
        return [atom.held ? x.handle(atom.root, path, atom.held) : x.ext(atom.root, path)];
      }
      return elementsOf(x, [atom]);
    }),
  );
}

function arrayValue(x: Machine, parts: readonly Expr[], frame: Frame): Value {
  const out: Value[] = [];
  let open: Value = NOTHING;
  for (const part of parts) {
    if (part.k === "spread") open = spreadInto(x, x.value(part.e, frame), out, open);
    else out.push(x.value(part, frame));
  }
  if (open.length > 0 || out.length > 256) return x.list(x.join(open, ...out));
  return [x.in.atom({ k: "arr", e: out })];
}

function dynamicImport(x: Machine, source: Expr, frame: Frame): Value {
  const { source: specifiers, names } = specifiersOf(x, source, frame);
  if (!names) return folderModules(x, frame.mod, specifiers) ?? x.unknown("unknown.import");
  return x.join(...names.map((name) => importValue(x, frame.mod, name, "*")));
}
