import { describe, expect, test } from "vitest";
import { lintRule } from "../support/lint.ts";
import { bare, guarded, header } from "./header.ts";

const RULE = "valid-policy";

/** The one report, with the text that is underlined in place of its position. */
async function only(code: string, options?: Parameters<typeof lintRule>[2]): Promise<{ text: string; message: string; outputs: string[] }> {
  const [report, ...others] = await lintRule(RULE, code, options);
  if (!report || others.length > 0) throw new Error(`wanted one report, got ${JSON.stringify([report, ...others])}`);
  const [line = 0, column = 0, endLine = 0, endColumn = 0] = report.at.split(/[:-]/u).map(Number);
  const lines = code.split("\n");
  const text =
    line === endLine ? (lines[line - 1] ?? "").slice(column - 1, endColumn - 1) : `${lines[line - 1]?.slice(column - 1) ?? ""}...`;
  return {
    text,
    message: report.message,
    outputs: report.suggestions.map((one) => `${one.desc} ${one.output.split("\n")[line - 1] ?? ""}`),
  };
}

describe("shape", () => {
  test("a misspelt key, at the key, with the nearest name", async () => {
    const found = await only(guarded('{ fs: { raed: ["$WORKSPACE/**"] } }', "1"));
    expect([found.text, found.message]).toEqual(["raed", "The policy is not valid: `fs.raed`: unknown key `raed`; write `read`."]);
    expect(found.outputs.map((one) => one.slice(0, 62))).toEqual(['Write `read`. export const t = withPolicy({ fs: { read: ["$WOR']);
  });
  test.each([
    ["a misspelt risk", '{ risk: "hgih" }', '"hgih"'],
    ["a scope of the wrong form", "{ net: 3 }", "3"],
    ["a limit that is no number", '{ limits: { timeMs: "1s" } }', '"1s"'],
    ["an unknown control", '{ control: ["exti"] }', '"exti"'],
  ])("%s, at the value", async (_name, policy, text) => {
    expect((await only(guarded(policy, "1"))).text).toBe(text);
  });
});

describe("patterns", () => {
  test.each([
    ["an open set", '{ fs: { read: ["$WORKSPACE/a/[b"] } }', "[b"],
    ["a relative path", '{ fs: { read: ["src/**"] } }', "src/**"],
    ["a wildcard inside a name", '{ net: ["api.*.example"] }', "api.*.example"],
    ["a shell in a command", '{ exec: ["ls | wc"] }', " | wc"],
  ])("%s, at its position inside the string", async (_name, policy, text) => {
    expect((await only(guarded(policy, "1"))).text).toBe(text);
  });
  test("a string with escapes is underlined whole", async () => {
    expect((await only(guarded('{ fs: { read: ["\\u0024WORKSPACE/[a"] } }', "1"))).text).toBe('"\\u0024WORKSPACE/[a"');
  });
});

test("a constant that other code is given, at the constant", async () => {
  const found = await only(
    `${header}const P = { fs: { read: ["$WORKSPACE/**"] } };\nexport const t = withPolicy(P, tool({ description: "d", inputSchema: {}, execute: async () => 1 }));\nconst q: any = P;\nq.fs = {};\n`,
  );
  expect(found.text).toBe('{ fs: { read: ["$WORKSPACE/**"] } }');
  expect(found.message).toMatch(
    /^The policy of tool `t` can be changed by `[\w.-]+:\d+`, which is given it; make it with `definePolicy`, which freezes it\.$/u,
  );
});

