import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { roleOfName } from "../../../src/runtime/gate/data/names.ts";
import { isDangerousVariable } from "../../../src/model/variables.ts";
import { endpointOfHost, endpointOfUrl } from "../../../src/runtime/gate/endpoints.ts";
import { argumentFacts, instantiate, wholeArgument } from "../../../src/runtime/gate/facts.ts";
import { compileList } from "../../../src/runtime/gate/path-list.ts";
import { destinations, namesFile, pathMeant, resolveDeepest, spellings } from "../../../src/runtime/gate/paths.ts";
import { stringsOf } from "../../../src/runtime/gate/strings.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";

describe("strings of arguments", () => {
  const found = (input: unknown): unknown => {
    const list = stringsOf(input);
    return Array.isArray(list) ? list.map(({ argument, name, text, isKey }) => `${argument}/${name}${isKey ? " key" : ""}=${text}`) : list;
  };
  test("where they stand", () => {
    expect(found("x")).toEqual(["/=x"]);
    expect(found(1)).toEqual([]);
    expect(found(null)).toEqual([]);
    expect(found({ a: "1", b: ["2", { c: "3" }], d: { e: { f: "4" } }, n: 5 })).toEqual(["a/a=1", "b/b=2", "b/c=3", "d/f=4"]);
    expect(found(["1"])).toEqual(["/=1"]);
    expect(found({ m: new Map([["k", "v"]]), s: new Set(["w"]) })).toEqual(["m/m=k", "m/k=v", "s/s=w"]);
    expect(found({ files: { "a/b": "1", plain: "2" }, "x/y": "3" })).toEqual([
      "files/files key=a/b",
      "files/a/b=1",
      "files/plain=2",
      "/ key=x/y",
      "x/y/x/y=3",
    ]);
    expect(found({ [Symbol("s")]: "1", f: () => 1 })).toEqual([]);
    class Thing {
      readonly name = "own";
      get computed(): string {
        throw new Error("not called");
      }
    }
    expect(found({ thing: new Thing() })).toEqual(["thing/name=own"]);
  });
  test("limits are exact", () => {
    const limits = { depth: 2, nodes: 3, characters: 5 };
    const size = (input: unknown): string => ("id" in stringsOf(input, limits) ? "refused" : "read");
    expect([size({ a: { b: { c: 1 } } }), size({ a: { b: { c: { d: 1 } } } })]).toEqual(["read", "refused"]);
    expect([size([1, 2, 3]), size([1, 2, 3, 4])]).toEqual(["read", "refused"]);
    expect([size(["12345"]), size(["12345", "6"])]).toEqual(["read", "refused"]);
  });
});

test.each([
  ["path", "path"],
  ["file_path", "path"],
  ["outputPath", "write"],
  ["OUTPUT-PATH", "write"],
  ["myDirectory", "path"],
  ["someUrl", "url"],
  ["imageURI", "url"],
  ["hostname", "host"],
  ["cmd", "command"],
  ["envVars", "environment"],
  ["content", "prose"],
  ["source", "read"],
  ["xyz", undefined],
  ["constructor", undefined],
])("the name `%s` says %s", (name, role) => {
  expect([roleOfName(name), roleOfName(name)]).toEqual([role, role]);
});

test.each([
  ["LD_PRELOAD", true],
  ["ld_preload", true],
  ["DYLD_X", true],
  ["BASH_FUNC_a%%", true],
  ["NODE_OPTIONS", true],
  ["PATH", true],
  ["LANG", false],
  ["XLD_", false],
])("%s changes what programs run: %s", (name, expected) => {
  expect(isDangerousVariable(name)).toBe(expected);
});

