import { describe, expect, test } from "vitest";
import { fixRule, lintRule } from "../support/lint.ts";
import { bare, guarded, header } from "./header.ts";

const found = async (rule: string, code: string, options?: unknown[]): Promise<string[]> =>
  (await lintRule(rule, code, options ? { options } : {})).map((one) => `${one.at} ${one.message}`);

describe("no-dynamic-code", () => {
  const RULE = "no-dynamic-code";
  test.each([
    ["eval", "eval(path)", "Tool `t` runs text as code, and can do whatever that does: eval (a.ts:7)."],
    ["Function", "new Function(path)()", "Tool `t` runs text as code, and can do whatever that does: Function (a.ts:7)."],
    ["a computed import", "import(path)", "Tool `t` loads code by a computed name, and can do whatever that does: import() (a.ts:7)."],
    ["a native addon", 'require("./x.node")', "Tool `t` loads native code, and can do whatever that does: require (a.ts:7)."],
  ])("%s", async (_name, body, message) => {
    expect((await lintRule(RULE, bare(body))).map((one) => one.message)).toEqual([message]);
  });
  test("in a helper of another file, at the call", async () => {
    const code = `import { run } from "./h.ts";\n${bare("run(path)")}`;
    expect(
      (
        await lintRule(RULE, code, { files: { "h.ts": 'import vm from "node:vm";\nexport const run = (x) => vm.runInThisContext(x);\n' } })
      ).map((one) => `${one.at} ${one.message}`),
    ).toEqual(["8:89-8:92 Tool `t` runs text as code, and can do whatever that does: run > vm.runInThisContext (h.ts:2)."]);
  });
  test.each([
    ["a constant import", 'import("node:fs")'],
    ["code outside every tool", "1;\nexport const other = (x) => eval(x)"],
  ])("leaves alone %s", async (_name, body) => {
    const code = body.startsWith("1;") ? `${bare("1")}export const other = (x) => eval(x);\n` : bare(body);
    expect(await found(RULE, code)).toEqual([]);
  });
});

describe("no-unanalyzable-tool", () => {
  const RULE = "no-unanalyzable-tool";
  const imports = 'import z from "nosuchpkg";\n';
  test("an unknown, with what it means and where", async () => {
    expect(await found(RULE, imports + bare("z.foo(path)"))).toEqual([
      "8:89-8:90 What tool `t` can do is not known: `unknown.package:nosuchpkg` (a package that is neither modelled nor summarised) at nosuchpkg.foo (a.ts:8). Make it plain, or accept it in the policy with a reason.",
    ]);
  });
  test.each([
    ["the very unknown", '{ accept: { "unknown.package:nosuchpkg": "it only formats" } }', 0],
    ["its kind", '{ accept: { "unknown.package": "all reviewed" } }', 0],
    ["another", '{ accept: { "unknown.package:nosuch": "no" } }', 1],
  ])("a policy that accepts %s", async (_name, policy, count) => {
    expect(await lintRule(RULE, imports + guarded(policy, "z.foo(path)"))).toHaveLength(count);
  });
  test("leaves alone what is understood", async () => {
    expect(await found(RULE, bare("readFile(path)"))).toEqual([]);
  });
});

