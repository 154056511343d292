import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const LENGTH = 400;

/** Functions that each hand back what the next makes; the last, which makes what writes, comes first. */
const chain = (type: string): string[] =>
  Array.from(
    { length: LENGTH },
    (_, index) =>
      `const f${index} = ()${type} => { const made = ${index + 1 < LENGTH ? `f${index + 1}()` : "{ save: () => writeFile('/srv/end', '') }"}; return made; };`,
  ).reverse();
const tool = (name: string, execute: string): string =>
  `export const ${name} = tool({ description: "d", inputSchema: {}, execute: async () => { ${execute} } });`;
const code = (tools: readonly string[], type = ""): Record<string, string> => ({
  "t.ts": `import { tool } from "ai";
import { writeFile } from "node:fs/promises";
class Holder { save() {} }
${chain(type).join("\n")}
${tools.join("\n")}`,
});

test("what stands at the end of a long chain of questions is found", () => {
  expect(toolsOf(code([tool("far", "await f0().save();")]))).toEqual({ far: "fs.write /srv/end" });
});

test("a declared type does not stand for what there was no room for", () => {
  expect(toolsOf(code([tool("far", "await f0().save();")], ": Holder"))).toEqual({ far: "fs.write /srv/end" });
});

test("what is found does not depend on the order of the tools", () => {
  const tools = Array.from({ length: 12 }, (_, index) => tool(`t${index}`, `await f${index * 30}().save();`));
  const found = Object.fromEntries(tools.map((_, index) => [`t${index}`, "fs.write /srv/end"]));
  expect(toolsOf(code(tools))).toEqual(found);
  expect(toolsOf(code([...tools].reverse()))).toEqual(found);
});

test("what is too far for one tool is no less known of another", () => {
  expect(toolsOf(code([tool("far", "await f0().save();"), tool("near", `await f${LENGTH - 20}().save();`)]))).toEqual({
    far: "fs.write /srv/end",
    near: "fs.write /srv/end",
  });
});
