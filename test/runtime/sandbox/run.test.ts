import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { ConfinementRefused } from "../../../src/runtime/sandbox/examine.ts";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";
import { noSandbox } from "../../support/sandbox.ts";

const main = join(import.meta.dirname, "../../../dist/src/cli/main.js");
const toolfence = (cwd: string, ...args: string[]) => spawnSync(process.execPath, [main, ...args], { cwd, encoding: "utf8" });

describe.skipIf(noSandbox !== undefined)("a confined command", () => {
  const policy = { fs: { write: ["$WORKSPACE/out/**"] } };

  test("writes where it may, and nowhere else; the same command outside shows that it could", () => {
    const dir = folder({ "out/.keep": "", "policy.json": JSON.stringify(policy) }, "/var/tmp");
    const command = (name: string): string[] => ["/bin/sh", "-c", `echo x > ${dir}/out/${name}; echo y > ${dir}/${name}`];
    execFileSync(command("free")[0] ?? "", command("free").slice(1));
    expect(existsSync(join(dir, "free"))).toBe(true);
    const { status, stderr } = toolfence(dir, "run", "--policy", "policy.json", "--", ...command("held"));
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/held/u);
    expect(readFileSync(join(dir, "out/held"), "utf8")).toBe("x\n");
    expect(existsSync(join(dir, "held"))).toBe(false);
  });

  test("runs programs that look for a home, and has one that is gone afterwards", async () => {
    const { stdout, exitCode } = await runConfined(["/bin/sh", "-c", `echo x > "$HOME/.npmrc"; cat ~/.npmrc`], { policy: {} });
    expect([exitCode, stdout, existsSync("/tmp/.npmrc")]).toEqual([0, "x", false]);
  });

  test("is one that the policy names, where it names any", async () => {
    const dir = folder({ "policy.json": JSON.stringify({ exec: [{ command: "echo", args: ["a", "*"] }] }), "none.json": '{ "exec": [] }' });
    const run = (policy: string, ...command: string[]) => {
      const { status, stdout, stderr } = toolfence(dir, "run", "--policy", policy, "--", ...command);
      return [status, stdout, stderr];
    };
    expect(run("policy.json", "echo", "a", "b")).toEqual([0, "a b\n", ""]);
    const refused = (text: string, reason: string) => [
      125,
      "",
      `toolfence: Refused to run: \`exec\` does not grant it: the command \`${text}\` ${reason}. Nothing was run.\n`,
    ];
    expect(run("policy.json", "echo", "b")).toEqual(refused("echo b", "starts `echo` in a way that this tool may not"));
    expect(run("policy.json", "/bin/sh", "-c", "id")).toEqual(refused("/bin/sh -c id", "starts `/bin/sh` in a way that this tool may not"));
    expect(run("none.json", "true")).toEqual(refused("true", "starts `true` in a way that this tool may not"));
    await expect(runConfined(["id"], { policy: { exec: ["ls"] }, unconfined: "to try" })).rejects.toThrow(
      "`exec` does not grant it: the command `id`",
    );
  });

  test("git runs nothing that a repository's own settings name; outside it does", async () => {
    const dir = folder({ "w/a.txt": "a\n" }, "/var/tmp");
    const at = join(dir, "w");
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: at, stdio: "pipe" });
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-qm", "x");
    const marks = ["pager", "editor", "credential", "ssh"];
    const mark = (name: string): string => join(at, `ran-${name}`);
    for (const [key, name] of [
      ["pager.log", "pager"],
      ["core.editor", "editor"],
      ["credential.helper", "credential"],
      ["core.sshCommand", "ssh"],
    ] as const)
      git("config", key, `${key === "credential.helper" ? "!" : ""}touch ${mark(name)};`);
    const script = `export TERM=xterm GIT_PAGER_IN_USE=1
script -qec 'git log' /dev/null < /dev/null > /dev/null
git -c user.name=a -c user.email=a@b.c commit -q --allow-empty < /dev/null
printf 'protocol=https\\nhost=a.example\\n' | git credential fill
git ls-remote ssh://a.invalid/x
true`;
    const ran = (): string[] => marks.filter((name) => existsSync(mark(name)));
    const policy = { fs: { write: ["$WORKSPACE/**"] } };
    await runConfined(["/bin/sh", "-c", script], { policy, workspace: at, cwd: at });
    expect(ran()).toEqual([]);
    spawnSync("/bin/sh", ["-c", script], { cwd: at, env: { PATH: process.env["PATH"], HOME: dir }, timeout: 20_000 });
    expect(ran()).toEqual(marks);
  });

  test("has no network; the same command outside connects", async () => {
    const server = createServer((socket) => {
      socket.end("hello");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const script = `const s=require("net").connect(${port},"127.0.0.1");s.on("data",d=>{console.log(String(d));process.exit(0)});s.on("error",e=>{console.log(e.code);process.exit(3)})`;
    const free = await execa(process.execPath, ["-e", script], { reject: false });
    expect(free.stdout).toBe("hello");
    const held = await runConfined([process.execPath, "-e", script], { policy: { fs: { read: ["/usr/**"] } } });
    server.close();
    expect(held).toMatchObject({ exitCode: 3, stdout: "ECONNREFUSED" });
  });

  test("reads nothing outside the system and its grants, and has a clean environment", async () => {
    const dir = folder({ "secret.txt": "s" });
    process.env["TOOLFENCE_TEST_SECRET"] = "s3cret";
    const result = await runConfined(["/bin/sh", "-c", `cat ${dir}/secret.txt; env | grep -v ^GIT_`], {
      policy: {},
      workspace: dir,
    });
    delete process.env["TOOLFENCE_TEST_SECRET"];
    expect(result.stderr).toContain("No such file");
    expect(result.stdout.split("\n").sort()).toEqual([
      "HOME=/tmp",
      "LANG=C.UTF-8",
      "PATH=/usr/local/bin:/usr/bin:/bin",
      "PWD=/",
      "TMPDIR=/tmp",
      "TZ=UTC",
    ]);
  });

  test("passes a granted variable on, and its value stands in no argument list", async () => {
    process.env["TOOLFENCE_TEST_SECRET"] = "s3cret-value";
    const script = 'echo "$TOOLFENCE_TEST_SECRET"; tr "\\0" " " < /proc/1/cmdline';
    const result = await runConfined(["/bin/sh", "-c", script], { policy: { env: ["TOOLFENCE_TEST_SECRET"] } });
    delete process.env["TOOLFENCE_TEST_SECRET"];
    const [value, ...rest] = result.stdout.split("\n");
    expect(value).toBe("s3cret-value");
    expect(rest.join("\n")).toContain("bwrap --args 3 --seccomp 4 -- /proc/self/fd/8 --close 8 ");
    expect(rest.join("\n")).not.toContain("s3cret-value");
  });

  test("its exit code is kept", () => {
    const dir = folder({ "policy.json": "{}" });
    expect(toolfence(dir, "run", "--policy", "policy.json", "--", "/bin/sh", "-c", "exit 7").status).toBe(7);
  });
});

