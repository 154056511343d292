import type { External } from "../domain/targets.ts";
import { componentValue } from "../calls/component-hooks.ts";
import { activate } from "../calls/contexts.ts";
import { elementsOf, entriesOf, keysIn } from "./containers.ts";
import type { Machine } from "../machine.ts";
import { folderModules } from "./folder-imports.ts";
import { importValue, namespace } from "./modules.ts";
import { symbol } from "./own-globals.ts";
import { directory, joinPath, partOfName } from "../domain/paths.ts";
import { proxied } from "./proxies.ts";
import { resultOf } from "../calls/results.ts";
import { constantsOf, piecesOf, stringAtom } from "../domain/strings.ts";
import { against } from "../domain/urls.ts";
import type { Atom, Value } from "../domain/values.ts";
import { isAbsent, NOTHING } from "../domain/values.ts";
import { cached } from "./auto-imports.ts";
import { isMap } from "./variables.ts";

type Special = (x: Machine, args: readonly Value[], target: External) => Value;

const first: Special = (_, args) => args[0] ?? NOTHING;
const listed: Special = (x, args) => x.list(elementsOf(x, args[0] ?? NOTHING));
const grouped: Special = (x, args, target) => x.record([], listed(x, args, target));
const inside: Special = (x, args) => elementsOf(x, args[0] ?? NOTHING);
const hole =
  (name: string): Special =>
  (x) =>
    x.data(name);
const module_ =
  (required: boolean): Special =>
  (x, args, target) => {
    const names = constantsOf(args[0] ?? NOTHING);
    return names
      ? x.join(...names.map((name) => (required ? requireValue(x, target, name) : importValue(x, target.at.mod, name, "*"))))
      : (folderModules(x, target.at.mod, args[0] ?? NOTHING, true) ?? x.unknown("unknown.require"));
  };

function requireValue(x: Machine, target: External, name: string): Value {
  const found = x.world.resolve(target.at.mod.file, name);
  if (found.k === "file") {
    const mod = x.module(found.file);
    return mod ? namespace(x, mod, true) : x.unknown("unknown.module");
  }
  return importValue(x, target.at.mod, name, "=");
}

/** An object, or a Map, of pairs of a name and what stands under it. */
export function rebuild(x: Machine, [source]: readonly Value[]): Value {
  const pairs = x.join(...(source ?? NOTHING).map((atom) => (isMap(x, atom) ? entriesOf(x, [atom]) : elementsOf(x, [atom]))));
  const entries = pairs.flatMap((pair): [string, Value][] => {
    if (pair.k !== "arr") return [];
    return (constantsOf(pair.e[0] ?? NOTHING) ?? []).map((name) => [name, pair.e[1] ?? NOTHING]);
  });
  const loose = pairs.filter((pair) => !(pair.k === "arr" && constantsOf(pair.e[0] ?? NOTHING)));
  const rest = x.join(...loose.map((pair) => (pair.k === "arr" ? (pair.e[1] ?? NOTHING) : elementsOf(x, [pair]))));
  return entries.length > 0 || rest.length > 0 ? x.record(entries, rest.length > 0 ? rest : undefined) : x.record([]);
}

const url: Special = (x, args) => {
  const [path, base] = args;
  if (!base) return path ?? NOTHING;
  const absolute = (path ?? NOTHING).filter(
    (atom) => atom.k === "str" && typeof atom.p[0] === "string" && /^[\u0000-\u0020]*[a-z][a-z0-9+.-]*:/iu.test(atom.p[0]),
  );
  const relative = (path ?? NOTHING).filter((atom) => !absolute.includes(atom));
  if (relative.length === 0 && absolute.length > 0) return absolute;
  return x.join(absolute, ...base.map((atom) => against(x, atom, relative) ?? joinPath(x, [besideFile(x, atom), relative], false)));
};

/** What a relative URL is joined to: the folder of a module, else what it is based on. */
function besideFile(x: Machine, base: Atom): Value {
  const [head] = piecesOf(base);
  return [stringAtom(x.in, typeof head === "object" && head.hole === "$FILE" ? [{ hole: "$DIR" }] : head === undefined ? [] : [head])];
}

const promised: Special = (x, args) => {
  const [executor] = args;
  const settle = x.data();
  const frames = (executor ?? NOTHING).flatMap((cb) => (cb.k === "fn" ? [activate(x, cb, [settle, settle], null)] : []));
  for (const frame of frames) resultOf(x, frame);
  return x.data();
};

/** `withPolicy(policy, tool)`: the tool itself, marked with the policy; a policy inside it stays in force. */
const guarded: Special = (x, args) => {
  const [policy = NOTHING, tool = NOTHING] = args;
  for (const atom of tool) {
    const key = allocationOf(atom);
    if (key !== undefined) x.guards.set(key, x.join(x.guards.get(key) ?? NOTHING, policy));
  }
  return x.join(
    ...tool.map((atom): Value => {
      if (atom.k === "fn") return [x.in.atom({ ...atom, guard: x.join(atom.guard ?? NOTHING, policy) })];
      if (atom.k === "obj") return [x.in.atom({ ...atom, guard: x.join(atom.guard ?? NOTHING, policy) })];
      if (atom.k === "inst") return [x.in.atom({ ...atom, guard: x.join(atom.guard ?? NOTHING, policy) })];
      return [atom];
    }),
  );
};

