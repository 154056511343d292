import { types } from "node:util";
import type { Policy } from "../../model/policy.ts";
import { inside } from "../inside.ts";
import { isObject, isPlainObject } from "../plain-object.ts";

export type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** How one kind of executor is called, and how a refusal reaches the model. */
export interface Convention {
  /** The model's input among the arguments that the framework passes. */
  readonly input: (args: readonly unknown[]) => unknown;
  /** The same arguments with another input. */
  readonly withInput: (args: readonly unknown[], input: unknown) => unknown[];
  /** What of the input is judged; all of it by default. */
  readonly judged?: (input: unknown) => unknown;
  /** Whether a framework calls it as a tool: what stands behind the input are its options. */
  readonly isTool?: boolean;
  /** Frameworks that end the whole run on an exception are given the refusal as a result. */
  readonly refusal: "throw" | "text";
}

const FIRST: Convention = { input: (args) => args[0], withInput: (args, input) => [input, ...args.slice(1)], refusal: "throw" };

/** Lists, also behind a proxy; one whose proxy was revoked can be nothing else that is of use. */
const isList = (value: unknown): boolean => {
  try {
    return Array.isArray(value);
  } catch {
    return true;
  }
};

const isSimple = (value: unknown): boolean =>
  (typeof value !== "object" && typeof value !== "function" && typeof value !== "undefined") || value === null || isList(value);

// Nothing of the caller's runs: a proxy is an application's own object, and what is computed is not asked for.
const isPlain = (value: unknown): value is object => isObject(value) && !types.isProxy(value) && isPlainObject(value);

/** Plain data, and no signal, context or callback of a framework. */
const isData = (value: unknown): boolean =>
  isSimple(value) ||
  (isPlain(value) &&
    Object.values(Object.getOwnPropertyDescriptors(value)).every(
      (one) => one.enumerable !== true || isSimple(one.value) || isPlain(one.value) || one.get !== undefined,
    ));

/** A function with arguments of its own, `(path, text, count)`: all plain data among them is the model's, and its texts are judged. */
const POSITIONAL: Convention = {
  input: (args) => args.filter(isData),
  withInput: (args, input) => {
    const given = [...(input as readonly unknown[])];
    return args.map((value) => (isData(value) ? given.shift() : value));
  },
  // An object behind them may as well be the application's own.
  judged: (input) => (Array.isArray(input) ? input.filter((value) => typeof value === "string" || isList(value)) : input),
  refusal: "throw",
};

const parsed = (text: unknown): unknown => {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** `runTools` of the OpenAI client: JSON, or what its `parse` made of it; an exception would end the run. */
const JSON_FIRST: Convention = {
  input: ([text]) => parsed(text),
  withInput: ([text, ...rest], input) => [typeof text === "string" ? JSON.stringify(input) : input, ...rest],
  refusal: "text",
};

/** Agent Development Kit: `runAsync({ args, toolContext })`. */
const ARGS_WITHIN: Convention = {
  input: ([request]) => Reflect.get(request as object, "args") as unknown,
  withInput: ([request, ...rest], input) => [{ ...(request as object), args: input }, ...rest],
  refusal: "throw",
};

/** OpenAI Agents: `invoke(context, json, details)`; an exception would end the run. */
const JSON_SECOND: Convention = {
  input: (args) => parsed(args[1]),
  withInput: (args, input) => [args[0], JSON.stringify(input), ...args.slice(2)],
  refusal: "text",
};

/** Where frameworks keep a tool's executor, in the order in which they are looked for. */
export const EXECUTOR_KEYS = ["execute", "handler", "run", "func", "_call", "callback", "invoke", "call", "runAsync", "function"] as const;

const OF_TOOLS: ReadonlyMap<Convention, Convention> = new Map(
  [FIRST, JSON_FIRST, JSON_SECOND, ARGS_WITHIN].map((one) => [one, { ...one, isTool: true }]),
);

/** How a call that a framework made is to be read. */
export function conventionOf(key: string | null, args: readonly unknown[]): Convention {
  const isBag = typeof args[0] === "object" && args[0] !== null && !isList(args[0]);
  if (key === null) return !isBag && args.slice(1).some(isData) ? POSITIONAL : FIRST;
  const found =
    key === "function"
      ? JSON_FIRST
      : key === "invoke" && typeof args[1] === "string"
        ? JSON_SECOND
        : key === "runAsync" && isBag && "args" in (args[0] as object)
          ? ARGS_WITHIN
          : FIRST;
  return OF_TOOLS.get(found) ?? found;
}

export const executorKey = (target: object): (typeof EXECUTOR_KEYS)[number] | undefined =>
  EXECUTOR_KEYS.find((name) => typeof Reflect.get(target, name) === "function");

/** Every executor of a tool: of a plain object all that it carries, of an instance the innermost, which the others call. */
export const executorKeys = (target: object): readonly (typeof EXECUTOR_KEYS)[number][] =>
  isPlainObject(target)
    ? EXECUTOR_KEYS.filter((name) => typeof Reflect.get(target, name) === "function")
    : EXECUTOR_KEYS.filter((name) => name === executorKey(target));

/** What `withPolicy` knows of what it wrapped. */
export interface Declared {
  readonly policy: Policy;
  readonly executor: AnyFunction;
}

const declarations = new WeakMap<object, Declared>();
export function declare(wrapped: object, declared: Declared): void {
  declarations.set(wrapped, declared);
  inside()?.declared.set(wrapped, declared);
}
/** The policy that stands with an executor or a tool, if `withPolicy` put it there. */
export const declaredBy = (value: unknown): Declared | undefined =>
  (typeof value === "object" && value !== null) || typeof value === "function" ? declarations.get(value) : undefined;

/** A function with another's own properties. */
export function dressedAs(wrapped: AnyFunction, original: object): AnyFunction {
  for (const key of Reflect.ownKeys(original)) {
    if (key === "prototype" || key === "arguments" || key === "caller") continue;
    const property = Reflect.getOwnPropertyDescriptor(original, key);
    if (property) Object.defineProperty(wrapped, key, { ...property, configurable: true });
  }
  return wrapped;
}

/** Whether a function gives back a stream that its caller looks at before anything is awaited. */
export const isStreaming = (executor: AnyFunction): boolean => {
  const tag: unknown = Reflect.get(Object.getPrototypeOf(executor) as object, Symbol.toStringTag);
  return tag === "AsyncGeneratorFunction";
};

/**
 * Puts another executor into a tool. Plain objects are copied; instances of classes get an
 * executor of their own, so that private fields work.
 *
 * @throws {TypeError} when the instance is frozen.
 */
export function withExecutor(tool: object, key: string, executor: AnyFunction): object {
  const property = { value: executor, enumerable: true, configurable: true, writable: true };
  if (isPlainObject(tool)) return Object.defineProperty({ ...tool }, key, property);
  if (!Reflect.defineProperty(tool, key, property))
    throw new TypeError(`The tool is frozen, so that its \`${key}\` cannot be gated. Wrap it before it is frozen, or wrap a plain object.`);
  return tool;
}
