import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { normalise } from "../../src/model/policy.ts";
import { bubblewrapArguments, NOTHING_INSIDE } from "../../src/runtime/sandbox/bubblewrap.ts";
import { planSandbox } from "../../src/runtime/sandbox/plan.ts";
import { probe } from "../../src/runtime/sandbox/backend.ts";
import { ConfinementRefused } from "../../src/runtime/sandbox/prepare.ts";
import { runConfined } from "../../src/runtime/sandbox/run.ts";
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

describe("what cannot be held is refused, and nothing runs", () => {
  test("no backend", async () => {
    await expect(runConfined(["/bin/true"], { policy: {}, launchers: ["/nonexistent/bwrap"] })).rejects.toThrow(ConfinementRefused);
  });

  test.each([
    ["a wildcard in a folder", { fs: { write: ["$WORKSPACE/*/x/**"] } }, "`fs.write` cannot be held"],
    ["a deny list", { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/.env"] } } }, "`fs.read` cannot be held"],
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
  const survey = { guarded: new Map(), pinned: ["/w/a/.git"], readable: ["/w/a/.git/hooks"] };
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
    "--tmpfs",
    "/tmp",
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
