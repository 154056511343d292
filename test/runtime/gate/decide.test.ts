import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { parseCommand } from "../../../src/model/command.ts";
import { normalise } from "../../../src/model/policy.ts";
import { mustParse } from "../../../src/model/result.ts";
import type { Denial, RuntimeConfig } from "../../../src/runtime.ts";
import { fenceIn } from "../../support/fence-in.ts";
import { createFence } from "../../../src/runtime.ts";
import { launchesOfLine } from "../../../src/runtime/gate/commands.ts";
import { judgeUses } from "../../../src/runtime/gate/decide.ts";
import { DEFAULT_SETTINGS } from "../../../src/runtime/gate/settings.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

interface Asked {
  readonly facts?: readonly string[];
  readonly config?: RuntimeConfig;
  readonly workspace?: string;
}

/** `id clause change` of a refusal, `ask CLAUSE`, or `allow`. */
function answer(policy: Policy | null, input: unknown, { facts, config = {}, workspace = "/toolfence-none" }: Asked = {}): string {
  const fence = fenceIn({ manifest: manifestOf({ tool: { policy, ...(facts ? { facts, unknowns: [] } : {}) } }, config), workspace });
  const { verdict, denial, asks } = fence.explain("tool", input);
  const shown = (one: Denial): string => `${one.id} ${one.clause} ${one.change}`;
  return denial ? shown(denial) : verdict === "ask" ? `ask ${asks}` : "allow";
}

const dir = (): string => folder({ "in/a.txt": "", "in/deep/x": "", "out/b.txt": "", "secret/s.txt": "" });
const BOTH: Policy = { fs: { read: ["$WORKSPACE/in/**"], write: ["$WORKSPACE/out/**"] } };

describe("the trace", () => {
  test("says of each step what it found", () => {
    const fence = createFence({
      manifest: manifestOf({
        read: { policy: { fs: { read: ["$WORKSPACE/**"] } } },
        drop: { policy: { constraints: { forbidden: true } } },
        write: { policy: { fs: { write: "any" } } },
      }),
      config: { readOnly: true },
      workspace: "/toolfence-none",
    });
    const trace = (tool: string, input: unknown): string[] =>
      fence.explain(tool, input).steps.map(({ step, found }) => `${step}: ${found}`);
    expect(trace("drop", {})).toEqual(["tool: refused"]);
    expect(trace("write", {})).toEqual(["tool: passed", "read-only: refused"]);
    expect(trace("read", { n: 1 })).toEqual([
      "tool: passed",
      "read-only: passed",
      "arguments: nothing to check",
      "constraints: passed",
      "approval: nothing to check",
    ]);
    expect(trace("read", { path: "a" })).toEqual([
      "tool: passed",
      "read-only: passed",
      "arguments: passed",
      "path rules: passed",
      "denied paths: passed",
      "allowed paths: passed",
      "policy scopes: passed",
      "command rules: nothing to check",
      "denied commands: nothing to check",
      "command scopes: nothing to check",
      "network: passed",
      "constraints: passed",
      "approval: nothing to check",
    ]);
    expect(createFence({ manifest: manifestOf({ t: { policy: {} } }) }).explain("t", {}).steps[1]).toEqual({
      step: "read-only",
      found: "nothing to check",
    });
  });
});

describe("tools without a policy, let run", () => {
  const config: RuntimeConfig = { unmanaged: "allow", approval: { write: "always" } };
  test("are asked for as if they could do everything, and meet the default lists", () => {
    expect(answer(null, { text: "x" }, { config })).toBe("ask approval.write");
    const lax = { config: { unmanaged: "allow" } as const };
    expect(answer(null, { url: "http://10.0.0.1/" }, lax)).toBe("net.outside net.connect net.connect");
    expect(answer(null, { url: "https://a.example/" }, lax)).toBe("allow");
    expect(answer(null, { path: "/usr/x" }, lax)).toBe("allow");
    expect(answer(null, { path: "a.pem" }, lax)).toBe("path.denied deniedPaths pathRules");
    expect(answer(null, { command: "rm -rf /" }, lax)).toBe("command.denied deniedCommands commandRules");
    expect(answer(null, { command: "'" }, lax)).toBe("command.unreadable exec exec");
    expect(answer(null, {}, { config: { unmanaged: "allow", readOnly: true } })).toBe("tool.read-only readOnly readOnly");
  });
});

