import { expect, test } from "vitest";
import { Interner, join } from "../../../src/extract/eval/values.ts";

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
