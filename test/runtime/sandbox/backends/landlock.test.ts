import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execa } from "execa";
import { describe, expect, test, vi } from "vitest";
import { probe } from "../../../../src/runtime/sandbox/backend.ts";
import type { Listing } from "../../../../src/runtime/sandbox/backends/landlock.ts";
import { landlockArguments, unheldByLandlock } from "../../../../src/runtime/sandbox/backends/landlock.ts";
import { launch, start } from "../../../../src/runtime/sandbox/launch.ts";
import { openLauncher } from "../../../../src/runtime/sandbox/native.ts";
import type { Plan } from "../../../../src/runtime/sandbox/plan.ts";
import { NOTHING_PLANNED } from "../../../../src/runtime/sandbox/plan.ts";
import { prepare } from "../../../../src/runtime/sandbox/prepare.ts";
import type { ConfinedOptions } from "../../../../src/runtime/sandbox/run.ts";
import { runConfined } from "../../../../src/runtime/sandbox/run.ts";
import { NOTHING_SURVEYED } from "../../../../src/runtime/sandbox/survey.ts";
import { isolate } from "../../../../src/runtime/worker/isolate.ts";
import { toolfence } from "../../../support/cli.ts";
import { folder } from "../../../support/folder.ts";

const PLAN: Plan = { ...NOTHING_PLANNED, environment: { PATH: "/usr/bin" } };
const LAYOUT = { top: [{ path: "/bin", link: "usr/bin" }] };
const survey = (...guarded: readonly string[]) => ({ ...NOTHING_SURVEYED, guarded: new Map(guarded.map((path) => [path, ""])) });
const DISK: Readonly<Record<string, readonly string[]>> = {
  "/w": [".git/", "src/", "README.md", "socket="],
  "/w/.git": ["hooks/", "config", "refs/"],
};
const list: Listing = (path) =>
  (DISK[path] ?? []).map((name) => ({
    name: name.replace(/[/=]$/u, ""),
    kind: name.endsWith("/") ? "folder" : name.endsWith("=") ? "other" : "file",
  }));
const options = (plan: Partial<Plan>, around: Partial<Parameters<typeof landlockArguments>[3]> = {}): string[] =>
  landlockArguments({ ...PLAN, ...plan }, LAYOUT, "/w", {
    survey: survey(),
    list,
    scratch: "/s",
    needed: [],
    variables: {},
    keep: [],
    pin: () => undefined,
    ...around,
  });
const values = (all: readonly string[], flag: string): string[] => all.flatMap((one, index) => (all[index - 1] === flag ? [one] : []));

describe("the options of the launcher", () => {
  test("whole, for an empty plan", () => {
    expect(options({})).toMatchInlineSnapshot(`
      [
        "--no-tcp",
        "--setenv",
        "PATH",
        "/usr/bin",
        "--setenv",
        "HOME",
        "/s",
        "--setenv",
        "TMPDIR",
        "/s",
        "--sys",
        "/usr",
        "--sys",
        "/bin",
        "--sys",
        "/etc/ld.so.cache",
        "--sys",
        "/etc/alternatives",
        "--sys",
        "/etc/ssl/certs",
        "--sys",
        "/etc/nsswitch.conf",
        "--sys",
        "/etc/ssl/openssl.cnf",
        "--sys",
        "/etc/localtime",
        "--dev",
        "/dev/null",
        "--dev",
        "/dev/zero",
        "--dev",
        "/dev/full",
        "--dev",
        "/dev/random",
        "--dev",
        "/dev/urandom",
        "--rw",
        "/s",
        "--chdir",
        "/w",
      ]
    `);
  });
  test("a folder with nothing protected in it is written whole", () => {
    expect(values(options({ write: ["/w"] }), "--rw")).toEqual(["/s", "/w"]);
  });
  test("one with something in it, by its parts: the protected and the folders on the way stay as they are", () => {
    const all = options({ write: ["/w"] }, { survey: survey("/w/.git/hooks", "/w/.git/config") });
    expect(values(all, "--rw")).toEqual(["/s", "/w/.git/refs", "/w/src"]);
    expect(values(all, "--edit")).toEqual(["/w/README.md"]);
    expect(values(all, "--ro")).toEqual(["/w"]);
  });
  test("a file that is granted alone is changed, and not removed", () => {
    expect(values(options({ write: ["/w/a"], leaves: ["/w/a"] }), "--edit")).toEqual(["/w/a"]);
  });
  test("what Landlock cannot hold is named", () => {
    expect(unheldByLandlock({ ...PLAN, network: "proxy" }).map(({ clause }) => clause)).toEqual(["net.connect"]);
    expect(unheldByLandlock({ ...PLAN, write: ["/"] }).map(({ clause }) => clause)).toEqual(["fs.write"]);
    expect(unheldByLandlock(PLAN)).toEqual([]);
  });
});

