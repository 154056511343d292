import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const registry = `export const tools: any[] = []; export const byName = new Map<string, any>(); export const all: Record<string, any> = {};`;
const server = (more: string): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { tools, byName, all } from "./registry.js";
const server = new McpServer({ name: "s", version: "1" });
${more}`;

test.each<[string, string, string]>([
  [
    "a list",
    `tools.push({ name: "t", run: async () => writeFile("/srv/x", "") });`,
    `for (const one of tools) server.registerTool(one.name, {}, one.run);`,
  ],
  [
    "a map",
    `byName.set("t", async () => writeFile("/srv/x", ""));`,
    `for (const [name, run] of byName) server.registerTool(name, {}, run);`,
  ],
  ["a member", `all.t = async () => writeFile("/srv/x", "");`, `server.registerTool("t", {}, async () => all.t());`],
  ["a key", `all["t"] = async () => writeFile("/srv/x", "");`, `server.registerTool("t", {}, async ({ key }: any) => all[key]());`],
  [
    "several at once",
    `Object.assign(all, { t: async () => writeFile("/srv/x", "") });`,
    `server.registerTool("t", {}, async () => all.t());`,
  ],
])("what another module puts into an exported container is in it: %s", (_, put, use) => {
  const plugin = `import { writeFile } from "node:fs/promises"; import { tools, byName, all } from "./registry.js";\n${put}`;
  const files = { "registry.ts": registry, "plugin.ts": plugin, "t.ts": server(use) };
  expect(toolsOf(files)).toEqual({ t: "fs.write /srv/x" });
});

test("a state that another module sets decides nothing; one that nobody sets does", () => {
  const files = (arm: string): Record<string, string> => ({
    "state.ts": `export const state = { mode: "safe" };`,
    "arm.ts": `import { state } from "./state.js"; ${arm}`,
    "t.ts": `import { tool } from "ai"; import { writeFile } from "node:fs/promises"; import "./arm.js"; import { state } from "./state.js";
export const t = tool({ description: "d", inputSchema: {}, execute: async () => { if (state.mode === "live") await writeFile("/srv/x", ""); } });`,
  });
  expect(toolsOf(files(`state.mode = "live";`))).toEqual({ t: "fs.write /srv/x" });
  expect(toolsOf(files(`console.log(state.mode);`))).toEqual({ t: "" });
});

test("a variable of the same name that is not that one puts nothing into it", () => {
  const other = `import { writeFile } from "node:fs/promises"; import { all as mine } from "./registry.js"; console.log(mine);
const all: any = {}; all.t = async () => writeFile("/srv/x", "");`;
  const files = { "registry.ts": registry, "other.ts": other, "t.ts": server(`server.registerTool("t", {}, async () => all.t?.());`) };
  expect(toolsOf(files)["t"]).not.toContain("fs.write");
});
