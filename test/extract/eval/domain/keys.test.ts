import fc from "fast-check";
import { expect, test } from "vitest";
import { Keys } from "../../../../src/extract/eval/domain/keys.ts";
import type { Atom, Frame, Mod, Shape, Value } from "../../../../src/extract/eval/domain/values.ts";

/** Few numbers, so that what differs in its structure alone meets often. */
const id = fc.integer({ min: 0, max: 3 });
const text = fc.constantFrom("", "a", "b", "a.b");
const atom = id.map((n): Atom => ({ k: "data", id: n }));
const value: fc.Arbitrary<Value> = fc.uniqueArray(atom, { selector: (one) => one.id, maxLength: 3 });
const list = fc.array(value, { maxLength: 3 });
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined });
const mod = id.map((n) => ({ id: n }) as Mod);
const frame = id.map((n) => ({ id: n }) as Frame);
const shape = fc
  .oneof(
    fc.record({
      k: fc.constant("str" as const),
      p: fc.array(
        fc.oneof(
          text,
          text.map((hole) => ({ hole })),
        ),
        { maxLength: 2 },
      ),
    }),
    fc.record({ k: fc.constant("prim" as const), v: fc.constantFrom(0, 1, true, null, undefined) }),
    fc.record({ k: fc.constant("data" as const), from: maybe(text) }),
    fc.record({
      k: fc.constant("ext" as const),
      root: text,
      path: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
      args: maybe(list),
      held: maybe(list),
    }),
    fc.record({ k: fc.constant("fn" as const), mod, f: id, up: frame, self: maybe(value), pre: maybe(list), guard: maybe(value) }),
    fc.record({ k: fc.constant("inst" as const), cls: atom.map((one) => one as never), args: fc.option(list), guard: maybe(value) }),
    fc.record({
      k: fc.constant("rec" as const),
      m: fc.array(fc.tuple(text, value), { maxLength: 3 }).map((all) => new Map(all)),
      rest: maybe(value),
    }),
    fc.record({ k: fc.constant("arr" as const), e: list }),
    fc.record({ k: fc.constant("list" as const), v: value }),
    fc.record({
      k: fc.constant("wr" as const),
      of: fc.oneof(fc.record({ v: id, fr: frame }), fc.record({ inst: atom.map((one) => one as never) })),
      p: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
    }),
    fc.record({ k: fc.constant("proxy" as const), target: value, traps: value }),
  )
  .map((one) => one as Shape);

/** What is told apart, as a text that is long and plain. */
const said = (one: unknown): string =>
  JSON.stringify(one, (_, part: unknown) =>
    part instanceof Map ? [...(part as Map<unknown, unknown>)] : part === undefined ? "(none)" : part,
  );

/** Whether numbers tell apart what texts tell apart, and nothing else. */
function apart(pairs: readonly (readonly [text: string, number: number])[]): void {
  const [numbers, texts] = [new Map<string, number>(), new Map<number, string>()];
  for (const [name, number] of pairs) {
    expect(numbers.get(name) ?? number, name).toBe(number);
    expect(texts.get(number) ?? name, String(number)).toBe(name);
    numbers.set(name, number);
    texts.set(number, name);
  }
}

test("different shapes have different numbers, the same ones the same", () => {
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 60 }), (shapes) => {
      const keys = new Keys();
      apart([...shapes, ...shapes].map((one) => [said(one), keys.of(one)]));
    }),
    { numRuns: 500 },
  );
});

test("so have sets of atoms, and none is nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(shape, value), { maxLength: 60 }), (all) => {
      const keys = new Keys();
      // Shapes in between take numbers of pairs, the first ones among them.
      apart(all.flatMap((one) => ("k" in one ? (keys.of(one), []) : [[said(one), keys.value(one)] as const])));
    }),
    { numRuns: 500 },
  );
});

test("so have activations, with and without what a loop binds", () => {
  const bound = fc.option(fc.array(fc.tuple(id, value), { minLength: 1, maxLength: 3 }).map((all) => new Map(all)));
  const activation = fc.tuple(mod, id, fc.option(frame), fc.option(list), fc.option(value), bound);
  fc.assert(
    fc.property(fc.array(activation, { maxLength: 60 }), (all) => {
      const keys = new Keys();
      apart(all.map((one) => [said(one), keys.frame(...one)]));
    }),
    { numRuns: 500 },
  );
});