describe("paths", () => {
  test("what is denied in a policy is denied in every spelling", () => {
    const workspace = dir();
    const policy: Policy = { fs: { read: { allow: "any", deny: ["$WORKSPACE/secret/**"] } } };
    expect(answer(policy, { path: "secret/s.txt" }, { workspace })).toBe("path.outside fs.read fs.read");
    expect(answer(policy, { path: join(workspace, "secret/s.txt") }, { workspace })).toBe("path.outside fs.read fs.read");
    expect(answer(policy, { path: "in/a.txt" }, { workspace })).toBe("allow");
  });

  test("where a path can be read in two ways, rules and lists must cover both", () => {
    const workspace = dir();
    mkdirSync(join(workspace, "other/deep"), { recursive: true });
    symlinkSync(join(workspace, "other/deep"), join(workspace, "in/link"));
    const any: Policy = { fs: { read: "any" } };
    const path = `${workspace}/in/link/../a.pem`;
    expect(answer(any, { path }, { workspace, config: { pathRules: [{ path: "$WORKSPACE/in/**" }] } })).toBe(
      "path.denied deniedPaths pathRules",
    );
    expect(answer(any, { path }, { workspace, config: { pathRules: [{ path: "$WORKSPACE/**" }] } })).toBe("allow");
    expect(answer(any, { path: `${workspace}/in/link/../a` }, { workspace, config: { allowedPaths: ["$WORKSPACE/in/**"] } })).toBe(
      "path.outside allowedPaths allowedPaths",
    );
    expect(answer(any, { path: `${workspace}/in/link/../a` }, { workspace, config: { allowedPaths: ["$WORKSPACE/**"] } })).toBe("allow");
  });

  test("the key that would change the answer fits what was asked for", () => {
    const workspace = dir();
    expect(answer(BOTH, { path: "in/a.txt" }, { workspace })).toBe("path.outside fs fs.write");
    expect(answer(BOTH, { a: "in/a.txt" }, { workspace, facts: ["fs.write {param:a}"] })).toBe("path.outside fs.write.modify fs.write");
    expect(answer(BOTH, { a: "out/b.txt" }, { workspace, facts: ["fs.read {param:a}"] })).toBe("path.outside fs.read fs.read");
    expect(answer(BOTH, { a: "in/new" }, { workspace, facts: ["fs.write {param:a}"] })).toBe("path.outside fs.write.create fs.write");
    expect(answer({ exec: ["cat"] }, { command: "cat /usr/x" }, { workspace, facts: ["exec.shell {param:command}"] })).toBe(
      "path.outside fs fs",
    );
  });

  test("lengths", () => {
    expect(answer(BOTH, { path: `/usr/${"x".repeat(4091)}` })).toBe("path.outside fs fs.write");
    expect(answer(BOTH, { a: `/usr/${"x".repeat(4092)}` }, { facts: ["fs.read {param:a}"] })).toBe(
      "path.unusable fs write the path plainly",
    );
  });

  test("a path of Windows is refused where a path is meant, and a text elsewhere", () => {
    expect(answer(BOTH, { path: "C:\\x" })).toBe("path.unusable fs write the path plainly");
    expect(answer({}, { path: "C:\\x" })).toBe("allow");
    expect(answer(BOTH, { xyz: "C:\\x" })).toBe("allow");
    expect(answer(BOTH, { content: "C:\\x" })).toBe("allow");
  });
});

