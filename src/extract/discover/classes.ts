import { chain } from "../eval/meaning/inheritance.ts";
import { heirsOf } from "../eval/types/heirs.ts";
import type { Atom, ClsAtom, Mod, Value } from "../eval/domain/values.ts";
import { classOf, NOTHING } from "../eval/domain/values.ts";
import type { ClassShape, DecoratorShape } from "../shapes/format.ts";
import { INPUT_SCHEMA_KEYS, keyIn } from "../shapes/definitions.ts";
import { registering } from "../shapes/match.ts";
import { classShapes, decoratorShapes } from "../shapes/declarations.ts";
import type { CallExpr, Cls, Expr } from "../ir.ts";
import { namesOf, pathValue } from "./selectors.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

/** Fields in which a class keeps what a model is told of it. */
const TOLD = "definition toolDefinition schema spec specification declaration functionDeclaration function tool config".split(" ");

/** Methods that hand it out. */
const TELLING = "definition getDefinition toolDefinition getToolDefinition schema getSchema spec getSpec declaration getDeclaration".split(
  " ",
);

/** Methods by which a class of tools runs. */
export const RUNNING_METHODS = ["execute", "_call", "invoke", "runAsync", "handle", "run", "_run", "call"];
/** The same of a class that says what it is for: others have it run other things. */
const ALSO_RUNNING = "exec";
/** And fields that a class may keep a function in. */
const RUNNING_FIELDS = ["func", "handler", "callback", "executor", "perform"];

const GENERIC: ClassShape = {
  framework: "class",
  packages: [],
  base: "",
  name: [
    "STATIC.toolName|STATIC.Name|THIS.name|THIS.toolName|THIS.metadata.name|SUPER0|STATIC.id",
    ...TOLD.flatMap((field) => [`THIS.${field}.name`, `THIS.${field}.function.name`]),
    ...TELLING.map((method) => `TOLD.${method}()`),
  ].join("|"),
  exec: [...RUNNING_METHODS, ...RUNNING_FIELDS],
};

/** A class that is a tool itself, and of which nobody makes an instance: `static definition()`, `static callback()`. */
const UNMADE = ["STATIC.toolName", ...TOLD.map((field) => `TOLD.${field}`), ...TELLING.map((method) => `TOLD.${method}()`)].join("|");

/** A class of which instances of more names than these are made is a kind of tools, and not these. */
const MAX_NAMES = 8;

/**
 * Tools that are classes: of a known framework's base, or by extending or implementing something that calls itself a tool, first-party or a package's.
 *
 * @param isLookedAt whether the classes of a module are asked for by themselves; heirs that stand elsewhere are tools as well.
 */
export function toolClasses(d: Discovery, mod: Mod, isLookedAt: (mod: Mod) => boolean): FoundTool[] {
  const { x } = d;
  return mod.sum.classes.flatMap((cls, c) => {
    const found = decorated(d, mod, c);
    const atom = x.in.atom({ k: "cls", mod, c, up: x.top(mod) });
    const shape = isMeant(cls) ? shapeOfClass(d, atom) : undefined;
    if (!shape) return found;
    const heirs = heirsOf(x, atom).filter((heir) => !isLookedAt(heir.mod));
    return [...found, ...[atom, ...heirs].flatMap((one) => toolOfClass(d, one, shape))];
  });
}

/** Whether a class says that it is something else as well, or by all that it has that it is a tool. */
const isMeant = (cls: Cls): boolean => cls.sup !== undefined || cls.impl.length > 0 || isByItself(cls);

const SCHEMA_KEYS = INPUT_SCHEMA_KEYS.filter((key) => key !== "args");

/** Fields without which nothing is told of a tool. */
const TOLD_FIELDS: readonly (readonly string[])[] = [["name"], ["description"], SCHEMA_KEYS];

/** Whether a class that builds on nothing is a tool by its name and by what it tells: `class LookTool { name = "look"; description = …; schema = …; exec() {} }`. */
const isByItself = ({ n, m }: Cls): boolean =>
  /Tool$/u.test(n) &&
  TOLD_FIELDS.every((names) =>
    m.some((one) => names.includes(one.n) && one.static !== true && (one.kind === "field" || one.kind === "get")),
  ) &&
  m.some((one) => [...RUNNING_METHODS, ALSO_RUNNING].includes(one.n));

