import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { normalise } from "../../src/model/policy.ts";
import { bubblewrapArguments, NOTHING_INSIDE } from "../../src/runtime/sandbox/bubblewrap.ts";
import { planSandbox } from "../../src/runtime/sandbox/plan.ts";
import { diagnose, probe } from "../../src/runtime/sandbox/backend.ts";
import { ConfinementRefused } from "../../src/runtime/sandbox/prepare.ts";
import { runConfined } from "../../src/runtime/sandbox/run.ts";
import { seccompFilter } from "../../src/runtime/sandbox/seccomp.ts";
import { folder } from "../support/folder.ts";

const backend = await probe();
const missing = "reason" in backend ? backend.reason : undefined;
if (missing !== undefined) {
  if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error(`sandbox tests are required here, but ${missing}`);
  console.warn(`skipped: confined runs, because ${missing}`);
}

const main = join(import.meta.dirname, "../../dist/src/cli/main.js");
const toolfence = (cwd: string, ...args: string[]) => spawnSync(process.execPath, [main, ...args], { cwd, encoding: "utf8" });

describe.skipIf(missing !== undefined)("a confined command", () => {
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

  test("has no network; the same command outside connects", async () => {
    const server = createServer((socket) => {
      socket.end("hello");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const script = `const s=require("net").connect(${port},"127.0.0.1");s.on("data",d=>{console.log(String(d));process.exit(0)});s.on("error",e=>{console.log(e.code);process.exit(3)})`;
    const { execa } = await import("execa");
    const free = await execa(process.execPath, ["-e", script], { reject: false });
    expect(free.stdout).toBe("hello");
    const held = await runConfined([process.execPath, "-e", script], { policy: { fs: { read: ["/usr/**"] } } });
    server.close();
    expect(held).toMatchObject({ exitCode: 3, stdout: "ECONNREFUSED" });
  });

  test("reads nothing outside the system and its grants, and has a clean environment", async () => {
    const dir = folder({ "secret.txt": "s" });
    process.env["TOOLFENCE_TEST_SECRET"] = "s3cret";
    const result = await runConfined(["/bin/sh", "-c", `cat ${dir}/secret.txt; env`], { policy: {}, workspace: dir });
    delete process.env["TOOLFENCE_TEST_SECRET"];
    expect(result.stderr).toContain("No such file");
    expect(result.stdout.split("\n").sort()).toEqual([
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
    expect(rest.join("\n")).toContain("bwrap --args 3 --seccomp 4 --info-fd 5 --");
    expect(rest.join("\n")).not.toContain("s3cret-value");
  });

  test("its exit code is kept", () => {
    const dir = folder({ "policy.json": "{}" });
    expect(toolfence(dir, "run", "--policy", "policy.json", "--", "/bin/sh", "-c", "exit 7").status).toBe(7);
  });
});

describe.skipIf(missing !== undefined)("roots, working directory and time", () => {
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

  test("input is passed, output is cut where the policy says", async () => {
    expect((await runConfined(["/bin/cat"], { policy: {}, input: "hello" })).stdout).toBe("hello");
    const long = await runConfined(["/usr/bin/head", "-c", "100000", "/dev/zero"], { policy: { limits: { outputBytes: 1000 } } });
    expect(long.stdout.length).toBeLessThanOrEqual(1000);
  });

  test("a hook that was there stays; one that is made is told", async () => {
    const dir = folder({ "w/.git/hooks/pre-commit": "old" }, "/var/tmp");
    const script = `echo new > ${dir}/w/.git/hooks/pre-commit; echo x > ${dir}/w/.npmrc`;
    const result = await runConfined(["/bin/sh", "-c", script], { policy: { fs: { write: [`${dir}/w/**`] } } });
    expect([readFileSync(join(dir, "w/.git/hooks/pre-commit"), "utf8"), result.planted]).toEqual(["old", [join(dir, "w/.npmrc")]]);
  });
});

describe("a launcher that fails is diagnosed", () => {
  test.each([
    ["bwrap: setting up uid map: Permission denied", "apparmor"],
    ["bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", "network"],
    ["bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.", "userns"],
    ["bwrap: Unknown option --disable-userns", "old"],
    ["bwrap: Failed to make / slave: Operation not permitted", "container"],
    ["something else", "other"],
  ])("%s", (stderr, id) => {
    expect(diagnose(stderr).id).toBe(id);
  });
});

test.each(["x64", "arm64"] as const)("the filter for %s is whole instructions, and ends by letting through", (machine) => {
  const filter = seccompFilter(machine);
  expect(filter.length % 8).toBe(0);
  expect(filter.subarray(-8)).toEqual(Buffer.from([6, 0, 0, 0, 0, 0, 0xff, 0x7f]));
  expect(filter.readUInt32LE(12)).toBe(machine === "x64" ? 0xc000003e : 0xc00000b7);
});

describe("what cannot be held is refused, and nothing runs", () => {
  test("no backend", async () => {
    await expect(runConfined(["/bin/true"], { policy: {}, launchers: ["/nonexistent/bwrap"] })).rejects.toThrow(ConfinementRefused);
  });

  test.each([
    ["a wildcard in a folder", { fs: { write: ["$WORKSPACE/*/x/**"] } }, "`fs.write` cannot be held"],
    ["a deny list", { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/.env"] } } }, "`fs.read` cannot be held"],
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

test("the same policy gives the same arguments, writable folders late, what is protected in them last", () => {
  const { grants } = normalise({ fs: { read: ["$WORKSPACE/**"], write: ["$TMP/b/**", "$WORKSPACE/a/**"] }, env: ["TOKEN"] });
  const planned = planSandbox(grants, { workspace: "/w", home: "/h", tmp: "/t" }, { TOKEN: "1", OTHER: "2" });
  if (!planned.ok) throw new Error("not planned");
  const layout = {
    top: [
      { path: "/bin", link: "usr/bin" },
      { path: "/lib64", link: null },
    ],
  };
  const survey = { guarded: new Map(), pinned: ["/w/a/.git"], readable: ["/w/a/.git/hooks"], isWhole: true };
  expect(bubblewrapArguments(planned.plan, layout, "/w", { ...NOTHING_INSIDE, survey })).toEqual([
    "--unshare-user",
    "--disable-userns",
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--clearenv",
    "--setenv",
    "PATH",
    "/usr/local/bin:/usr/bin:/bin",
    "--setenv",
    "LANG",
    "C.UTF-8",
    "--setenv",
    "TZ",
    "UTC",
    "--setenv",
    "TMPDIR",
    "/tmp",
    "--setenv",
    "TOKEN",
    "1",
    "--ro-bind",
    "/usr",
    "/usr",
    "--symlink",
    "usr/bin",
    "/bin",
    "--ro-bind",
    "/lib64",
    "/lib64",
    "--ro-bind-try",
    "/etc/ld.so.cache",
    "/etc/ld.so.cache",
    "--ro-bind-try",
    "/etc/alternatives",
    "/etc/alternatives",
    "--ro-bind-try",
    "/etc/ssl/certs",
    "/etc/ssl/certs",
    "--ro-bind-try",
    "/etc/nsswitch.conf",
    "/etc/nsswitch.conf",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--size",
    "4294967296",
    "--tmpfs",
    "/dev/shm",
    "--size",
    "4294967296",
    "--tmpfs",
    "/tmp",
    "--remount-ro",
    "/dev",
    "--ro-bind",
    "/w",
    "/w",
    "--bind",
    "/t/b",
    "/t/b",
    "--bind",
    "/w/a",
    "/w/a",
    "--bind",
    "/w/a/.git",
    "/w/a/.git",
    "--ro-bind",
    "/w/a/.git/hooks",
    "/w/a/.git/hooks",
    "--remount-ro",
    "/",
    "--chdir",
    "/w",
  ]);
});
