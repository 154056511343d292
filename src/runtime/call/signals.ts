import { types } from "node:util";
import { ownValue } from "../gate/own-value.ts";
import { isPlainObject } from "../plain-object.ts";

const KEYS = ["abortSignal", "signal"] as const;
interface Options {
  readonly key: (typeof KEYS)[number];
  readonly marks: readonly string[];
}
/** By what options are known, whoever is called with them: AI SDK, MCP. */
const SURE: readonly Options[] = [
  { key: "abortSignal", marks: ["toolCallId", "messages"] },
  { key: "signal", marks: ["signal", "requestId"] },
];
/** By what those are known that stand behind a tool's input: Mastra, OpenAI Agents, LangChain. */
const OF_TOOLS: readonly Options[] = [
  { key: "abortSignal", marks: ["requestContext"] },
  { key: "abortSignal", marks: ["runtimeContext"] },
  { key: "signal", marks: ["toolCall"] },
  { key: "signal", marks: ["configurable"] },
  { key: "signal", marks: ["callbacks"] },
];

const isOptions = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !types.isProxy(value) &&
  isPlainObject(value) &&
  // What is computed is not asked for.
  Object.values(Object.getOwnPropertyDescriptors(value)).every((one) => "value" in one);

/**
 * The arguments of a call with the signal of its time limit, where a framework hands one on behind the input.
 *
 * @param isTool whether they are those of a framework's tool, and not of a function that may have any.
 * @param join the signal that follows the framework's own, if it has one.
 */
export function withSignal(
  args: readonly unknown[],
  isTool: boolean,
  join: (own: AbortSignal | undefined) => AbortSignal,
): readonly unknown[] {
  for (const [index, options] of args.entries()) {
    if (index === 0 || !isOptions(options)) continue;
    const known = (isTool ? [...SURE, ...OF_TOOLS] : SURE).find(({ marks }) => marks.every((mark) => mark in options));
    const key = known?.key ?? (isTool ? KEYS.find((one) => ownValue(options, one) instanceof AbortSignal) : undefined);
    if (key === undefined) continue;
    const own = ownValue(options, key);
    if (own !== undefined && !(own instanceof AbortSignal)) continue;
    return args.with(index, { ...options, [key]: join(own) });
  }
  return args;
}
