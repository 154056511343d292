import { expect, test } from "vitest";
import { visible } from "../../src/model/json-text.ts";

test("what cannot be seen is written out, and what can stays", () => {
  const hidden = ["\u0000", "\u001b", "\u00ad", "\u061c", "\u180e", "\u200b", "\u202e", "\u2066", "\ufeff", "\ufff9", "\u{e0041}"];
  for (const letter of hidden) expect(visible(`a${letter}b`)).toBe(`a\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}b`);
  expect(visible("##[group]x ###[")).toBe(String.raw`#\u{23}[group]x ##\u{23}[`);
  expect(visible("é 你 😀 [x](y)")).toBe("é 你 😀 [x](y)");
});
