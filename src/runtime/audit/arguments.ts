import { types } from "node:util";
import type { Redactor } from "./redact.ts";
import { REDACTED } from "./redact.ts";

const TEXT = 2048;
const NODES = 500;
const DEPTH = 8;
const SECRET_KEY = /pass(?:word|wd|phrase)?$|^pwd$|secret|token$|api[_-]?key|authorization|cookie|private[_-]?key|credential/iu;

/** Arguments as a log may hold them: redacted, cut, plain. The input is only read, and nothing of its own runs. */
export function printable(input: unknown, redact: Redactor, byName = true): { readonly value: unknown; readonly redactions: number } {
  let redactions = 0;
  let nodes = 0;
  const seen = new Set<object>();
  const text = (value: string): string => {
    // Redact before cutting: half a secret is still one.
    const result = redact(value.length > TEXT * 8 ? value.slice(0, TEXT * 8) : value);
    redactions += result.count;
    return result.text.length > TEXT ? `${result.text.slice(0, TEXT)}… (${value.length} characters)` : result.text;
  };
  const copy = (value: unknown, depth: number): unknown => {
    if (++nodes > NODES) return "…";
    if (typeof value === "string") return text(value);
    if (typeof value === "bigint") return value.toString();
    if (typeof value !== "object" || value === null)
      return typeof value === "function" || typeof value === "symbol" ? `(${typeof value})` : value;
    if (seen.has(value)) return "(again)";
    if (depth > DEPTH) return "…";
    if (types.isProxy(value)) return "(proxy)";
    if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
    seen.add(value);
    try {
      if (Array.isArray(value))
        return Array.from({ length: Math.min(value.length, NODES) }, (_, index) => copy(own(value, String(index)), depth + 1));
      const entries: [string, unknown][] = [];
      for (const key of Object.keys(value)) {
        if (nodes > NODES) break;
        const one = own(value, key);
        if (
          byName &&
          one !== "" &&
          one !== null &&
          typeof one !== "undefined" &&
          typeof one !== "number" &&
          typeof one !== "boolean" &&
          SECRET_KEY.test(key)
        ) {
          redactions++;
          nodes++;
          entries.push([text(key), REDACTED]);
        } else entries.push([text(key), copy(one, depth + 1)]);
      }
      return Object.fromEntries(entries);
    } catch {
      return "(unreadable)";
    }
  };
  return { value: copy(input, 0), redactions };
}

function own(value: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(value, key);
  return property && !("value" in property) ? "(computed)" : property?.value;
}