describe.skipIf(noSandbox !== undefined)("roots, working directory and time", () => {
  const NAMES = [" a b", "it's", 'say "x"', "a;b", "back\\slash", "-dash", "~", "${HOME}", "ünï", "a*b", "[ab]", "a,b"];

  test.each(NAMES)("a root named %j is that root and no other", async (name) => {
    const dir = folder({ "other/f": "other", [`${name}/f`]: "" }, "/var/tmp");
    const quoted = name.replaceAll(/[\\*?[\]{}]/gu, "\\$&");
    const command = ["/bin/sh", "-c", "echo yes > f; pwd; cat ../other/f"];
    const result = await runConfined(command, { policy: { fs: { write: [`${dir}/${quoted}/**`] } }, workspace: dir, cwd: join(dir, name) });
    expect([readFileSync(join(dir, name, "f"), "utf8"), result.stdout]).toEqual(["yes\n", join(dir, name)]);
  });

  test.each(["$(touch x)", "new\nline"])("a root named %j is none that a policy can name, and is refused", async (name) => {
    const dir = folder({ [`${name}/f`]: "" }, "/var/tmp");
    await expect(runConfined(["/bin/true"], { policy: { fs: { write: [`${dir}/${name}/**`] } } })).rejects.toThrow(ConfinementRefused);
  });

  test("a root that is missing, or a link, is refused", async () => {
    const dir = folder({ "real/f": "" }, "/var/tmp");
    symlinkSync(join(dir, "real"), join(dir, "link"));
    const run = (name: string): Promise<unknown> => runConfined(["/bin/true"], { policy: { fs: { write: [`${dir}/${name}/**`] } } });
    await expect(run("gone")).rejects.toThrow("does not exist");
    await expect(run("link")).rejects.toThrow("leads through a link");
  });

  test("time that is up ends the whole tree", async () => {
    const dir = folder({ "out/.keep": "" }, "/var/tmp");
    const script = `(sleep 1; echo x > ${dir}/out/late) & sleep 30`;
    const result = await runConfined(["/bin/sh", "-c", script], { policy: { fs: { write: [`${dir}/out/**`] }, limits: { timeMs: 300 } } });
    expect(result).toMatchObject({ timedOut: true, exitCode: 137 });
    await new Promise((done) => setTimeout(done, 1200));
    expect(existsSync(join(dir, "out/late"))).toBe(false);
  });

  test("open files and the time of the processor are limited, for each process; a command that nothing holds has both", async () => {
    const open = "try { for (let i = 0; i < 200; i++) fs.openSync('/dev/null'); console.log('all'); } catch (e) { console.log(e.code); }";
    const files = [process.execPath, "-e", open];
    expect((await execa(process.execPath, files.slice(1))).stdout).toBe("all");
    const policy = { fs: { read: [process.execPath] }, limits: { openFiles: 100 } };
    expect((await runConfined(files, { policy })).stdout).toBe("EMFILE");
    const busy = ["/bin/sh", "-c", "while :; do :; done"];
    expect((await execa("/bin/sh", busy.slice(1), { timeout: 2500, reject: false })).timedOut).toBe(true);
    expect(await runConfined(busy, { policy: { limits: { cpuMs: 900 } }, timeoutMs: 20_000 })).toMatchObject({
      exitCode: 137,
      timedOut: false,
    });
  });

  test("a safe command changes its input, and reads no file that it is given the name of", async () => {
    const dir = folder({ secret: "1\n2\n" }, "/var/tmp");
    const options = { policy: { exec: ["safe:wc"], fs: { read: ["$WORKSPACE/**"] } }, workspace: dir, cwd: dir, input: "a\nb\nc\n" };
    expect((await runConfined(["wc", "-l"], options)).stdout).toBe("3");
    await expect(runConfined(["wc", "-l", "secret"], options)).rejects.toThrow("`exec` does not grant it");
    expect((await runConfined(["wc", "-l", "secret"], { ...options, policy: { ...options.policy, exec: ["wc"] } })).stdout).toBe(
      "2 secret",
    );
  });

  test("input is passed, output is cut where the policy says", async () => {
    expect((await runConfined(["/bin/cat"], { policy: {}, input: "hello" })).stdout).toBe("hello");
    const long = await runConfined(["/usr/bin/head", "-c", "100000", "/dev/zero"], { policy: { limits: { outputBytes: 1000 } } });
    expect(long.stdout.length).toBeLessThanOrEqual(1000);
    expect([long.wroteTooMuch, long.timedOut]).toEqual([true, false]);
  });

  test("standard streams that are files are copied whole, and not limited", () => {
    const dir = folder({ in: "x".repeat(200_000), "policy.json": JSON.stringify({ limits: { outputBytes: 1000 } }) }, "/var/tmp");
    const fds = [openSync(join(dir, "in"), "r"), openSync(join(dir, "out"), "w"), openSync(join(dir, "err"), "w")];
    const args = [main, "run", "--policy", "policy.json", "--", "/bin/sh", "-c", "cat; echo warn >&2"];
    const { status } = spawnSync(process.execPath, args, { cwd: dir, stdio: fds });
    for (const fd of fds) closeSync(fd);
    expect([status, readFileSync(join(dir, "out"), "utf8").length, readFileSync(join(dir, "err"), "utf8")]).toEqual([0, 200_000, "warn\n"]);
  });

  test("one path may be granted as a file to read and as a folder to write", async () => {
    const dir = folder({ "w/f": "" }, "/var/tmp");
    const policy = { fs: { read: [`${dir}/w`], write: [`${dir}/w/**`] } };
    expect((await runConfined(["/bin/sh", "-c", `echo x > ${dir}/w/f`], { policy })).exitCode).toBe(0);
    expect(readFileSync(join(dir, "w/f"), "utf8")).toBe("x\n");
  });

  test("hooks stay where their repository's own folder is what may be written", async () => {
    const dir = folder({ "r/.git/hooks/pre-commit": "old", "r/.git/config": "", "r/.git/HEAD": "" }, "/var/tmp");
    const script = `cd ${dir}/r/.git; echo new > hooks/pre-commit; echo new > config; echo new > HEAD`;
    await runConfined(["/bin/sh", "-c", script], { policy: { fs: { write: [`${dir}/r/.git/**`] } } });
    expect(["hooks/pre-commit", "config", "HEAD"].map((name) => readFileSync(join(dir, "r/.git", name), "utf8"))).toEqual([
      "old",
      "",
      "new\n",
    ]);
  });

  test("a hook that was there stays; one that is made is told", async () => {
    const dir = folder({ "w/.git/hooks/pre-commit": "old" }, "/var/tmp");
    const script = `echo new > ${dir}/w/.git/hooks/pre-commit; echo x > ${dir}/w/.npmrc`;
    const result = await runConfined(["/bin/sh", "-c", script], { policy: { fs: { write: [`${dir}/w/**`] } } });
    expect([readFileSync(join(dir, "w/.git/hooks/pre-commit"), "utf8"), result.planted]).toEqual(["old", [join(dir, "w/.npmrc")]]);
  });
});

