import { visitCalls, visitExprs, visitObjects } from "../ir-walk.ts";
import type { CallExpr, Expr, ObjExpr, TypeRef } from "../ir.ts";
import type { Made } from "../eval/elsewhere/made-by-calls.ts";
import { madeByCalls, namedResults } from "../eval/elsewhere/made-by-calls.ts";
import type { Machine } from "../eval/machine.ts";
import { constantOf, constantsOf } from "../eval/domain/strings.ts";
import { declarationOf, PART } from "../eval/types/declarations.ts";
import { follow } from "../eval/meaning/follow.ts";
import type { Atom, Frame, Mod, Value } from "../eval/domain/values.ts";
import { NOTHING } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import { namesOf, pathValue } from "./selectors.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";
import { callsOfDefinition } from "./method-calls.ts";
import { registering } from "../shapes/match.ts";
import {
  ANNOUNCING_KEYS,
  BESIDE_KEYS,
  DEFINING_KEYS,
  EXECUTOR_KEYS,
  executorKeyIn,
  keyIn as has,
  looksLikeTool,
  OTHER_MAKERS,
  schemaKeyIn,
  TYPE_ENDING,
} from "../shapes/definitions.ts";

/** Names of functions that make or register something of a definition. */
const MAKES = /tool|function|action|skill|^(?:define|create|register|add|make)/iu;

/** And that what it makes is a tool. */
const TOOL = /tool|skill/iu;

/** What a record of tools is called. */
const RECORD = /^(?:tools|actions|skills|functions)$/iu;

/** A list of so many definitions holds definitions: one of them that is sent nothing has no schema. */
const FEWEST = 2;

interface Beside {
  readonly before?: Expr;
  readonly after?: Expr;
  /** Whether the call says that it is of a tool: a name and what it is for are then enough. */
  readonly isTool?: boolean;
  /** Whether it stands under its name in a record of such tools. */
  readonly isKeyed?: true;
  /** Whether the call makes something else of it. */
  readonly isOther?: boolean;
}

/** Whether a call is of a package's function that makes no tool of a definition. */
function makesOther({ sum }: Pick<Mod, "sum">, { f }: CallExpr): boolean {
  const [only] = f.k === "var" ? (sum.vars[f.v]?.d ?? []) : [];
  return only?.k === "import" && OTHER_MAKERS.get(only.from)?.test(only.n) === true;
}

/** The literal objects under the keys of another one that say what they are for and what runs. */
const valuesOf = ({ p }: ObjExpr): ObjExpr[] =>
  p.flatMap((prop) =>
    "n" in prop && prop.e.k === "obj" && has(prop.e, EXECUTOR_KEYS) !== undefined && has(prop.e, ["description"]) !== undefined
      ? [prop.e]
      : [],
  );

/** What a call is given before an object (`tool("save_note", { … })` names it) or after (`define({ … }, run)` does it). */
function beside({ sum }: Mod): ReadonlyMap<ObjExpr, Beside> {
  const out = new Map<ObjExpr, Beside>();
  visitCalls(sum, (call) => {
    const [first, second] = call.a;
    const callee = registering({ sum }, call) ?? "";
    if (first?.k === "obj" && makesOther({ sum }, call)) out.set(first, { isOther: true });
    else if (first?.k === "obj" && second && MAKES.test(callee)) out.set(first, { after: second, isTool: TOOL.test(callee) });
    else if (first?.k === "obj" && !second && TOOL.test(callee)) out.set(first, { isTool: true });
    else if (first && second?.k === "obj") out.set(second, { before: first });
  });
  visitExprs(sum, (e) => {
    const listed = e.k === "arr" ? e.e.filter((one) => one.k === "obj") : [];
    if (listed.filter(looksLikeTool).length >= FEWEST) for (const one of listed) if (!out.has(one)) out.set(one, { isTool: true });
    // Beside one that says what is sent to it: `actions: { send: { parameters, … }, list: { … } }`.
    for (const prop of e.k === "obj" ? e.p : []) {
      const held = "n" in prop && RECORD.test(prop.n) && prop.e.k === "obj" ? valuesOf(prop.e) : [];
      if (held.some((one) => schemaKeyIn(one) !== undefined))
        for (const one of held) if (!out.has(one)) out.set(one, { isTool: true, isKeyed: true });
    }
  });
  return out;
}