describe("hosts in texts", () => {
  const shown = (found: ReturnType<typeof endpointOfUrl>): string =>
    found.k === "endpoint" ? `${found.endpoint.scheme} ${found.endpoint.host} ${found.endpoint.port}` : found.k;
  test.each([
    ["https://a.example/x", "https a.example 443"],
    ["http://a.example", "http a.example 80"],
    ["HTTPS://A.Example.:443", "https a.example 443"],
    ["https://a.example:8443/x:1", "https a.example 8443"],
    ["https://u:80@a.example", "https a.example 443"],
    ["https:/a.example", "https a.example 443"],
    ["https:a.example", "https a.example 443"],
    ["https:\\\\a.example\\x", "https a.example 443"],
    [" https://a.example ", "https a.example 443"],
    ["ht\ntps://a.example", "https a.example 443"],
    ["ws://a.example", "ws a.example 80"],
    ["postgres://u:p@db.example/x", "postgres db.example 5432"],
    ["redis://localhost", "redis localhost 6379"],
    ["ssh://git@github.com/a", "ssh github.com 22"],
    ["http://[::1]:3000/", "http ::1 3000"],
    ["http://0x7f.1/", "http 127.0.0.1 80"],
    ["http://münchen.example/", "http xn--mnchen-3ya.example 80"],
    ["url:https://a.example", "none"],
    ["https://", "unreadable"],
    ["https://[", "unreadable"],
    ["https://a_b..c/", "unreadable"],
    ["https://a.example says so", "none"],
    ["mailto:a@b.example", "none"],
    ["data:text/plain,x", "none"],
    ["memory://x", "none"],
    ["file:///etc", "none"],
    ["redis:x", "none"],
    ["a.example", "none"],
    [`https://a.example/${"x".repeat(9000)}`, "unreadable"],
    ["x".repeat(9000), "none"],
  ])("as a URL, %s is %s", (text, expected) => {
    expect(shown(endpointOfUrl(text))).toBe(expected);
  });
  test.each([
    ["a.example", "tcp a.example 0"],
    ["a.example:80", "tcp a.example 80"],
    ["a.example/x", "tcp a.example 0"],
    ["//a.example/x", "https a.example 443"],
    ["\\\\a.example\\x", "https a.example 443"],
    ["git@github.com:a/b.git", "ssh github.com 22"],
    ["localhost", "tcp localhost 0"],
    ["LOCALHOST:80", "tcp localhost 80"],
    ["[::1]:80", "tcp ::1 80"],
    ["::1", "tcp ::1 443"],
    ["10.0.0.1", "tcp 10.0.0.1 0"],
    ["db:5432", "tcp db 5432"],
    ["production", "tcp production 0"],
    ["", "none"],
    ["a b.example", "unreadable"],
    ["a_.b-.example", "unreadable"],
    ["https://a.example", "https a.example 443"],
  ])("as a host, %s is %s", (text, expected) => {
    expect(shown(endpointOfHost(text))).toBe(expected);
  });
});

describe("paths in texts", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolfence-paths-")));
  const workspace = join(base, "ws");
  mkdirSync(join(workspace, "dir"), { recursive: true });
  mkdirSync(join(base, "out"));
  for (const name of ["ws/a.txt", "ws/dir/b", "out/x"]) writeFileSync(join(base, name), "");
  afterAll(() => {
    rmSync(base, { recursive: true });
  });
  const roots = { ...currentRoots(workspace), home: join(base, "out") };
  test.each<[string, boolean, boolean]>([
    ["/etc/passwd", true, true],
    ["/etc/no-such-file", true, false],
    ["/etc/has space", false, false],
    ["/no-such-top/x", false, false],
    ["//etc/passwd", true, true],
    ["/", false, false],
    ["~", true, true],
    ["~/x", true, true],
    ["~user/x", false, false],
    ["file:///x", true, true],
    ["file://host/x", true, true],
    ["FILE:/x", true, true],
    ["../x", true, false],
    ["../out", true, true],
    ["a/../../out", true, true],
    ["..\\x", true, false],
    ["a..b", false, false],
    ["... and ../x", false, false],
    ["a.txt", true, false],
    ["dir/b", true, false],
    ["dir", false, false],
    ["nothing.txt", false, false],
    ["a.txt\n", false, false],
    ["/etc/passwd\n", false, false],
    ["http://a.txt", false, false],
    ["a\0/b", true, true],
    ["a\0b", false, false],
    ["", false, false],
    [`/etc/${"x".repeat(5000)}`, false, false],
  ])("%j names a file: %s, in prose: %s", (text, plain, prose) => {
    expect([namesFile(text, roots, false), namesFile(text, roots, true)]).toEqual([plain, prose]);
  });

  test("what is meant", () => {
    expect([pathMeant("x", roots), pathMeant("/x", roots), pathMeant("~", roots), pathMeant("~/x", roots)]).toEqual([
      join(workspace, "x"),
      "/x",
      roots.home,
      join(roots.home, "x"),
    ]);
    expect([pathMeant("file:///a%20b", roots), pathMeant("file://h/a%2Fb", roots), pathMeant("file://h/%zz", roots)]).toEqual([
      "/a b",
      "/h/a/b",
      "/h/%zz",
    ]);
  });

  test("links are resolved as far as there is something, also through ends that are not there", () => {
    symlinkSync(join(base, "out"), join(workspace, "link"));
    symlinkSync(join(base, "missing"), join(workspace, "dangling"));
    symlinkSync("loop-b", join(workspace, "loop-a"));
    symlinkSync("loop-a", join(workspace, "loop-b"));
    symlinkSync("out", join(base, "relative"));
    mkdirSync(join(base, "out/deep"));
    symlinkSync(join(base, "out/deep"), join(workspace, "deep"));
    expect([
      resolveDeepest(join(workspace, "link/x")),
      resolveDeepest(join(workspace, "link/new/er")),
      resolveDeepest(join(workspace, "dangling")),
      resolveDeepest(join(workspace, "dangling/x")),
      resolveDeepest(join(workspace, "loop-a")),
      resolveDeepest(join(base, "relative/x")),
      resolveDeepest("/no-such/x"),
    ]).toEqual([
      join(base, "out/x"),
      join(base, "out/new/er"),
      join(base, "missing"),
      join(base, "missing/x"),
      join(workspace, "loop-a"),
      join(base, "out/x"),
      "/no-such/x",
    ]);
    expect(destinations("deep/../x", roots)).toEqual([join(workspace, "x"), join(base, "out/x")]);
    expect(destinations("deep/../new", roots)).toEqual([join(workspace, "new"), join(base, "out/new")]);
    expect(destinations("dir/../a.txt", roots)).toEqual([join(workspace, "a.txt")]);
    expect(destinations("none/../../q", roots)).toEqual([join(base, "q")]);
  });

  test("every spelling, and no sibling", () => {
    const bound = { workspace: "/h/ws", home: "/h", tmp: "/" };
    const shown = (path: string): string[] => spellings(path, bound).map(({ root, segments }) => [root, ...segments].join(" "));
    expect(shown("/h/ws/a")).toEqual(["$WORKSPACE a", "$HOME ws a", "$TMP h ws a", "/ h ws a"]);
    expect(shown("/h/ws")).toEqual(["$WORKSPACE", "$HOME ws", "$TMP h ws", "/ h ws"]);
    expect(shown("/h/ws-sibling")).toEqual(["$HOME ws-sibling", "$TMP h ws-sibling", "/ h ws-sibling"]);
    expect(shown("/x")).toEqual(["$TMP x", "/ x"]);
  });
});