describe.skipIf(noSandbox !== undefined)("a command by the reviewed policy of a tool", () => {
  const made = (): string => {
    const tools = { look: { policy: { fs: { read: ["$WORKSPACE/in/**"] } } }, free: { policy: null } };
    return folder({ "in/a.txt": "inside", secret: "s3cret", "toolfence.manifest.json": JSON.stringify(manifestOf(tools)) }, "/var/tmp");
  };
  const SCRIPT = ["--", "/bin/sh", "-c", "cat in/a.txt secret"];

  test("reads what the tool may read", () => {
    const { stdout, stderr, status } = toolfence(made(), "run", "--tool", "look", ...SCRIPT);
    expect([stdout, status]).toEqual(["inside", 1]);
    expect(stderr).toContain("secret");
  });

  test.each([
    [["--tool", "free"], "has no policy to be run by"],
    [["--tool", "lok"], "did you mean `look`?"],
    [["--tool", "look", "--policy", "p.json"], "or `--tool NAME`"],
    [["--tool", "look", "--tool", "free"], "or `--tool NAME`"],
    [[], "or `--tool NAME`"],
  ])("%j: 125", (args, words) => {
    const { stdout, stderr, status } = toolfence(made(), "run", ...args, ...SCRIPT);
    expect([stdout, status]).toEqual(["", 125]);
    expect(stderr).toContain(words);
  });
});

