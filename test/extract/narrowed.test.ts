import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

/** What a tool does that runs statements on something of which nobody knows what it is (`v`). */
const doing = (body: string): string | undefined =>
  toolsOf({
    "t.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export function make(v: any, other: any) {
  const server = new McpServer({ name: "m", version: "1" });
  server.registerTool("t", {}, async () => { ${body}; return { content: [] }; });
}`,
  })["t"];

describe("what a test tells of a variable", () => {
  test.each([
    ["a text", `if (typeof v === "string") v.run(); else v`],
    ["either way round", `if ("string" === typeof v) v.run()`],
    ["in an expression", `typeof v === "string" ? v.run() : 1`],
    ["beside another test", `other && typeof v === "string" && v.run()`],
    ["the other way", `typeof v !== "string" || v.run()`],
    ["behind one that leaves", `if (typeof v !== "string") return { content: [] }; v.run()`],
    ["behind one that throws, in a block", `if (!(typeof v === "number")) { throw new Error(); } v.run()`],
    ["in a function inside", `if (typeof v === "string") [1].map(() => v.run())`],
  ])("is that it is none with methods of its own: %s", (_name, body) => {
    expect(doing(body)).toBe("");
  });

  test.each([
    ["in the other branch", `if (typeof v === "string") 1; else v.run()`],
    ["where only one of two tests need hold", `if (typeof v === "string" || other) v.run()`],
    ["behind one that does not leave", `if (typeof v !== "string") { other; } v.run()`],
    ["of another variable", `if (typeof other === "string") v.run()`],
    ["of a member, which may be another one the next time", `if (typeof v.x === "string") v.x.run()`],
    ["of one that was given something else since", `let w = v; if (typeof w === "string") { w = other; w.run(); }`],
    ["that it is an object", `if (typeof v === "object") v.run()`],
  ])("is nothing %s", (_name, body) => {
    expect(doing(body)).toBe("unknown.call");
  });
});

describe("what a test told is of what was tested, and of nothing that came later", () => {
  const HEAD = `import { tool } from "ai"; import { rmSync } from "node:fs";
const BAD = (): any => ({ run() { rmSync("/srv/a"); } });`;
  const lazily = (before: string, body: string): string | undefined =>
    toolsOf({
      "m.ts": `import { rmSync } from "node:fs"; export let live: any; export const init = () => { live = { run() { rmSync("/srv/a"); } }; };`,
      "t.ts": `${HEAD} import { init, live } from "./m.ts"; ${before}
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => { ${body} } });`,
    })["t"];

  test.each([
    ["set in the branch", "", `let h: any; if (typeof h === "undefined") { h = BAD(); h.run(); }`],
    [
      "set by a function that is called there",
      "let h: any; const set = () => { h = BAD(); };",
      `if (typeof h === "undefined") { set(); h.run(); }`,
    ],
    ["of another module", "", `if (typeof live === "undefined") { init(); live.run(); }`],
    ["hoisted", "", `if (typeof x === "undefined") [1].forEach(() => x.run()); var x = BAD();`],
    [
      "set by a loop",
      "",
      `let x: any; const l: any[] = []; for (x of ["a", BAD()]) if (typeof x === "string") l.push(() => x.run()); l[0]();`,
    ],
    [
      "in a function that is called above the test",
      "",
      `const h: any = a.z ? "x" : BAD(); go(); if (typeof h !== "string") return; function go() { h.run(); }`,
    ],
  ])("%s", (_name, before, body) => {
    expect(lazily(before, body)).toMatch(/fs\.write\.delete \/srv\/a/u);
  });
});
