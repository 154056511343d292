import fc from "fast-check";
import stringify from "json-stable-stringify";
import { expect, test } from "vitest";
import { canonical } from "../../src/model/canonical.ts";

test("is what json-stable-stringify gives", () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withSparseArray: true, withNullPrototype: true }), (value) => {
      expect(canonical(value)).toBe(stringify(value));
    }),
    { numRuns: 2000 },
  );
});

test.each<[string, unknown, string | undefined]>([
  ["keys in order, whatever they are called", { b: 1, a: 2, 10: 3, 9: 4, __proto_: 5 }, '{"10":3,"9":4,"__proto_":5,"a":2,"b":1}'],
  ["what JSON leaves out", { a: undefined, b: () => 1, c: [undefined] }, '{"c":[null]}'],
  ["nothing", undefined, undefined],
  ["numbers that JSON does not have", [NaN, Infinity, -0], "[null,null,0]"],
  [
    "what says itself how it is written",
    { at: new Date(0), own: { toJSON: () => ({ z: 1, a: 2 }) } },
    '{"at":"1970-01-01T00:00:00.000Z","own":{"a":2,"z":1}}',
  ],
])("%s", (_, value, text) => {
  expect(canonical(value)).toBe(text);
});

test("a value within itself is told by how far up it stands, and no text is like it", () => {
  const inner: Record<string, unknown> = {};
  const outer = { inner };
  inner["self"] = inner;
  inner["up"] = outer;
  inner["list"] = [inner];
  expect(canonical(outer)).toBe('{"inner":{"list":[@2],"self":@1,"up":@2}}');
  const shared = { a: 1 };
  expect(canonical([shared, shared])).toBe('[{"a":1},{"a":1}]');
});

test("what JSON does not have may be given a text of its own, with what stands within it", () => {
  const special = (value: unknown, print: (value: unknown) => string | undefined): string | undefined =>
    typeof value === "bigint" ? `${value}n` : value instanceof Set ? `Set(${[...value].map(print).join()})` : undefined;
  expect(canonical({ a: 1n, b: new Set([2n, { c: "1n" }]) }, special)).toBe('{"a":1n,"b":Set(2n,{"c":"1n"})}');
  const round = new Set<unknown>();
  round.add(round);
  expect(canonical(round, special)).toBe("Set(@1)");
});
