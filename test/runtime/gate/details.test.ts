import { linkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { withPolicy } from "../../../src/index.ts";
import { normalise } from "../../../src/model/policy.ts";
import type { RuntimeConfig } from "../../../src/runtime.ts";
import { fenceIn } from "../../support/fence-in.ts";
import { createFence } from "../../../src/runtime.ts";
import { launchesOfLine } from "../../../src/runtime/gate/commands.ts";
import { ownValue } from "../../../src/runtime/gate/own-value.ts";
import { locate } from "../../../src/runtime/gate/path-steps.ts";
import { isPlainLine } from "../../../src/runtime/gate/plain.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

interface Asked {
  readonly facts?: readonly string[];
  readonly config?: RuntimeConfig;
  readonly workspace?: string;
}

const explain = (policy: Policy, input: unknown, { facts, config = {}, workspace = "/toolfence-none" }: Asked = {}) =>
  fenceIn({ manifest: manifestOf({ tool: { policy, ...(facts ? { facts, unknowns: [] } : {}) } }, config), workspace }).explain(
    "tool",
    input,
  );
const verdict = (policy: Policy, input: unknown, asked?: Asked): string => {
  const { verdict: found, denial, asks } = explain(policy, input, asked);
  return denial?.id ?? (found === "ask" ? `ask ${asks}` : found);
};

/** Each of these changed no other test when the code was changed by one sign. */
describe("approvals by what a tool can do", () => {
  const config: RuntimeConfig = { approval: { net: "always", exec: "always", write: "always" } };
  test.each<[string, Policy, string]>([
    ["reach a host", { net: ["*.example.com"] }, "ask approval.net"],
    ["run a program", { exec: ["ls"] }, "ask approval.exec"],
    ["create a file", { fs: { create: ["$WORKSPACE/**"] } }, "ask approval.write"],
    ["read a file", { fs: { read: ["$WORKSPACE/**"] } }, "allow"],
  ])("%s", (_, policy, expected) => {
    expect(verdict(policy, {}, { config })).toBe(expected);
  });
});

describe("commands that facts speak of", () => {
  test("what stands beside a whole command line is not part of it", () => {
    const policy: Policy = { exec: [{ command: "ls", args: [], shell: true }] };
    expect(verdict(policy, { command: "ls", args: ["-x"] }, { facts: ["exec.shell {param:command}"] })).toBe("allow");
    expect(verdict(policy, { command: "ls", args: ["-x"] }, { facts: ["exec.shell {param:command} {dynamic}"] })).toBe("command.outside");
  });

  test("an argument that is not there is no word", () => {
    const policy: Policy = { exec: [{ command: "git", args: ["status"] }] };
    const facts = ["exec.spawn git {param:a} {param:b}"];
    expect(verdict(policy, { a: "status" }, { facts })).toBe("allow");
    expect(verdict(policy, { a: "status", b: "" }, { facts })).toBe("command.outside");
  });
});

test("a scheme that is said is held", () => {
  const policy: Policy = { net: ["https://a.example.com:443"] };
  expect(verdict(policy, { url: "https://a.example.com/x" })).toBe("allow");
  expect(verdict(policy, { url: "http://a.example.com:443/x" })).toBe("net.outside");
  expect(verdict(policy, { host: "a.example.com" }, { facts: ["net.connect {param:host}"] })).toBe("allow");
});

describe("texts that name no file", () => {
  const policy: Policy = { fs: { read: ["$WORKSPACE/in/**"] } };
  test("two lines, wherever they begin", () => {
    expect([verdict(policy, { xyz: "~/a\nb" }), verdict(policy, { xyz: "~/a" })]).toEqual(["allow", "path.outside"]);
  });
  test("what lies deeper in a known argument is looked at, also under the argument's own name", () => {
    const facts = ["fs.read {param:path}"];
    expect(verdict(policy, { path: [{ path: "/usr/x" }] }, { facts })).toBe("path.outside");
    expect(verdict(policy, { path: ["in/a"] }, { facts })).toBe("allow");
  });
  test("then no further step is taken", () => {
    expect(explain(policy, { text: "hello" }).steps.map(({ step }) => step)).not.toContain("path rules");
    expect(explain(policy, { path: "in/a" }).steps.map(({ step }) => step)).toContain("path rules");
  });
});

test("the value of a text's own members is not data that was passed", () => {
  expect([ownValue("text", "length"), ownValue(null, "a"), ownValue({ a: 1 }, "a")]).toEqual([undefined, undefined, 1]);
});

describe("paths", () => {
  test("a place that was found is not looked for again", () => {
    const { grants } = normalise({ fs: { read: "any" } });
    const roots = currentRoots("/toolfence-none");
    expect(locate({ text: "a", need: "read", place: "/elsewhere" }, roots, grants)).toMatchObject({
      places: ["/elsewhere"],
      writes: false,
    });
    expect(locate({ text: "a", need: "read" }, roots, grants)).toMatchObject({ places: ["/toolfence-none/a"] });
  });

  test("whoever may create may write, where nothing says what a path is for", () => {
    const workspace = folder({ "out/a.txt": "", "secret.txt": "" });
    linkSync(join(workspace, "secret.txt"), join(workspace, "out/b.txt"));
    const policy: Policy = { fs: { create: ["$WORKSPACE/out/**"] } };
    expect(explain(policy, { path: "/usr/x" }).denial).toMatchObject({
      change: "fs.write",
      reason: "the path `/usr/x` is outside what this tool may write",
    });
    expect(explain({ fs: { read: ["$WORKSPACE/out/**"] } }, { path: "/usr/x" }).denial).toMatchObject({
      reason: "the path `/usr/x` is outside what this tool may read",
    });
    expect(explain({ fs: { read: ["$WORKSPACE/in/**"] } }, { path: "/usr/x" }, { facts: ["fs.read {param:path}"] }).denial).toMatchObject({
      change: "fs.read",
      reason: "the path `/usr/x` is outside what this tool may read",
    });
  });
});

describe("lines", () => {
  test.each<[string, boolean]>([
    ["ls a", true],
    ["ls a\\", false],
    ["ls \\\n a", false],
    ["ls \\a", true],
    ["cat <<EOF\nx\nEOF", false],
    ["cat < a", true],
    ["cat <<< a", false],
    [`'a b' "c"`, true],
    [`"a!b"`, false],
    [`"a!!"`, false],
    [`"a! b"`, true],
    ["a!b", true],
    ["# x", false],
    ["a #b", false],
    ["a;#b", false],
    ["a#b", true],
    ["'#'", true],
    ["~user", false],
    ["a ~user", false],
    ["a;~x", false],
    ["~/x ~; ~<x", true],
    ["a~b", true],
    ["a*", false],
    ["a?", false],
    ["[a]", false],
    ["{a}", false],
    ["(a)", false],
    [`"a*b" 'a$b'`, true],
    [`"a\\"b"`, true],
    [`"it's" 'a"b'`, true],
    [`"$a"`, false],
    ["`a`", false],
    [`"a`, false],
    ["'a", false],
    ["", true],
  ])("%j is plain: %s", (line, expected) => {
    expect(isPlainLine(line)).toBe(expected);
  });

  test("what stands behind an option that nobody knows may be what starts", () => {
    expect(launchesOfLine("nice --unknown 5 rm x")?.all.map(({ command }) => command)).toContain("rm");
  });

  test("a comment begins where a word would", () => {
    expect(launchesOfLine("echo a#;ls")?.all.map(({ command }) => command)).toEqual(["echo", "ls"]);
    expect(
      launchesOfLine("echo $(a b#;c)")
        ?.all.map(({ command }) => command)
        .sort(),
    ).toEqual(["a", "c", "echo"]);
    expect(launchesOfLine("echo $(a #b)")).toBe(undefined);
  });
});

describe("commands whose arguments stand beside them", () => {
  test("numbers and flags are words", () => {
    const policy: Policy = { exec: [{ command: "kill", args: ["9", "true"] }] };
    expect(verdict(policy, { command: "kill", args: [9, true] })).toBe("allow");
    expect(verdict(policy, { command: "kill", args: [9] })).toBe("command.outside");
    expect(verdict(policy, { command: "kill", args: [9, true, {}] })).toBe("command.outside");
  });
  test("a template of which no argument is given asks for nothing", () => {
    const policy: Policy = { exec: [{ command: "git", args: ["status"] }] };
    const facts = ["exec.spawn git push {param:branch}"];
    expect([verdict(policy, {}, { facts }), verdict(policy, { branch: "x" }, { facts })]).toEqual(["allow", "command.outside"]);
  });
  test("a tool without a policy may run what no list denies", () => {
    const fence = createFence({ manifest: manifestOf({ tool: { policy: null } }, { unmanaged: "allow" }) });
    expect(fence.explain("tool", { command: "ls" }).verdict).toBe("allow");
    expect(fence.explain("tool", { command: "rm -rf /" }).denial?.id).toBe("command.denied");
  });
});

describe("where a path leads", () => {
  test("each of its readings is looked for on the list of denied paths", () => {
    const workspace = folder({ ".ssh/deep/x": "", ".ssh/config": "" });
    symlinkSync(join(workspace, ".ssh/deep"), join(workspace, "l"));
    expect(verdict({ fs: { read: "any" } }, { path: `${workspace}/l/../config` }, { workspace })).toBe("path.denied");
    expect(verdict({ fs: { read: "any" } }, { path: `${workspace}/config` }, { workspace })).toBe("allow");
  });
  test("a long name that is there is a file, one that is longer than a name can be is none", () => {
    const name = `${"n".repeat(251)}.txt`;
    const workspace = folder({ [name]: "" });
    const policy: Policy = { fs: { read: ["$WORKSPACE/in/**"] } };
    expect([verdict(policy, { what: name }, { workspace }), verdict(policy, { what: `n${name}` }, { workspace })]).toEqual([
      "path.outside",
      "allow",
    ]);
  });
  test("an address's argument may be a path all the same", () => {
    expect(verdict({ fs: { read: ["$WORKSPACE/in/**"] }, net: ["*.example.com"] }, { url: "/usr/x" })).toBe("path.outside");
  });
  test("a share of Windows is a path, also for a tool that touches no file", () => {
    expect([verdict({}, { path: "\\\\server\\share" }), verdict({}, { path: "src/a.ts" })]).toEqual(["path.unusable", "allow"]);
  });
});

test("a tool that was reviewed without a policy does not declare one", () => {
  const fence = createFence({ manifest: manifestOf({ tool: { policy: null } }) });
  fence.wrap(
    withPolicy({}, () => 1),
    { name: "tool" },
  );
  expect(fence.problems().map(({ id, reason }) => [id, reason])).toEqual([
    ["tool.differs", "the tool `tool` declares another policy than the reviewed one: the reviewed one is none"],
  ]);
});
