import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ANALYSER_VERSION } from "../../src/schema/manifest.ts";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";
import { lintRule } from "../support/lint.ts";
import { emptyRepository } from "../support/repository.ts";

beforeEach(() => {
  for (const name of ["CI", "GITHUB_ACTIONS", "GITHUB_BASE_REF", "GITHUB_REF", "GITHUB_EVENT_PATH", "GITLAB_CI", "TOOLFENCE_BASE"])
    vi.stubEnv(name, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const pkg = (name: string, files: Record<string, string>, manifest: object = {}): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: "1.2.0", main: "./index.js", ...manifest }),
  ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`node_modules/${name}/${path}`, text])),
});
const tool = (name: string, code: string): string =>
  `export const ${name} = tool({ description: "d", execute: async (_a: any) => { ${code} } });\n`;
const project = (imports: string, tools: string, ...packages: Record<string, string>[]): string =>
  folder({
    "package.json": '{ "name": "p" }',
    "t.ts": `import { tool } from "ai";\n${imports}\n${tools}`,
    ...Object.fromEntries(packages.flatMap((one) => Object.entries(one))),
  });

interface Scanned {
  readonly tools: {
    name: string;
    effects: { capability: string; resource: string; provenance: string }[];
    unknowns: { reason: string }[];
  }[];
}
async function scanned(dir: string): Promise<Record<string, string>> {
  const { tools } = JSON.parse((await toolfence(dir, "scan", "--json")).out) as Scanned;
  return Object.fromEntries(
    tools.map((one) => [
      one.name,
      [...one.effects.map((e) => `${e.capability} ${e.resource} ${e.provenance}`), ...one.unknowns.map((e) => e.reason)].join(", "),
    ]),
  );
}
/** The packages of the summary file. */
const written = (dir: string): Record<string, { rest: string[]; rows: Record<string, string[]> }> =>
  (JSON.parse(readFileSync(join(dir, "toolfence.packages.json"), "utf8")) as { packages: never }).packages;

const STORE = pkg("own-store", {
  "index.js": `const fs = require("fs");
class Store {
  constructor(path) { this.path = path; }
  load() { return fs.readFileSync(this.path, "utf8"); }
  save(text) { fs.writeFileSync(this.path, text); return this; }
  get size() { return 1; }
}
module.exports = { Store, open: (path) => new Store(path), version: () => "1", home: () => process.env.STORE_HOME };`,
});

describe("a package that is installed", () => {
  const imports = `import { Store, open, version, home } from "own-store";`;
  const tools =
    tool("a", `return new Store("x").load();`) +
    tool("b", `return open("x").save("y");`) +
    tool("c", "return version();") +
    tool("d", "return home();") +
    tool("e", `return open("x").other();`);

  test("is unknown until it is summarised, and then known by export", async () => {
    const dir = project(imports, tools, STORE);
    expect((await scanned(dir))["c"]).toBe("unknown.package:own-store");
    expect(await toolfence(dir, "packages")).toMatchObject({
      code: 0,
      out: "own-store@1.2.0  not summarised  env.read=STORE_HOME fs.read fs.write\n",
      err: "",
    });
    expect(await toolfence(dir, "packages", "--check")).toMatchObject({
      code: 1,
      err: "toolfence: `toolfence.packages.json` is not what the installed packages give; run `toolfence packages --update` and commit it.\n",
    });
    expect(await toolfence(dir, "packages", "--update")).toMatchObject({
      code: 0,
      err: "toolfence: `toolfence.packages.json` written, 1 packages.\n",
    });
    const all =
      "env.read STORE_HOME summary:own-store@1.2.0, fs.read {dynamic} summary:own-store@1.2.0, fs.write {dynamic} summary:own-store@1.2.0";
    const known = {
      // What a class or a factory hands out may do what the package does.
      a: all,
      b: all,
      c: "",
      d: "env.read STORE_HOME summary:own-store@1.2.0",
      e: all,
    };
    expect(await scanned(dir)).toEqual(known);
    expect((await toolfence(dir, "packages", "--check")).code).toBe(0);
    // What is installed no longer matters.
    rmSync(join(dir, "node_modules"), { recursive: true });
    expect(await scanned(dir)).toEqual(known);
  });

  test("counts no longer where the lock file names another version or archive", async () => {
    const dir = project(imports, tools, STORE);
    await toolfence(dir, "packages", "--update");
    const lock = (version: string): void => {
      writeFileSync(join(dir, "package-lock.json"), JSON.stringify({ packages: { "node_modules/own-store": { version } } }));
    };
    lock("1.2.0");
    expect((await scanned(dir))["c"]).toBe("");
    lock("1.2.1");
    expect((await scanned(dir))["c"]).toBe("unknown.package:own-store");
    writeFileSync(
      join(dir, "package-lock.json"),
      JSON.stringify({ packages: { "node_modules/own-store": { version: "1.2.0", integrity: "sha512-x" } } }),
    );
    expect((await scanned(dir))["c"]).toBe("unknown.package:own-store");
    await toolfence(dir, "packages", "--update");
    expect((await scanned(dir))["c"]).toBe("");
    // Which npm goes by, where it is there.
    writeFileSync(join(dir, "npm-shrinkwrap.json"), JSON.stringify({ packages: { "node_modules/own-store": { version: "1.2.1" } } }));
    expect((await scanned(dir))["c"]).toBe("unknown.package:own-store");
    const unread = async (text: string): Promise<string | undefined> => {
      writeFileSync(join(dir, "npm-shrinkwrap.json"), text);
      return (await scanned(dir))["c"];
    };
    // As npm 6 wrote it, and what says nothing.
    const old = (version: string): string =>
      JSON.stringify({ lockfileVersion: 1, dependencies: { "own-store": { version, integrity: "sha512-x" } } });
    expect(await unread(old("1.2.0"))).toBe("");
    expect(await unread(old("1.2.1"))).toBe("unknown.package:own-store");
    for (const text of ["x", "{}", '{"packages":1}', ""]) expect(await unread(text)).toBe("unknown.package:own-store");
  });
});

