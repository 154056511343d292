import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { scanFolder } from "../../src/analyze.ts";
import { inputsDigest } from "../../src/host/inputs.ts";
import { cacheFolder, diskCache } from "../../src/host/scan-cache.ts";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const TOOL = `import { tool } from "ai";\nexport const t = tool({ description: "d", execute: async () => fetch("https://a.example.com") });\n`;
const project = (): string =>
  folder({ "package.json": '{ "name": "p" }', "t.ts": TOOL, "data.bin": "x", "node_modules/a/index.js": "1;", "deno.jsonc": "{}" });
const KEY = "0".repeat(64);

describe("whatever a scan can see changes the digest", () => {
  const CHANGES: readonly [string, (dir: string) => unknown][] = [
    [
      "a file's content",
      (dir) => {
        writeFileSync(join(dir, "t.ts"), TOOL.replace("a.example", "b.example"));
      },
    ],
    [
      "a new file of any kind",
      (dir) => {
        writeFileSync(join(dir, "new.bin"), "");
      },
    ],
    [
      "a file that is gone",
      (dir) => {
        unlinkSync(join(dir, "data.bin"));
      },
    ],
    [
      "configuration",
      (dir) => {
        writeFileSync(join(dir, "toolfence.yaml"), "failOn: any");
      },
    ],
    [
      "an import map",
      (dir) => {
        writeFileSync(join(dir, "deno.jsonc"), `{ "imports": { "a": "./t.ts" } } // more`);
      },
    ],
    [
      "a link",
      (dir) => {
        symlinkSync("t.ts", join(dir, "link.ts"));
      },
    ],
    ["a package that is installed", (dir) => mkdirSync(join(dir, "node_modules/b"))],
    ["one of a scope", (dir) => mkdirSync(join(dir, "node_modules/@s/b"), { recursive: true })],
    [
      "a package that is linked",
      (dir) => {
        symlinkSync("../t.ts", join(dir, "node_modules/c"));
      },
    ],
  ];
  test.each(CHANGES)("%s", (_name, change) => {
    const dir = project();
    const before = inputsDigest(dir, ["1"]);
    expect(inputsDigest(dir, ["1"])).toBe(before);
    change(dir);
    expect(inputsDigest(dir, ["1"])).not.toBe(before);
  });
  test("what else the answer depends on does, too; content of other files and times do not", () => {
    const dir = project();
    const before = inputsDigest(dir, ["1"]);
    writeFileSync(join(dir, "data.bin"), "other");
    utimesSync(join(dir, "t.ts"), 1, 1);
    expect(inputsDigest(dir, ["1"])).toBe(before);
    expect(inputsDigest(dir, ["2"])).not.toBe(before);
    expect(inputsDigest(dir, ["1", ""])).not.toBe(before);
  });
  test("what cannot be read has none", () => {
    expect(inputsDigest(join(project(), "none"), [])).toBeUndefined();
  });
});

test("the folder is the user's own, off on demand and in continuous integration", () => {
  expect(cacheFolder({}, "/home/u")).toBe("/home/u/.cache/toolfence/scans");
  expect(cacheFolder({ XDG_CACHE_HOME: "/c" }, "/home/u")).toBe("/c/toolfence/scans");
  expect(cacheFolder({ XDG_CACHE_HOME: "c" }, "/home/u")).toBe("/home/u/.cache/toolfence/scans");
  expect(cacheFolder({ TOOLFENCE_CACHE: "/t", CI: "1" }, "/home/u")).toBe("/t");
  expect(cacheFolder({ TOOLFENCE_CACHE: "off" }, "/home/u")).toBeUndefined();
  expect(cacheFolder({ CI: "true" }, "/home/u")).toBeUndefined();
  expect(cacheFolder({}, "")).toBeUndefined();
});

describe("answers on disk", () => {
  test("are read back by whoever wrote them, and not where others may write", () => {
    const dir = join(folder({}), "scans");
    const cache = diskCache(dir);
    expect(cache.read(KEY)).toBeUndefined();
    cache.write(KEY, { a: 1 });
    expect(cache.read(KEY)).toEqual({ a: 1 });
    expect([statSync(dir).mode & 0o777, statSync(join(dir, `${KEY}.json`)).mode & 0o777]).toEqual([0o700, 0o600]);
    chmodSync(join(dir, `${KEY}.json`), 0o666);
    expect(cache.read(KEY)).toBeUndefined();
    chmodSync(join(dir, `${KEY}.json`), 0o600);
    chmodSync(dir, 0o777);
    expect(cache.read(KEY)).toBeUndefined();
    cache.write("1".repeat(64), {});
    expect(readdirSync(dir)).toEqual([`${KEY}.json`]);
  });
  test("a name that is no digest, a link and a text that is no JSON are nothing", () => {
    const dir = join(folder({ "far.json": "{}" }), "scans");
    const cache = diskCache(dir);
    cache.write("../x", {});
    expect(cache.read("../far")).toBeUndefined();
    cache.write(KEY, 1);
    unlinkSync(join(dir, `${KEY}.json`));
    symlinkSync("../far.json", join(dir, `${KEY}.json`));
    expect(cache.read(KEY)).toBeUndefined();
    unlinkSync(join(dir, `${KEY}.json`));
    writeFileSync(join(dir, `${KEY}.json`), "{", { mode: 0o600 });
    expect(cache.read(KEY)).toBeUndefined();
  });
  test("the oldest go", () => {
    const dir = join(folder({}), "scans");
    const cache = diskCache(dir);
    for (let n = 0; n < 35; n++) {
      const key = String(n).padStart(64, "0");
      cache.write(key, n);
      utimesSync(join(dir, `${key}.json`), n, n);
    }
    expect(readdirSync(dir).length).toBe(30);
    expect(cache.read("0".repeat(64))).toBeUndefined();
    expect(cache.read(`${"0".repeat(62)}34`)).toBe(34);
  });
});

test("a second scan gives the first one's answer until something changes; a file that is wrong is not believed", async () => {
  const dir = project();
  const kept = join(folder({}), "scans");
  vi.stubEnv("TOOLFENCE_CACHE", kept);
  const hosts = async (): Promise<string[]> =>
    (JSON.parse((await toolfence(dir, "scan", "--json")).out) as { tools: { effects: { resource: string }[] }[] }).tools.flatMap((one) =>
      one.effects.map((effect) => effect.resource),
    );
  expect(await hosts()).toEqual(["https://a.example.com:443"]);
  const [name = ""] = readdirSync(kept);
  const plain = scanFolder(dir);
  const again = scanFolder(dir, diskCache(kept));
  expect({ ...again.scan, stats: { ...again.scan.stats, milliseconds: 0 } }).toEqual({
    ...plain.scan,
    stats: { ...plain.scan.stats, milliseconds: 0 },
  });
  // It is really the kept answer: one that is made up shows, and one of another form does not.
  const made = JSON.stringify({ scan: plain.scan, problems: [] }).replaceAll("a.example.com", "kept.example.com");
  const keep = (text: string): void => {
    writeFileSync(join(kept, name), text, { mode: 0o600 });
  };
  keep(made);
  expect(await hosts()).toEqual(["https://kept.example.com:443"]);
  keep(made.replace('"tools"', '"tolls"'));
  expect(await hosts()).toEqual(["https://a.example.com:443"]);
  keep(made);
  writeFileSync(join(dir, "t.ts"), TOOL.replace("a.example", "b.example"));
  expect(await hosts()).toEqual(["https://b.example.com:443"]);
});
