import { canonical } from "../canonical.ts";
import type { Bounded, InputShape, Members, Named } from "./shape.ts";

/** Something that one shape takes and another does not. */
export interface Newly {
  /** Names of properties from the top; `[]` for elements, `*` for properties that are not named. */
  readonly path: readonly string[];
  /** What is newly taken there, in words that stand for themselves. */
  readonly witness: string;
  /** False where the comparison is by text alone, and the two may take the same. */
  readonly isSure: boolean;
  /** Only that nothing may stand there. */
  readonly isAbsence?: true;
}

type Kind<K extends InputShape["kind"]> = Extract<InputShape, { readonly kind: K }>;

const texts = new WeakMap<InputShape, string | undefined>();
/** One text of a shape, made once: it is compared with many. */
function textOf(shape: InputShape): string | undefined {
  if (!texts.has(shape)) texts.set(shape, canonical(shape));
  return texts.get(shape);
}
const equal = (a: InputShape, b: InputShape): boolean => a === b || textOf(a) === textOf(b);

/** More comparisons than these are left: what is not compared may be more. */
const MAX_STEPS = 50_000;
interface Budget {
  left: number;
}

/**
 * What `next` takes and `base` does not; nothing where `next` is part of `base`.
 *
 * Sound for what it calls sure: each such witness is taken by `next` alone. A check that is gone without another one in its
 * place is taken to have refused something.
 */
export function newlyTaken(
  base: InputShape,
  next: InputShape,
  path: readonly string[] = [],
  budget: Budget = { left: MAX_STEPS },
): Newly[] {
  if (base.kind === "any" || equal(base, next)) return [];
  if (budget.left-- <= 0) return [{ path, witness: sampleOf(next), isSure: false }];
  const sure = (witness: string): Newly[] => [{ path, witness, isSure: true }];
  const unsure = (witness: string): Newly[] => [{ path, witness, isSure: false }];
  if (base.kind === "union" && base.of.some((one) => equal(one, next))) return [];
  if (next.kind === "union") return next.of.flatMap((one) => newlyTaken(base, one, path, budget));
  if (next.kind === "opaque" || base.kind === "opaque") return unsure(sampleOf(next));
  if (next.kind === "named" || next.kind === "boolean")
    return (next.kind === "named" ? next.values : [true, false]).flatMap((value) => {
      const found = takes(base, value);
      return found === true ? [] : [{ path, witness: JSON.stringify(value), isSure: found === false }];
    });
  if (base.kind === "union") return besideAll(base.of, next, path, budget);
  switch (next.kind) {
    case "any":
      return sure("any value");
    case "string":
    case "number":
      if (base.kind === next.kind) return beyond(base, next, path, next.kind);
      return [{ path, witness: sampleOf(next), isSure: base.kind !== "named" || !isOne(next) }];
    case "list":
      return base.kind === "list"
        ? [...beyond(base, next, path, "list"), ...(next.max === 0 ? [] : newlyTaken(base.of, next.of, [...path, "[]"], budget))]
        : sure(sampleOf(next));
    case "object":
      return base.kind === "object" ? besides(base, next, path, budget) : sure(sampleOf(next));
  }
}

/** Whether a shape takes one value; undefined where a check decides. */
function takes(shape: InputShape, value: Named): boolean | undefined {
  switch (shape.kind) {
    case "any":
      return true;
    case "named":
      return shape.values.includes(value);
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string" && within(shape, value.length);
    case "number":
      return typeof value === "number" && within(shape, value);
    case "union": {
      const found = shape.of.map((one) => takes(one, value));
      return found.includes(true) || (found.includes(undefined) ? undefined : false);
    }
    case "opaque":
      return undefined;
    case "list":
    case "object":
      return false;
  }
}

const within = ({ min = -Infinity, max = Infinity, checks = [] }: Bounded, size: number): boolean | undefined =>
  size < min || size > max ? false : checks.length === 0 || undefined;

/** Against a union: what the alternative that comes nearest does not take. More alternatives of a kind may share it among them. */
function besideAll(of: readonly InputShape[], next: InputShape, path: readonly string[], budget: Budget): Newly[] {
  const against = of.map((one) => newlyTaken(one, next, path, budget));
  if (against.some((found) => found.length === 0)) return [];
  const near = against.filter((_, index) => of[index]?.kind === next.kind || of[index]?.kind === "opaque");
  if (near.length === 0) return [{ path, witness: sampleOf(next), isSure: true }];
  const [best = []] = near.sort((a, b) => a.length - b.length);
  return near.length === 1 && !of.some((one) => one.kind === "named") ? best : best.map((one) => ({ ...one, isSure: false }));
}

const SIZED = { string: "a text of length", number: "the number", list: "a list of length" } as const;

