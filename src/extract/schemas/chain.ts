import { newlyTaken, WHOLE } from "../../model/input/order.ts";
import type { InputShape } from "../../model/input/shape.ts";
import { REFINED } from "../../model/input/shape.ts";
import type { CallExpr } from "../ir.ts";
import type { Built } from "./builders.ts";
import { BOUNDS, CHECKS, checked, FORMATS, NULLABLE, OPTIONAL, PLAIN, REFINING, SAME, SIGNS, WRAPPERS } from "./builders.ts";
import type { At } from "../eval/meaning/follow.ts";
import { boundedOf, membersOf, namedOf, sorted } from "./json-schema.ts";
import { onObject } from "./objects.ts";
import type { Reader } from "./reader.ts";
import { table } from "./table.ts";

type Call = CallExpr & { readonly mod: At["mod"] };

const built = (shape: InputShape, optional = false): Built => ({ shape, optional });
const orNull = (shape: InputShape): InputShape =>
  shape.kind === "any" ? shape : { kind: "union", of: shape.kind === "union" ? [...shape.of, NULL] : [shape, NULL] };
const NULL: InputShape = { kind: "named", values: [null] };

/** More links than these nobody writes, but a constant that is made of itself has. */
const MAX_LINKS = 100;

/** A schema that a chain of calls builds (`z.object({ a: z.string().max(9) }).strict()`); undefined where it is not known to. */
export function chain(r: Reader, at: At, left = MAX_LINKS): Built | undefined {
  const { e, mod } = at;
  if (left === 0) return undefined;
  if (e.k === "mem") return ofMember(r, at, left);
  if (e.k !== "call") return undefined;
  const call = { ...e, mod };
  if (e.f.k !== "mem") return e.f.k === "var" || e.f.k === "glob" ? made(r, calleeName(r, at), call) : undefined;
  if (typeof e.f.p !== "string") return undefined;
  const of = { e: e.f.o, mod };
  if (isLibrary(r, of, left)) return made(r, e.f.p, call);
  const base = chain(r, r.follow(of), left - 1);
  return base && method(r, base, e.f.p, call);
}

/** `Input.shape`, which is the bare mapping of names, or one schema of it. */
function ofMember(r: Reader, { e, mod }: At, left: number): Built | undefined {
  if (e.k !== "mem" || typeof e.p !== "string") return undefined;
  const of = { e: e.o, mod };
  if (e.p !== "shape" && e.p !== "schema") {
    const member = membersOf(r, of)?.get(e.p);
    return member && r.property(member);
  }
  const found = chain(r, r.follow(of), left - 1);
  if (e.p === "schema" || found?.shape.kind !== "object") return found;
  return built({ kind: "object", properties: found.shape.properties }, found.optional);
}

const argument = (call: Call, index = 0): At | undefined => {
  const e = call.a[index];
  return e && { e, mod: call.mod };
};

/** `z`, `z.coerce`, `tool.schema`, `Type`: an import of a package, or a member of one. */
function isLibrary(r: Reader, at: At, left: number): boolean {
  const { e, mod } = r.follow(at);
  if (e.k === "mem") return left > 0 && isLibrary(r, { e: e.o, mod }, left - 1);
  if (e.k !== "var") return false;
  const [only] = mod.sum.vars[e.v]?.d ?? [];
  return only?.k === "import" && r.foreign(mod, only.from, only.n) !== undefined;
}

/** The name of a function that is imported or global. */
function calleeName(r: Reader, { e, mod }: At): string {
  if (e.k !== "call") return "";
  if (e.f.k === "glob") return e.f.n;
  const said = r.follow({ e: e.f, mod });
  const [only] = said.e.k === "var" ? (said.mod.sum.vars[said.e.v]?.d ?? []) : [];
  return (only?.k === "import" ? r.foreign(said.mod, only.from, only.n) : undefined) ?? "";
}

/** What a maker of the library gives: `z.NAME(...)`, `Type.Name(...)`, `NAME(...)`. */
function made(r: Reader, name: string, call: Call): Built | undefined {
  const first = argument(call);
  if (WRAPPERS.has(name)) return first && r.property(first);
  const plain = PLAIN.get(name);
  if (plain) return built(plain);
  if (FORMATS.has(name)) return built({ kind: "string", checks: [formatOf(r, name, first)] });
  const make = MAKERS.get(name) ?? TYPEBOX.get(name);
  return make?.(r, call);
}

