import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const tool = (body: string): string => `import { tool } from "ai";
${body}
const given = JSON.parse("{}");
export const t = tool({ description: "d", inputSchema: {}, execute: async () => run(given.one) });`;

const KEPT = `import { writeFile } from "node:fs/promises";
export class Kept { save() { return writeFile("/srv/kept", ""); } }`;

describe("a qualified type is the one that its module or namespace has by that name", () => {
  test.each<[string, Record<string, string>, string]>([
    ["of a module", { "kept.ts": KEPT }, `import type * as T from "./kept.ts"; const run = (one: T.Kept) => one.save();`],
    [
      "of a module that another one hands on",
      { "kept.ts": KEPT, "index.ts": `export * as Store from "./kept.ts";` },
      `import type { Store } from "./index.ts"; const run = (one: Store.Kept) => one.save();`,
    ],
    [
      "of a namespace",
      {},
      `import { writeFile } from "node:fs/promises";
namespace Store { export namespace Inner { export class Kept { save() { return writeFile("/srv/kept", ""); } } } }
const run = (one: Store.Inner.Kept) => one.save();`,
    ],
    [
      "of a namespace that is only declared",
      {
        "kept.ts": `${KEPT}
export declare namespace Kept { export { type Kept as Self }; }`,
      },
      `import { Kept } from "./kept.ts"; const run = (one: Kept.Self) => one.save();`,
    ],
  ])("%s", (_, files, body) => {
    expect(toolsOf({ ...files, "t.ts": tool(body) })).toEqual({ t: "fs.write /srv/kept" });
  });
});

describe("what a namespace is not known to have is not known", () => {
  test.each<[string, string]>([
    ["a value of one that is only declared", `declare namespace D { function f(): void; interface X {} } const run = (_: any) => D.f();`],
    ["a function beside one", `declare function D(x: string): any; declare namespace D { interface O {} } const run = (_: any) => D("x");`],
  ])("%s", (_, body) => {
    expect(toolsOf({ "t.ts": tool(body) })).toEqual({ t: "unknown.call" });
  });
});

test("a name that several blocks of a namespace have is looked for in all", () => {
  const body = `import { writeFile } from "node:fs/promises";
namespace A { export class X {} }
namespace A { export namespace X { export class Y { go() { return writeFile("/srv/y", ""); } } } }
const run = (one: A.X.Y) => one.go();`;
  expect(toolsOf({ "t.ts": tool(body) })).toEqual({ t: "fs.write /srv/y" });
});

test("what an alias and a namespace of one name say is told apart, however many the members are", () => {
  const names = Array.from({ length: 30 }, (_, index) => `Made${index}`);
  const body = `type Event = ${names.map((name) => `Event.${name}`).join(" | ")};
namespace Event { ${names.map((name) => `export interface ${name} { data: Event; name: "${name}" }`).join("\n")} }
const run = async (one: Event) => one.name;`;
  expect(toolsOf({ "t.ts": tool(body) })).toEqual({ t: "" });
});

test("a namespace of types alone is nothing beside the class of its name", () => {
  const body = `import { readFile } from "node:fs/promises";
class Page { static open(p: string) { return readFile(p); } }
namespace Page { export interface Options { path: string } }
const run = (_one: any) => Page.open("/srv/page");`;
  expect(toolsOf({ "t.ts": tool(body) })).toEqual({ t: "fs.read /srv/page" });
});
