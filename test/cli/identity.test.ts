import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toolfence } from "../support/cli.ts";
import { emptyRepository, gatingFindings, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nimport { withPolicy } from "toolfence";\n`;
const server = (variable: string, name: string): string =>
  `export const ${variable} = new McpServer({ name: "${name}", version: "1.0.0" });\n`;
const register = (variable: string, tool: string, policy = "{}"): string =>
  `${variable}.registerTool("${tool}", { description: "d", inputSchema: {} }, withPolicy(${policy}, async () => "x"));\n`;

const ids = async (dir: string): Promise<string[]> =>
  (JSON.parse((await toolfence(dir, "scan", "--json")).out) as { tools: { id: string }[] }).tools.map(({ id }) => id);

async function changed(before: Record<string, string>, after: Record<string, string>): Promise<[number, string[]]> {
  const { dir, commit } = emptyRepository({ "package.json": '{ "name": "p" }', ...before });
  await toolfence(dir, "manifest");
  commit();
  for (const [name, text] of Object.entries(after)) writeFileSync(join(dir, name), text);
  await toolfence(dir, "manifest");
  const { code, out } = await toolfence(dir, "verify", "--base", "main", "--json");
  return [code, gatingFindings(out)];
}

test("a tool is known by the server that it is registered on, also where a module makes two, or another one makes it", async () => {
  const { dir } = emptyRepository({
    "package.json": '{ "name": "p" }',
    "two.ts": HEAD + server("pub", "public") + server("adm", "admin") + register("pub", "look") + register("adm", "look"),
    "other.ts": `import { adm as there } from "./two.ts";\n${HEAD}${register("there", "wipe")}`,
  });
  expect(await ids(dir)).toEqual(["p/admin.look", "p/admin.wipe", "p/public.look"]);
});

test("a tool that moves to another server is new there", async () => {
  const both = HEAD + server("pub", "public") + server("adm", "admin");
  const found = await changed(
    { "t.ts": both + register("adm", "wipe", '{ exec: "any" }') },
    { "t.ts": both + register("pub", "wipe", '{ exec: "any" }') },
  );
  expect(found).toEqual([1, ["tool.added.high-risk p/public.wipe"]]);
});

test("nor does a declared new name take it there, where it is combined with others; on its own server it does", async () => {
  const both =
    HEAD + server("a", "alpha") + server("c", "gamma") + register("a", "reads", '{ env: ["API_TOKEN"] }') + register("c", "keep");
  const sends = (on: string, name: string): string => both + register(on, name, '{ net: "any" }');
  const renamed = (to: string): string => `renamed:\n  p/${to}: p/gamma.sends\n`;
  expect(await changed({ "t.ts": sends("c", "sends") }, { "t.ts": sends("a", "sends"), "toolfence.yaml": renamed("alpha.sends") })).toEqual(
    [1, ["tool.added p/alpha.sends", "agent.combination.enabled (together)"]],
  );
  expect(await changed({ "t.ts": sends("c", "sends") }, { "t.ts": sends("c", "gives"), "toolfence.yaml": renamed("gamma.gives") })).toEqual(
    [0, []],
  );
});

test("a server without a constant name is not its neighbour, and one of a namespace is known", async () => {
  const two = `import * as sdk from "@modelcontextprotocol/sdk/server/mcp.js";\n${HEAD}export const adm = new sdk.McpServer({ name: "admin", version: "1.0.0" });
const pub = new McpServer({ name: process.env.NAME ?? "pub", version: "1.0.0" });\n`;
  const { dir } = emptyRepository({ "package.json": '{ "name": "p" }', "t.ts": two + register("adm", "run") + register("pub", "look") });
  expect(await ids(dir)).toEqual(["p/admin.run", "p/mcp.look"]);
});

// KW6: keys that were joined by a dot let one tool stand for another.
test("tool `c` of server `a.b` is not tool `b.c` of server `a`", async () => {
  const found = await changed(
    { "t.ts": HEAD + server("s", "a.b") + register("s", "c", '{ exec: "any" }') },
    { "t.ts": HEAD + server("s", "a") + register("s", "b.c", '{ exec: "any" }') },
  );
  expect(found).toEqual([1, ["tool.added.high-risk p/a.b.c"]]);
});

test("what two tools of one server can do together is told, whatever another server could do before", async () => {
  const alpha = HEAD + server("s", "alpha") + register("s", "reads", '{ env: ["API_TOKEN"] }') + register("s", "sends", '{ net: "any" }');
  const beta = (net: string): string =>
    HEAD + server("s", "beta") + register("s", "reads", '{ env: ["API_TOKEN"] }') + register("s", "sends", `{ net: ${net} }`);
  const found = await changed({ "a.ts": alpha, "b.ts": beta('"none"') }, { "b.ts": beta('"any"') });
  expect(found).toEqual([1, ["tool.net.connect.widened p/beta.sends", "agent.combination.enabled (together)"]]);
});
