import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import plugin from "../../src/eslint.ts";
import { toolfence } from "../support/cli.ts";
import { emptyRepository, gatingFindings, hideOwnCi } from "../support/repository.ts";

beforeEach(hideOwnCi);
afterEach(() => {
  vi.unstubAllEnvs();
});

/** What the two configurations of the plugin say of a folder's files: severity and rule. */
async function linted(dir: string): Promise<Record<string, Record<string, string[]>>> {
  const found: Record<string, Record<string, string[]>> = {};
  for (const name of ["recommended", "strict"] as const) {
    const config = { ...plugin.configs[name], languageOptions: { parser } };
    const results = await new ESLint({ cwd: dir, overrideConfigFile: true, overrideConfig: [config as never] }).lintFiles(["*.ts"]);
    found[name] = Object.fromEntries(
      results
        .filter(({ messages }) => messages.length > 0)
        .map(({ filePath, messages }) => [basename(filePath), messages.map(({ severity, ruleId }) => `${severity} ${ruleId ?? ""}`)]),
    );
  }
  return found;
}

test("30 tools without policies: scan, init, a gate on growth, policies one by one", async () => {
  const one = (n: number, policy = ""): string =>
    `import { readFile } from "node:fs/promises";\nimport { tool } from "ai";\nimport { withPolicy } from "toolfence";\nexport const tool${n} = tool({ description: "d", inputSchema: {}, execute: ${policy === "" ? "" : `withPolicy(${policy}, `}async ({ path }) => ${n % 3 === 0 ? `fetch("https://api${n}.example.com")` : "readFile(path)"}${policy === "" ? "" : ")"} });\n`;
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`t${n}.ts`, one(n)]));
  const { dir, git, commit } = emptyRepository({ "package.json": '{ "name": "p" }', ...files });
  expect((await toolfence(dir, "scan")).out).toContain("30 tools in");
  // First only the facts: no policy has to be written to stop growth.
  await toolfence(dir, "manifest");
  commit();
  writeFileSync(join(dir, "t1.ts"), one(1).replace("readFile(path)", '[readFile(path), fetch("https://evil.example")]'));
  await toolfence(dir, "manifest");
  const grown = await toolfence(dir, "verify", "--base", "main", "--json");
  expect([grown.code, gatingFindings(grown.out)]).toEqual([1, ["tool.observed.widened p/ai-sdk.tool1"]]);
  // One by one.
  writeFileSync(join(dir, "t1.ts"), one(1, '{ fs: { read: ["$WORKSPACE/**"] } }'));
  await toolfence(dir, "manifest");
  expect((await toolfence(dir, "verify", "--base", "main")).code).toBe(0);
  git("checkout", "-q", "--", ".");
  // All at once.
  const init = await toolfence(dir, "init");
  expect(init.err).toContain("`toolfence.policy.yaml` written");
  expect(init.err).toContain("`toolfence.manifest.json` is there already, and was left alone");
  expect(init.out).toContain("30 tools, 30 with a policy.");
  const policies = readFileSync(join(dir, "toolfence.policy.yaml"), "utf8");
  expect(policies).toContain("reviewed: false");
  expect(policies).toContain("- $WORKSPACE/**");
  expect(policies).not.toContain("any\n");
  await toolfence(dir, "manifest");
  expect((await toolfence(dir, "verify", "--base", "main")).code).toBe(0);
  // The lint knows the file; without it, `recommended` warns and `strict` refuses.
  expect(await linted(dir)).toEqual({ recommended: {}, strict: {} });
  writeFileSync(join(dir, "t30.ts"), one(30));
  expect(await linted(dir)).toEqual({
    recommended: { "t30.ts": ["1 toolfence/require-policy"] },
    strict: { "t30.ts": ["2 toolfence/require-policy"] },
  });
  rmSync(join(dir, "t30.ts"));
  // Into the code, one by one: each is a step of its own that nothing has to approve, and at the last `strict` has nothing left to say.
  commit("policies in a file");
  git("branch", "-f", "base");
  const read = (n: number): string => one(n, '{ fs: { read: ["$WORKSPACE/**"] } }');
  const inCode = (n: number): string => (n % 3 === 0 ? one(n, `{ net: ["https://api${n}.example.com"] }`) : read(n));
  for (const count of [1, 15, 30]) {
    for (let n = 0; n < count; n++) writeFileSync(join(dir, `t${n}.ts`), inCode(n));
    // A policy stands in one place: what is in the code goes out of the file.
    const left = policies.split(/^(?= {2}\S)/mu).filter((entry) => {
      const [, n] = /^ {2}p\/ai-sdk\.tool(\d+):/u.exec(entry) ?? [];
      return n === undefined || Number(n) >= count;
    });
    if (count === 30) rmSync(join(dir, "toolfence.policy.yaml"));
    else writeFileSync(join(dir, "toolfence.policy.yaml"), left.join(""));
    await toolfence(dir, "manifest");
    const { code, out } = await toolfence(dir, "verify", "--base", "base", "--json");
    expect([count, code, gatingFindings(out)]).toEqual([count, 0, []]);
    expect(await linted(dir)).toEqual({ recommended: {}, strict: {} });
  }
  git("checkout", "-q", "--", ".");
  // A second run overwrites nothing.
  writeFileSync(join(dir, "toolfence.policy.yaml"), policies.replace("reviewed: false", "reviewed: true"));
  await toolfence(dir, "init");
  expect(readFileSync(join(dir, "toolfence.policy.yaml"), "utf8")).toContain("reviewed: true");
});