describe("no-broad-policy", () => {
  const RULE = "no-broad-policy";
  const broad = async (policy: string): Promise<string[]> =>
    (await lintRule(RULE, guarded(policy, "1"))).map(
      (one) => /on `([^`]*)`, which is broad: (.*)\. Name/u.exec(one.message)?.slice(1).join(": ") ?? "",
    );
  test.each([
    ['{ fs: { read: "any" } }', ["any: it is anything at all"]],
    ['{ fs: { write: ["/**"] } }', ["/**: it is the whole machine"]],
    ['{ fs: { read: ["$HOME/**"] } }', ["$HOME/**: it is the whole home folder, with its keys and tokens"]],
    ['{ net: ["*"] }', ["*: it is every public host"]],
    [
      '{ net: ["*.com", "*.co.uk", "*.vercel.app"] }',
      ["*.com", "*.co.uk", "*.vercel.app"].map((one) => `${one}: anybody can have a name under it`),
    ],
    [
      '{ net: ["@private", "192.168.0.1", "printer.local"] }',
      ["@private", "192.168.0.1", "printer.local"].map((one) => `${one}: it is on a private network`),
    ],
    ['{ net: ["8.0.0.0/8"] }', ["8.0.0.0/8: it is a very large network"]],
    ['{ exec: ["node"] }', ["node: it is a program that runs whatever it is told"]],
    ['{ exec: "any", env: "any" }', ["any: it is anything at all", "any: it is anything at all"]],
    ['{ fs: { read: { allow: "any", deny: ["$HOME/**"] } } }', ["any: it is anything at all"]],
  ])("%s", async (policy, expected) => {
    expect((await broad(policy)).sort()).toEqual([...expected].sort());
  });
  test("leaves alone what names its need", async () => {
    expect(
      await broad(
        '{ fs: { read: ["$WORKSPACE/**", "$HOME/.config/x/**", "/srv/**"] }, net: ["api.example.com", "*.example.com", "8.8.8.8"], exec: [{ command: "node", args: ["--version"] }, "ls"], env: ["A_*"] }',
      ),
    ).toEqual([]);
  });
  test("at the grant", async () => {
    expect(await found(RULE, guarded('{ net: ["a.example", "*"] }', "1"))).toEqual([
      "7:50-7:53 Tool `t` is granted `net.connect` on `*`, which is broad: it is every public host. Name what it needs.",
    ]);
  });
});

describe("no-unused-permission", () => {
  const RULE = "no-unused-permission";
  test.each([
    [
      "an element among others",
      '{ fs: { read: ["$WORKSPACE/**", "/srv/a/**"] } }',
      "readFile(path)",
      '{ fs: { read: ["$WORKSPACE/**", "/srv/a/**"] } }',
    ],
    ["a host", '{ net: ["https://a.example", "https://b.example"] }', 'fetch("https://b.example/")', '{ net: ["https://b.example"] }'],
    [
      "the last of a list",
      '{ net: ["https://b.example", "https://a.example"] }',
      'fetch("https://b.example/")',
      '{ net: ["https://b.example"] }',
    ],
    ["a whole facet", '{ fs: { read: ["$WORKSPACE/**"] }, net: "any" }', "readFile(path)", '{ fs: { read: ["$WORKSPACE/**"] } }'],
    ["a family with its only part", '{ fs: { read: "any" }, net: "any" }', 'fetch("https://b.example/")', '{ net: "any" }'],
    ["everything", '{ exec: ["ls"], env: ["A"] }', "1", "{}"],
    ["a scope with denials", '{ fs: { read: { allow: "any", deny: ["/etc/**"] } }, env: ["A"] }', "process.env.A", '{ env: ["A"] }'],
    ["a control", '{ control: ["exit", "chdir"] }', "process.exit(1)", '{ control: ["exit"] }'],
  ])("takes away %s", async (_name, policy, body, expected) => {
    const fixed = await fixRule(RULE, guarded(policy, body));
    expect(fixed.replaceAll(/\{\s+\}/gu, "{}")).toBe(guarded(expected, body));
    expect(await lintRule("no-undeclared-capability", fixed)).toEqual([]);
  });
  test("at the grant", async () => {
    expect(await found(RULE, guarded('{ env: ["A", "B"] }', "process.env.A"))).toEqual([
      "7:42-7:45 Tool `t` is granted `env.read` on `B`, which nothing that it does needs.",
    ]);
  });
  test.each([
    ["a grant that a parameter may need", '{ fs: { read: ["/srv/**"] } }', "readFile(path)"],
    ["half of what a write needs", '{ fs: { create: ["/srv/**"], modify: ["/srv/**"] } }', 'writeFile("/srv/a", path)'],
    ["any grant beside something unknown", '{ fs: { read: ["/srv/**"] } }', "path.x.y()"],
    [
      "name resolution beside a connection",
      '{ net: { connect: ["https://b.example"], resolve: ["b.example"] } }',
      'fetch("https://b.example/")',
    ],
  ])("leaves alone %s", async (_name, policy, body) => {
    const code = body === "path.x.y()" ? `import { z } from "nosuchpkg";\n${guarded(policy, "z(path)")}` : guarded(policy, body);
    expect(await found(RULE, code)).toEqual([]);
  });
});

describe("no-raw-io", () => {
  const RULE = "no-raw-io";
  test("what an executor and its helpers in this file use of the platform", async () => {
    expect(await found(RULE, `const help = (p) => unlink(p);\n${bare("{ help(path); return fetch(path); }")}`)).toEqual([
      "1:21-1:27 Tool `t` uses `fs/promises.unlink` directly; go through the project's gated object, or disable this line and say why.",
      "8:110-8:115 Tool `t` uses `fetch` directly; go through the project's gated object, or disable this line and say why.",
    ]);
  });
  test.each([
    ["a package", `import axios from "axios";\n${bare("axios.get(path)")}`],
    ["the same calls outside every tool", `${header}export const f = (p) => unlink(p);\n`],
  ])("leaves alone %s", async (_name, code) => {
    expect(await found(RULE, code)).toEqual([]);
  });
  test("what may be used directly", async () => {
    expect(await found(RULE, bare("{ process.env.A; return unlink(path); }"), [{ allow: ["env", "fs.write"] }])).toEqual([]);
  });
  test("a directive must give its reason", async () => {
    const line = (directive: string): string => bare(`{\n  ${directive}\n  return unlink(path); }`);
    expect(await found(RULE, line("// eslint-disable-next-line toolfence/no-raw-io"))).toEqual([
      "8:3-8:50 Say why the platform is used directly here: `-- reason` at the end of the directive.",
    ]);
    expect(await found(RULE, line("// eslint-disable-next-line toolfence/no-raw-io -- the gate has no unlink yet"))).toEqual([]);
  });
});

describe("unique-tool-name", () => {
  const RULE = "unique-tool-name";
  const names = (...list: string[]): string =>
    header + list.map((name) => `server.registerTool(${JSON.stringify(name)}, {}, async () => 1);\n`).join("");
  test("a name that is taken", async () => {
    expect(await found(RULE, names("a", "b", "a"))).toEqual([
      "9:21-9:24 Tool `a` has the name of another tool of its set, at line 7; a model can call only one of them.",
    ]);
  });
  test.each([
    ["Cyrillic letters", "read_file", "rеad_file"],
    ["case", "readFile", "readfile"],
    ["hyphen and underscore", "read-file", "read_file"],
    ["a digit for a letter", "tool_1", "tool_l"],
  ])("names that look alike: %s", async (_name, one, other) => {
    expect((await lintRule(RULE, names(one, other))).map((report) => report.message)).toContain(
      `Tool \`${other}\` looks like \`${one}\`, at line 7; give them names that can be told apart.`,
    );
  });
  test("a name that clients refuse", async () => {
    expect(await found(RULE, names("read file"))).toEqual([
      "7:21-7:32 Tool name `read file` is not one that clients take; use 1 to 128 letters, digits and `_`, `-`, `.`, `/`.",
    ]);
    const [report] = await lintRule(
      RULE,
      `${header}export const tools = { "a.b": tool({ description: "d", inputSchema: {}, execute: async () => 1 }) };\n`,
    );
    expect(report?.message).toBe("Tool name `a.b` is not one that clients take; use 1 to 128 letters, digits, `_` and `-`.");
  });
  test.each([
    ["different names", names("a", "b", "c.d/e-f")],
    [
      "branches of which one is taken",
      `${header}if (process.argv[2]) { server.registerTool("a", {}, async () => 1); } else { server.registerTool("a", {}, async () => 2); }\n`,
    ],
    [
      "an early return",
      `${header}export function reg(x) { if (x) { server.registerTool("a", {}, async () => 1); return; } server.registerTool("a", {}, async () => 2); }\n`,
    ],
    [
      "two servers",
      `${header}const other = new McpServer({ name: "o", version: "1" });\nserver.registerTool("a", {}, async () => 1);\nother.registerTool("a", {}, async () => 2);\n`,
    ],
  ])("leaves alone %s", async (_name, code) => {
    expect(await found(RULE, code)).toEqual([]);
  });
});
