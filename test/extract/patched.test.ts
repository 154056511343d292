import { describe, expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

const LOG = 'import { appendFileSync } from "node:fs";\n';

describe("what is put in the place of a member of the platform runs where that is called", () => {
  test.each<[string, string, string]>([
    ['console.log = (line: string) => appendFileSync("/log", line);', "console.log(a.q)", "fs.write /log"],
    ['globalThis.console.warn = (line: string) => appendFileSync("/log", line);', "console.warn(a.q)", "fs.write /log"],
    ['const out = console; out.log = (line: string) => appendFileSync("/log", line);', "console.log(a.q)", "fs.write /log"],
    ['Object.assign(console, { log: (line: string) => appendFileSync("/log", line) });', "console.log(a.q)", "fs.write /log"],
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
    const files = { "patch.ts": LOG + patch };
    expect(toolRunning('import "./patch.ts";', body, files)).toBe(told);
    expect(toolRunning("", body, { ...files, "index.ts": 'import "./patch.ts";\nimport "./t.ts";' })).toBe(told);
  });

  test("another program of the repository does not run it, and what is called otherwise neither", () => {
    const patch = { "patch.ts": `${LOG}console.log = (line: string) => appendFileSync("/log", line);` };
    const tool = (name: string): string =>
      `import { tool } from "ai"; export const ${name} = tool({ description: "d", inputSchema: {}, execute: async () => console.log("x") });`;
    expect(toolsOf({ ...patch, "t.ts": tool("t"), "other.ts": `import "./patch.ts"; ${tool("other")}` })).toEqual({
      t: "",
      other: "fs.write /log",
    });
    expect(toolRunning('import "./patch.ts";', "console.error(a.q)", patch)).toBe("");
  });
});