/** A type whose name says that what is of it is a tool, or its like. */
const OF_TYPE = new RegExp(`(?:Tool|Action|Skill)${TYPE_ENDING}$`, "u");

/** And one whose name leaves no doubt: of it, an object that has a name and runs is one, whatever says what is sent to it. */
const OF_TOOL = new RegExp(`Tool${TYPE_ENDING}$`, "u");

/** And a member of such an object that says what is sent to it. */
const SENT = /(?:params|parameters|schema|args|inputs?)$/iu;

/** The objects that variables of such a type are set to, and that type. */
const typed = ({ sum }: Mod, name: RegExp): ReadonlyMap<ObjExpr, TypeOf> =>
  new Map(
    sum.vars.flatMap(({ t, d }) =>
      t?.k === "ref" && name.test(t.n)
        ? d.flatMap((def) => (def.k === "expr" && def.path.length === 0 && def.e.k === "obj" ? [[def.e, t] as const] : []))
        : [],
    ),
  );

type TypeOf = Extract<TypeRef, { k: "ref" }>;

/** Whether a type is declared in the sources. */
function isOwnType(x: Machine, mod: Mod, type: TypeOf | undefined): boolean {
  const found = type && declarationOf(x, mod, type);
  return found !== undefined && found !== PART && !("ext" in found);
}

/** The definition that an object copies the rest of itself from: `{ ...META, run }`. */
function copied({ x }: Discovery, mod: Mod, object: ObjExpr): ObjExpr | undefined {
  for (const prop of object.p) {
    const e = "s" in prop ? follow(x, { e: prop.s, mod }).e : undefined;
    if (e?.k === "obj") return e;
  }
  return undefined;
}

/** Whether a definition says what it is for, or how to say it: `getDescription`, `toolSpec`. */
const isDescribed = ({ p }: ObjExpr): boolean => p.some((prop) => "n" in prop && /(?:^d|D)escription$|^toolSpec$/u.test(prop.n));

const isName = (atom: Atom): boolean => /^[\w.:/-]{1,64}$/u.test(constantOf(atom) ?? "");

/** What a definition is made of is not looked at for longer than so many steps: what would be told of it is told without. */
const MAX_STEPS = 60_000;

/** Whether something that a definition holds says what the tool is called and what it is for. */
const isTold = (nested: Value = NOTHING): boolean =>
  nested.some((atom) => atom.k === "obj" && has(atom.e, ["name"]) !== undefined && has(atom.e, ["description"]) !== undefined);

/** Whether an object is what a function gives back. */
const isResult = ({ sum }: Mod, f: number, object: ObjExpr): boolean =>
  f !== 0 && (sum.fns[f]?.b ?? []).some((statement) => statement.k === "ret" && statement.e === object);

/** An activation that makes a definition, and where that is asked for, if it is elsewhere than where the definition stands. */
type Maker = Pick<Made, "frame"> & Partial<Made>;

/** The activations that make a definition: one a call of the function around it, where the name comes from whoever calls that. */
function makersOf(x: Machine, mod: Mod, object: ObjExpr, f: number): readonly Maker[] {
  const frame = genericFrame(x, mod, f, x.top(mod));
  const name = object.p.find((prop) => "n" in prop && prop.n === "name");
  if (f === 0 || !name || "s" in name) return [{ frame }];
  const isNamed = (one: Frame): boolean => constantsOf(x.value(name.e, one))?.length === 1;
  if (isNamed(frame)) return [{ frame }];
  const calls = madeByCalls(x, frame, isNamed) ?? [];
  return calls.length > 0 ? calls : [{ frame }];
}

/**
 * Objects that look like a tool's definition (a description, a schema and a function
 * that runs) but reach no registration that we understand. `taken` are executors already found.
 */
