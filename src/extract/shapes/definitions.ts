import type { ObjExpr } from "../ir.ts";

/** Keys under which the definition of a tool keeps what runs. */
export const EXECUTOR_KEYS: readonly string[] =
  "execute handler handle run func callback logic invoke cb implementation impl fn function call action onCall perform executable customHandler".split(
    " ",
  );

/** Keys under which it keeps what whoever calls it runs first, or behind it: with what the model sends. */
export const BESIDE_KEYS: readonly string[] =
  "preprocess validate validateInput validateArgs beforeRun before prepare precheck needsApproval requiresApproval confirm afterRun after postprocess".split(
    " ",
  );

/** Keys under which it says what is sent. */
export const INPUT_SCHEMA_KEYS: readonly string[] = "inputSchema input_schema parameters schema args paramsSchema inputParams".split(" ");

/** Keys by which an object with an executor and a description is a definition. */
export const DEFINING_KEYS: readonly string[] = [
  ...INPUT_SCHEMA_KEYS,
  "argsSchema",
  "inputShape",
  "input",
  "outputSchema",
  "similes",
  "validate",
];

/** What runs of a command is called so, and what is sent to it then `params`; beside a `handler` these are those of a route. */
const COMMANDED: ReadonlySet<string> = new Set(["perform", "execute", "run", "func", "action", "invoke"]);

/** The key under which a definition says what is sent. */
export const schemaKeyIn = (object: ObjExpr): string | undefined =>
  keyIn(object, DEFINING_KEYS) ?? (COMMANDED.has(keyIn(object, EXECUTOR_KEYS) ?? "") ? keyIn(object, ["params"]) : undefined);

/** Functions of packages that take what looks like a tool's definition and make something else of it: a command of a program, a step of a workflow. */
export const OTHER_MAKERS: ReadonlyMap<string, RegExp> = new Map([
  ...["cmd-ts", "citty", "gunshi", "clipanion", "cleye", "yargs", "@stricli/core", "@drizzle-team/brocli"].map(
    (name) => [name, /./u] as const,
  ),
  ...["@mastra/core", "@mastra/core/workflows"].map((name) => [name, /^create(?:Step|Workflow)$/u] as const),
]);

/** How the name of a type may go on behind what it says that something of it is: `ToolExecutor`. */
export const TYPE_ENDING = "(?:Definition|Def|Spec|Executor|Handler|Implementation|Registration)?";

const NAMING_KEYS = ["name", "id", "title"] as const;

/** The first of some keys that an object literal has. */
export const keyIn = (object: ObjExpr, keys: readonly string[]): string | undefined =>
  keys.find((key) => object.p.some((prop) => "n" in prop && prop.n === key));

/** The key under which a definition keeps what runs; under `tool`, which may hold another definition, only where that is a function. */
export const executorKeyIn = (object: ObjExpr): string | undefined =>
  keyIn(object, EXECUTOR_KEYS) ?? (object.p.some((prop) => "n" in prop && prop.n === "tool" && prop.e.k === "fn") ? "tool" : undefined);

/** Whether an object says by itself that it is a tool: what runs, what is sent to it, and what it is for. */
export const looksLikeTool = (object: ObjExpr): boolean =>
  schemaKeyIn(object) !== undefined && [EXECUTOR_KEYS, ["description"], NAMING_KEYS].every((keys) => keyIn(object, keys) !== undefined);

/** Keys under which a definition keeps what it is called, beside what runs: `{ tool: { name: "look" }, handler }`. */
export const ANNOUNCING_KEYS: readonly string[] = "tool definition def spec schema declaration meta metadata info".split(" ");

/** Whether an object says what it is called, itself or in what it keeps of what a model is told. */
export const isNamed = (object: ObjExpr): boolean =>
  keyIn(object, NAMING_KEYS) !== undefined ||
  object.p.some(
    (prop) =>
      "n" in prop &&
      (ANNOUNCING_KEYS.includes(prop.n) || (prop.n === "function" && prop.e.k === "obj")) &&
      (prop.e.k === "obj" ? keyIn(prop.e, NAMING_KEYS) !== undefined : prop.e.k === "var" || prop.e.k === "mem"),
  );

const namedCode = new WeakMap<ObjExpr, boolean>();

/** Whether an object has a name and something that runs: each that a helper is given is worth telling apart. */
export function holdsNamedCode(object: ObjExpr): boolean {
  let known = namedCode.get(object);
  if (known === undefined) {
    known = isNamed(object) && (keyIn(object, EXECUTOR_KEYS) !== undefined || object.p.some((prop) => "n" in prop && prop.e.k === "fn"));
    namedCode.set(object, known);
  }
  return known;
}
