import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy, PolicyDeniedError } from "../../../src/index.ts";
import { withPolicy } from "../../../src/index.ts";
import type { RuntimeConfig } from "../../../src/runtime.ts";
import { fenceIn } from "../../support/fence-in.ts";
import { candidates, differences } from "../../../src/runtime/fence/bind.ts";
import { launchesOfLine } from "../../../src/runtime/gate/commands.ts";
import { pathsOf } from "../../../src/runtime/gate/command-steps.ts";
import { endpointOfUrl } from "../../../src/runtime/gate/endpoints.ts";
import { hostScope } from "../../../src/runtime/gate/host-steps.ts";
import { compileList } from "../../../src/runtime/gate/path-list.ts";
import { namesFile } from "../../../src/runtime/gate/paths.ts";
import { stringsOf } from "../../../src/runtime/gate/strings.ts";
import { parseShell } from "../../../src/runtime/gate/shell.ts";
import { normalise } from "../../../src/model/policy.ts";
import { toPath } from "../../../src/model/path.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

interface Asked {
  readonly facts?: readonly string[];
  readonly config?: RuntimeConfig;
  readonly workspace?: string;
}
const verdict = (policy: Policy, input: unknown, { facts, config = {}, workspace = "/toolfence-none" }: Asked = {}): string => {
  const fence = fenceIn({ manifest: manifestOf({ tool: { policy, ...(facts ? { facts, unknowns: [] } : {}) } }, config), workspace });
  const { verdict: found, denial, asks } = fence.explain("tool", input);
  return denial?.id ?? (found === "ask" ? `ask ${asks}` : found);
};

describe("hosts", () => {
  test("what a policy excepts is refused, also where everything else is granted", () => {
    const { grants } = normalise({ net: { connect: { allow: "any", deny: ["https://bad.example"] } } });
    const scope = (host: string) =>
      hostScope({ k: "host", text: `https://${host}/`, endpoint: { scheme: "https", host, port: 443 }, mustBeGranted: true }, grants)?.id;
    expect([scope("bad.example"), scope("good.example")]).toEqual(["net.outside", undefined]);
  });
  test("a scheme of which the host is not parsed as one, and a text that is too long", () => {
    expect(endpointOfUrl("ssh://EXAMPLE.com/x")).toEqual({ k: "endpoint", endpoint: { scheme: "ssh", host: "example.com", port: 22 } });
    const long = (length: number): string => "https://a.example/".padEnd(length, "x");
    expect(endpointOfUrl(long(8192)).k).toBe("endpoint");
    expect(endpointOfUrl(long(8193)).k).toBe("unreadable");
    expect(endpointOfUrl("http:a").k).toBe("none");
    expect(endpointOfUrl("http:a", true).k).toBe("endpoint");
  });
  test("a host that facts speak of and that cannot be read is refused", () => {
    expect(verdict({ net: ["https://a.example"] }, { url: "https://a b.example/" }, { facts: ["net.connect {param:url}"] })).toBe(
      "net.outside",
    );
    expect(verdict({ net: ["https://a.example"] }, { url: "https://[::1/" })).toBe("net.outside");
  });
});

describe("commands", () => {
  test("an option and the word behind it are one thing that leads out", () => {
    const git: Policy = { exec: [{ command: "git", args: ["**"] }, "git"] };
    expect(verdict(git, { command: "git -c core.pager=x log" })).toBe("command.outside");
    expect(verdict(git, { command: "git log -c core" })).toBe("allow");
  });
  test("paths in words: behind `=` of a name, and whole otherwise", () => {
    const texts = (...args: readonly string[]): string[] =>
      pathsOf({ ...(launchesOfLine("dd")?.all[0] as Parameters<typeof pathsOf>[0]), args }).map(({ text }) => text);
    expect(texts("if=/a", "/a=b")).toEqual(expect.arrayContaining(["/a", "/a=b"]));
  });
  test("a wrapper inside of wrappers, to the last that is followed", () => {
    const nested = (levels: number): string => `${"nice ".repeat(levels)}rm -rf /`;
    expect(launchesOfLine(nested(3))?.all.map(({ program }) => program)).toEqual(["nice", "nice", "nice", "rm"]);
    expect(launchesOfLine(nested(200))).toBeUndefined();
  });
  test("options that nobody knows may take a value: what stands behind it may be what starts", () => {
    const programs = (line: string): string[] => launchesOfLine(line)?.all.map(({ program }) => program) ?? [];
    expect(programs("nice --unknown value rm x")).toContain("rm");
    expect(programs("nice value rm x")).not.toContain("rm");
  });
  test("a descriptor before a redirection is no word of its own, and a number elsewhere is one", () => {
    const line = (text: string) =>
      parseShell(text)?.commands.map(({ words, redirects }) => [words.map(({ text: word }) => word), redirects.length]);
    expect(line("ls 2>x")).toEqual([[["ls"], 1]]);
    expect(line("ls 2 x")).toEqual([[["ls", "2", "x"], 0]]);
  });
  test("rules of the operator speak of commands that are there", () => {
    const config: RuntimeConfig = { commandRules: [{ command: "ls", decision: "ask" }] };
    expect(verdict({ exec: ["ls"] }, { command: "" }, { config })).toBe("allow");
    expect(verdict({ exec: ["ls"] }, { command: "ls" }, { config })).toMatch(/^ask /u);
  });
});

