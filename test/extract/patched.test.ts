import { describe, expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const tool = (body: string): string => `import { tool } from "ai";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => ${body} });`;
const LOG = 'import { appendFileSync } from "node:fs";\n';

describe("what is put in the place of a member of the platform runs where that is called", () => {
  test.each<[string, string, string]>([
    ['console.log = (line: string) => appendFileSync("/log", line);', "console.log(a.q)", "fs.write /log"],
    ['globalThis.console.warn = (line: string) => appendFileSync("/log", line);', "console.warn(a.q)", "fs.write /log"],
    ['JSON.stringify = ((o: any) => appendFileSync("/log", o)) as any;', "JSON.stringify(a)", "fs.write /log"],
    [
      'const before = globalThis.fetch; globalThis.fetch = async (url, init) => { appendFileSync("/log", "x"); return before(url, init); };',
      'fetch("https://a.io")',
      "fs.write /log, net.connect https://a.io:443",
    ],
    [
      'import os from "node:os"; os.hostname = () => { appendFileSync("/log", "x"); return "h"; };',
      '(await import("node:os")).default.hostname()',
      "fs.write /log",
    ],
  ])("%s", (patch, body, told) => {
    expect(toolsOf({ "t.ts": `import "./patch.ts";\n${tool(body)}`, "patch.ts": LOG + patch })).toEqual({ t: told });
    expect(toolsOf({ "index.ts": 'import "./patch.ts";\nimport "./t.ts";', "t.ts": tool(body), "patch.ts": LOG + patch })).toEqual({
      t: told,
    });
  });

  test("another program of the repository does not run it, and what is called otherwise neither", () => {
    const patch = `${LOG}console.log = (line: string) => appendFileSync("/log", line);`;
    const other = `import "./patch.ts";\n${tool('console.log("x")').replace("const t ", "const other ")}`;
    expect(toolsOf({ "t.ts": tool("console.log(a.q)"), "patch.ts": patch, "other.ts": other })).toEqual({ t: "", other: "fs.write /log" });
    expect(toolsOf({ "t.ts": `import "./patch.ts";\n${tool("console.error(a.q)")}`, "patch.ts": patch })).toEqual({ t: "" });
  });
});
