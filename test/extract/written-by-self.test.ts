import { describe, expect, test } from "vitest";
import { toolRunning } from "../support/tools.ts";

const FS = 'import { rmSync } from "node:fs"; const wipe = () => rmSync("/srv/x");\n';
const WIPED = "fs.write.delete /srv/x";

describe("what the methods of a literal object write to it", () => {
  test.each([
    ["a list", "const o: any = { list: [], add(f: any) { this.list.push(f); }, run() { for (const f of this.list) f(); } }; o.add(wipe);"],
    [
      "a list that is gone through by a method",
      "const o: any = { list: [], add(f: any) { this.list.push(f); }, run() { this.list.forEach((f: any) => f()); } }; o.add(wipe);",
    ],
    [
      "by a key",
      "const make = (): any => ({ on: {}, add(n: string, f: any) { this.on[n] = f; }, run() { this.on.x(); } }); const o = make(); o.add('x', wipe);",
    ],
    [
      "a Map",
      "const o: any = { m: new Map(), add(n: string, f: any) { this.m.set(n, f); }, run() { this.m.get('x')?.(); } }; o.add('x', wipe);",
    ],
    ["a member that is not there before", "const o: any = { start() { this.go = wipe; }, run() { this.go(); } }; o.start();"],
    ["inside an arrow", "const o: any = { start() { [1].forEach(() => { this.go = wipe; }); }, run() { this.go(); } }; o.start();"],
    ["below a member", "const o: any = { at: {}, start() { this.at.go = wipe; }, run() { this.at.go(); } }; o.start();"],
    [
      "and what is taken out of it with all else",
      "const o: any = { start() { this.go = wipe; }, run() { for (const one of Object.values(this) as any[]) if (one.length === 7) one(); } }; o.start();",
    ],
    [
      "in a class, it is the object's",
      "class C { go: any; make(): any { return { start() { this.go = wipe; }, run() { this.go(); } }; } } const o = new C().make(); o.start();",
    ],
  ])("is there when others run: %s", (_, made) => {
    expect(toolRunning(FS + made, "o.run()")).toBe(WIPED);
  });

  test("is not what a class around it has", () => {
    const made =
      "class C { go: any = () => 1; make(): any { return { start() { this.go = wipe; } }; } run() { return this.go(); } } const c = new C(); c.make().start();";
    expect(toolRunning(FS + made, "c.run()")).toBe("");
  });
});

describe("what the functions of a namespace write to it", () => {
  const DB = `import pg from "pg"; namespace Db { export function open() { this.pool = new pg.Pool({}); } export async function ask(q: string) { if (!this.pool) throw new Error("x"); return this.pool.query(q); } }`;
  const NET = "net.connect {dynamic}";
  test("is there when others run", () => {
    expect(toolRunning(`${DB} Db.open();`, "Db.ask(a.q)")).toBe(NET);
  });
  test("of another module, and called from within another one", () => {
    const files = {
      "db.ts": DB.replace("namespace", "export namespace"),
      "q.ts": `import { Db } from "./db.js"; export namespace q { export const all = async (n: number): Promise<any> => (n > 0 ? all(n - 1) : Db.ask("select 1")); }`,
    };
    expect(toolRunning('import { Db } from "./db.js"; import { q } from "./q.js"; Db.open();', "q.all(a.n)", files)).toBe(NET);
  });
});

describe("what static methods write to their class", () => {
  test.each([
    ["a list", "static all: any[] = []; static add(f: any) { this.all.push(f); } static run() { for (const f of this.all) f(); }"],
    [
      "a Set",
      "static all = new Set<any>(); static add(f: any) { this.all.add(f); } static run() { Array.from(this.all).forEach((f) => f()); }",
    ],
    ["a Map", "static all = new Map<string, any>(); static add(f: any) { this.all.set('x', f); } static run() { this.all.get('x')(); }"],
    ["below a member", "static at: any = {}; static add(f: any) { this.at.go = f; } static run() { this.at.go(); }"],
    [
      "by its name",
      "static all = new Set<any>(); static add(f: any) { Hub.all.add(f); } static run() { Array.from(Hub.all).find((f) => f()); }",
    ],
  ])("%s", (_name, body) => {
    expect(toolRunning(`${FS} class Hub { ${body} } Hub.add(wipe);`, "Hub.run()")).toBe(WIPED);
  });

  test("is of no instance", () => {
    const hub =
      "class Hub { static all: any[] = []; all: any[] = []; static add(f: any) { this.all.push(f); } run() { return this.all.length; } }";
    expect(toolRunning(`${FS} ${hub} Hub.add(wipe);`, "new Hub().run()")).toBe("");
  });
});
