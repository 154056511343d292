import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { io } from "../../../src/index.ts";
import { createFence } from "../../../src/runtime.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";
import { fenceIn } from "../../support/fence-in.ts";

const place = (): string => folder({ README: "r", "docs/a": "a", "docs/b": "b", "out/x": "x" });
const verdict = (policy: Policy, command: string, workspace = place()): string =>
  fenceIn({ manifest: manifestOf({ tool: { policy } }), workspace }).explain("tool", { command }).denial?.id ?? "allow";

describe("addresses of programs that fetch", () => {
  const policy: Policy = { exec: ["curl", "wget", "http"], net: ["https://api.example.com"] };
  test.each([
    "curl -s 127.0.0.1:18080/latest",
    "curl localhost:18080",
    "curl 169.254.169.254/latest",
    "curl evil.example.org",
    "curl -so out.html -H 'A: b' evil.example.org",
    "curl -x evil.example.org:80 https://api.example.com/",
    "curl --proxy=evil.example.org https://api.example.com/",
    "curl --resolve api.example.com:443:127.0.0.1 https://api.example.com/",
    "curl --connect-to api.example.com:443:127.0.0.1:8080 https://api.example.com/",
    "curl --some-new-flag evil.example.org",
    "curl -- evil.example.org",
    "curl -- -oevil.example.org",
    "wget -q evil.example.org",
    "http POST evil.example.org a=b",
    "http -b evil.example.org",
    "http --body evil.example.org",
    "http LOCALHOST",
    "http GET LOCALHOST",
    "http :3000/x",
    "curl -sxevil.example.org:3128 https://api.example.com/",
  ])("are hosts without a scheme too: %s", (command) => {
    expect(verdict(policy, command)).toBe("net.outside");
  });
  test.each([
    "curl https://api.example.com/a",
    "curl -s -X POST -H 'Accept: text/plain' -d a=b -u me:word -m 10 https://api.example.com/a",
    "curl --max-time 10 --user-agent me --data '{\"a\":1}' https://api.example.com/a",
    "http POST https://api.example.com/a name=x X-Header:1",
    "http get https://api.example.com/a",
    "http -p h --pretty all --max-redirects 3 https://api.example.com/a",
    "curl --noproxy '*' --parallel-max 5 --rate 2/s https://api.example.com/a",
    "wget --read-timeout 20 --connect-timeout 10 --waitretry 5 https://api.example.com/a",
  ])("and nothing else is: %s", (command) => {
    expect(verdict(policy, command)).toBe("allow");
  });
});

describe("words of a command that are files", () => {
  const reads: Policy = {
    exec: ["curl", "cat", "cp", "sed", "tee", "git"],
    fs: { read: ["$WORKSPACE/docs/**"] },
    net: ["https://api.example.com"],
  };
  test.each([
    "curl -d @README https://api.example.com/",
    "curl -d @/toolfence-none/x https://api.example.com/",
    "curl -F f=@/etc/hostname https://api.example.com/",
    "curl -F 'f=@/etc/hostname;type=text/plain' https://api.example.com/",
    "curl --data-binary=@/etc/hostname https://api.example.com/",
    "curl --data-urlencode x@/etc/hostname https://api.example.com/",
    "cat README",
    'cp docs/a "/tmp/new file"',
    "cp docs/a docs/b",
    "cp docs/a docs/new",
    "sed -i s/a/b/ docs/a",
    "sed --in-place -e s/a/b/ docs/a",
    "tee docs/a",
  ])("are judged, and by what is done with them: %s", (command) => {
    expect(verdict(reads, command)).toMatch(command.includes("toolfence-none") ? /^allow$/u : /^path\.outside$/u);
  });
  test.each(["cat docs/a", "sed -n 1,2p docs/a", "curl -d @docs/a https://api.example.com/", "git log docs", "git commit -m build"])(
    "and not: %s",
    (command) => {
      expect(verdict(reads, command)).toBe("allow");
    },
  );
  test("what is changed must be granted as that", () => {
    const both: Policy = {
      exec: ["cp", "rm", "touch", "sed", { command: "perl", args: "any" }],
      fs: { read: ["$WORKSPACE/docs/**"], write: ["$WORKSPACE/out/**"] },
    };
    const found = (command: string): string => verdict(both, command);
    for (const command of ["cp docs/a out/new", "rm out/x", "touch out/y", "cp -t out docs/a", "sed -i --expression=s/a/b/ out/x"])
      expect([command, found(command)]).toEqual([command, "allow"]);
    for (const command of [
      "rm docs/a",
      "rm -r docs",
      "touch new",
      "cp out/x docs/new",
      "cp out/x newfile.txt",
      "cp out/x docs",
      "cp -t docs out/x",
      "cp --target-directory=docs out/x",
      "sed -i --expression=s/a/b/ docs/a",
      "sed -i -es/a/b/ docs/a",
      "perl -pi -es/a/b/ docs/a",
    ])
      expect([command, found(command)]).toEqual([command, "path.outside"]);
  });
});