test("what a package needs itself is part of what it does; what cannot be seen through stays unknown", async () => {
  const dir = project(
    `import { up } from "outer";\nimport { low } from "blind";\nimport { plain } from "pure-one";`,
    tool("a", "return up(_a.x);") + tool("b", "return low(_a.x);") + tool("c", "return plain(_a.x);"),
    pkg(
      "outer",
      { "index.mjs": `import { put } from "inner";\nexport const up = (x) => put(x);` },
      { exports: { ".": { import: "./index.mjs" } } },
    ),
    pkg("inner", { "index.js": `exports.put = (x) => require("node:child_process").execFileSync("git", [x]);` }),
    pkg("blind", { "index.js": `exports.low = (x) => require(x).run();\nexports.high = () => require("not-installed")();` }),
    pkg("pure-one", { "index.js": `exports.plain = (x) => [x].map((y) => y + 1);\nexports.each = (list, f) => list.map(f);` }),
  );
  await toolfence(dir, "packages", "--update");
  expect(Object.keys(written(dir))).toEqual(["blind", "outer", "pure-one"]);
  expect(written(dir)["pure-one"]).toMatchObject({ rest: [], rows: {} });
  const found = await scanned(dir);
  expect(found["a"]).toBe("exec.spawn {dynamic} summary:outer@1.2.0");
  expect(found["b"]).toBe("code.load {dynamic} summary:blind@1.2.0, unknown.package:blind");
  expect(found["c"]).toBe("");
});

test("a method's name alone does not say what it belongs to", async () => {
  const dir = project(
    `import { parse, connect } from "two-faced";`,
    tool("a", "return parse(_a.x);") + tool("b", "return connect().session.parse(_a.x);"),
    pkg("two-faced", {
      "index.js": `exports.parse = (x) => x + 1;\nexports.connect = () => make();\nfunction make() { return { session: Object.assign({}, { parse: (x) => fetch(x) }) }; }`,
    }),
  );
  await toolfence(dir, "packages", "--update");
  expect(await scanned(dir)).toEqual({ a: "", b: "net.connect {dynamic} summary:two-faced@1.2.0" });
});

test.each([
  ["a name with a blank, which is no other name", `exports.run = (p) => fs.rmSync(p); exports["x run"] = () => 1;`, `run(_a.x);`],
  ["a name with a dot", `exports.a = { run: (p) => fs.rmSync(p) }; exports["a.run"] = () => 1;`, `a.run(_a.x);`],
  ["what it hands to a callback", `exports.run = (f) => f(new A()); class A { go(p) { fs.rmSync(p); } }`, `run((it) => it.go(_a.x));`],
  ["a getter of what it makes", `exports.run = class { get now() { return fs.rmSync("x"); } };`, `return new run().now;`],
  ["a builtin that is handed out", `exports.run = () => fs;`, `run().rmSync(_a.x);`],
  ["a builtin itself", `exports.run = fs;`, `run.rmSync(_a.x);`],
  ["a class in the old way", `function A() {} A.prototype.go = (p) => fs.rmSync(p); exports.run = A;`, `new run().go(_a.x);`],
  ["a global that is handed out", `exports.run = () => ({ get: globalThis.fetch });`, `run().get(_a.x);`],
])("nothing of a package is passed over: %s", async (_name, code, use) => {
  const dir = project(`import { a, run } from "sly";`, tool("t", use), pkg("sly", { "index.js": `const fs = require("fs");\n${code}` }));
  await toolfence(dir, "packages", "--update");
  expect((await scanned(dir))["t"]).toMatch(/fs\.write|net\.connect|unknown\.package:sly/u);
});

