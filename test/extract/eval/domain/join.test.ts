import { expect, test } from "vitest";
import { join } from "../../../../src/extract/eval/domain/join.ts";
import { Interner } from "../../../../src/extract/eval/domain/values.ts";

test("of many alternatives, arrays of one length and members of packages are one, of all that they hold", () => {
  const x = new Interner();
  const texts = Array.from({ length: 200 }, (_, index) => [x.atom({ k: "str", p: [`${index}`] })]);
  const data = [x.atom({ k: "data" })];
  const pairs = texts.map((text, index) => [x.atom({ k: "arr", e: [text, index < 150 ? data : (texts[0] ?? [])] })]);
  expect(join(x, pairs)).toEqual([x.atom({ k: "arr", e: [data, join(x, [data, texts[0] ?? []])] })]);
  const made = texts.map((text) => [x.atom({ k: "ext", root: "pkg:a", path: ["new"], args: [text] })]);
  expect(join(x, made)).toEqual([x.atom({ k: "ext", root: "pkg:a", path: ["new"], args: [data] })]);
  // What cannot be merged is told to be there.
  const others = texts.map((_, index) => [x.atom({ k: "ext", root: "pkg:a", path: [`m${index}`] })]);
  expect(join(x, others).some((atom) => atom.k === "unk" && atom.why === "unknown.budget")).toBe(true);
});

test("several lists in a value are one, of what is in any of them; what else is there stays", () => {
  const x = new Interner();
  const [a, b] = ["a", "b"].map((text) => x.atom({ k: "str", p: [text] }));
  if (!a || !b) throw new Error("no atoms");
  const list = (...v: (typeof a)[]) => x.atom({ k: "list", v });
  expect(join(x, [[list(a)], [list(b), x.atom({ k: "data" })]])).toEqual(join(x, [[list(a, b)], [x.atom({ k: "data" })]]));
  // Nested ones as well.
  const nested = (one: typeof a) => x.atom({ k: "list", v: [list(one)] });
  expect(join(x, [[nested(a)], [nested(b)]])).toEqual([x.atom({ k: "list", v: [list(a, b)] })]);
  // Positions are told apart still.
  const arrays = [a, b].map((one) => [x.atom({ k: "arr", e: [[one]] })]);
  expect(join(x, arrays)).toEqual(arrays.flat());
});

test("what is joined again, of many alternatives, is what it was the first time; in another order it is the same set", () => {
  const x = new Interner();
  const parts = Array.from({ length: 4 }, (_, part) =>
    Array.from({ length: 29 }, (_more, index) => x.atom({ k: "ext", root: "pkg:a", path: [`m${part * 29 + index}`] })),
  );
  const all = join(x, parts);
  expect(all).toEqual(parts.flat());
  expect(join(x, parts)).toBe(all);
  expect(join(x, [...parts].reverse())).toEqual(all);
});