/** A format, with what is asked of it: `z.url({ protocol: /^https$/ })`; a message asks for nothing. */
function formatOf(r: Reader, name: string, first: At | undefined): string {
  const said = first ? r.follow(first).e : undefined;
  return !first || !said || said.k === "lit" || (said.k === "obj" && r.text(first) === NO_OPTIONS) ? name : `${name} ${r.text(first)}`;
}
const NO_OPTIONS = '{"k":"obj","p":[]}';

type Make = (r: Reader, call: Call) => Built | undefined;

const objectOf = (r: Reader, call: Call, rest?: InputShape): Built | undefined => {
  const first = argument(call);
  const members = first ? membersOf(r, first) : new Map<string, At>();
  return members && built({ kind: "object", properties: sorted(r, members, () => false), ...(rest && { rest }) });
};

/** One schema in, another out. */
const over =
  (to: (inner: Built) => Built): Make =>
  (r, call) => {
    const first = argument(call);
    return first && to(r.property(first));
  };

const named = (values: ReturnType<typeof namedOf>): Built | undefined => values && built({ kind: "named", values });

const MAKERS: ReadonlyMap<string, Make> = table<Make>({
  object: (r, call) => objectOf(r, call),
  strictObject: (r, call) => objectOf(r, call),
  looseObject: (r, call) => objectOf(r, call, { kind: "any" }),
  preprocess: (r, call) => {
    const second = argument(call, 1);
    return second && r.property(second);
  },
  array: over(({ shape }) => built({ kind: "list", of: shape })),
  optional: over(({ shape }) => built(shape, true)),
  nullable: over(({ shape, optional }) => built(orNull(shape), optional)),
  nullish: over(({ shape }) => built(orNull(shape), true)),
  literal: (r, call) => {
    const first = argument(call);
    const { e } = first ? r.follow(first) : {};
    return e?.k === "lit" ? built({ kind: "named", values: [e.v] }) : named(namedOf(r, first));
  },
  enum: enumOf,
  nativeEnum: enumOf,
  picklist: enumOf,
  union: (r, call) => {
    const first = argument(call);
    return first && built(r.union(first));
  },
  discriminatedUnion: (r, call) => {
    const second = argument(call, 1);
    return second && built(r.union(second));
  },
  record: (r, call) => {
    const key = call.a.length > 1 ? argument(call) : undefined;
    const value = argument(call, call.a.length > 1 ? 1 : 0);
    const { shape } = key ? r.property(key) : built({ kind: "string" });
    if (!value || shape.kind !== "string" || shape.checks) return undefined;
    return built({ kind: "object", properties: [], rest: r.shape(value) });
  },
});

/** The values of a list of literals, of an object of them, or of an `enum`. */
function enumOf(r: Reader, call: Call): Built | undefined {
  const first = argument(call);
  if (!first) return undefined;
  const { e, mod } = r.follow(first);
  const own = e.k === "var" ? mod.sum.vars[e.v]?.d.find((def) => def.k === "enum") : undefined;
  const values = own ? own.m.map(([, value]) => ({ e: value, mod })) : [...(membersOf(r, first)?.values() ?? [])];
  if (values.length === 0) return named(namedOf(r, first));
  const said = values.map((one) => r.follow(one).e);
  return named(said.every((one) => one.k === "lit") ? said.map((one) => one.v) : undefined);
}

/** TypeBox: bounds stand in the options, in the words of JSON Schema. */
const typeBox =
  (shape: (r: Reader, call: Call) => InputShape | undefined, options: number): Make =>
  (r, call) => {
    const found = shape(r, call);
    const at = argument(call, options);
    const said = at ? membersOf(r, at) : new Map<string, At>();
    if (!found || !said) return undefined;
    const { checks = [], ...bounds } = boundedOf(r, said);
    const own = "checks" in found ? (found.checks ?? []) : [];
    const all = [...own, ...checks].sort();
    return built(
      found.kind === "named" || found.kind === "boolean" ? found : { ...found, ...bounds, ...(all.length > 0 && { checks: all }) },
    );
  };