describe("paths", () => {
  const list = compileList(["/**/*.{pem,key}", "/**/id_?", "/**/[ab]c", "/x/*", "/**/.ssh/**", "/**"]);
  const narrow = compileList(["/**/*.{pem,key}", "/**/id_?", "/**/[ab]c", "/x/*", "/**/.ssh/**"]);
  test.each([
    ["/a/b.pem", true],
    ["/a/bpem", false],
    ["/a/b.pem/c", false],
    ["/id_1", true],
    ["/id_", false],
    ["/id_12", false],
    ["/q/ac", true],
    ["/q/cc", false],
    ["/x/y", true],
    ["/y/x", false],
    ["/x/y/z", false],
    ["/h/.ssh", true],
    ["/h/.ssh/k", true],
    ["/h/.sshx", false],
  ])("`%s` in a compiled list: %s", (text, expected) => {
    const path = toPath(text) as NonNullable<ReturnType<typeof toPath>>;
    expect(narrow(path)).toBe(expected);
    expect(list(path)).toBe(true);
  });
  test("what names a file: nothing does not, what goes up does, with blanks only if it is there", () => {
    const workspace = folder({ "a b": "", "in/x": "" });
    const roots = currentRoots(workspace);
    const names = (text: string): boolean => namesFile(text, roots, false);
    expect([
      names(""),
      names("/".padEnd(4096, "x")),
      names("../x"),
      names("../no folder/x y"),
      names("in/../a b"),
      names("in/../no b"),
    ]).toEqual([false, false, true, false, true, true]);
    const above = folder({ "w/in/x": "", "up there/y": "" });
    expect(namesFile("../up there/new y", currentRoots(join(above, "w")), false)).toBe(true);
    expect(namesFile("../not there/new y", currentRoots(join(above, "w")), false)).toBe(false);
  });
  test("what cannot be looked at is judged all the same", () => {
    const workspace = folder({ "shut/x": "" });
    chmodSync(join(workspace, "shut"), 0o000);
    try {
      expect(verdict({ fs: { read: ["$WORKSPACE/**"] } }, { path: "shut/x" }, { workspace })).toBe("allow");
      expect(verdict({ fs: { read: ["$WORKSPACE/**"] } }, { path: `shut/${"y".repeat(300)}` }, { workspace })).toBe("allow");
    } finally {
      chmodSync(join(workspace, "shut"), 0o755);
    }
  });
});

describe("arguments", () => {
  test("a proxy, and what throws when it is looked through", () => {
    expect(stringsOf({ a: new Proxy({}, {}) })).toMatchObject({
      id: "arguments.unreadable",
      reason: expect.stringContaining("proxy") as string,
    });
    expect(stringsOf({ a: Object.create(URL.prototype) as URL })).toMatchObject({ id: "arguments.unreadable", value: "" });
    expect(stringsOf({ at: new URL("https://a.example/x") })).toMatchObject([{ text: "https://a.example/x", isKey: false }]);
  });
  test("more text than is allowed is said to be too much, and no fault of reading", () => {
    expect(stringsOf({ a: "xxxx" }, { depth: 9, nodes: 9, characters: 3 })).toMatchObject({ id: "arguments.size" });
  });
});

describe("binding", () => {
  test("what differs is told with what is newly allowed", () => {
    expect(differences({ fs: { read: ["/srv/a"] } }, {})).toEqual(["fs.read is wider (`/srv/a`)"]);
    expect(differences({}, { fs: { read: ["/srv/a"] } })).toEqual(["fs.read is narrower"]);
  });
  test("names lead to tools: alone, with their server, and whole", () => {
    const manifest = manifestOf({ "p/one.read": { policy: {} }, "p/two.read": { policy: {} } });
    const ids = Object.keys(manifest.tools);
    expect(candidates(manifest, ids[0] ?? "", undefined)).toEqual([ids[0]]);
  });
  test("a guard that needs a session says which clause it is of", async () => {
    const denied = (policy: Policy): Promise<string> =>
      Promise.resolve(withPolicy(policy, async () => Promise.resolve(""))()).catch(
        (error: unknown) => (error as PolicyDeniedError).denial.clause,
      );
    expect(await denied({ approval: "always" })).toBe("approval");
    expect(await denied({ constraints: { maxInvocations: 1 } })).toBe("constraints");
  });
});