describe("facts", () => {
  const workspace = "/toolfence-none";
  test("what they say of an argument is not guessed at once more", () => {
    expect(answer(BOTH, { path: "in/a.txt" }, { workspace, facts: ["fs.read {param:path}", "fs.read {dynamic}"] })).toBe("allow");
    expect(answer(BOTH, { path: "in/a.txt", other: "/usr/x" }, { workspace, facts: ["fs.read {param:path}", "fs.read {dynamic}"] })).toBe(
      "path.outside fs fs.write",
    );
    expect(answer(BOTH, { path: "in/a.txt", other: "/usr/x" }, { workspace, facts: ["fs.read {param:path}"] })).toBe("allow");
    expect(answer(BOTH, { path: { deep: "/usr/x" } }, { workspace, facts: ["fs.read {param:path}", "fs.read {dynamic}"] })).toBe(
      "path.outside fs.read fs.read",
    );
  });

  test("numbers and flags are texts in a template; lists are each", () => {
    const facts = ["fs.read $WORKSPACE/log/{param:n}.txt"];
    expect([
      answer(BOTH, { n: 5 }, { workspace, facts }),
      answer(BOTH, { n: true }, { workspace, facts }),
      answer(BOTH, { n: { a: 1 } }, { workspace, facts }),
    ]).toEqual(["path.outside fs.read fs.read", "path.outside fs.read fs.read", "allow"]);
    expect(answer(BOTH, { a: ["in/a", "in/b"] }, { workspace, facts: ["fs.read {param:a}"] })).toBe("allow");
    expect(answer(BOTH, { a: ["in/a", "b"] }, { workspace, facts: ["fs.read {param:a}"] })).toBe("path.outside fs.read fs.read");
  });

  test("arguments of a program come as a list, as parts of words, or beside it", () => {
    const policy: Policy = {
      exec: [
        { command: "git", args: ["status"] },
        { command: "git", args: ["log", "--format=*"] },
      ],
    };
    const on = (facts: string, input: unknown): string => answer(policy, input, { workspace, facts: [facts] });
    expect(on("exec.spawn git {param:args}", { args: ["status"] })).toBe("allow");
    expect(on("exec.spawn git {param:args}", { args: ["status", "-s"] })).toBe("command.outside exec exec");
    expect(on("exec.spawn git log --format={param:f}", { f: "%H" })).toBe("allow");
    expect(on("exec.spawn git {param:a} --format=x", { a: "log" })).toBe("allow");
    expect(on("exec.spawn git {param:a} --format=x", { a: "push" })).toBe("command.outside exec exec");
    expect(on("exec.spawn git status {dynamic}", { x: 1 })).toBe("allow");
    expect(on("exec.spawn {param:program} {dynamic}", { program: "git", args: ["status"] })).toBe("allow");
    expect(on("exec.spawn {param:program} {dynamic}", { program: "git", args: ["push"] })).toBe("command.outside exec exec");
    expect(on("exec.spawn {param:program}", { program: "rm" })).toBe("command.outside exec exec");
    expect(on("exec.shell cd x && {param:line}", { line: "git status" })).toBe("command.outside exec exec");
    expect(on("exec.shell {param:a} {param:b}", { a: "git" })).toBe("command.outside exec exec");
    expect(on("exec.shell {param:a} {param:b}", {})).toBe("allow");
  });
});

