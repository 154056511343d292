import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";

const project = (): string =>
  folder({
    "package.json": '{ "name": "p" }',
    "t.ts": 'import { tool } from "ai";\nexport const t = tool({ description: "d", execute: async () => fetch("https://a.example") });\n',
  });

test("a committed manifest that is a link is not read: what it leads to may be a secret", async () => {
  const dir = project();
  const elsewhere = join(folder({ "secret.txt": "TOKEN=very-secret\n" }), "secret.txt");
  symlinkSync(elsewhere, join(dir, "toolfence.manifest.json"));
  const { code, out, err } = await toolfence(dir, "manifest", "--check");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("toolfence: `toolfence.manifest.json` is not read: it is a link. Put a file in its place.\n");
  expect(err).not.toContain("very-secret");
});

test("what has no end is not read", async () => {
  const dir = project();
  symlinkSync("/dev/zero", join(dir, "toolfence.manifest.json"));
  expect((await toolfence(dir, "manifest", "--check")).code).toBe(2);
});

test("the difference is told with names that are visible, lines as often as they stand, and how many are left out", async () => {
  const dir = project();
  const fresh = (await toolfence(dir, "manifest", "--stdout")).out;
  const check = async (text: string): Promise<string> => {
    writeFileSync(join(dir, "toolfence.manifest.json"), text);
    const { code, out } = await toolfence(dir, "manifest", "--check");
    expect(code).toBe(1);
    return out.split("\n").slice(1).join("\n");
  };
  expect(await check(`${fresh}\u001b[2J\u202e::error::x\n`)).toBe("- \\u{1b}[2J\\u{202e}::error::x\n");
  expect(await check(`${fresh}${"x\n".repeat(70)}`)).toBe(`${"- x\n".repeat(60)}... and 10 more lines\n`);
  const [first = "", second = "", ...rest] = fresh.split("\n");
  expect(await check([second, first, ...rest].join("\n"))).toBe("Its lines stand in another order.\n");
});

test("evidence goes to a file of its own, by a published schema, and belongs to one manifest", async () => {
  const dir = project();
  expect((await toolfence(dir, "manifest", "--evidence", "evidence.json")).code).toBe(0);
  const [evidence, manifest] = ["evidence.json", "toolfence.manifest.json"].map(
    (name) => JSON.parse(readFileSync(join(dir, name), "utf8")) as Record<string, unknown>,
  );
  const schema = JSON.parse((await toolfence(dir, "schema", "evidence")).out) as object;
  expect(new Ajv({ strict: false }).validate(schema, evidence)).toBe(true);
  expect(evidence).toEqual({
    schemaVersion: 1,
    manifest: manifest?.["digest"],
    tools: { "p/ai-sdk.t": { "net.connect https://a.example:443": ["t.ts:2 fetch"] } },
    startup: {},
    unattributed: {},
  });
  expect(JSON.stringify(manifest)).not.toContain("t.ts:2");
});