test("no option holds a second one", () => {
  const one = {
    launcher: "/bin/true",
    ending: "SIGTERM",
    command: [],
    filter: Buffer.alloc(0),
    standard: [],
    outputBytes: 1,
    front: [],
    hops: 0,
  } as const;
  const start_ = () => start({ ...one, options: ["--ro", "/a\0--rw\0/"], preload: undefined, channel: false, link: false });
  expect(start_).toThrow(new TypeError("A path or variable of a confined start has a NUL character."));
});

test("a launcher that was changed is not started", () => {
  const where = `${folder({})}/`;
  const name = `landlock-${process.arch}`;
  for (const file of [name, "launchers.json"]) copyFileSync(join(import.meta.dirname, "../../../../dist/native", file), join(where, file));
  expect(openLauncher("landlock", where)).toMatchObject({ path: `${where}${name}` });
  appendFileSync(join(where, name), "x");
  expect(openLauncher("landlock", where)).toEqual({ reason: expect.stringContaining("is not the one that was built") as string });
  expect(openLauncher("other", where)).toEqual({ reason: expect.stringContaining("is not built") as string });
});

const works = await probe("landlock");
const missing = "reason" in works ? works.reason : undefined;
if (missing !== undefined) {
  if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error(`Landlock is required here, but ${missing}`);
  console.warn(`skipped: confined runs by Landlock, because ${missing}`);
}
const run = (command: readonly string[], more: Partial<ConfinedOptions> = {}) =>
  runConfined(command, { policy: {}, backend: "landlock", ...more });

