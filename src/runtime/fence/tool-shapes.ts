import { executorKey } from "../call/executor.ts";
import { isObject, isPlainObject } from "../plain-object.ts";
import { FenceError } from "./load.ts";

/** Under which keys a tool of an SDK may carry something that runs here, beside an executor. */
const HIDDEN = ["shell", "editor", "computer"];

/** Functions of frameworks that see a call before its executor does; `input` says where the model's input stands, if they get it. */
export const HOOKS: Readonly<Record<string, { readonly input?: (args: readonly unknown[]) => unknown; readonly refused: unknown }>> = {
  onInputAvailable: {
    input: ([options]) => (isObject(options) ? (Reflect.get(options, "input") as unknown) : undefined),
    refused: undefined,
  },
  onInputStart: { refused: undefined },
  onInputDelta: { refused: undefined },
  // OpenAI Agents hand over the run first. A call that nobody is asked about is judged next, and refused then.
  needsApproval: { input: (args) => (args.length > 2 ? args[1] : args[0]), refused: false },
  requireApproval: { input: ([input]) => input, refused: false },
};

/** Functions that describe a tool, or shape what is told of its result. */
const DESCRIBING: ReadonlySet<string> = new Set([
  ...Object.keys(HOOKS),
  ..."toModelOutput experimental_toToolResultContent isEnabled errorFunction failureErrorFunction timeoutErrorFunction onApproval".split(
    " ",
  ),
  ..."toJSON toString valueOf constructor parse validate lc_attributes".split(" "),
]);
const SCHEMAS = /schema$|^parameters$/iu;
const MAX_DEPTH = 4;

/** Properties of an object and, where a class made it, of its prototypes; none is read that is computed. */
function* properties(tool: object): Generator<readonly [string, unknown]> {
  for (let here: object | null = tool; here && here !== Object.prototype; here = Object.getPrototypeOf(here) as object | null)
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(here))) yield [key, property.value];
}

/** Where in a tool a function stands that may be run here and is no executor that is known; undefined where there is none. */
function strayFunction(tool: object, depth = 0): string | undefined {
  for (const [key, value] of properties(tool)) {
    if (SCHEMAS.test(key) || DESCRIBING.has(key)) continue;
    if (typeof value === "function") return key;
    if (typeof value !== "object" || value === null || depth >= MAX_DEPTH || !(Array.isArray(value) || isPlainObject(value))) continue;
    const below = strayFunction(value, depth + 1);
    if (below !== undefined && !Array.isArray(value)) return `${key}.${below}`;
    if (below !== undefined) return key;
  }
  return undefined;
}

/** The part of a tool that carries its executor: the tool, or its `function` (`runTools` of the OpenAI client). */
export function executingPart(tool: object): { readonly part: object; readonly isInner: boolean } | undefined {
  if (executorKey(tool) !== undefined) return { part: tool, isInner: false };
  const inner: unknown = isPlainObject(tool) ? Reflect.get(tool, "function") : undefined;
  return isObject(inner) && typeof inner === "object" && executorKey(inner) !== undefined ? { part: inner, isInner: true } : undefined;
}

/** A tool of which nothing runs here: its model's provider or its client runs it. */
export const runsElsewhere = (tool: unknown): boolean =>
  isObject(tool) &&
  !Array.isArray(tool) &&
  executingPart(tool) === undefined &&
  hiddenIn(tool) === undefined &&
  strayFunction(tool) === undefined;

const hiddenIn = (tool: object): string | undefined =>
  executorKey(tool) === undefined ? HIDDEN.find((one) => isObject(Reflect.get(tool, one))) : undefined;

/** @throws {FenceError} where a tool runs something here that no gate can be put around. */
export function refuseHidden(tool: object, name: string): void {
  const key = hiddenIn(tool);
  if (key !== undefined)
    throw new FenceError(
      `The tool \`${name}\` runs its \`${key}\` here, and that cannot be gated. Give the model a tool of its own for it, made with \`io\` or \`runConfined\`.`,
    );
}

/** @throws {FenceError} where an object is no group of tools, and carries a function that may be run ungated. */
export function refuseStray(tool: object, name: string): void {
  const key = Object.values(tool).every((one) => typeof one === "object" && one !== null) ? undefined : strayFunction(tool);
  if (key !== undefined)
    throw new FenceError(
      `The tool \`${name}\` carries the function \`${key}\`, which is no executor that is known, so that it cannot be gated. Wrap that function itself, by \`fence.wrap(fn, { name })\`.`,
    );
}
