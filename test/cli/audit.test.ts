import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { createFence } from "../../src/runtime.ts";
import { toolfence } from "../support/cli.ts";
import { manifestOf } from "../support/manifest.ts";

test("`audit verify` tells whether a log is whole, also over files that were put aside", async () => {
  const dir = mkdtempSync(join(tmpdir(), "toolfence-audit-cli-"));
  const file = join(dir, "audit.jsonl");
  const fence = createFence({ manifest: manifestOf({ read: { policy: {} } }), audit: { file, rotateBytes: 1500 } });
  const read = fence.wrap(() => 1, { name: "read" });
  for (let i = 0; i < 10; i++) read();
  fence.close();
  const whole = await toolfence(dir, "audit", "verify", "audit.jsonl");
  expect(whole).toMatchObject({ code: 0, err: "" });
  const head = /head ([0-9a-f]{64})/u.exec(whole.out)?.[1] ?? "";
  expect(whole.out).toMatch(/^whole: \d\d records of 1 runs; head /u);
  expect(await toolfence(dir, "audit", "verify", "audit.jsonl", "--head", head)).toMatchObject({ code: 0 });
  const { code, out } = await toolfence(dir, "audit", "verify", "audit.jsonl", "--json");
  expect([code, JSON.parse(out)]).toMatchObject([0, { schemaVersion: 1, ok: true, head, problems: [] }]);

  writeFileSync(`${file}.1`, readFileSync(`${file}.1`, "utf8").replace('"verdict":"allow"', '"verdict":"deny"'));
  const edited = await toolfence(dir, "audit", "verify", "audit.jsonl");
  expect(edited.code).toBe(1);
  expect(edited.out).toContain("the record does not fit its hash (edited)\nnot whole: ");
});

test("its published schema holds each record, and nothing else", async () => {
  const dir = mkdtempSync(join(tmpdir(), "toolfence-audit-cli-"));
  const fence = createFence({ manifest: manifestOf({ read: { policy: {} } }), audit: join(dir, "audit.jsonl") });
  fence.wrap(() => 1, { name: "read" })();
  fence.close();
  const valid = new Ajv({ strict: false }).compile(JSON.parse((await toolfence(dir, "schema", "audit")).out) as object);
  const lines = readFileSync(join(dir, "audit.jsonl"), "utf8").trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    const record = JSON.parse(line) as object;
    expect([valid(record), valid({ ...record, extra: 1 })], JSON.stringify(valid.errors)).toEqual([true, false]);
  }
});

test("what cannot be checked is an error", async () => {
  const dir = mkdtempSync(join(tmpdir(), "toolfence-audit-cli-"));
  expect(await toolfence(dir, "audit", "verify", "nothing.jsonl")).toEqual({
    code: 2,
    out: "",
    err: "toolfence: There is no log at `nothing.jsonl`.\n",
  });
  expect(await toolfence(dir, "audit", "prune", "x")).toMatchObject({ code: 2, out: "" });
  expect(await toolfence(dir, "audit")).toMatchObject({ code: 2 });
});
