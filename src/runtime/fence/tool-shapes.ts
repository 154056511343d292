import { executorKey } from "../call/executor.ts";
import { kindOf } from "../kinds.ts";
import { isObject, isPlainObject } from "../plain-object.ts";
import { FenceError } from "./load.ts";

/** Under which keys a tool of an SDK may carry something that runs here, beside an executor. */
const HIDDEN = ["shell", "editor", "computer"];

/**
 * Functions of frameworks that see a call before its executor does; `input` says where the model's input stands, if they get it.
 * Those that ask for somebody's approval are not among them: whether a call is refused may change until it is made.
 */
export const HOOKS: Readonly<Record<string, { readonly input?: (args: readonly unknown[]) => unknown }>> = {
  onInputAvailable: { input: ([options]) => (isObject(options) ? (Reflect.get(options, "input") as unknown) : undefined) },
  onInputStart: {},
  onInputDelta: {},
};

/** Functions that describe a tool, ask about it, or shape what is told of its result. */
const DESCRIBING: ReadonlySet<string> = new Set([
  ...Object.keys(HOOKS),
  ..."toModelOutput experimental_toToolResultContent isEnabled errorFunction failureErrorFunction timeoutErrorFunction".split(" "),
  ..."needsApproval requireApproval onApproval on_approval mastra toJSON toString valueOf constructor".split(" "),
]);
const SCHEMAS = /schema$|^parameters$/iu;
/** Nothing that is data goes deeper. */
const MAX_DEPTH = 32;

/** Properties of an object and, where a class made it, of its prototypes; none is read that is computed. */
function* properties(tool: object): Generator<readonly [string, PropertyDescriptor]> {
  const isList = Array.isArray(tool);
  for (let here: object | null = tool; here && here !== Object.prototype; here = Object.getPrototypeOf(here) as object | null) {
    if (isList && here !== tool) return;
    yield* Object.entries(Object.getOwnPropertyDescriptors(here));
  }
}

/** What the platform itself makes holds no tool: dates, bytes, signals, headers. */
function isOfThePlatform(value: object): boolean {
  if (kindOf(value) !== undefined || ArrayBuffer.isView(value)) return true;
  const made: unknown = Reflect.get(value, "constructor");
  return typeof made === "function" && !isPlainObject(value) && !Array.isArray(value) && Reflect.get(globalThis, made.name) === made;
}

/** Where in a tool a function stands that may be run here and is no executor that is known; undefined where there is none. */
function strayFunction(tool: object, depth = 0, seen = new Set<object>()): string | undefined {
  if (seen.has(tool)) return undefined;
  seen.add(tool);
  for (const [key, property] of properties(tool)) {
    const value: unknown = property.value;
    if (SCHEMAS.test(key) || DESCRIBING.has(key)) continue;
    // What a plain object computes may be one; instances of classes compute all kinds of things.
    if (typeof value === "function" || ("get" in property && isPlainObject(tool))) return key;
    if (typeof value !== "object" || value === null || isOfThePlatform(value)) continue;
    const below = depth >= MAX_DEPTH ? key : strayFunction(value, depth + 1, seen);
    if (below !== undefined) return Array.isArray(tool) ? below : below === key ? key : `${key}.${below}`;
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
