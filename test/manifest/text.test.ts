import { describe, expect, test } from "vitest";
import { digestOf } from "../../src/manifest/digest.ts";
import { mergeManifests } from "../../src/manifest/merge.ts";
import { MANIFEST_VERSION } from "../../src/schema/manifest.ts";
import { printManifest, readManifest } from "../../src/manifest/text.ts";
import { withoutAssets, withoutInputs, withoutOrigins, withoutServers } from "../support/manifest.ts";
import { facts, manifestOf, toolWith } from "../verify/tools.ts";

const manifest = manifestOf({ "p/s.t": toolWith({ fs: { read: ["$WORKSPACE/**"] } }, facts("fs.read {param:p}")) });
const text = printManifest(manifest);
const VERSION = `"manifestVersion": ${MANIFEST_VERSION}`;

describe("what is printed is read back", () => {
  test("the same", () => {
    expect(readManifest(text)).toEqual({ ok: true, manifest, version: MANIFEST_VERSION });
  });
  test("with other line ends", () => {
    expect(readManifest(text.replaceAll("\n", "\r\n"))).toMatchObject({ ok: true });
  });
  test("one array element a line, sorted keys, a final line end", () => {
    expect(text.endsWith("}\n")).toBe(true);
    expect(text.split("\n")).toContain('            "$WORKSPACE/**"');
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(JSON.parse(text) as object).sort());
  });
});

describe("hostile files are refused with a reason", () => {
  test.each([
    ["a wrong digest", text.replace("{param:p}", "{param:q}"), "its digest does not match its content; run `toolfence manifest`"],
    [
      "a newer version",
      text.replace(VERSION, '"manifestVersion": 99'),
      `it is of version \`99\`, and this toolfence knows versions up to ${MANIFEST_VERSION}; update toolfence`,
    ],
    [
      "an unknown version",
      text.replace(VERSION, '"manifestVersion": "4"'),
      `\`manifestVersion\`: invalid input: expected ${MANIFEST_VERSION}`,
    ],
    ["an unknown key", text.replace('"digest"', '"extra": 1, "digest"'), "`extra`: unknown key `extra`"],
    ["a key twice", text.replace(VERSION, `${VERSION}, ${VERSION}`), "it has the key `manifestVersion` twice in one object"],
    ["a prototype", text.replace('"p/s.t"', '"__proto__"'), "it has a key `__proto__`"],
    ["deep nesting", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "it is nested more than 200 levels deep"],
    ["no JSON", "{", "it is not JSON"],
    [
      "a merge that is not finished",
      text.replace('  "tools"', '<<<<<<< HEAD\n  "tools"'),
      "it has conflict markers; merge the code, then run `toolfence manifest`",
    ],
    ["nothing", "", "it is not JSON"],
    ["invalid UTF-8", text.replace("p/s.t", "p/s.\uFFFD"), "it is not valid UTF-8"],
    ["50 MB", `${text}${" ".repeat(50_000_000)}`, "it is larger than 20000000 bytes"],
    ["a list", "[]", "``: invalid input: expected object, received array"],
  ])("%s", (_name, hostile, reason) => {
    expect(readManifest(hostile)).toEqual({ ok: false, reason });
  });
});

test("version 1 is read, and brought up to date", () => {
  const body = {
    manifestVersion: 1 as const,
    generator: { name: "toolfence", version: "0.1.0" },
    tools: {
      "p/s.t": {
        framework: "mcp",
        source: "a.ts",
        confidence: "exact",
        policy: null,
        facts: { capabilities: ["fs.read {param:p}"], unknowns: ["unknown.call src/a.ts", "unknown.call src/b.ts"] },
        digest: "sha256:x",
      },
    },
    startup: { capabilities: [], unknowns: [] },
  };
  const found = readManifest(JSON.stringify({ ...body, digest: digestOf(body) }));
  expect(found).toMatchObject({ ok: true, version: 1 });
  if (found.ok) {
    expect(found.manifest.tools["p/s.t"]?.facts).toEqual({
      capabilities: ["fs.read {param:p}"],
      unknowns: ["unknown.call 2"],
      requests: [],
      packages: [],
      assets: [],
    });
    expect(readManifest(printManifest(found.manifest))).toMatchObject({ ok: true, version: MANIFEST_VERSION });
  }
  expect(readManifest(JSON.stringify({ ...body, digest: "sha256:0" }))).toMatchObject({ ok: false });
});