test("variables before a granted program must be granted too", () => {
  const policy: Policy = {
    exec: [
      { command: "tar", args: "any", shell: true },
      { command: "node", args: "any", shell: true },
    ],
    fs: { read: "any" },
    env: { write: ["MY_MODE"] },
  };
  const found = (command: string): string => verdict(policy, command);
  expect(found("TAR_OPTIONS=--to-command=id tar xf docs/a")).toBe("env.dangerous");
  expect(found("SOMETHING=1 tar tf docs/a")).toBe("env.outside");
  expect([found("NODE_ENV=test node docs/a"), found("MY_MODE=1 tar tf docs/a"), found("LC_ALL=C tar tf docs/a")]).toEqual([
    "allow",
    "allow",
    "allow",
  ]);
});

test("a name that every object has is no program of ours", () => {
  for (const program of ["__proto__", "constructor", "toString"])
    expect(verdict({ exec: [program] }, `${program} docs/a`)).toBe("path.outside");
});

test("a message or a script that begins like a path is none; a value that is called like a variable is none", () => {
  const policy: Policy = { exec: ["git", "awk"], fs: { read: ["$WORKSPACE/**"] } };
  expect(verdict(policy, "git commit -m '/etc/hosts is parsed now'")).toBe("allow");
  expect(verdict(policy, "awk '/home/ {print $1}' docs/a")).toBe("allow");
  const fence = fenceIn({ manifest: manifestOf({ tool: { policy: { net: ["a.example"] } } }), workspace: place() });
  expect(fence.explain("tool", { operator: "LESS" }).verdict).toBe("allow");
  expect(fence.explain("tool", { files: { include: "x", main: "y" } }).verdict).toBe("allow");
});

test("what a repository's own configuration would have git run is not run", async () => {
  const workspace = folder({ "a.txt": "a" });
  const git = (...args: string[]): unknown => execFileSync("git", args, { cwd: workspace, stdio: "pipe" });
  const ran = join(workspace, "ran");
  writeFileSync(join(workspace, "hook.sh"), `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
  git("init", "-q");
  git("config", "core.fsmonitor", join(workspace, "hook.sh"));
  git("status");
  expect(existsSync(ran)).toBe(true);
  execFileSync("rm", [ran]);
  const fence = createFence({ manifest: manifestOf({ tool: { policy: { exec: ["git"], fs: { read: ["$WORKSPACE/**"] } } } }), workspace });
  const { exitCode } = await fence.wrap(async () => io.exec("git", ["status"]), { name: "tool" })();
  expect([exitCode, existsSync(ran)]).toEqual([0, false]);
  git("add", "a.txt");
  writeFileSync(join(workspace, "a.txt"), "b");
  const { stdout } = await fence.wrap(async () => io.exec("git", ["diff"]), { name: "tool" })();
  expect(stdout).toContain("+b");
});