test("a module that is loaded late, and a path below a package, are not passed over", async () => {
  const dir = project(
    `import { run } from "late";\nimport { low } from "late/lib/low.js";`,
    tool("a", "return run(_a.x);") + tool("b", "return low(_a.x);"),
    pkg("late", {
      "index.js": `exports.run = () => 1; star(require("./impl"), exports); function star(m, e) { for (const p in m) e[p] = m[p]; }`,
      "impl.js": `exports.more = (p) => require("./deep").go(p);`,
      "deep.js": `exports.go = (p) => require("fs").rmSync(p);`,
      "lib/low.js": `exports.low = (p) => require("fs").rmSync(p);`,
    }),
  );
  await toolfence(dir, "packages", "--update");
  expect(written(dir)["late"]?.rest).toContain("fs.write.delete");
  expect((await scanned(dir))["b"]).toBe("unknown.package:late");
});

test("where ways into a package differ, none of them is a plain function", async () => {
  const more = `exports.run = () => new A(); class A { go(p) { require("fs").rmSync(p); } }`;
  for (const [first, second] of [
    [more, "exports.run = () => 1;"],
    ["exports.run = () => 1;", more],
  ] as const) {
    const dir = project(
      `import { run } from "two";`,
      tool("t", "return run().go(_a.x);"),
      pkg("two", { "a.js": first, "b.js": second }, { exports: { ".": { import: "./a.js", require: "./b.js" } } }),
    );
    await toolfence(dir, "packages", "--update");
    expect((await scanned(dir))["t"]).toContain("fs.write.delete");
  }
});

test("a function of a summarised package that is handed on is called by whoever got it", async () => {
  const dir = project(
    `import { wipe } from "own-wiper";\ndeclare const later: any;`,
    tool("t", "later.then2(wipe); _a.list.forEach(wipe);"),
    pkg("own-wiper", { "index.js": `exports.wipe = (p) => { require("fs").rmSync(p); return new Map([[p, () => 1]]); };` }),
  );
  await toolfence(dir, "packages", "--update");
  expect((await scanned(dir))["t"]).toContain("fs.write.delete {dynamic} summary:own-wiper@1.2.0");
});

test("the editor goes by the summaries as well", async () => {
  const code = `import { tool } from "ai";\nimport { f } from "own-f";\n${tool("t", "return f();")}`;
  const rule = async (files: Record<string, string>): Promise<string[]> =>
    (await lintRule("no-unanalyzable-tool", code, { name: "t.ts", files })).map((one) => one.message);
  expect(await rule({})).toEqual([expect.stringContaining("`unknown.package:own-f`")]);
  const summaries = {
    packagesVersion: 1,
    analyser: ANALYSER_VERSION,
    packages: { "own-f": { version: "1.0.0", integrity: null, rest: [], rows: {} } },
  };
  expect(await rule({ "toolfence.packages.json": JSON.stringify(summaries) })).toEqual([]);
});

test("a summary of another analyser does not count", async () => {
  const dir = project(`import { open } from "own-store";`, tool("a", `return open("x");`), STORE);
  await toolfence(dir, "packages", "--update");
  const path = join(dir, "toolfence.packages.json");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"analyser": \d+/u, '"analyser": 999'));
  expect((await scanned(dir))["a"]).toBe("unknown.package:own-store");
});

test("each way into a package counts, whatever its condition", async () => {
  const dir = project(
    `import { run } from "forked";`,
    tool("t", "return run(_a.x);"),
    pkg(
      "forked",
      { "a.js": "exports.run = () => 1;", "b.js": `exports.run = (p) => require("fs").rmSync(p);` },
      { exports: { ".": { browser: "./a.js", import: { types: "./x.d.ts", default: "./b.js" } } } },
    ),
  );
  await toolfence(dir, "packages", "--update");
  expect((await scanned(dir))["t"]).toContain("fs.write");
});

