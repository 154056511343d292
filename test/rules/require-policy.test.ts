import { expect, test } from "vitest";
import { lintRule } from "../support/lint.ts";
import { bare, guarded, header } from "./header.ts";

const RULE = "require-policy";

test("reports at the name, and writes the least policy around the executor", async () => {
  const code = `${header}server.registerTool("read", { description: "x" }, async ({ path }) => readFile(path));\n`;
  const [report, ...others] = await lintRule(RULE, code);
  expect(others).toEqual([]);
  expect(report).toEqual({
    at: "7:21-7:27",
    message: "Tool `read` can use `fs.read` and declares no policy; for example: fs/promises.readFile (a.ts:7).",
    suggestions: [
      {
        desc: 'Declare the least policy: `{ fs: { read: ["$WORKSPACE/**"] } }`.',
        output: code.replace(
          "async ({ path }) => readFile(path)",
          'withPolicy({ fs: { read: ["$WORKSPACE/**"] } }, async ({ path }) => readFile(path))',
        ),
      },
    ],
  });
});

test.each([
  [
    "an arrow under `execute`",
    bare("unlink(path)"),
    'execute: withPolicy({ fs: { delete: ["$WORKSPACE/**"] } }, async ({ path }) => unlink(path))',
  ],
  [
    "a method: the whole tool",
    `${header}export const t = tool({ description: "d", inputSchema: {}, async execute({ path }) { await unlink(path); } });\n`,
    'export const t = withPolicy({ fs: { delete: ["$WORKSPACE/**"] } }, tool({ description: "d", inputSchema: {}, async execute({ path }) { await unlink(path); } }));',
  ],
  [
    "an executor that is declared elsewhere: the whole tool",
    `${header}const run = async ({ path }) => unlink(path);\nexport const t = tool({ description: "d", inputSchema: {}, execute: run });\n`,
    'export const t = withPolicy({ fs: { delete: ["$WORKSPACE/**"] } }, tool({ description: "d", inputSchema: {}, execute: run }));',
  ],
  [
    "commands, hosts and variables that are constant",
    bare('{ execFileSync("git", ["status"]); await fetch("https://api.example.com/x"); return process.env.TOKEN; }'),
    'withPolicy({ env: ["TOKEN"], exec: [{ command: "git", args: ["status"] }], net: ["https://api.example.com"] }, async',
  ],
  ["what only `any` would cover is left to a person", bare("fetch(path)"), "withPolicy({}, async"],
])("the suggestion wraps %s, and then the rule is silent", async (_name, code, expected) => {
  const [report] = await lintRule(RULE, code);
  const output = report?.suggestions[0]?.output ?? "";
  expect(output).toContain(expected);
  expect(await lintRule(RULE, output)).toEqual([]);
});

test.each([
  ["no import yet", 'import { tool } from "ai";\n', 'import { tool } from "ai";\nimport { withPolicy } from "toolfence";\n'],
  [
    "another import of ours",
    'import { tool } from "ai";\nimport { definePolicy } from "toolfence";\n',
    'import { tool } from "ai";\nimport { definePolicy, withPolicy } from "toolfence";\n',
  ],
  [
    "another local name",
    'import { tool } from "ai";\nimport { withPolicy as guard } from "toolfence";\n',
    'import { tool } from "ai";\nimport { withPolicy as guard } from "toolfence";\n',
  ],
  [
    "a type import only",
    'import { tool } from "ai";\nimport type { Policy } from "toolfence";\n',
    'import { tool } from "ai";\nimport type { Policy } from "toolfence";\nimport { withPolicy } from "toolfence";\n',
  ],
])("the suggestion imports `withPolicy`: %s", async (_name, imports, expected) => {
  const code = `${imports}export const t = tool({ description: "d", inputSchema: {}, execute: async () => process.env.A });\n`;
  const [report] = await lintRule(RULE, code);
  const output = report?.suggestions[0]?.output ?? "";
  expect(output.startsWith(expected)).toBe(true);
  expect(await lintRule("no-undeclared-capability", output)).toEqual([]);
  expect(await lintRule(RULE, output)).toEqual([]);
});

test("a CommonJS file gets a `require`, after its directives", async () => {
  const code =
    '"use strict";\nconst { tool } = require("ai");\nexports.t = tool({ description: "d", inputSchema: {}, execute: async () => process.env.A });\n';
  const [report] = await lintRule(RULE, code, { name: "a.cjs" });
  expect(report?.suggestions[0]?.output).toBe(
    '"use strict";\nconst { withPolicy } = require("toolfence");\nconst { tool } = require("ai");\nexports.t = tool({ description: "d", inputSchema: {}, execute: withPolicy({ env: ["A"] }, async () => process.env.A) });\n',
  );
});

test.each([
  ["a tool with a policy", guarded("{}", "readFile(path)")],
  ["a tool that touches nothing", bare("path.length")],
  ["a file without tools", 'import { readFile } from "node:fs/promises";\nexport const f = (p) => readFile(p);\n'],
])("leaves alone %s", async (_name, code) => {
  expect(await lintRule(RULE, code)).toEqual([]);
});

test("a policy in the policy file counts", async () => {
  const files = { "toolfence.policy.json": JSON.stringify({ tools: { "x/s.t": { fs: { read: "any" } } } }) };
  expect(await lintRule(RULE, bare("readFile(path)"), { files })).toEqual([]);
  expect((await lintRule("no-undeclared-capability", bare("unlink(path)"), { files })).map((one) => one.message)).toEqual([
    "Tool `t` uses `fs.write.delete` on `{param:path}`, which its policy does not grant: fs/promises.unlink (a.ts:7).",
  ]);
});

test.each<[string, string, string]>([
  [
    "CommonJS by what stands in it",
    'const { tool } = require("ai");\nconst fs = require("node:fs");\nmodule.exports = { r: tool({ description: "d", inputSchema: {}, execute: async () => fs.readFileSync("a", "utf8") }) };\n',
    'const { withPolicy } = require("toolfence");\nconst { tool } = require("ai");',
  ],
  [
    "what is required already",
    'const { tool } = require("ai");\nconst { withPolicy: held } = require("toolfence");\nconst fs = require("node:fs");\nexports.r = tool({ description: "d", inputSchema: {}, execute: async () => fs.readFileSync("a", "utf8") });\n',
    'const { tool } = require("ai");\nconst { withPolicy: held } = require("toolfence");\nconst fs = require("node:fs");\nexports.r = tool({ description: "d", inputSchema: {}, execute: held(',
  ],
])("the suggestion keeps a file what it is: %s", async (_name, code, expected) => {
  const [reported] = await lintRule("require-policy", code, { name: "a.js" });
  expect(reported?.suggestions[0]?.output.startsWith(expected)).toBe(true);
});