/** Whether what it tells is a description, and a schema: of a library, or of JSON. */
function isTold({ x }: Discovery, atom: ClsAtom): boolean {
  const inst = [x.in.atom({ k: "inst", cls: atom, args: null })];
  const isSchema = (one: Atom): boolean =>
    one.k === "ext" || (one.k === "obj" && ["type", "properties"].some((key) => keyIn(one.e, [key]) !== undefined));
  return x.member(inst, "description").some(({ k }) => k === "str") && SCHEMA_KEYS.some((key) => x.member(inst, key).some(isSchema));
}

function toolOfClass(d: Discovery, atom: ClsAtom, shape: ClassShape): FoundTool[] {
  const { x } = d;
  const cls = classOf(atom);
  const inst: Value = [x.in.atom({ k: "inst", cls: atom, args: null })];
  const made = x.join(...(shape === GENERIC ? runs(d, atom, inst) : shape.exec.map((path) => pathValue(x, inst, path))));
  const isMade = made.some((one) => one.k === "fn");
  if (cls.abstract && (isMade || shape !== GENERIC)) return [];
  const exec = isMade || shape !== GENERIC ? made : x.join(...runs(d, atom, [atom]));
  if (exec.every((one) => one.k !== "fn")) return [];
  const of: Value = isMade ? inst : [atom];
  const names = namesOf(x, isMade ? shape.name : UNMADE, (selector) =>
    selector.startsWith("TOLD.") ? nameTold(d, of, selector.slice(5)) : classSelector(d, atom, inst, selector),
  );
  if (shape === GENERIC && (names.dynamic || names.names.length > MAX_NAMES)) return [];
  return makeTools(x, {
    names,
    framework: shape.framework,
    mod: atom.mod,
    at: cls.at,
    exec,
    config: of,
    guards: x.member([atom], "policy"),
    confidence: "resolved",
  });
}

/** The method that runs: one of the class's own that is meant for the template around it (`_run`) before the template. */
function runs(d: Discovery, atom: ClsAtom, of: Value): Value[] {
  const paths = isDescribed(chain(d.x, atom)) ? [...GENERIC.exec, ALSO_RUNNING] : GENERIC.exec;
  const found = paths.map((path) => pathValue(d.x, of, path).filter((one) => one.k === "fn")).filter((value) => value.length > 0);
  const own = new Set(classOf(atom).m.flatMap((member) => (member.n.startsWith("_") ? [member.f] : [])));
  const first = found.find((value) => value.some((one) => one.k === "fn" && one.mod === atom.mod && own.has(one.f))) ?? found[0];
  // Beside a method, what is kept in a field may run as well.
  const fields = RUNNING_FIELDS.map((path) => pathValue(d.x, of, path).filter((one) => one.k === "fn"));
  return first ? [first, ...fields] : [];
}

function shapeOfClass(d: Discovery, atom: ClsAtom): ClassShape | undefined {
  const levels = chain(d.x, atom).slice(1);
  for (const level of levels) {
    const shape = classShapes.find(
      (one) =>
        level.k === "ext" && level.path.at(-1) === one.base && (one.isUnmistakable === true || one.packages.includes(level.root.slice(4))),
    );
    if (shape) return shape;
  }
  const named = levels.flatMap((level) => (level.k === "cls" ? [classOf(level).n] : level.k === "ext" ? [level.path.at(-1) ?? ""] : []));
  const promised = classOf(atom).impl.map((type) => (type.k === "ref" ? (type.q?.at(-1) ?? type.n) : ""));
  const says = (name: RegExp): boolean => [...named, ...promised].some((one) => name.test(one));
  const isTool = says(/^\w*Tool(?:Base|Interface|Handler|Executor|Runner|Implementation)?$/u);
  if (isTool || (isByItself(classOf(atom)) && isTold(d, atom))) return GENERIC;
  return says(/^\w*Skill(?:Base|Interface)?$/u) && isDescribed([atom, ...levels]) ? GENERIC : undefined;
}

/** Whether a class, or one above it, says what it is for. */
const isDescribed = (levels: readonly Atom[]): boolean =>
  levels.some((level) => level.k === "cls" && classOf(level).m.some(({ n, kind }) => kind !== "method" && /^description/iu.test(n)));