/** What lies beyond the bounds and checks of `base`. */
function beyond(from: Bounded, to: Bounded, path: readonly string[], kind: keyof typeof SIZED): Newly[] {
  const [base, next] = kind === "number" ? [closed(from), closed(to)] : [from, to];
  const low = next.min ?? (kind === "number" ? -Infinity : 0);
  const high = next.max ?? Infinity;
  const { min = -Infinity, max = Infinity } = base;
  const at = (size: number): Newly => ({ path, witness: `${SIZED[kind]} ${size}`, isSure: passes(next, size) });
  return [
    ...(low < min ? [at(low === -Infinity ? min - 1 : low)] : []),
    ...(high > max ? [at(Math.min(max + 1, high))] : []),
    ...unchecked(base, next, path, kind),
  ];
}

const OPEN = /^(above|below) (-?\d+(?:\.\d+)?)$/u;

/** The same numbers, where an open end is a closed one: among whole numbers, above 0 is at least 1. */
function closed({ min = -Infinity, max = Infinity, checks = [] }: Bounded): Bounded {
  const isWhole = checks.includes(WHOLE);
  const ends = checks.map((one) => OPEN.exec(one)).filter((one) => one !== null);
  const lows = ends.flatMap(([, side, end]) => (side === "above" ? [Number(end)] : []));
  const highs = ends.flatMap(([, side, end]) => (side === "below" ? [Number(end)] : []));
  const low = Math.max(isWhole ? Math.ceil(min) : min, ...lows.map((end) => (isWhole ? Math.floor(end) + 1 : -Infinity)));
  const high = Math.min(isWhole ? Math.floor(max) : max, ...highs.map((end) => (isWhole ? Math.ceil(end) - 1 : Infinity)));
  // What the bounds say already is no check beside them.
  const said = (one: string): boolean => {
    const [, side, end] = OPEN.exec(one) ?? [];
    return side !== undefined && (isWhole || (side === "above" ? low > Number(end) : high < Number(end)));
  };
  const left = checks.filter((one) => !said(one));
  return { ...(low > -Infinity && { min: low }), ...(high < Infinity && { max: high }), ...(left.length > 0 && { checks: left }) };
}

/** Whether the bounds leave one size. */
const isOne = ({ min, max }: Bounded): boolean => max === 0 || (min !== undefined && min === max);

/** Whether the checks are sure to let a size through: a whole number is one. */
const passes = ({ checks = [] }: Bounded, size: number): boolean =>
  checks.every((one) => one === WHOLE) && (checks.length === 0 || Number.isInteger(size));
/** The one check that is read. */
export const WHOLE = "a whole number";

/** Checks that are gone: sure where none came in their place. */
function unchecked(base: Pick<Bounded, "checks">, next: Bounded, path: readonly string[], what: string): Newly[] {
  const before = base.checks ?? [];
  const after = next.checks ?? [];
  const isSure = !isOne(next) && after.every((one) => before.includes(one));
  return before
    .filter((one) => !after.includes(one) && !isImplied(one, next))
    .map((one) => ({ path, witness: `a ${what} that is not ${one}`, isSure }));
}

/** Whether bounds say what an open end said. */
function isImplied(check: string, { min = -Infinity, max = Infinity }: Bounded): boolean {
  const [, side, end] = OPEN.exec(check) ?? [];
  return side === "above" ? min > Number(end) : side === "below" && max < Number(end);
}

/** The name that stands for all properties that are not named. */
export const REST = "*";

function besides(base: Kind<"object">, next: Kind<"object">, path: readonly string[], budget: Budget): Newly[] {
  const before = new Map(base.properties.map((one) => [one.name, one]));
  const named = next.properties.flatMap(({ name, optional, shape }): Newly[] => {
    const at = [...path, name];
    const old = before.get(name);
    if (!old) return base.rest ? newlyTaken(base.rest, shape, at, budget) : [{ path: at, witness: sampleOf(shape), isSure: true }];
    return [
      ...newlyTaken(old.shape, shape, at, budget),
      ...(optional && !old.optional ? [{ path: at, witness: "nothing", isSure: true, isAbsence: true } as const] : []),
    ];
  });
  const { rest } = next;
  const kept = new Set(next.properties.map(({ name }) => name));
  const unnamed = base.properties.flatMap(({ name, shape }) =>
    rest && !kept.has(name) ? newlyTaken(shape, rest, [...path, name], budget) : [],
  );
  return [...named, ...unnamed, ...others(base, next, path, budget), ...unchecked(base, next, path, "value")];
}

/** What properties that are not named may be. */
function others(base: Members, next: Members, path: readonly string[], budget: Budget): Newly[] {
  if (!next.rest) return [];
  const at = [...path, REST];
  return base.rest ? newlyTaken(base.rest, next.rest, at, budget) : [{ path: at, witness: sampleOf(next.rest), isSure: true }];
}

const ARTICLE: Readonly<Record<"boolean" | "string" | "number" | "list" | "object", string>> = {
  boolean: "true",
  string: "a text",
  number: "a number",
  list: "a list",
  object: "an object",
};

/** Something that a shape takes, in words. */
function sampleOf(shape: InputShape): string {
  switch (shape.kind) {
    case "any":
      return "any value";
    case "opaque":
      return "a value that was not read";
    case "named":
      return JSON.stringify(shape.values[0] ?? null);
    case "union":
      return shape.of[0] ? sampleOf(shape.of[0]) : "nothing";
    default:
      return ARTICLE[shape.kind];
  }
}