test("a package with a model keeps it; nothing outside the root is read; what is not installed is said", async () => {
  const outside = folder({
    "package.json": '{ "name": "far", "version": "1.0.0", "main": "index.js" }',
    "index.js": "exports.f = () => 1;",
  });
  const dir = project(
    `import axios from "axios";\nimport { f } from "far";`,
    tool("a", "return axios.get(_a.x);") + tool("b", "return f();"),
    pkg("axios", { "index.js": "exports.get = () => 1;" }),
  );
  mkdirSync(join(dir, "node_modules"), { recursive: true });
  symlinkSync(outside, join(dir, "node_modules", "far"));
  const found = await toolfence(dir, "packages", "--update");
  expect([found.code, found.err]).toEqual([
    2,
    "toolfence: `far` is not installed, and is not summarised; install the packages first.\ntoolfence: Nothing was written.\n",
  ]);
  writeFileSync(
    join(dir, "toolfence.packages.json"),
    JSON.stringify({
      packagesVersion: 1,
      analyser: ANALYSER_VERSION,
      packages: { axios: { version: "1.0.0", integrity: null, rest: [], rows: {} } },
    }),
  );
  expect((await scanned(dir))["a"]).toContain("net.connect");
});

test("a file that cannot be read stops everything", async () => {
  const dir = project("", tool("a", "return 1;"));
  writeFileSync(join(dir, "toolfence.packages.json"), '{ "packagesVersion": 1, "analyser": 1, "packages": { "x": 1 } }');
  const found = await toolfence(dir, "scan");
  expect([found.code, found.err]).toEqual([
    2,
    "toolfence: `toolfence.packages.json` is not valid: `packages.x`: invalid input: expected object, received number.\n",
  ]);
  expect((await toolfence(dir, "packages", "--check", "--update")).err).toBe("toolfence: Say one of `--check` and `--update`.\n");
});

test("a summary that says less of the same version cannot be suppressed", async () => {
  const dir = project(`import { open } from "own-store";`, tool("a", `return open("x").save("y");`), STORE);
  await toolfence(dir, "packages", "--update");
  await toolfence(dir, "manifest");
  const git = (...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: dir, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  writeFileSync(join(dir, ".gitignore"), "node_modules\n");
  git("add", "-A");
  git("commit", "-qm", "x");
  const path = join(dir, "toolfence.packages.json");
  const text = readFileSync(path, "utf8");
  const gates = async (): Promise<string[]> => {
    await toolfence(dir, "manifest");
    const { out } = await toolfence(dir, "verify", "--base", "main", "--json");
    return (JSON.parse(out) as { diagnostics: { id: string; gating: boolean; witness: string | null }[] }).diagnostics
      .filter((one) => one.gating)
      .map((one) => `${one.id} ${one.witness ?? ""}`);
  };
  const change = (edit: (file: { packages: Record<string, { version: string; rows: Record<string, string[]> }> }) => void): void => {
    const file = JSON.parse(text) as Parameters<typeof edit>[0];
    edit(file);
    writeFileSync(path, JSON.stringify(file));
  };
  change((file) => {
    (file.packages["own-store"] as { rows: Record<string, string[]> }).rows["home"] = [];
  });
  expect(await gates()).toEqual(["gate.packages.weakened own-store env.read=STORE_HOME"]);
  // Nor by saying that another analyser wrote it.
  change((file) => {
    (file as { analyser?: number }).analyser = 999;
    (file.packages["own-store"] as { rows: Record<string, string[]> }).rows["home"] = [];
  });
  expect(await toolfence(dir, "verify", "--base", "main")).toMatchObject({ code: 2, out: "" });
  change((file) => {
    const one = file.packages["own-store"] as { version: string; rows: Record<string, string[]> };
    one.version = "1.3.0";
    one.rows["home"] = [];
  });
  expect(await gates()).toEqual([]);
});

test("a lock file that goes while there are summaries cannot be suppressed; one of another name that takes its place is none", async () => {
  const dir = project(`import { open } from "own-store";`, tool("a", `return open("x").save("y");`), STORE);
  const git = (...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: dir, stdio: "pipe" });
  const lock = join(dir, "package-lock.json");
  writeFileSync(lock, JSON.stringify({ lockfileVersion: 3, packages: { "node_modules/own-store": { version: "1.2.0" } } }));
  await toolfence(dir, "packages", "--update");
  await toolfence(dir, "manifest");
  git("init", "-q", "-b", "main");
  writeFileSync(join(dir, ".gitignore"), "node_modules\n");
  git("add", "-A");
  git("commit", "-qm", "x");
  const gates = async (): Promise<string[]> => {
    await toolfence(dir, "manifest");
    const { out } = await toolfence(dir, "verify", "--base", "main", "--json");
    return (JSON.parse(out) as { diagnostics: { id: string; gating: boolean }[] }).diagnostics
      .filter((one) => one.gating)
      .map((one) => one.id);
  };
  expect(await gates()).toEqual([]);
  renameSync(lock, join(dir, "npm-shrinkwrap.json"));
  expect(await gates()).toEqual([]);
  rmSync(join(dir, "npm-shrinkwrap.json"));
  expect(await gates()).toContain("gate.packages.weakened");
  rmSync(join(dir, "toolfence.packages.json"));
  expect(await toolfence(dir, "verify", "--base", "main")).toMatchObject({ code: 2, out: "" });
});