/** What names the place where a function or literal is made. */
export function allocationOf(atom: Atom): string | undefined {
  return atom.k === "obj" ? `${atom.mod.id}.o${atom.e.i}` : undefined;
}

/** What is, or may be, a text already. */
const TEXTS: ReadonlySet<Atom["k"]> = new Set(["str", "prim", "data", "unk", "ext", "typed"] as const);

/** External functions whose result we can say more about than "data", by root and dotted path. */
const specials: Readonly<Record<string, Special>> = {
  "global Object.keys": (x, args) => x.list(keysIn(x, args[0] ?? NOTHING)),
  "global Reflect.ownKeys": (x, args) => x.list(keysIn(x, args[0] ?? NOTHING)),
  "global Object.values": listed,
  "global Object.entries": (x, args) => x.list(entriesOf(x, args[0] ?? NOTHING)),
  "global Object.assign": (x, args) => x.join(...args),
  "global Object.freeze": first,
  "global Object.seal": first,
  "global Object.create": (x, args) => created(x, args),
  "global Object.fromEntries": rebuild,
  "global Object.getPrototypeOf": first,
  "global Object.defineProperty": first,
  "global Object.defineProperties": (x, args) => created(x, args),
  "global Object.setPrototypeOf": first,
  "global structuredClone": first,
  "global Array.from": (x, args, target) => mapped(x, args, target),
  "global Array.fromAsync": (x, args, target) => mapped(x, args, target),
  "global Iterator.from": listed,
  "global CustomEvent": (x, [, options = NOTHING]) => x.record([["detail", x.member(options, "detail")]], x.data()),
  "global Promise.try": (x, [run = NOTHING, ...rest]) =>
    x.join(...run.map((one) => (one.k === "fn" ? resultOf(x, activate(x, one, rest, null)) : x.data()))),
  "global Object.groupBy": grouped,
  "global Map.groupBy": grouped,
  "node:stream Readable.from": listed,
  "global Array.of": (x, args) => [x.in.atom({ k: "arr", e: args })],
  // Of one alone it is how long the list is, where that is a number.
  "global Array": (x, args) =>
    args.length > 1 || args[0]?.some(({ k }) => !TEXTS.has(k) || k === "ext") ? [x.in.atom({ k: "arr", e: args })] : x.data(),
  "global Object": (x, args) => args[0] ?? x.data(),
  "pkg:lodash get": (x, args) => memberByPath(x, args),
  "pkg:lodash-es get": (x, args) => memberByPath(x, args),
  "pkg:lodash.get": (x, args) => memberByPath(x, args),
  "type:Nitro cachedFunction": cached,
  "global Map": rebuild,
  "global WeakMap": rebuild,
  "global Set": listed,
  "global Proxy": (x, args) => proxied(x, args),
  "global Proxy.revocable": (x, args) => x.record([["proxy", proxied(x, args)]]),
  "global WeakRef": first,
  "global Promise": promised,
  "global Promise.resolve": first,
  "global Promise.all": (x, args) => keepShape(x, args[0] ?? NOTHING),
  "global Promise.allSettled": (x, args) => x.list(outcomes(x, elementsOf(x, args[0] ?? NOTHING))),
  "global Promise.race": inside,
  "global Promise.any": inside,
  "global Reflect.get": (x, args) => memberByName(x, args),
  "global String": (x, args) => x.join(...(args[0] ?? NOTHING).map((atom) => (TEXTS.has(atom.k) ? [atom] : x.data()))),
  "global Symbol": (x) => symbol(x),
  "global Symbol.for": (x, [name = NOTHING]) => symbol(x, constantsOf(name)?.join("|")),
  "global URL": url,
  "global Request": first,
  "global require": module_(true),
  "node:module createRequire": (x) => [x.ext("global", ["require"])],
  "node:module Module.createRequire": (x) => [x.ext("global", ["require"])],
  "node:module _load": module_(true),
  "node:module Module._load": module_(true),
  "node:module prototype.require": module_(true),
  "node:module Module.prototype.require": module_(true),
  "node:process mainModule.require": module_(true),
  "global require.main.require": module_(true),
  "global Object.getOwnPropertyDescriptor": (x, args) => x.record([["value", memberByName(x, args)]], x.data()),
  "node:process getBuiltinModule": (x, args) =>
    x.join(...(constantsOf(args[0] ?? NOTHING) ?? []).map((name) => [x.ext(`node:${name.replace(/^node:/u, "")}`, [])] as Value)),
  "node:process cwd": hole("$WORKSPACE"),
  "node:os homedir": hole("$HOME"),
  "node:os tmpdir": hole("$TMP"),
  "node:util promisify": first,
  "node:timers/promises setTimeout": (_, args) => args[1] ?? NOTHING,
  "node:timers/promises setImmediate": first,
  "node:timers/promises setInterval": (x, args) => x.list(args[1] ?? NOTHING),
  "node:util callbackify": first,
  "node:util deprecate": first,
  "node:url URL": url,
  "node:url fileURLToPath": first,
  "node:url pathToFileURL": first,
  "pkg:toolfence withPolicy": guarded,
  "pkg:toolfence definePolicy": first,
  "pkg:toolfence isolate": isolatedModule,
  // All that a model sent, as text.
  "global JSON.parse": (x, [text = NOTHING]) =>
    x.data(text.every((atom) => atom.k === "data" && atom.from === "param:") ? "param:" : undefined),
  "node:path join": (x, args) => joinPath(x, args, false),
  "node:path resolve": (x, args) => joinPath(x, args, true),
  "node:path normalize": first,
  "node:path basename": (x, args) => partOfName(x, args[0]),
  "node:path parse": (x, args) => partOfName(x, args[0]),
  "node:path relative": (x, args) => partOfName(x, args[1]),
  "node:path format": (x, [parts = NOTHING]) =>
    joinPath(x, [x.join(x.member(parts, "dir"), x.member(parts, "root")), x.join(x.member(parts, "base"), x.member(parts, "name"))], false),
  "node:path dirname": (x, args) => directory(x, args[0] ?? NOTHING),
};

