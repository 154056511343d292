import { dispatchedBy } from "../eval/flow/conditions.ts";
import { entriesOf } from "../eval/meaning/containers.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import type { Machine } from "../eval/machine.ts";
import { chain } from "../eval/meaning/inheritance.ts";
import type { ClsAtom, Frame, Mod, Value } from "../eval/domain/values.ts";
import { classOf, NOTHING } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { CallExpr, Expr, Pos } from "../ir.ts";
import { visitCalls, visitExprs } from "../ir-walk.ts";
import { EXECUTOR_KEYS } from "../shapes/definitions.ts";
import { belongs } from "./belongs.ts";
import { RUNNING_METHODS } from "./classes.ts";
import { isSubject, nameIsToolsOwn, pathOf, unwrapped, whereIs } from "./chosen.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { activations, makeTools } from "./make.ts";

/** What a table of executors is called; one of labels, icons or rules for each tool is called otherwise. */
const TABLE = /tool|function|fn|action|handler|execut|impl|command|callable|available|registry|dispatch|operation/iu;
const OF_SOMETHING_ELSE =
  /render|format|icon|label|component|title|message|summar|display|view|valid|schema|pars|transform|colou?r|prompt|descri|cost|price|permission|polic|config|meta|stat|count|limit|timeout|cache|alias|rename|mapp|map_?name|defin|args/iu;
/** A table of classes that says that they are tools: any name chooses one of them. */
const CLASSES = /tool/iu;
const MAX_TOOLS = 400;
/** A table that takes more steps to tell is none that is written out. */
const MAX_STEPS = 40_000;

/** A choice out of a table by a tool's name: `handlers[call.function.name]`, `handlers.get(toolName)`. */
interface Choice {
  readonly table: Expr;
  readonly subject: Expr;
  readonly f: number;
}

/**
 * Tools that a table of executors holds by their names, and that the name which a model sent chooses from it, wherever that stands.
 *
 * @param described names that a model's API is told of.
 * @param known tools that were found otherwise, which these are where they belong together.
 */
export function toolsByName(d: Discovery, mod: Mod, described: ReadonlyMap<string, Value>, known: readonly FoundTool[]): FoundTool[] {
  const { x } = d;
  return choicesIn(mod).flatMap((choice) => {
    const frame = genericFrame(x, mod, choice.f, x.top(mod));
    const entries = x.attempt(MAX_STEPS, () => executorsIn(x, x.value(choice.table, frame))) ?? [];
    const called = pathOf(mod, choice.table);
    const isOfTools = TABLE.test(called) && !OF_SOMETHING_ELSE.test(called);
    const isNamed = isOfTools && nameIsToolsOwn(mod, choice.subject);
    const mine = entries.filter(({ name, isClass }) => isNamed || described.has(name) || (isClass && isOfTools && CLASSES.test(called)));
    if (mine.length > MAX_TOOLS) return [];
    const calls = mine.length > 0 ? callsIn(mod, choice.f) : [];
    return mine
      .filter(({ name, at }) => !known.some((tool) => tool.name === name && (belongs(x, tool, mod) || belongs(x, tool, at.mod))))
      .flatMap(({ name, fns, at }) =>
        makeTools(x, {
          names: { names: [name], dynamic: false },
          framework: "definition",
          mod: at.mod,
          at: at.at,
          exec: fns,
          frames: framesOf(x, choice, calls, frame, name, fns),
          config: described.get(name) ?? NOTHING,
          confidence: "dispatch",
        }),
      );
  });
}

function choicesIn(mod: Mod): Choice[] {
  const out: Choice[] = [];
  const note = (table: Expr, key: Expr | undefined, f: number): void => {
    if (key && isSubject(mod, unwrapped(key))) out.push({ table, subject: unwrapped(key), f });
  };
  visitExprs(mod.sum, (e, f) => {
    if (e.k === "mem" && typeof e.p !== "string") note(e.o, e.p, f);
    else if (e.k === "call" && e.f.k === "mem" && e.f.p === "get") note(e.f.o, e.a[0], f);
  });
  return out;
}

