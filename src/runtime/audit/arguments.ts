import { createHash } from "node:crypto";
import { types } from "node:util";
import { ARGUMENTS } from "../gate/command-use.ts";
import { kindOf } from "../kinds.ts";
import { isPlain } from "../plain-object.ts";
import type { Redactor } from "./redact.ts";
import { REDACTED } from "./looks.ts";

/** How much of arguments is written out. */
export interface Extent {
  readonly text: number;
  readonly nodes: number;
  readonly depth: number;
}
/** What a log holds. */
const LOGGED: Extent = { text: 2048, nodes: 500, depth: 8 };
/** What somebody is shown who has to decide: all of it, or there is no decision. */
export const SHOWN: Extent = { text: 64 * 1024, nodes: 5000, depth: 32 };
const SECRET_KEY =
  /pass(?:word|wd|phrase|code)?s?$|(?:^|[_-])p(?:wd|at)$|secret|tokens?$|^auth$|api[_-]?key|access[_-]?key|authorization|cookie|private[_-]?key|credential/iu;
/** A variable is one by its last part. */
const SECRET_VARIABLE = /^[A-Z][A-Z0-9_]*_(?:KEY|PASS)$/u;
/** Where a list says by name what each value is: `{ name: "X-Api-Key", value }`. */
const NAMING = /^(?:name|key|header|variable|field)$/iu;
const PROGRAM = /^(?:command|cmd|program|executable|bin|file)$/iu;

export interface Printed {
  readonly value: unknown;
  readonly redactions: number;
  /** Whether nothing was cut or left out. */
  readonly isWhole: boolean;
}

/** Arguments as a log may hold them: redacted, cut, plain. The input is only read, and nothing of its own runs. */
export function printable(input: unknown, redact: Redactor, byName = true, extent: Extent = LOGGED): Printed {
  let redactions = 0;
  let nodes = 0;
  let isWhole = true;
  const seen = new Set<object>();
  const cut = (mark: string): string => {
    isWhole = false;
    return mark;
  };
  const text = (value: string): string => {
    // Redact before cutting: half a secret is still one.
    const read = value.slice(0, extent.text * 8);
    const result = redact(read);
    redactions += result.count;
    return result.text.length > extent.text || read.length < value.length
      ? cut(`${result.text.slice(0, extent.text)}… (${value.length} characters)`)
      : result.text;
  };
  /** The words of a command are read together: `-p` and what follows it. */
  const argv = (words: readonly string[], program: string): string[] | undefined => {
    const line = [program, ...words].join("\t");
    if (line.length > extent.text * 8 || words.some((word) => word.includes("\t"))) return undefined;
    const result = redact(line);
    const parts = result.text.split("\t").slice(1);
    if (result.count === 0 || parts.length !== words.length) return undefined;
    redactions += result.count;
    return parts;
  };
  const own = (value: object, key: string): unknown => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    return property && !("value" in property) ? cut("(computed)") : property?.value;
  };
  /** What stands under a key of a map is a secret by the name of that, as in an object. */
  const entry = (pair: unknown): unknown => {
    const [key, value] = pair as readonly [unknown, unknown];
    if (!byName || typeof key !== "string" || !isSecret(key, value)) return pair;
    redactions++;
    return [key, REDACTED];
  };
  const copy = (value: unknown, depth: number, program = ""): unknown => {
    if (++nodes > extent.nodes) return cut("…");
    if (typeof value === "string") return text(value);
    if (typeof value === "bigint") return value.toString();
    if (typeof value !== "object" || value === null)
      return typeof value === "function" || typeof value === "symbol" ? cut(`(${typeof value})`) : value;
    if (seen.has(value)) return "(again)";
    if (depth > extent.depth) return cut("…");
    if (types.isProxy(value)) return cut("(proxy)");
    if (ArrayBuffer.isView(value))
      return `(${value.byteLength} bytes, sha256:${createHash("sha256")
        .update(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
        .digest("hex")
        .slice(0, 12)})`;
    seen.add(value);
    try {
      const kind = kindOf(value);
      if (kind) return { [`(${kind.name})`]: copy(kind.name === "Map" ? kind.parts.map(entry) : kind.parts, depth + 1) };
      // What else there is to it no key shows.
      if (!isPlain(value)) cut("");
      if (Array.isArray(value)) {
        const words =
          value.length <= extent.nodes && value.every((one): one is string => typeof one === "string") ? argv(value, program) : undefined;
        if (value.length > extent.nodes) cut("");
        return Array.from({ length: Math.min(value.length, extent.nodes) }, (_, index) =>
          copy(words ? words[index] : own(value, String(index)), depth + 1),
        );
      }
      const keys = Object.keys(value);
      const isPair = byName && keys.includes("value") && keys.some((key) => NAMING.test(key) && isNameOfASecret(own(value, key)));
      const started = keys.filter((key) => PROGRAM.test(key)).map((key) => own(value, key));
      const [name = ""] = started.filter((one) => typeof one === "string");
      const entries: [string, unknown][] = [];
      for (const key of keys) {
        if (nodes > extent.nodes) {
          cut("");
          break;
        }
        const one = own(value, key);
        if (byName && (isSecret(key, one) || (isPair && key === "value"))) {
          redactions++;
          nodes++;
          entries.push([text(key), REDACTED]);
        } else entries.push([text(key), copy(one, depth + 1, ARGUMENTS.includes(key) ? name : "")]);
      }
      return Object.fromEntries(entries);
    } catch {
      return cut("(unreadable)");
    }
  };
  const value = copy(input, 0);
  return { value, redactions, isWhole };
}

const isNameOfASecret = (text: unknown): boolean => typeof text === "string" && isSecret(text, "?");

const isSecret = (key: string, value: unknown): boolean =>
  value !== "" &&
  // Counts of tokens are none.
  !(typeof value === "string" && /tokens$/iu.test(key) && /^[\d.,]+$/u.test(value)) &&
  (typeof value === "string" ||
    typeof value === "object" ||
    typeof value === "bigint" ||
    (typeof value === "number" && /pass|pwd/iu.test(key))) &&
  value !== null &&
  (SECRET_KEY.test(key) || SECRET_VARIABLE.test(key));