describe("commands", () => {
  const facts = ["exec.shell {param:command}"];
  test("what a granted shell starts is what the grant says; a bare redirect starts nothing", () => {
    const policy: Policy = {
      exec: [
        { command: "sh", args: ["-c", "**"] },
        { command: "ls", args: "any", shell: true },
      ],
      fs: { write: ["$WORKSPACE/out/**"] },
    };
    const workspace = dir();
    expect(answer(policy, { command: "sh -c 'cat x; date'" }, { workspace, facts })).toBe("allow");
    expect(answer(policy, { command: "date" }, { workspace, facts })).toBe("command.outside exec exec");
    expect(answer(policy, { command: "> out/new" }, { workspace, facts })).toBe("allow");
    expect(answer(policy, { command: "> in/new" }, { workspace, facts })).toBe("path.outside fs.write.create fs.write");
  });

  test("what is written by a redirect or an option must be inside what may be written", () => {
    const workspace = dir();
    const policy: Policy = { exec: "any", ...BOTH };
    const on = (command: string): string => answer(policy, { command }, { workspace, facts });
    expect(on("sort in/a.txt > out/b.txt")).toBe("allow");
    expect(on("sort in/a.txt > in/a.txt")).toBe("path.outside fs.write.modify fs.write");
    expect(on("sort in/a.txt -o out/b.txt")).toBe("allow");
    expect(on("sort -o in/a.txt out/b.txt")).toBe("path.outside fs.write.modify fs.write");
    expect(on("sort --output in/a.txt")).toBe("path.outside fs.write.modify fs.write");
    expect(on("cat < secret/s.txt")).toBe("path.outside fs fs");
    expect(on("dd if=in/a.txt of=/usr/x")).toBe("path.outside fs.write.create fs.write");
    expect(on("tool --file=/usr/x")).toBe("path.outside fs fs");
    expect(on("tool -f/usr/x")).toBe("path.outside fs fs");
    expect(on("a > 5 2> -")).toBe("allow");
  });

  test("a denied command of a policy is denied, also where a shell expands its arguments", () => {
    const grants = normalise({ exec: "any" }).grants;
    const deny = [mustParse(parseCommand({ command: "git", args: ["push", "**"] }))];
    const on = (line: string): string | undefined =>
      judgeUses({ ...grants, exec: { allow: "any", deny } }, [{ k: "command", text: line, launches: launchesOfLine(line) ?? null }], {
        roots: currentRoots("/toolfence-none"),
        settings: DEFAULT_SETTINGS,
      }).denial?.id;
    expect([on("git push origin"), on("git push; ls"), on("git status"), on("git $X"), on("ls $X")]).toEqual([
      "command.outside",
      "command.outside",
      undefined,
      "command.outside",
      undefined,
    ]);
  });

  test("rules of the operator: every program must be let past", () => {
    const config: RuntimeConfig = { commandRules: [{ command: "chmod", decision: "allow" }] };
    const on = (command: string): string => answer({ exec: "any" }, { command }, { facts, config });
    expect(on("chmod 777 x")).toBe("allow");
    expect(on("chmod 777 x; mkfs y")).toBe("command.denied deniedCommands commandRules");
    expect(on("ls; chmod 777 x")).toBe("command.denied deniedCommands commandRules");
    expect(on("/bin/chmod 777 x")).toBe("allow");
  });

  test("so deep and no deeper", () => {
    const nested = (n: number): string => (n === 0 ? "a" : `$(${nested(n - 1)})`);
    expect([launchesOfLine(nested(7)) === undefined, launchesOfLine(nested(10)) === undefined]).toEqual([false, true]);
    expect([launchesOfLine(`${"eval ".repeat(6)}a`) === undefined, launchesOfLine(`${"eval ".repeat(12)}a`) === undefined]).toEqual([
      false,
      true,
    ]);
  });
});

describe("order", () => {
  test("another tool's completion does not count, and neither does a name's end", () => {
    const policy: Policy = { constraints: { onlyAfter: ["login"] } };
    const fence = createFence({ manifest: manifestOf({ login: { policy: {} }, "x.relogin": { policy: {} }, send: { policy } }) });
    fence.wrap(() => 1, { name: "x.relogin" })();
    expect(fence.explain("send", {}).denial?.id).toBe("constraint.order");
    fence.wrap(() => 1, { name: "login" })();
    expect(fence.explain("send", {}).verdict).toBe("allow");
  });
});
