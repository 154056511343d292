import type { Machine } from "../eval/machine.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import type { AtomOf, Frame, Mod, Value } from "../eval/domain/values.ts";
import type { InputShape } from "../../model/input/shape.ts";
import { isWhole } from "../../model/input/shape.ts";
import type { Expr } from "../ir.ts";
import { canonical, inOrder } from "../schemas/canonical.ts";
import type { At } from "../eval/meaning/follow.ts";
import { follow } from "../eval/meaning/follow.ts";
import { inputShapeOf, isShape } from "../schemas/read.ts";
import { INPUT_SCHEMA_KEYS } from "../shapes/definitions.ts";

/** What a tool tells the model about itself, as far as the source says. */
export interface About {
  /** The text of its description; null where it is computed or absent. */
  readonly description: string | null;
  /** Its input schema in a form that formatting, names of variables and places do not change; null where there is none to read. */
  readonly schema: string | null;
  /** What that schema takes; what is opaque in it is known by its text. */
  readonly input: InputShape | null;
}

/** An argument of a call, where it stands. */
export interface Argument extends At {
  readonly frame: Frame;
}

interface SaidProp extends At {
  readonly n: string;
}

const MAX_SPREADS = 8;

/** The members of an object by name, with those that are spread into it; of one name the last. */
function propsOf(x: Machine, e: Expr, mod: Mod, left = MAX_SPREADS): SaidProp[] {
  if (e.k !== "obj" || left === 0) return [];
  const all = e.p.flatMap((prop): SaidProp[] => {
    if ("n" in prop) return [{ n: prop.n, e: prop.e, mod }];
    if (!("s" in prop)) return [];
    const said = follow(x, { e: prop.s, mod });
    return propsOf(x, said.e, said.mod, left - 1);
  });
  return [...new Map(all.map((one) => [one.n, one])).values()];
}

/** The expressions of a configuration that say what is sent: those named so, or all of an object that is nothing but a shape. */
export const schemasOf = (x: Machine, config: Value): (At & { readonly atom: AtomOf<"obj">; readonly isNamed: boolean })[] =>
  config.flatMap((atom) => {
    if (atom.k !== "obj") return [];
    const props = propsOf(x, atom.e, atom.mod);
    const named = props.filter(({ n }) => INPUT_SCHEMA_KEYS.includes(n));
    const isShape = named.length === 0 && !props.some(({ n, e }) => n === "description" || n === "name" || e.k === "fn");
    return (isShape ? props : named).map(({ e, mod }) => ({ atom, e, mod, isNamed: !isShape }));
  });

/** Fields of a class of tools that say what is sent. */
const SCHEMA_FIELDS: ReadonlySet<string> = new Set([...INPUT_SCHEMA_KEYS, "argsShape", "argsSchema", "inputShape", "parameterSchema"]);

/** What says what is sent: a key of the definition, a field of its class or what that hands to `super`, or a shape that stands by itself. */
function saidBy(x: Machine, config: Value, positional: readonly Argument[]): At[] {
  if (positional.length > 0) return byPlace(x, positional);
  const objects = schemasOf(x, config);
  const named = objects.filter(({ isNamed }) => isNamed).map(({ atom, e, mod }) => settled(x, { e, mod }, atom.up));
  if (named.length > 0) return named;
  const fields = config.flatMap((atom) => (atom.k === "inst" ? ofClass(x, atom.cls) : []));
  const shapes = [...new Set(objects.map(({ atom }) => atom))].map((atom) => ({ e: atom.e, mod: atom.mod }));
  return fields.length > 0 ? fields : shapes.filter((at) => at.e.p.length > 0 && isShape(x, at));
}

/** Hints that stand where a schema may stand as well. */
const ANNOTATIONS: ReadonlySet<string> = new Set(["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]);

/** Of arguments that are told apart by what they are: the schema is neither text nor hints. */
function byPlace(x: Machine, positional: readonly Argument[]): At[] {
  const found = positional.flatMap(({ e, mod, frame }): At[] => {
    const said = settled(x, { e, mod }, frame);
    const value = x.value(e, frame);
    const isText =
      said.e.k === "lit" || said.e.k === "tpl" || said.e.k === "bin" || (value.length > 0 && value.every(({ k }) => k === "str"));
    const names = propsOf(x, said.e, said.mod).map(({ n }) => n);
    const isHints = said.e.k === "obj" && (said.e.p.length === 0 || (names.length > 0 && names.every((name) => ANNOTATIONS.has(name))));
    return isText || isHints ? [] : [said];
  });
  const schema = found.find((at) => isShape(x, at)) ?? found[0];
  return schema ? [schema] : [];
}

function ofClass(x: Machine, { mod, c, up }: AtomOf<"cls">): At[] {
  const cls = mod.sum.classes[c];
  const fields =
    cls?.m.flatMap(({ n, e, kind }) => (kind === "field" && e && SCHEMA_FIELDS.has(n) ? [settled(x, { e, mod }, up)] : [])) ?? [];
  if (fields.length > 0) return fields;
  return superArguments(mod, cls?.ctor)
    .map((e) => follow(x, { e, mod }))
    .filter(({ e }) => e.k === "obj" && e.p.some((prop) => "n" in prop && prop.n === "properties"));
}

const superArguments = (mod: Mod, ctor: number | undefined): readonly Expr[] =>
  (ctor === undefined ? [] : (mod.sum.fns[ctor]?.b ?? [])).flatMap((stmt) =>
    stmt.k === "e" && stmt.e.k === "call" && stmt.e.f.k === "super" ? stmt.e.a : [],
  );

/** An expression at the end of constants and imports, or of what is handed to the function that it stands in. */
function settled(x: Machine, at: At, frame: Frame): At {
  const said = follow(x, at);
  if (said.e.k !== "var" && said.e.k !== "mem") return said;
  const [only, second] = x.value(at.e, frame);
  return only?.k === "obj" && !second ? { e: only.e, mod: only.mod } : said;
}

/** Reads description and schema from a tool's configuration. @param places arguments of which one may be the schema itself. */
export function aboutOf(x: Machine, config: Value, places: readonly Argument[] = []): About {
  const objects = config.filter((atom) => atom.k === "obj" || atom.k === "rec");
  const named = constantsOf(x.member(objects, "description"));
  const positional = constantsOf(config.filter((atom) => atom.k === "str"));
  const texts = named && named.length > 0 ? named : (positional ?? []);
  const schemas = saidBy(x, config, places);
  const [only] = schemas;
  const input = only && schemas.length === 1 ? inputShapeOf(x, only) : null;
  // Where all of it is understood, the shape says what it takes, and the text only what else is said.
  const tell = input && isWhole(input) ? inOrder : canonical;
  return {
    description: texts.length === 1 ? (texts[0] ?? null) : null,
    schema: schemas.length > 0 ? JSON.stringify(schemas.map(({ e, mod }) => tell(x, mod, e))) : null,
    input,
  };
}