test("a dependency that does more than before is told as the one that changed; another call of it is not", async () => {
  const store = (version: string, body: string) =>
    pkg("own-store", { "index.js": `exports.put = (x) => { ${body} };\nexports.get = () => fetch("https://a.example");` }, { version });
  const made = emptyRepository({
    ".gitignore": "node_modules\n",
    "package.json": '{ "name": "p" }',
    "t.ts": `import { tool } from "ai";\nimport { put, get } from "own-store";\n${tool("a", "return put(_a.x);")}`,
    ...store("1.2.0", 'require("fs").readFileSync(x);'),
  });
  const write = async (files: Record<string, string>): Promise<{ message: string; dependency?: object }[]> => {
    made.write(files);
    await toolfence(made.dir, "packages", "--update");
    await toolfence(made.dir, "manifest");
    const { out } = await toolfence(made.dir, "verify", "--base", "main", "--json");
    const { diagnostics } = JSON.parse(out) as { diagnostics: { gating: boolean; message: string; dependency?: object }[] };
    return diagnostics.filter(({ gating }) => gating);
  };
  await toolfence(made.dir, "packages", "--update");
  await toolfence(made.dir, "manifest");
  made.commit();
  made.git("checkout", "-qb", "change");
  expect(await write(store("1.3.0", 'require("fs").readFileSync(x); require("fs").writeFileSync("/srv/x", "");'))).toMatchObject([
    {
      message: "The code does something that it did not do before. The package `own-store` does it, which went from 1.2.0 to 1.3.0.",
      dependency: { name: "own-store", from: "1.2.0", to: "1.3.0" },
    },
  ]);
  const call = { "t.ts": `import { tool } from "ai";\nimport { put, get } from "own-store";\n${tool("a", "return [put(_a.x), get()];")}` };
  const found = await write({ ...store("1.2.0", 'require("fs").readFileSync(x);'), ...call });
  expect(found.map(({ message }) => message)).toEqual([
    "The code does something that it did not do before. The package `own-store` does it.",
  ]);
});

test("a package may be called as what every object has", async () => {
  const made = emptyRepository({
    ".gitignore": "node_modules\n",
    "package.json": '{ "name": "p" }',
    "t.ts": `import { tool } from "ai";\n${tool("a", "return 1;")}`,
    ...pkg("constructor", { "index.js": 'exports.put = () => require("fs").writeFileSync("/srv/x", "");' }),
    ...pkg("own-store", { "index.js": "exports.one = 1;" }),
  });
  await toolfence(made.dir, "packages", "--update");
  await toolfence(made.dir, "manifest");
  made.commit();
  made.git("checkout", "-qb", "change");
  made.write({ "t.ts": `import { tool } from "ai";\nimport { put } from "constructor";\n${tool("a", "return put();")}` });
  await toolfence(made.dir, "packages", "--update");
  await toolfence(made.dir, "manifest");
  const { code, out } = await toolfence(made.dir, "verify", "--base", "main");
  expect([code, out]).toEqual([1, expect.stringContaining("The package `constructor` does it, which is new.")]);
});

test("nothing vouches for a package of which nothing is known: 2, with the command", async () => {
  const dir = project(`import { open } from "own-store";`, tool("a", `return open("x").save("y");`), STORE);
  const refused = {
    code: 2,
    out: "",
    err: "toolfence: What `own-store` can do is not known: no model, and no summary in `toolfence.packages.json`. Install it, run `toolfence packages --update` and commit the file; or say what it does under `assumptions` in the configuration.\n",
  };
  expect(await toolfence(dir, "manifest")).toEqual(refused);
  expect(await toolfence(dir, "manifest", "--check")).toEqual(refused);
  writeFileSync(join(dir, "base.json"), (await toolfence(folder({ "t.ts": tool("a", "return 1;") }), "manifest", "--stdout")).out);
  expect(await toolfence(dir, "verify", "--base", "base.json")).toEqual(refused);
  // A scan tells it; the other commands answer once it is known.
  expect(await scanned(dir)).toEqual({ a: "unknown.package:own-store" });
  await toolfence(dir, "packages", "--update");
  expect((await toolfence(dir, "manifest")).code).toBe(0);
});
