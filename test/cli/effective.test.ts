import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Manifest } from "../../src/schema/manifest.ts";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";

const FILES = {
  "package.json": '{ "name": "p" }',
  "toolfence.json": '{ "runtime": { "limits": { "timeMs": 2000 } } }',
  "toolfence.policy.yaml": "tools:\n  p/ai-sdk.filed:\n    fs:\n      read:\n        - $WORKSPACE/docs/**\n    approval: always\n",
  "t.ts": `import { tool } from "ai";
import { readFile } from "node:fs/promises";
import axios from "axios";
import { withPolicy } from "toolfence";
const base = { description: "d", inputSchema: {} };
export const coded = withPolicy({ net: ["api.example.com"], limits: { timeMs: 100 } }, tool({ ...base, execute: async () => axios.get("https://api.example.com/x") }));
export const filed = tool({ ...base, execute: async ({ path }) => readFile(path) });
export const bare = tool({ ...base, execute: async () => readFile("$WORKSPACE/a") });
`,
};

test("the manifest prints what holds for each tool, with where it comes from, and how each use stands to it", async () => {
  const dir = folder(FILES);
  expect((await toolfence(dir, "manifest")).code).toBe(0);
  const read = (): Manifest => JSON.parse(readFileSync(join(dir, "toolfence.manifest.json"), "utf8")) as Manifest;
  const { tools, generator } = read();
  expect(generator).toMatchObject({ analyser: expect.any(Number) as number, model: 1 });
  expect(
    Object.fromEntries(
      Object.entries(tools).map(([id, { clauses, verdicts, facts }]) => [id, { clauses, verdicts, packages: facts.packages }]),
    ),
  ).toEqual({
    "p/ai-sdk.bare": { clauses: [], verdicts: [], packages: [] },
    "p/ai-sdk.coded": {
      clauses: [
        "code limits.timeMs 100",
        "code net api.example.com",
        "default approval never",
        "default isolation none",
        "default limits.outputBytes 8388608",
      ],
      verdicts: ["inside net.connect https://api.example.com:443"],
      packages: ["axios net.connect https://api.example.com:443"],
    },
    "p/ai-sdk.filed": {
      clauses: [
        "config limits.timeMs 2000",
        "default isolation none",
        "default limits.outputBytes 8388608",
        "file approval always",
        "file fs.read $WORKSPACE/docs/**",
      ],
      verdicts: ["depends gate fs.read {param:path}"],
      packages: [],
    },
  });
  // Another limit of the configuration is another manifest.
  writeFileSync(join(dir, "toolfence.json"), '{ "runtime": { "limits": { "timeMs": 3000 } } }');
  expect((await toolfence(dir, "manifest", "--check")).code).toBe(1);
});
