import { types } from "node:util";
import type { Denial } from "../denied.ts";
import { isPlainObject } from "../plain-object.ts";
import { roleOfName } from "./data/names.ts";

/** A string of the arguments: under which argument it stands, and the name nearest to it. */
export interface Found {
  /** The argument: the outermost key, by which the manifest's facts speak of it. */
  readonly argument: string;
  /** The innermost key; array elements have the key of their array. */
  readonly name: string;
  readonly text: string;
  /** Whether the text is itself a key of an object. */
  readonly isKey: boolean;
  /** The object in which the name stands. */
  readonly holder: object | null;
}

export interface StringLimits {
  readonly depth: number;
  readonly nodes: number;
  readonly characters: number;
}

export const DEFAULT_STRING_LIMITS: StringLimits = { depth: 64, nodes: 100_000, characters: 4 * 1024 * 1024 };

/** Whether what is called so may have files for keys: a plural, as one path has none. */
const holdsFiles = (name: string): boolean => /s$/iu.test(name) && /^(?:path|read|write)$/u.test(roleOfName(name) ?? "");

const unreadable = (name: string, reason: string): Denial => ({
  id: "arguments.unreadable",
  clause: "arguments",
  origin: "default",
  value: name,
  reason,
  change: "pass plain data",
});

export const tooLarge = (what: string): Denial => ({
  id: "arguments.size",
  clause: "limits.argumentBytes",
  origin: "default",
  value: "",
  reason: `the arguments have ${what}`,
  change: "limits.argumentBytes",
});

class Refused extends Error {
  readonly denial: Denial;
  constructor(denial: Denial) {
    super();
    this.denial = denial;
  }
}

/**
 * Every string anywhere in a value. Nothing of the caller's runs: accessors and proxies are
 * refused, since what they give now need not be what they give later.
 */
export function stringsOf(input: unknown, limits: StringLimits = DEFAULT_STRING_LIMITS): readonly Found[] | Denial {
  if (typeof input === "string") return [{ argument: "", name: "", text: input, isKey: false, holder: null }];
  if (typeof input !== "object" || input === null) return [];
  const out: Found[] = [];
  try {
    walk(input, "", "", out, new Set(), 0, { nodes: limits.nodes, characters: limits.characters, depth: limits.depth });
    return out;
  } catch (error) {
    return error instanceof Refused ? error.denial : unreadable("", "an argument cannot be read");
  }
}

interface Budget {
  nodes: number;
  characters: number;
  readonly depth: number;
}

function note(text: string, argument: string, name: string, isKey: boolean, holder: object, out: Found[], budget: Budget): void {
  if ((budget.characters -= text.length) < 0) throw new Refused(tooLarge("more text than is allowed"));
  out.push({ argument, name, text, isKey, holder });
}

function walk(
  value: object,
  argument: string,
  name: string,
  out: Found[],
  seen: Set<object>,
  depth: number,
  budget: Budget,
  around: object = value,
  isElement = false,
): void {
  if (seen.has(value)) return;
  if (depth > budget.depth) throw new Refused(tooLarge("more levels than are allowed"));
  if (types.isProxy(value)) throw new Refused(unreadable(name, "an argument is a proxy"));
  if (ArrayBuffer.isView(value)) return;
  seen.add(value);
  // A list has the name, and so the neighbours, of whatever holds it.
  const holder = Array.isArray(value) ? around : value;
  if (value instanceof URL) note(URL.prototype.toString.call(value), argument, name, false, holder, out, budget);
  const visit = (one: unknown, key: string): void => {
    if (--budget.nodes < 0) throw new Refused(tooLarge("more values than are allowed"));
    if (typeof one === "string") note(one, argument === "" ? key : argument, key, false, holder, out, budget);
    else if (typeof one === "object" && one !== null)
      walk(one, argument === "" ? key : argument, key, out, seen, depth + 1, budget, holder, Array.isArray(value));
  };
  if (value instanceof Map) {
    for (const [key, one] of Map.prototype.entries.call(value)) {
      visit(key, name);
      visit(one, typeof key === "string" ? key : name);
    }
  } else if (value instanceof Set) for (const one of Set.prototype.values.call(value)) visit(one, name);
  const isList = Array.isArray(value);
  const isMapOfFiles = !isElement && name !== "" && holdsFiles(name);
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === "symbol" || (isList && key === "length")) continue;
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    if (!property) continue;
    if (!("value" in property)) {
      if (isPlainObject(value) || isList) throw new Refused(unreadable(key, `the argument \`${key}\` is computed when it is read`));
      continue;
    }
    if (isList) visit(property.value, name);
    else {
      if (/[/\\~]/u.test(key) || (isMapOfFiles && /[^.]\.[A-Za-z]\w{0,8}$|^\.\w/u.test(key)))
        note(key, argument, name, true, holder, out, budget);
      visit(property.value, key);
    }
  }
}