describe("lists of paths", () => {
  const list = compileList([
    "/**/.env",
    "/**/*.pem",
    "/**/.ssh/**",
    "/**/.config/gcloud",
    "/etc/{shadow,group}",
    "/proc/[0-9]*/**",
    "/**/a/**/b",
    "/x?y/**",
  ]);
  const on = (path: string): boolean => list({ root: "/", segments: path.split("/").filter(Boolean) });
  test.each([
    ["/.env", true],
    ["/a/b/.env", true],
    ["/a/.env/x", false],
    ["/a/x.env", false],
    ["/a/k.pem", true],
    ["/a/kpem", false],
    ["/h/.ssh", true],
    ["/h/.ssh/id", true],
    ["/h/.sshx/id", false],
    ["/h/x.ssh", false],
    ["/h/.config/gcloud", true],
    ["/h/.config/gcloud/x", false],
    ["/h/.config/x/gcloud", false],
    ["/etc/shadow", true],
    ["/etc/shadow/x", false],
    ["/x/etc/shadow", false],
    ["/proc/12/x", true],
    ["/proc/x/12", false],
    ["/q/a/r/b", true],
    ["/q/a/b", true],
    ["/q/b/a", false],
    ["/x1y/z", true],
    ["/xy/z", false],
    ["/", false],
  ])("%s: %s", (path, expected) => {
    expect(on(path)).toBe(expected);
  });
  test("an empty list has nothing on it", () => {
    expect(compileList([])({ root: "/", segments: ["a"] })).toBe(false);
  });
});

describe("facts about arguments", () => {
  test("which are known, and what is open", () => {
    const read = (lines: readonly string[], unknowns: readonly string[] = []): unknown => {
      const { templates, known, open } = argumentFacts(lines, unknowns);
      return [templates.map(({ family, resource }) => `${family} ${resource}`), [...known], [...open]];
    };
    expect(read(["fs.read {param:a}", "fs.read /etc/x", "net.connect https://{param:b}/{param:c}"])).toEqual([
      ["path {param:a}", "host https://{param:b}/{param:c}"],
      ["a", "b", "c"],
      [],
    ]);
    expect(read(["fs.read {dynamic}"])).toEqual([[], [], ["path"]]);
    expect(read(["fs.read {param:a}/{dynamic}", "env.read {env:X}"])).toEqual([["path {param:a}/{dynamic}"], ["a"], ["path", "variable"]]);
    expect(read(["fs.read {param:}"])).toEqual([[], [], ["path"]]);
    expect(read(["code.eval {dynamic}"])).toEqual([[], [], ["path", "host", "command", "variable"]]);
    expect(read(["control.exit"])).toEqual([[], [], []]);
    expect(read([], ["unknown.call 1"])).toEqual([[], [], ["path", "host", "command", "variable"]]);
  });
  test("templates", () => {
    const value = (name: string): string => (name === "a" ? "A" : "");
    expect(["x{param:a}y{dynamic}", "{param:b}", "{param:}", "plain"].map((text) => instantiate(text, value))).toEqual([
      "xAy*",
      "",
      "*",
      "plain",
    ]);
    expect(
      [
        "{param:a}",
        "$WORKSPACE/{param:a}",
        "{param:a}/{dynamic}",
        "{param:a}.{dynamic}",
        "https://{param:a}",
        "{param:a}:443",
        "$HOME/{param:a}",
        "x{param:a}",
        "{param:a}x",
      ].map((text) => wholeArgument(text)?.name),
    ).toEqual(["a", "a", "a", "a", "a", "a", undefined, undefined, undefined]);
  });
});
