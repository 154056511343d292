import { types } from "node:util";
import { isPlainObject } from "../plain-object.ts";

/**
 * By what frameworks' options are known that stand behind the input, and under which key they hand an abort signal on: AI SDK, MCP,
 * Mastra, OpenAI Agents, LangChain.
 */
const OPTIONS: readonly { readonly key: "abortSignal" | "signal"; readonly marks: readonly string[] }[] = [
  { key: "abortSignal", marks: ["toolCallId", "messages"] },
  { key: "signal", marks: ["signal", "requestId"] },
  { key: "abortSignal", marks: ["abortSignal"] },
  { key: "abortSignal", marks: ["requestContext"] },
  { key: "abortSignal", marks: ["runtimeContext"] },
  { key: "signal", marks: ["toolCall"] },
  { key: "signal", marks: ["configurable"] },
  { key: "signal", marks: ["callbacks"] },
];

const isOptions = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !types.isProxy(value) && isPlainObject(value);

/** Joins the signal of a call's time limit to that of the framework, where the framework hands one on. */
export function withSignal(args: readonly unknown[], signal: () => AbortSignal): readonly unknown[] {
  if (args.length < 2) return args;
  for (const [index, options] of args.entries()) {
    if (index === 0 || !isOptions(options)) continue;
    const found = OPTIONS.find(({ marks }) => marks.every((mark) => mark in options));
    if (!found) continue;
    const own: unknown = Reflect.get(options, found.key);
    if (own !== undefined && !(own instanceof AbortSignal)) continue;
    return args.with(index, { ...options, [found.key]: own ? AbortSignal.any([own, signal()]) : signal() });
  }
  return args;
}
