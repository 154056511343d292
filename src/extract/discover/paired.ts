import { executorsOf } from "../eval/function-methods.ts";
import { follow } from "../eval/follow.ts";
import type { Machine } from "../eval/machine.ts";
import { constantsOf } from "../eval/strings.ts";
import type { Atom, Frame, Mod, Value } from "../eval/values.ts";
import { NOTHING } from "../eval/values.ts";
import { genericFrame } from "../eval/variables.ts";
import type { CallExpr, Expr } from "../ir.ts";
import { visitCalls } from "../ir-walk.ts";
import { EXECUTOR_KEYS, keyIn, schemaKeyIn } from "../shapes/definitions.ts";
import { registering } from "../shapes/match.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

/** What makes a tool of what runs and what is told of it: `new Action(run, LOOK)`, `toTool(LOOK, run)`. */
const MAKES = /(?:Tool|Action|Skill)(?:Definition)?$/u;

/** What finding out what such a maker is given may take. */
const MAX_STEPS = 4000;

/** A constant that says what a tool is called, what it is for and what it is sent, and has nothing that runs. */
function toldBy(x: Machine, mod: Mod, e: Expr): Extract<Atom, { k: "obj" }> | undefined {
  if (e.k !== "var" && e.k !== "mem") return undefined;
  const { e: told, mod: here } = follow(x, { e, mod });
  const isTold =
    told.k === "obj" &&
    ["name", "description"].every((key) => keyIn(told, [key]) !== undefined) &&
    schemaKeyIn(told) !== undefined &&
    keyIn(told, EXECUTOR_KEYS) === undefined;
  return isTold ? x.in.atom({ k: "obj", mod: here, e: told, up: x.top(here) }) : undefined;
}

const mayRun = ({ k }: Expr): boolean => k === "fn" || k === "var" || k === "mem";

/** What runs of what a call makes: the functions that it is given, and what the maker puts around them; nothing where it makes nothing that runs. */
function runIn(x: Machine, call: CallExpr, at: Frame): Value {
  const told = (e: Expr): Value => x.attempt(MAX_STEPS, () => x.value(e, at)) ?? NOTHING;
  const given = call.a.filter(mayRun).flatMap((e) => told(e).filter(({ k }) => k === "fn"));
  const made = given.length > 0 ? told(call).filter(({ k }) => k === "inst" || k === "obj") : NOTHING;
  const own = x.attempt(MAX_STEPS, () => x.join(...made.map((atom) => executorsOf(x, atom)))) ?? NOTHING;
  return own.length > 0 ? [...new Set([...given, ...own])] : NOTHING;
}

/**
 * Tools that are made of a function and of a description that stands elsewhere, by a maker of the program's own.
 *
 * @param taken executors of tools that were found otherwise.
 */
export function pairedTools(d: Discovery, mod: Mod, taken: ReadonlySet<string>): FoundTool[] {
  const { x } = d;
  const out: FoundTool[] = [];
  visitCalls(mod.sum, (call, f) => {
    if (call.a.length < 2 || !MAKES.test(registering(mod, call) ?? "")) return;
    const [told] = call.a.flatMap((e) => toldBy(x, mod, e) ?? []);
    const [name, ...more] = (told && constantsOf(x.member([told], "name"))) ?? [];
    const exec = name === undefined || more.length > 0 ? NOTHING : runIn(x, call, genericFrame(x, mod, f, x.top(mod)));
    if (!told || name === undefined || exec.length === 0) return;
    const names = { names: [name], dynamic: false };
    const tools = makeTools(x, { names, framework: "definition", mod, at: call.at, exec, config: [told], confidence: "resolved" });
    out.push(...tools.filter(({ executor }) => executor?.key.split(",").every((key) => !taken.has(key)) === true));
  });
  return out;
}