const TYPEBOX: ReadonlyMap<string, Make> = table<Make>({
  String: typeBox(() => ({ kind: "string" }), 0),
  Number: typeBox(() => ({ kind: "number" }), 0),
  Integer: typeBox(() => ({ kind: "number", checks: [WHOLE] }), 0),
  Boolean: typeBox(() => ({ kind: "boolean" }), 0),
  Any: () => built({ kind: "any" }),
  Unknown: () => built({ kind: "any" }),
  Null: () => built(NULL),
  Literal: (r, call) => MAKERS.get("literal")?.(r, call),
  Union: (r, call) => MAKERS.get("union")?.(r, call),
  StringEnum: enumOf,
  Enum: enumOf,
  Optional: over(({ shape }) => built(shape, true)),
  Readonly: over((inner) => inner),
  Array: (r, call) => {
    const of = argument(call);
    return of && typeBox(() => ({ kind: "list", of: r.shape(of) }), 1)(r, call);
  },
  Object: (r, call) => {
    const options = argument(call, 1);
    const closed = options && membersOf(r, options)?.get("additionalProperties");
    return objectOf(r, call, closed && r.text(closed) === "false" ? undefined : { kind: "any" });
  },
});

/** What a method makes of a schema. */
function method(r: Reader, { shape, optional }: Built, name: string, call: Call): Built | undefined {
  if (SAME.has(name)) return built(shape, optional);
  if (name === "catch" && call.a[0] && r.follow({ e: call.a[0], mod: call.mod }).e.k !== "lit") return undefined;
  if (DEFAULTS.has(name) && call.a[0]) return built(orDefault(r, shape, { e: call.a[0], mod: call.mod }), true);
  if (OPTIONAL.has(name)) return built(NULLABLE.has(name) ? orNull(shape) : shape, true);
  if (NULLABLE.has(name)) return built(orNull(shape), optional);
  const first = argument(call);
  const limit = first ? r.follow(first).e : undefined;
  const sized = shape.kind === "string" || shape.kind === "number" || shape.kind === "list" ? shape : undefined;
  const bound = BOUNDS.get(name);
  if (sized && bound && limit?.k === "lit" && typeof limit.v === "number") return built({ ...sized, ...bound(sized, limit.v) }, optional);
  const sign = SIGNS.get(name);
  if (sized && sign) return built({ ...sized, ...sign(sized) }, optional);
  if (FORMATS.has(name)) return built(checked(shape, formatOf(r, name, first)), optional);
  const check = CHECKS.get(name);
  if (check) return built(checked(shape, check(first ? r.text(first) : "")), optional);
  if (bound) return built(checked(shape, `${name} ${first ? r.text(first) : ""}`), optional);
  if (REFINING.has(name)) {
    const texts = call.a.filter((e) => r.follow({ e, mod: call.mod }).e.k !== "lit").map((e) => r.text({ e, mod: call.mod }));
    return built(
      texts.reduce((all, text) => checked(all, `${REFINED}${text}`), shape),
      optional,
    );
  }
  if ((name === "exclude" || name === "extract") && shape.kind === "named") {
    const picked = namedOf(r, first);
    return (
      picked && built({ kind: "named", values: shape.values.filter((one) => picked.includes(one) === (name === "extract")) }, optional)
    );
  }
  if (name === "array") return built({ kind: "list", of: shape });
  if (name === "or" && first) return built({ kind: "union", of: [shape, r.shape(first)] }, optional);
  return shape.kind === "object" ? onObject(r, shape, name, first, optional) : undefined;
}

/** Methods whose argument stands there unchecked where nothing, or nothing right, does. */
const DEFAULTS: ReadonlySet<string> = new Set(["default", "catch", "_default"]);

function orDefault(r: Reader, shape: InputShape, at: At): InputShape {
  const { e } = r.follow(at);
  if ((e.k === "arr" && e.e.length === 0) || (e.k === "obj" && e.p.length === 0)) return shape;
  if (e.k !== "lit") return { kind: "union", of: [shape, { kind: "opaque", digest: r.text(at) }] };
  const isTaken = shape.kind === "any" || (shape.kind === "named" && shape.values.includes(e.v));
  const isPlain = !("checks" in shape) && newlyTaken(shape, { kind: "named", values: [e.v] }).length === 0;
  return isTaken || isPlain ? shape : { kind: "union", of: [shape, { kind: "named", values: [e.v] }] };
}