test("version 7 is read: it did not say what each server may do, nor what an absent hint means", () => {
  const body = { ...withoutServers(manifest), manifestVersion: 7 as const };
  expect(readManifest(JSON.stringify({ ...body, digest: digestOf(body) }))).toEqual({ ok: true, version: 7, manifest });
  expect(manifest.servers).toEqual({ "p/s": ["fs.read"] });
  expect(manifest.tools["p/s.t"]?.hints).toEqual([
    "default destructiveHint true",
    "default idempotentHint false",
    "default openWorldHint true",
    "default readOnlyHint false",
  ]);
});

test("what hides, or turns the writing around, is printed as an escape, and read as it was", () => {
  const odd = manifestOf({ "p/s.\u202Egpj.exe\u200B": toolWith(null, facts("fs.read /a\u2066b\uFFFD\u00AD")) });
  const printed = printManifest(odd);
  expect(/[\p{Cf}\uFFFD]/u.test(printed)).toBe(false);
  expect(readManifest(printed)).toEqual({ ok: true, manifest: odd, version: MANIFEST_VERSION });
});

test("version 6 is read: it did not say what input schemas take", () => {
  const body = { ...withoutInputs(manifest), manifestVersion: 6 as const };
  expect(readManifest(JSON.stringify({ ...body, digest: digestOf(body) }))).toEqual({ ok: true, version: 6, manifest });
});

test("version 5 is read: it did not say where clauses come from", () => {
  const body = { ...withoutOrigins(manifest), manifestVersion: 5 as const };
  expect(readManifest(JSON.stringify({ ...body, digest: digestOf(body) }))).toEqual({ ok: true, version: 5, manifest });
});

test("version 4 is read: it knew neither of requests nor of assets", () => {
  const body = { ...withoutAssets(manifest), manifestVersion: 4 as const };
  expect(readManifest(JSON.stringify({ ...body, digest: digestOf(body) }))).toEqual({ ok: true, version: 4, manifest });
});

test("version 2 is read: it said nothing of the runtime", () => {
  const { runtime, assumptions, ...rest } = withoutAssets(manifest);
  expect([runtime.config, assumptions]).toEqual([{}, []]);
  const body = { ...rest, manifestVersion: 2 as const };
  const found = readManifest(JSON.stringify({ ...body, digest: digestOf(body) }));
  expect(found).toMatchObject({
    ok: true,
    version: 2,
    manifest: { manifestVersion: MANIFEST_VERSION, runtime: { config: {}, denied: [] } },
  });
});

test("version 3 is read: it had no assumptions", () => {
  const { assumptions, ...rest } = withoutAssets(manifest);
  expect(assumptions).toEqual([]);
  const body = { ...rest, manifestVersion: 3 as const };
  const found = readManifest(JSON.stringify({ ...body, digest: digestOf(body) }));
  expect(found).toMatchObject({
    ok: true,
    version: 3,
    manifest: { manifestVersion: MANIFEST_VERSION, assumptions: [], runtime: rest.runtime },
  });
});

describe("merging", () => {
  const [a, b, c] = [toolWith({ env: ["A"] }), toolWith({ env: ["B"] }), toolWith({ env: ["C"] })];
  test("takes what each side changed, and is stale", () => {
    const merged = mergeManifests(
      manifestOf({ x: a, y: a, z: a }),
      manifestOf({ x: b, y: a, z: a, new1: c }),
      manifestOf({ x: a, y: c, new2: b }),
    );
    const { tools, digest } = JSON.parse(merged) as { tools: Record<string, { policy: unknown }>; digest: string };
    expect(Object.fromEntries(Object.entries(tools).map(([id, tool]) => [id, tool.policy]))).toEqual({
      x: { env: ["B"] },
      y: { env: ["C"] },
      new1: { env: ["C"] },
      new2: { env: ["B"] },
    });
    expect(digest).toBe("stale: run `toolfence manifest`");
    expect(readManifest(merged)).toMatchObject({ ok: false });
  });
});
