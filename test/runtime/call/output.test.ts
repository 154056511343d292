import { describe, expect, test } from "vitest";
import { capped, sizeOf } from "../../../src/runtime/call/output.ts";

const LIMIT = 1000;
/** A result as it is written out, whatever it is made of. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one instanceof Map ? [...(one as ReadonlyMap<unknown, unknown>)] : one instanceof Set ? [...one] : one,
  );
const nested = (depth: number, inside: unknown): unknown => (depth === 0 ? inside : [nested(depth - 1, inside)]);

class Held {
  readonly text = "x".repeat(5000);
}

describe("no way around the limit on output", () => {
  test.each<[string, unknown]>([
    ["an instance of a class", new Held()],
    ["a map's value", new Map([["k", "x".repeat(5000)]])],
    ["a map's key", new Map([["x".repeat(5000), 1]])],
    ["a set", new Set(["x".repeat(5000)])],
    ["a name of a property", { ["x".repeat(5000)]: 1 }],
    ["numbers", Array.from({ length: 5000 }, (_, index) => index)],
    ["more values than are looked at, and then a text", [...Array.from({ length: 200_001 }, () => 0), "x".repeat(5000)]],
    ["a text that lies deep", nested(1100, "x".repeat(5000))],
    ["a list with an instance", [{ a: new Held() }]],
  ])("%s", (_, value) => {
    const { value: cut, truncated } = capped(value, LIMIT);
    expect(truncated).toBe(true);
    expect(written(cut)).toContain("[cut: ");
    expect(written(cut).length).toBeLessThan(4 * LIMIT);
  });

  test("many small values are whole as long as they are within it", () => {
    for (const value of [
      Array.from({ length: 250_000 }, () => null),
      Array.from({ length: 200 }, () => Array.from({ length: 1536 }, () => 0.5)),
    ])
      expect(capped(value, 8 * 1024 * 1024).value).toBe(value);
  });

  test("what is within it is given back as it is", () => {
    for (const value of [{ content: [{ type: "text", text: "ok" }] }, new Map([["a", 1]]), [1, 2, 3], new Held()]) {
      const limit = value instanceof Held ? 5000 : LIMIT;
      expect(capped(value, limit)).toEqual({ value, truncated: false });
      expect(capped(value, limit).value).toBe(value);
    }
    expect([sizeOf("abc", LIMIT), sizeOf({ a: "abc", b: [1, true] }, LIMIT), sizeOf(null, LIMIT)]).toEqual([3, 7, 2]);
  });
});
