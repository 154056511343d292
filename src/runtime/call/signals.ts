import { types } from "node:util";
import { ownValue } from "../gate/own-value.ts";
import { isPlainObject } from "../plain-object.ts";

const KEYS = ["abortSignal", "signal"] as const;
/** By what options are known that may hand a signal on and have none yet, and under which key: AI SDK, Mastra, OpenAI Agents, LangChain. */
const OPTIONS: readonly { readonly key: (typeof KEYS)[number]; readonly marks: readonly string[] }[] = [
  { key: "abortSignal", marks: ["toolCallId", "messages"] },
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
    const key =
      KEYS.find((one) => ownValue(options, one) instanceof AbortSignal) ??
      OPTIONS.find(({ marks }) => marks.every((mark) => mark in options))?.key;
    if (key === undefined) continue;
    const own = ownValue(options, key);
    if (own !== undefined && !(own instanceof AbortSignal)) continue;
    return args.with(index, { ...options, [key]: own ? AbortSignal.any([own, signal()]) : signal() });
  }
  return args;
}
