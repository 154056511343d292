import { describe, expect, test } from "vitest";
import { toolRunning } from "../support/tools.ts";

const SEEN = "net.connect https://a.example:443";
const CLASS = `export class Api { readonly #get: (u: string) => Promise<unknown>; static of = 1;
  constructor(key: string, get?: (u: string) => Promise<unknown>) { this.#get = get ?? fetch; } ask() { return this.#get("https://a.example/"); } }\n`;
const KEPT = `let api: Api | undefined; export const ask = () => api!.ask();
export function init(key: string, get?: (u: string) => Promise<unknown>): void { api = new Api(key, get); }\n`;
const WIPES = 'import { rmSync } from "node:fs"; init("k", async (u) => rmSync("/srv/x"));';

describe("code that whoever calls may hand over", () => {
  const told = (here: string, there = ""): string | undefined =>
    toolRunning(`import { ask, init } from "./api.js"; init("k"); ${there}`, "ask()", { "api.ts": CLASS + KEPT + here });

  test("is not there where nobody does", () => {
    expect(told("")).toBe(SEEN);
  });
  test("is what one hands over", () => {
    expect(told("", WIPES)).toBe(`fs.write.delete /srv/x, ${SEEN}`);
  });
  test.each([
    ["under another name", "export { init as start };", `import { start } from "./api.js"; ${WIPES.replace("init(", "start(")}`],
    ["through a module that hands it on", "", `import { init as start } from "./barrel.js"; ${WIPES.replace("init(", "start(")}`],
    ["by a module that is loaded later", "", `const late = await import("./api.js"); ${WIPES.replace("init(", "late.init(")}`],
    ["taken out of one", "", `const { init: start } = await import("./api.js"); ${WIPES.replace("init(", "start(")}`],
    ["by require", "", `const { init: start } = require("./api.js"); ${WIPES.replace("init(", "start(")}`],
  ])("is not certain to be absent where it may be handed over %s", (_, here, there) => {
    const files = { "api.ts": CLASS + KEPT + here, "barrel.ts": 'export { init } from "./api.js";', "other.ts": there };
    expect(toolRunning('import "./other.js"; import { ask, init } from "./api.js"; init("k");', "ask()", files)).not.toBe(SEEN);
  });
  test.each([
    [
      "a namespace",
      "export namespace Kept { export function open(get?: (u: string) => Promise<unknown>): void { api = new Api('k', get); } open(); }",
    ],
    [
      "a literal object",
      "export const Kept: any = { open: (get?: (u: string) => Promise<unknown>): void => { api = new Api('k', get); } }; Kept.open();",
    ],
  ])("is not certain to be absent in a function of %s", (_, here) => {
    const there =
      'import { Kept } from "./api.js"; import { rmSync } from "node:fs"; (Object.values(Kept) as any[])[0](async (u: string) => rmSync("/srv/x"));';
    expect(told(here, there)).not.toBe(SEEN);
  });
  test("is not certain to be absent where what takes it is handed on, to be called by others", () => {
    expect(told("export const makers: unknown[] = [init];")).toBe(`${SEEN}, unknown.call`);
    expect(told("", 'import { start } from "elsewhere"; start(init);')).toContain("unknown");
  });
});

describe("code that the constructor of a class may be given", () => {
  const HELD = "let api: Api | undefined; export const ask = () => api!.ask(); export const keep = (one: Api): void => { api = one; };\n";
  const told = (here: string): string | undefined =>
    toolRunning('import { Api, ask } from "./api.js"; export const other = new Api("k");', "ask()", { "api.ts": CLASS + HELD + here });

  test("is never certain to be absent: a class is called in more ways than by its name", () => {
    expect(told("")).toBe(`${SEEN}, unknown.call`);
  });
  test("is not certain to be absent where the class is handed on", () => {
    expect(told("export const makers: unknown[] = [Api];")).toBe(`${SEEN}, unknown.call`);
  });
});

test("a service that may be handed over is what its type says, be it that nobody is seen to", () => {
  const api = `import type { Pool } from "pg"; let all: { db: Pool } | undefined; export const ask = () => all!.db.query("select 1");
    export function init(given?: { db: Pool }): void { all = given; }`;
  expect(toolRunning('import { ask, init } from "./api.js"; init();', "ask()", { "api.ts": api })).toBe("net.connect {dynamic}");
});