export function definitionObjects(d: Discovery, mod: Mod, taken: ReadonlySet<string>): FoundTool[] {
  const { x } = d;
  const out: FoundTool[] = [];
  const around = beside(mod);
  const ofType = typed(mod, OF_TYPE);
  const ofTool = typed(mod, OF_TOOL);
  visitObjects(mod.sum, (object, f) => {
    const key = executorKeyIn(object);
    const base = key === undefined ? undefined : copied(d, mod, object);
    const isTyped = ofType.has(object);
    const isOwn = isOwnType(x, mod, ofType.get(object));
    const sent = isTyped ? object.p.find((prop) => "n" in prop && SENT.test(prop.n)) : undefined;
    const schema = schemaKeyIn(object) ?? (base && has(base, DEFINING_KEYS)) ?? (sent && "n" in sent ? sent.n : undefined);
    const announced = schema ?? has(object, ANNOUNCING_KEYS);
    const { before, after, isTool, isKeyed, isOther } = around.get(object) ?? {};
    if (isOther) return;
    const isFollowed = key === undefined && after !== undefined && has(object, ["name"]) !== undefined;
    const isSaid =
      isKeyed ??
      (has(object, ["name"]) !== undefined && (ofTool.has(object) || (isTool === true && has(object, ["description"]) !== undefined)));
    if ((key === undefined && !isFollowed) || (announced === undefined && !isSaid)) return;
    // One that is named by its key where it is handed over is called as the results of its maker are.
    const isNameless =
      object.hint === undefined && key === "execute" && has(object, ["inputSchema"]) !== undefined && isResult(mod, f, object);
    const results = (isNameless && x.attempt(MAX_STEPS, () => namedResults(x, genericFrame(x, mod, f, x.top(mod))))) || [];
    const makers: readonly Maker[] =
      results.length > 0
        ? results
        : (x.attempt(MAX_STEPS, () => makersOf(x, mod, object, f)) ?? [{ frame: genericFrame(x, mod, f, x.top(mod)) }]);
    for (const { frame, mod: by = mod, call } of makers) {
      const definition = x.in.atom({ k: "obj" as const, mod, e: object, up: frame });
      const value: Value = [definition];
      const says = (keys: readonly string[]): boolean => [object, base].some((one) => one !== undefined && has(one, keys) !== undefined);
      const name = object.hint ?? results.find((one) => one.frame === frame)?.name;
      const isOutside = schema !== undefined || isSaid;
      const outer =
        isOutside &&
        (isTyped || (isTool === true && schema !== undefined) || isDescribed(object) || (base !== undefined && isDescribed(base))) &&
        (says(["name", "id", "title"]) || name !== undefined);
      const inner = !outer && announced !== undefined && isTold(x.attempt(MAX_STEPS, () => x.member(value, announced)));
      if (!outer && !inner) continue;
      const exec = key === undefined ? (after ? x.value(after, frame).filter((atom) => atom.k === "fn") : []) : x.member(value, key);
      if (key === undefined && exec.length === 0) continue;
      const tools = makeTools(x, {
        names: namesOf(x, inner ? "schema.name|KEY" : isTyped ? "name|toolName|type|id|KEY" : "name|CALL|KEY|id", (selector) => {
          if (selector === "KEY") return name === undefined ? [] : x.text(name);
          if (selector === "CALL") return before ? x.value(before, frame).filter(isName) : [];
          return pathValue(x, value, selector === "schema.name" ? `${announced ?? ""}.name` : selector);
        }),
        framework: "definition",
        mod: by,
        at: call?.at ?? object.at,
        exec,
        ...(key !== undefined && { host: (index: number) => callsOfDefinition(x, definition, key, index, isOwn) }),
        hooks: x.join(...BESIDE_KEYS.map((one) => x.member(value, one))).filter((atom) => atom.k === "fn"),
        config: value,
        guards: value,
        confidence: "resolved",
      });
      for (const tool of tools) if (tool.executor && !tool.executor.key.split(",").some((one) => taken.has(one))) out.push(tool);
    }
  });
  return out;
}