describe.skipIf(missing !== undefined)("a command held by Landlock", () => {
  test("writes where it may, and nowhere else; the same command outside shows that it could", async () => {
    const dir = folder({ "out/.keep": "" }, "/var/tmp");
    const command = (name: string): string[] => ["/bin/sh", "-c", `echo x > ${dir}/out/${name}; echo y > ${dir}/${name}`];
    await execa("/bin/sh", command("free").slice(1));
    expect(existsSync(join(dir, "free"))).toBe(true);
    const held = await run(command("held"), { policy: { fs: { write: ["$WORKSPACE/out/**"] } }, workspace: dir });
    expect(held).toMatchObject({ exitCode: 2, backend: "landlock", stderr: expect.stringContaining("Permission denied") as string });
    expect(readFileSync(join(dir, "out/held"), "utf8")).toBe("x\n");
    expect(existsSync(join(dir, "held"))).toBe(false);
  });

  test("keeps hooks and settings as they are, and writes beside them", async () => {
    const dir = folder({ ".git/hooks/old": "o", ".git/config": "c", "src/a.ts": "a", "README.md": "r" }, "/var/tmp");
    const script =
      "echo x > src/b.ts; echo x > README.md; echo x > .git/config; echo x > .git/hooks/new; rm .git/hooks/old; mv .git g; true";
    expect(await run(["/bin/sh", "-c", script], { policy: { fs: { write: ["$WORKSPACE/**"] } }, workspace: dir, cwd: dir })).toMatchObject({
      exitCode: 0,
      planted: [],
    });
    expect(["src/b.ts", "README.md", ".git/config", ".git/hooks/old"].map((name) => readFileSync(join(dir, name), "utf8"))).toEqual([
      "x\n",
      "x\n",
      "c",
      "o",
    ]);
    expect(readdirSync(join(dir, ".git/hooks"))).toEqual(["old"]);
  });

  test("has no network; the same command outside connects", async () => {
    const server = createServer((socket) => socket.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const script = `const s=require("net").connect(${port},"127.0.0.1");s.on("data",d=>{console.log(String(d));process.exit(0)});s.on("error",e=>{console.log(e.code);process.exit(3)})`;
    expect((await execa(process.execPath, ["-e", script])).stdout).toBe("hello");
    const policy = { fs: { read: [process.execPath] } };
    expect(await run([process.execPath, "-e", script], { policy })).toMatchObject({ exitCode: 3, stdout: "EPERM" });
    expect(await run([process.execPath, "-e", script], { policy: { ...policy, net: "any" } })).toMatchObject({ stdout: "hello" });
    server.close();
  });

  test("has a clean environment and a temporary folder of its own, which is gone afterwards", async () => {
    const { stdout } = await run(["/bin/sh", "-c", 'echo x > "$TMPDIR/a" && cat "$TMPDIR/a" && env | grep -v ^GIT_ | sort']);
    const lines = stdout.split("\n");
    const own = /^TMPDIR=(.*)$/mu.exec(stdout)?.[1] ?? "";
    expect(lines).toEqual(["x", `HOME=${own}`, "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin", "PWD=/", `TMPDIR=${own}`, "TZ=UTC"]);
    expect(own.startsWith(tmpdir())).toBe(true);
    expect(existsSync(own)).toBe(false);
  });

  test("ends whole: when it is over, when its time is up, and when it is called off", async () => {
    const dir = folder({ "w/.keep": "" }, "/var/tmp");
    const late = (name: string): string =>
      `(setsid sh -c 'sleep 0.8; echo x > ${dir}/w/${name}' &) ; (sleep 0.8; echo x > ${dir}/w/${name}) &`;
    const policy = { fs: { write: ["$WORKSPACE/w/**"] } };
    expect(await run(["/bin/sh", "-c", `${late("over")} exit 7`], { policy, workspace: dir })).toMatchObject({ exitCode: 7 });
    expect(await run(["/bin/sh", "-c", `${late("time")} sleep 9`], { policy, workspace: dir, timeoutMs: 300 })).toMatchObject({
      timedOut: true,
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    await run(["/bin/sh", "-c", `${late("abort")} sleep 9`], { policy, workspace: dir, signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(readdirSync(join(dir, "w"))).toEqual([".keep"]);
  });

  test("has no way to other processes' limits, nor to modes, times and attributes by name", async () => {
    const dir = folder({ "w/a": "", b: "" }, "/var/tmp");
    const policy = { fs: { write: ["$WORKSPACE/w/**"] } };
    const script = `chmod 777 ${dir}/w/a; touch -d 2001-01-01 ${dir}/b; prlimit --pid ${process.pid} --nofile=9; true`;
    const { stderr } = await run(["/bin/sh", "-c", script], { policy, workspace: dir, cwd: dir });
    expect(stderr.split("\n").map((line) => line.replace(/^.*: /u, ""))).toEqual([
      "Operation not permitted",
      "Permission denied",
      "Operation not permitted",
    ]);
  });

  test("leaves nothing in the temporary folder, however deep", async () => {
    const script = `echo "$TMPDIR"; mkdir -m 0 "$TMPDIR/closed"; perl -e 'chdir $ENV{TMPDIR}; for (1..30) { mkdir "d" x 200; chdir "d" x 200 or die }'`;
    const { exitCode, stdout } = await run(["/bin/sh", "-c", script]);
    expect(exitCode).toBe(0);
    expect(existsSync(stdout)).toBe(false);
  });

  test("does not start where a folder was exchanged since it was looked at", async () => {
    const dir = realpathSync(folder({ "secret/x": "s" }, "/var/tmp"));
    mkdirSync(join(dir, "ws/out"), { recursive: true });
    const policy = { fs: { write: ["$WORKSPACE/out/**"] } };
    const write = ["/bin/sh", "-c", `cat ${dir}/ws/out/x; echo x > ${dir}/ws/out/new`];
    const started = async (exchange: boolean) => {
      const prepared = await prepare(policy, { workspace: join(dir, "ws"), backend: "landlock" });
      if (exchange) {
        renameSync(join(dir, "ws/out"), join(dir, "ws/old"));
        renameSync(join(dir, "secret"), join(dir, "ws/out"));
      }
      const ended = await launch({
        ...prepared.backend,
        ...prepared.told({ code: [], channel: false, link: false, variables: {} }),
        command: prepared.command(write),
        filter: prepared.filter,
        interactive: false,
        timeMs: undefined,
        outputBytes: 1000,
      });
      await prepared.end();
      return ended;
    };
    expect(await started(false)).toMatchObject({ exitCode: 0, refused: undefined });
    expect(await started(true)).toMatchObject({
      stdout: "",
      refused: "",
      stderr: expect.stringContaining("it was exchanged for something else") as string,
    });
    expect(readdirSync(join(dir, "ws/out"))).toEqual(["x"]);
    // The same outside reads and writes what was put there.
    expect(execFileSync(write[0] ?? "", write.slice(1), { encoding: "utf8" })).toBe("s");
    expect(readdirSync(join(dir, "ws/out"))).toEqual(["new", "x"]);
  });

  test("takes no value for an option of the launcher", async () => {
    vi.stubEnv("TF_A", "--no-tcp");
    const policy = { env: ["TF_A"] };
    expect((await run(["/bin/sh", "-c", 'echo "$TF_A"'], { policy: { ...policy, net: "any" } })).stdout).toBe("--no-tcp");
  });

  test("does not run when it was called off before", async () => {
    const dir = folder({ "w/.keep": "" }, "/var/tmp");
    const policy = { fs: { write: ["$WORKSPACE/w/**"] } };
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(run(["/bin/sh", "-c", `echo x > ${dir}/w/a`], { policy, workspace: dir, signal })).rejects.toThrow("too late");
    expect(readdirSync(join(dir, "w"))).toEqual([".keep"]);
  });

  test("is refused where a clause cannot be held, with the clause", async () => {
    await expect(run(["/bin/true"], { policy: { net: ["a.example"] } })).rejects.toThrow(
      "`net.connect` cannot be held: without namespaces",
    );
    const dir = folder({ "policy.json": JSON.stringify({ net: ["a.example"] }) });
    expect(await toolfence(dir, "sandbox", "explain", "--policy", "policy.json", "--backend", "landlock")).toMatchObject({
      code: 1,
      out: expect.stringContaining("without namespaces") as string,
    });
    expect(await toolfence(dir, "run", "--policy", "policy.json", "--backend", "seatbelt", "--", "true")).toMatchObject({
      code: 125,
      err: expect.stringContaining("There is no sandbox `seatbelt`") as string,
    });
  });

  test("may be a module too", async () => {
    const dir = folder({}, "/var/tmp");
    mkdirSync(join(dir, "code"));
    writeFileSync(
      join(dir, "code/tools.mjs"),
      `import { readFileSync } from "node:fs"; export const add = (a, b) => a + b; export const read = (path) => readFileSync(path, "utf8"); export const tmp = () => process.env.TMPDIR;`,
    );
    interface Tools {
      readonly add: (a: number, b: number) => number;
      readonly read: (path: string) => string;
      readonly tmp: () => string;
    }
    const tools = await isolate<Tools>(pathToFileURL(join(dir, "code/tools.mjs")).href, { policy: {}, backend: "landlock" });
    expect(await tools.add(1, 2)).toBe(3);
    await expect(tools.read("/etc/passwd")).rejects.toThrow("permission denied");
    const own = await tools.tmp();
    await tools[Symbol.asyncDispose]();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(existsSync(own)).toBe(false);
  });
});