function classSelector(d: Discovery, atom: ClsAtom, inst: Value, selector: string): Value {
  const { x } = d;
  if (selector === "CLASS") return x.text(classOf(atom).n);
  if (selector.startsWith("STATIC.")) return x.member([atom], selector.slice(7));
  if (selector.startsWith("THIS.")) return pathValue(x, inst, selector.slice(5));
  if (!selector.startsWith("SUPER")) return NOTHING;
  const { ctor } = classOf(atom);
  if (ctor === undefined) return NOTHING;
  const call = atom.mod.sum.fns[ctor]?.b
    .map((statement) => (statement.k === "e" ? statement.e : undefined))
    .find((e): e is CallExpr => e?.k === "call" && e.f.k === "super");
  const [index = "0", ...path] = selector.slice(5).split(".");
  const argument = call?.a[Number(index)];
  return argument ? pathValue(x, x.value(argument, x.in.frame(atom.mod, ctor, atom.up, null, inst)), path.join(".")) : NOTHING;
}

/** The name in what a class or an instance tells a model: what has no description is told to somebody else. */
function nameTold({ x }: Discovery, of: Value, path: string): Value {
  const told = pathValue(x, of, path).filter(({ k }) => k !== "fn");
  const all = [...told, ...x.member(told, "function").filter(({ k }) => k === "obj")];
  const described = all.filter((atom) => x.member([atom], "description").some(({ k }) => k === "str" || k === "data"));
  return x.member(described, "name");
}

/** A decorator of any origin whose name says that it makes a tool, and that is given what a model is told, or nothing at all. */
const saysTool = (name: string, isTold: boolean, isDescribed: boolean): boolean =>
  isTold ? isDescribed && SPEAKING.test(name) : /^\w*[Tt]ool$/u.test(name);
const SPEAKING = /^(?:\w*(?:[Tt]ool|Action|Skill)|(?:ai|llm|kernel|agent)\w*Function)$/u;
const DECORATED: DecoratorShape = { framework: "decorator", packages: [], decorator: "", name: "A0.name|MEMBER" };
const isText = (value: Value): boolean => value.some((atom) => atom.k === "str" || atom.k === "data");
const snake = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, "_").toLowerCase();

function decorated(d: Discovery, mod: Mod, c: number): FoundTool[] {
  const { x } = d;
  const cls = mod.sum.classes[c];
  const atom = x.in.atom({ k: "cls", mod, c, up: x.top(mod) });
  const known = (e: Expr): DecoratorShape | undefined =>
    e.k === "call"
      ? decoratorShapes.find((one) =>
          x
            .value(e.f, x.top(mod))
            .some((callee) => callee.k === "ext" && one.packages.includes(callee.root.slice(4)) && callee.path.at(-1) === one.decorator),
        )
      : undefined;
  return (cls?.m ?? []).flatMap((member) => {
    // Beside one of a framework's, others say something of the same tool.
    const isKnown = member.deco?.some((e) => known(e) !== undefined) === true;
    return (member.deco ?? []).flatMap((e: Expr) => {
      if (e.k !== "call" || member.f === undefined) return [];
      const config = e.a[0] ? x.value(e.a[0], x.top(mod)) : NOTHING;
      const says = !isKnown && saysTool(registering(mod, e) ?? "", e.a.length > 0, isText(pathValue(x, config, "description")));
      const shape = known(e) ?? (says ? DECORATED : undefined);
      if (!shape) return [];
      const inst: Value = [x.in.atom({ k: "inst", cls: atom, args: null })];
      const exec: Value = [x.in.atom({ k: "fn", mod, f: member.f, up: x.top(mod), self: inst })];
      const names = namesOf(x, shape.name, (selector) =>
        selector === "MEMBER" ? x.text(member.n) : selector === "SNAKE" ? x.text(snake(member.n)) : pathValue(x, config, selector.slice(3)),
      );
      return makeTools(x, {
        names,
        framework: shape.framework,
        mod,
        at: member.at,
        exec,
        config,
        input: takesWallet(mod, member.f) ? 1 : 0,
      });
    });
  });
}

const takesWallet = (mod: Mod, f: number): boolean => (mod.sum.fns[f]?.pn.length ?? 0) > 1;
