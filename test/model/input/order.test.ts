import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newlyTaken, WHOLE } from "../../../src/model/input/order.ts";
import type { InputShape } from "../../../src/model/input/shape.ts";

const string = { kind: "string" } as const;
const number = { kind: "number" } as const;
const object = (properties: Record<string, InputShape>, rest?: InputShape): InputShape => ({
  kind: "object",
  properties: Object.entries(properties).map(([name, shape]) => ({ name, shape })),
  ...(rest && { rest }),
});

describe("what one shape takes and another does not", () => {
  test.each<[string, InputShape, InputShape, string[]]>([
    ["the same", object({ a: string }), object({ a: string }), []],
    ["a new property", object({ a: string }), object({ a: string, b: number }), ["b = a number, sure"]],
    ["a property that is gone", object({ a: string, b: number }), object({ a: string }), []],
    ["a longer text", { ...string, max: 5 }, { ...string, max: 9 }, [" = a text of length 6, sure"]],
    ["a pattern that is gone", { ...string, checks: ["/^a/"] }, string, [" = a string that is not /^a/, sure"]],
    ["another pattern", { ...string, checks: ["/^a/"] }, { ...string, checks: ["/^b/"] }, [" = a string that is not /^a/, unsure"]],
    ["one more pattern", { ...string, checks: ["/^a/"] }, { ...string, checks: ["/^a/", "/b$/"] }, []],
    ["one more name", { kind: "named", values: ["a"] }, { kind: "named", values: ["a", "b"] }, [' = "b", sure']],
    ["any text for a name", { kind: "named", values: ["a"] }, string, [" = a text, sure"]],
    ["names of a text", string, { kind: "named", values: ["a", "b"] }, []],
    ["other properties", object({ a: string }), object({ a: string }, { kind: "any" }), ["* = any value, sure"]],
    ["a lower number", { ...number, min: 1 }, { ...number, min: 0.5 }, [" = the number 0.5, sure"]],
    [
      "a lower number, with no whole one between, among whole ones",
      { ...number, min: 1, checks: [WHOLE] },
      { ...number, min: 0.5, checks: [WHOLE] },
      [],
    ],
    ["what was not read", { kind: "opaque", digest: "a" }, { kind: "opaque", digest: "b" }, [" = a value that was not read, unsure"]],
    ["what was not read and is the same", { kind: "opaque", digest: "a" }, { kind: "opaque", digest: "a" }, []],
    [
      "an element",
      { kind: "list", of: object({ a: { ...string, max: 1 } }) },
      { kind: "list", of: object({ a: string }) },
      ["[].a = a text of length 2, sure"],
    ],
    ["one alternative of two", { kind: "union", of: [string, number] }, number, []],
    ["a third alternative", { kind: "union", of: [string, number] }, { kind: "boolean" }, [" = true, sure", " = false, sure"]],
    ["null", string, { kind: "union", of: [string, { kind: "named", values: [null] }] }, [" = null, sure"]],
  ])("%s", (_, base, next, found) => {
    expect(newlyTaken(base, next).map((one) => `${one.path.join(".")} = ${one.witness}, ${one.isSure ? "sure" : "unsure"}`)).toEqual(found);
  });

  test("what may be left out is told as an absence", () => {
    const next: InputShape = { kind: "object", properties: [{ name: "a", optional: true, shape: string }] };
    expect(newlyTaken(object({ a: string }), next)).toEqual([{ path: ["a"], witness: "nothing", isSure: true, isAbsence: true }]);
    expect(newlyTaken(next, object({ a: string }))).toEqual([]);
  });
});

const SCALARS = [true, false, null, "", "a", "b", "ab", "bb", "abc", -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3];
const UNIVERSE: unknown[] = [
  ...SCALARS,
  ...[[], ...SCALARS.map((one) => [one]), ...SCALARS.map((one) => [one, one])],
  ...SCALARS.flatMap((one) => [{ p: one }, { q: one }, { p: one, q: "a" }, { r: one }]),
  [[]],
  {},
];

const size = fc.integer({ min: 0, max: 2 });
const bounded = fc.record({ min: size, max: size }, { requiredKeys: [] });
const { shape } = fc.letrec<{ shape: InputShape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    fc.constantFrom<InputShape>({ kind: "any" }, { kind: "boolean" }),
    bounded.map((bounds): InputShape => ({ kind: "string", ...bounds })),
    fc
      .tuple(bounded, fc.boolean())
      .map(([bounds, whole]): InputShape => ({ kind: "number", ...bounds, ...(whole && { checks: [WHOLE] }) })),
    fc.subarray(["a", "ab", 1, null, true], { minLength: 1 }).map((values): InputShape => ({ kind: "named", values })),
    fc.tuple(tie("shape"), bounded).map(([of, bounds]): InputShape => ({ kind: "list", of, ...bounds })),
    fc.array(tie("shape"), { minLength: 1, maxLength: 2 }).map((of): InputShape => ({ kind: "union", of })),
    fc
      .tuple(fc.option(tie("shape")), fc.option(tie("shape")), fc.option(fc.constant<InputShape>({ kind: "any" })))
      .map(([p, q, rest]) => object({ ...(p && { p }), ...(q && { q }) }, rest ?? undefined)),
  ),
}));

/** Whether a shape takes a value, by its meaning; what is left out is no matter here. */
function takes(one: InputShape, value: unknown): boolean {
  const within = (n: number, b: { min?: number | undefined; max?: number | undefined }): boolean =>
    n >= (b.min ?? -Infinity) && n <= (b.max ?? Infinity);
  switch (one.kind) {
    case "any":
      return true;
    case "opaque":
      return false;
    case "named":
      return one.values.some((named) => named === value);
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string" && within(value.length, one);
    case "number":
      return typeof value === "number" && within(value, one) && (!one.checks || Number.isInteger(value));
    case "list":
      return Array.isArray(value) && within(value.length, one) && value.every((element) => takes(one.of, element));
    case "union":
      return one.of.some((part) => takes(part, value));
    case "object":
      return (
        typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        Object.entries(value).every(([key, held]) => {
          const own = one.properties.find(({ name }) => name === key);
          return own ? takes(own.shape, held) : one.rest !== undefined && takes(one.rest, held);
        })
      );
  }
}

describe("laws", () => {
  test("where nothing is newly taken, everything that is taken was taken", () => {
    fc.assert(
      fc.property(shape, shape, (base, next) => {
        const found = newlyTaken(base, next);
        if (found.length > 0) return;
        for (const value of UNIVERSE) if (takes(next, value)) expect(takes(base, value), JSON.stringify(value)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  test("where something is sure to be new for a shape that takes anything at all, there is such a value", () => {
    const isWhole = (one: InputShape): boolean => UNIVERSE.some((value) => takes(one, value));
    const scalar = shape.filter(({ kind }) => ["string", "number", "boolean", "named", "any"].includes(kind));
    fc.assert(
      fc.property(scalar, scalar, (base, next) => {
        if (!isWhole(next) || !newlyTaken(base, next).some((one) => one.isSure)) return;
        expect(UNIVERSE.some((value) => takes(next, value) && !takes(base, value))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  test("everything is part of itself", () => {
    fc.assert(
      fc.property(shape, (one) => {
        expect(newlyTaken(one, one)).toEqual([]);
      }),
    );
  });
});