/** A module in a process of its own is still that module. */
function isolatedModule(x: Machine, _args: readonly Value[], { call, at }: External): Value {
  const [url] = call.a;
  const where = url?.k === "mem" && url.p === "href" ? url.o : url;
  const isOwn =
    where?.k === "call" &&
    (where.f.k === "glob" ? where.f.n === "URL" : where.f.k === "mem" && where.f.o.k === "meta" && where.f.p === "resolve");
  const name = isOwn ? where.a[0] : undefined;
  return name?.k === "lit" && typeof name.v === "string" ? importValue(x, at.mod, name.v, "*") : x.unknown("unknown.import");
}

/** What an external call gives back, when there is a model for it. */
export function specialValue(x: Machine, target: External): Value | undefined {
  const root = target.root === "node:path/posix" ? "node:path" : target.root;
  const path = root === "node:path" && target.path[0] === "posix" ? target.path.slice(1) : target.path;
  return specials[`${root} ${path.join(".")}`]?.(x, target.args, target) ?? componentValue(x, target);
}

function mapped(x: Machine, args: readonly Value[], target: External): Value {
  const list = x.list(elementsOf(x, args[0] ?? NOTHING));
  const [callbacks] = args.slice(1);
  if (!callbacks || target.call.a.length < 2) return list;
  const frames = callbacks.flatMap((cb) =>
    cb.k === "fn" ? elementsOf(x, list).map((atom) => activate(x, cb, [[atom], x.data()], null)) : [],
  );
  return x.list(x.join(...frames.map((frame) => resultOf(x, frame))));
}

/** What is told of promises that were waited for, however they ended. */
const outcomes = (x: Machine, value: Value): Value =>
  x.record([
    ["status", x.join(x.text("fulfilled"), x.text("rejected"))],
    ["value", value],
    ["reason", x.data()],
  ]);

/** An object made from a prototype and descriptors. */
function created(x: Machine, [prototype = NOTHING, descriptors = NOTHING]: readonly Value[]): Value {
  const own = entriesOf(x, descriptors).flatMap((pair) => {
    const [key = NOTHING, one = NOTHING] = pair.k === "arr" ? pair.e : [];
    const got = x.member(one, "get").flatMap((atom) => (atom.k === "fn" ? resultOf(x, activate(x, atom, [], null)) : []));
    return (constantsOf(key) ?? []).map((name) => [name, x.join(x.member(one, "value"), got)] as const);
  });
  if (descriptors.length === 0 || descriptors.every(isAbsent)) return prototype;
  const isRead = own.length > 0 && descriptors.every(({ k }) => k === "obj" || k === "rec");
  const made = isRead ? x.record(own) : x.record(own, x.unknown("unknown.call"));
  return x.join(
    prototype.filter((atom) => !isAbsent(atom)),
    made,
  );
}

function keepShape(x: Machine, value: Value): Value {
  return value.some((atom) => atom.k === "arr" || atom.k === "list") ? value : x.data();
}

/** `get(object, "a.b", other)`: what stands under the path, or else. */
function memberByPath(x: Machine, [of = NOTHING, path = NOTHING, other = NOTHING]: readonly Value[]): Value {
  const paths = constantsOf(path);
  if (!paths) return x.join(elementsOf(x, of), other);
  const found = paths.map((one) => one.split(/[.[\]]+/u).reduce((value, name) => (name ? x.member(value, name) : value), of));
  return x.join(...found, other);
}

function memberByName(x: Machine, args: readonly Value[]): Value {
  const names = constantsOf(args[1] ?? NOTHING);
  return names ? x.join(...names.map((name) => x.member(args[0] ?? NOTHING, name))) : elementsOf(x, args[0] ?? NOTHING);
}