describe("where policies stand", () => {
  test.each([
    [
      "a constant",
      `${header}const P = { fs: { read: ["x"] } };\nexport const t = withPolicy(P, tool({ description: "d", inputSchema: {}, execute: async () => 1 }));\n`,
      "x",
    ],
    [
      "`definePolicy`",
      `${header}const P = definePolicy({ fs: { read: ["x"] } });\nexport const t = withPolicy(P, tool({ description: "d", inputSchema: {}, execute: async () => 1 }));\n`,
      "x",
    ],
    ["a function that is no tool", `${header}export const f = withPolicy({ fs: { read: ["x"] } }, async () => 1);\n`, "x"],
    [
      "another name for `withPolicy`",
      'import { withPolicy as p } from "toolfence";\nexport const f = p({ fs: { read: ["x"] } }, async () => 1);\n',
      "x",
    ],
  ])("%s", async (_name, code, text) => {
    expect((await only(code)).text).toBe(text);
  });
  test("a constant of another file: at the tool's name", async () => {
    const code = `${header}import { P } from "./p.ts";\nserver.registerTool("t", {}, withPolicy(P, async () => 1));\n`;
    const found = await only(code, { files: { "p.ts": 'export const P = { fs: { read: ["x"] } };\n' } });
    expect(found.text).toBe('"t"');
  });
  test("a policy that cannot be read", async () => {
    const code = `${header}export const make = (p) => tool({ description: "d", inputSchema: {}, execute: withPolicy(p, async () => 1) });\n`;
    expect((await only(code)).message).toBe(
      "The policy of tool `{dynamic}` cannot be read from the source; write it as a literal, a constant or a spread of constants.",
    );
  });
  test("the policy file: what is wrong with it, and a tool that both speak of", async () => {
    const file = (tools: unknown): Record<string, string> => ({ "toolfence.policy.json": JSON.stringify({ tools }) });
    expect((await only(bare("1"), { files: file({ "x/s.t": { fs: { raed: [] } } }) })).message).toBe(
      "The file `toolfence.policy.json` is not valid: tools.x/s.t.fs.raed: unknown key `raed` (write `read`).",
    );
    expect((await only(guarded("{}", "1"), { files: file({ "x/s.t": {} }) })).message).toBe(
      "Tool `t` has a policy here and another in the policy file; keep one of them.",
    );
  });
});

describe("prerequisites", () => {
  const pair = (a: string, b: string): string =>
    `${header}server.registerTool("first", {}, withPolicy({ constraints: { onlyAfter: [${a}] } }, async () => 1));\nserver.registerTool("second", {}, withPolicy({ constraints: { onlyAfter: [${b}] } }, async () => 1));\n`;
  test("a cycle, at both ends", async () => {
    expect((await lintRule(RULE, pair('"second"', '"first"'))).map((one) => [one.at, one.message])).toEqual([
      ["7:73-7:83", "Tool `first` can never run: `first` waits for `second` waits for `first`."],
      ["8:74-8:83", "Tool `second` can never run: `second` waits for `first` waits for `second`."],
    ]);
  });
  test("a tool that waits for itself", async () => {
    expect((await only(pair('"first"', ""))).message).toBe("Tool `first` can never run: `first` waits for `first`.");
  });
  test("a misspelt tool", async () => {
    const found = await only(pair("", '"frist"'));
    expect([found.text, found.message]).toEqual([
      '"frist"',
      "Tool `second` may run only after `frist`, which is no tool of this file; write `first`.",
    ]);
  });
  test.each([
    ["an order", pair("", '"first"')],
    ["a tool of another file", pair('"login_elsewhere"', "")],
  ])("leaves alone %s", async (_name, code) => {
    expect(await lintRule(RULE, code)).toEqual([]);
  });
});

test.each([
  ["a valid policy", guarded('{ fs: { read: ["$WORKSPACE/**"] }, net: { connect: "any" } }', "1")],
  ["another `withPolicy`", 'import { withPolicy } from "./mine.ts";\nexport const f = withPolicy({ fs: 3 }, async () => 1);\n'],
  ["a shadowed one", 'import { withPolicy } from "toolfence";\nexport const f = (withPolicy) => withPolicy({ fs: 3 }, 1);\n'],
])("leaves alone %s", async (_name, code) => {
  expect(await lintRule(RULE, code)).toEqual([]);
});
