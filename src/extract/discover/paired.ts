import { executorsOf } from "../eval/calls/function-methods.ts";
import { follow } from "../eval/meaning/follow.ts";
import type { Machine } from "../eval/machine.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import type { Atom, Frame, Mod, Value } from "../eval/domain/values.ts";
import { NOTHING } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import type { CallExpr, Expr } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import { EXECUTOR_KEYS, keyIn, schemaKeyIn } from "../shapes/definitions.ts";
import { registering } from "../shapes/match.ts";
import { announcedIn } from "./dispatch.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

/** What makes a tool of what runs and what is told of it: `new Action(run, LOOK)`, `toTool(LOOK, run)`. */
const MAKES = /(?:Tool|Action|Skill)(?:Definition)?$/u;
/** A method that keeps what runs beside what is told of it: `server.register(LOOK, run)`. */
const KEEPS = /^(?:register|(?:register|add|define)(?:Tool|Action|Skill|Handler|Function))$/u;

/** What finding out what such a maker is given may take. */
const MAX_STEPS = 4000;

/** What says what a tool is called, what it is for and what it is sent, and has nothing that runs: a constant, or written out where it is kept. */
function toldBy(x: Machine, mod: Mod, e: Expr, isKept: boolean): Extract<Atom, { k: "obj" }> | undefined {
  if (e.k !== "var" && e.k !== "mem" && !(isKept && e.k === "obj")) return undefined;
  const { e: told, mod: here } = follow(x, { e, mod });
  const isTold =
    told.k === "obj" &&
    ["name", "description"].every((key) => keyIn(told, [key]) !== undefined) &&
    schemaKeyIn(told) !== undefined &&
    keyIn(told, EXECUTOR_KEYS) === undefined;
  return isTold ? x.in.atom({ k: "obj", mod: here, e: told, up: x.top(here) }) : undefined;
}

const mayRun = ({ k }: Expr): boolean => k === "fn" || k === "var" || k === "mem";

/**
 * What runs of what a call is given: functions, and what a maker puts around them; nothing where it makes nothing that runs. What keeps them
 * runs them as they are.
 */
function runIn(x: Machine, call: CallExpr, at: Frame, isKept: boolean): Value {
  const told = (e: Expr): Value => x.attempt(MAX_STEPS, () => x.value(e, at)) ?? NOTHING;
  const given = call.a.filter(mayRun).flatMap((e) => told(e).filter(({ k }) => k === "fn"));
  if (isKept) return given.length > 0 ? [...new Set([...given, ...putAround(x, call, at)])] : NOTHING;
  const made = given.length > 0 ? told(call).filter(({ k }) => k === "inst" || k === "obj") : NOTHING;
  const own = x.attempt(MAX_STEPS, () => x.join(...made.map((atom) => executorsOf(x, atom)))) ?? NOTHING;
  return own.length > 0 ? [...new Set([...given, ...own])] : NOTHING;
}

/** The functions that a method makes of one that it is given, by running it: `this.#all.set(told.name, (sent) => { log(sent); return run(sent); })`. */
const putAround = (x: Machine, call: CallExpr, at: Frame): Value =>
  x.targets(call, at).flatMap((target): Value => {
    if (target.k !== "frame") return NOTHING;
    const { mod, f: by } = target.frame;
    const isGiven = (v: number): boolean => mod.sum.vars[v]?.d.some((def) => def.k === "param" && def.f === by) === true;
    const running = new Set<number>();
    visitCalls(mod.sum, ({ f: callee }, f) => {
      if (mod.sum.fns[f]?.up === by && callee.k === "var" && isGiven(callee.v)) running.add(f);
    });
    return [...running].map((f) => x.in.atom({ k: "fn", mod, f, up: target.frame }));
  });

/**
 * Tools that are made of a function and of a description that stands elsewhere, by a maker of the program's own.
 *
 * @param taken executors of tools that were found otherwise.
 */
export function pairedTools(d: Discovery, mod: Mod, taken: ReadonlySet<string>): FoundTool[] {
  const { x } = d;
  const out: FoundTool[] = [];
  visitCalls(mod.sum, (call, f) => {
    const by = registering(mod, call) ?? "";
    const isKept = call.f.k === "mem" && KEEPS.test(by);
    if (call.a.length < 2 || !(isKept || MAKES.test(by))) return;
    const [told] = call.a.flatMap((e) => toldBy(x, mod, e, isKept) ?? []);
    const [name, ...more] = (told && constantsOf(x.member([told], "name"))) ?? [];
    const exec = name === undefined || more.length > 0 ? NOTHING : runIn(x, call, genericFrame(x, mod, f, x.top(mod)), isKept);
    if (!told || name === undefined || exec.length === 0) return;
    const names = { names: [name], dynamic: false };
    const tools = makeTools(x, { names, framework: "definition", mod, at: call.at, exec, config: [told], confidence: "resolved" });
    const place = isKept ? announcedIn([told], mod) : undefined;
    const mine = place ? tools.map((tool) => ({ ...tool, ...place })) : tools;
    out.push(...mine.filter(({ executor }) => executor?.key.split(",").every((key) => !taken.has(key)) === true));
  });
  return out;
}