interface Entry {
  readonly name: string;
  readonly fns: Value;
  readonly at: { readonly mod: Mod; readonly at: Pos };
  readonly isClass: boolean;
}

/** The functions in a table, in the objects in it or in instances of the classes in it, by their names. */
function executorsIn(x: Machine, table: Value): Entry[] {
  const held = table.filter(({ k }) => k === "obj" || k === "rec" || k === "wr");
  return entriesOf(x, held).flatMap((pair): Entry[] => {
    const [keys = NOTHING, value = NOTHING] = pair.k === "arr" ? pair.e : [];
    const [name, ...more] = constantsOf(keys) ?? [];
    const fns = value.flatMap((atom) =>
      atom.k === "fn"
        ? [atom]
        : atom.k === "obj"
          ? EXECUTOR_KEYS.flatMap((key) => x.member([atom], key)).filter(({ k }) => k === "fn")
          : atom.k === "cls"
            ? methodsOfTool(x, atom)
            : [],
    );
    const [first] = fns;
    // A function without a name, under its own: no tool is called so.
    if (name === undefined || name === "" || more.length > 0 || first?.k !== "fn") return [];
    const at = placeOf(held, name) ?? { mod: first.mod, at: first.mod.sum.fns[first.f]?.at ?? 0 };
    return [{ name, fns, at, isClass: value.every(({ k }) => k === "cls") }];
  });
}

/** What may run of a class that is a tool: whatever is called like what runs, the template around it among it, and its constructor. */
function methodsOfTool(x: Machine, cls: ClsAtom): Value {
  const inst: Value = [x.in.atom({ k: "inst", cls, args: null })];
  const run = [...new Set([...RUNNING_METHODS, ...EXECUTOR_KEYS])].flatMap((key) => x.join(x.member(inst, key), x.member([cls], key)));
  const fns = run.filter(({ k }) => k === "fn");
  const made = chain(x, cls).flatMap((level): Value => {
    const f = level.k === "cls" ? classOf(level).ctor : undefined;
    return level.k === "cls" && f !== undefined ? [x.in.atom({ k: "fn", mod: level.mod, f, up: level.up, self: inst })] : [];
  });
  return fns.length > 0 ? [...new Set([...fns, ...made])] : [];
}

/** Where a table that is written out has an entry. */
function placeOf(table: Value, name: string): Entry["at"] | undefined {
  for (const atom of table) {
    const prop = atom.k === "obj" ? atom.e.p.find((one) => "n" in one && one.n === name) : undefined;
    if (atom.k === "obj" && prop && "n" in prop) return { mod: atom.mod, at: prop.at };
  }
  return undefined;
}

function callsIn(mod: Mod, f: number): CallExpr[] {
  const out: CallExpr[] = [];
  visitCalls(mod.sum, (call, around) => {
    if (around === f) out.push(call);
  });
  return out;
}

/** The activations of executors by the calls that the chosen one is called by; where it is handed on, with what a model may send. */
function framesOf(x: Machine, { subject }: Choice, calls: readonly CallExpr[], at: Frame, name: string, fns: Value): Frame[] {
  const isOne = (one: { readonly mod: Mod; readonly f: number }): boolean =>
    fns.some((atom) => atom.k === "fn" && atom.mod === one.mod && atom.f === one.f);
  const bound = whereIs(x, at, subject, dispatchedBy(x, name));
  const called = calls.flatMap((call) => {
    const isChosen = bound && x.value(call.f, bound).some((atom) => atom.k === "cls" || (atom.k === "fn" && isOne(atom)));
    if (!isChosen) return [];
    return x
      .targets(call, bound)
      .flatMap((target) => (target.k === "frame" ? [target.frame] : target.k === "new" ? target.frames : []).filter(isOne));
  });
  // Where it is only made, whoever has it calls it.
  const isMaker = ({ mod, f }: Frame): boolean => mod.sum.classes.some(({ ctor }) => ctor === f);
  return called.every(isMaker) ? activations(x, fns) : [...new Set(called)];
}