describe("what cannot be held is refused, and nothing runs", () => {
  test("no backend", async () => {
    await expect(runConfined(["/bin/true"], { policy: {}, launchers: ["/nonexistent/bwrap"] })).rejects.toThrow(ConfinementRefused);
  });

  test.each([
    ["a wildcard in a folder", { fs: { write: ["$WORKSPACE/*/x/**"] } }, "`fs.write` cannot be held"],
    ["a deny list of a whole disk", { fs: { read: { allow: "any", deny: ["$WORKSPACE/.env"] } } }, "`fs.read` cannot be held"],
    ["a deny list of the whole disk by a pattern", { fs: { write: { allow: ["/**"], deny: ["/etc/**"] } } }, "`fs.write` cannot be held"],
    ["making files alone", { fs: { create: ["$WORKSPACE/**"] } }, "`fs.write` cannot be held"],
    ["a folder that is granted as a file", { fs: { read: ["$WORKSPACE"] } }, "is a folder, and the policy grants a file"],
    ["a misspelt key", { fs: { wirte: [] } }, "write `write`"],
  ])("%s: 125", (_name, policy, words) => {
    const dir = folder({ "policy.json": JSON.stringify(policy) });
    const { status, stderr, stdout } = toolfence(dir, "run", "--policy", "policy.json", "--", "/bin/sh", "-c", "echo ran");
    expect([status, stdout]).toEqual([125, ""]);
    expect(stderr).toContain(words);
  });
});
