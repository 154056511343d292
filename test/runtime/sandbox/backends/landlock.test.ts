import { execFileSync, spawn } from "node:child_process";
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
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parsePath } from "../../../../src/model/path.ts";
import { probe } from "../../../../src/runtime/sandbox/backend.ts";
import type { Listing } from "../../../../src/runtime/sandbox/backends/landlock.ts";
import { landlockArguments, unheldByLandlock } from "../../../../src/runtime/sandbox/backends/landlock.ts";
import { launch } from "../../../../src/runtime/sandbox/launch.ts";
import { start } from "../../../../src/runtime/sandbox/start.ts";
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
const found = parsePath("$WORKSPACE/secret");
if (!found.ok) throw new Error(found.error.message);
const SECRET = found.value;
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
  test("the network comes first: none, a door with its key, or all of it", () => {
    const door = { port: 7, key: "w" };
    const first = (...args: Parameters<typeof options>): string[] => options(...args).slice(0, 3);
    expect(first({ network: "none" }, { door })).toEqual(["--egress", "7", "w"]);
    expect(first({ network: "proxy" }, { door })).toEqual(["--egress", "7", "w"]);
    expect(first({ network: "proxy" })).toEqual(["--no-tcp", "--setenv", "PATH"]);
    expect(first({ network: "open" }, { door })).toEqual(["--setenv", "PATH", "/usr/bin"]);
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
    expect(unheldByLandlock({ ...PLAN, denied: { read: [SECRET], write: [] } }).map(({ clause }) => clause)).toEqual(["fs.read"]);
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
const lacking = ["/usr/bin/curl", "/usr/bin/python3"].filter((path) => !existsSync(path)).join(" and ");
if (lacking !== "") {
  if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error(`${lacking} is required here, and is not installed`);
  console.warn(`skipped: other clients held by Landlock, because ${lacking} is not installed`);
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
        ...prepared.command(write),
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
    const policy = { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/secret"] } } };
    await expect(run(["/bin/true"], { policy })).rejects.toThrow("`fs.read` cannot be held: Landlock takes nothing out");
    const dir = folder({ "policy.json": JSON.stringify(policy) });
    expect(await toolfence(dir, "sandbox", "explain", "--policy", "policy.json", "--backend", "landlock")).toMatchObject({
      code: 1,
      out: expect.stringContaining("Landlock takes nothing out") as string,
    });
    expect(await toolfence(dir, "run", "--policy", "policy.json", "--backend", "seatbelt", "--", "true")).toMatchObject({
      code: 125,
      err: expect.stringContaining("There is no sandbox `seatbelt`") as string,
    });
  });

  test.each([
    ["the guard", 0],
    ["the launcher", 1],
    ["the group of both", "group"],
  ] as const)("leaves nothing when %s is killed; a command that nothing holds goes on", async (_name, which) => {
    const dir = folder({ "w/.keep": "" }, "/var/tmp");
    const script = (name: string): string => `(setsid sh -c 'sleep 0.9; echo x > ${dir}/w/${name}' &); sleep 9`;
    const free = spawn("/bin/sh", ["-c", script("free")], { detached: true, stdio: "ignore" });
    await wait(250);
    process.kill(-(free.pid ?? 0), "SIGKILL");
    const prepared = await prepare({ fs: { write: ["$WORKSPACE/w/**"] } }, { workspace: dir, backend: "landlock" });
    const started = start({
      ...prepared.backend,
      ...prepared.told({ code: [], channel: false, link: false, variables: {} }),
      ...prepared.command(["/bin/sh", "-c", script("held")]),
      filter: prepared.filter,
      standard: ["ignore", "ignore", "ignore"],
      preload: undefined,
      channel: false,
      link: false,
      outputBytes: undefined,
    });
    await wait(250);
    const guard = started.child.pid ?? 0;
    const launcher = Number(readFileSync(`/proc/${guard}/task/${guard}/children`, "utf8").trim());
    expect(launcher).toBeGreaterThan(0);
    process.kill(which === "group" ? -guard : which === 0 ? guard : launcher, "SIGKILL");
    await started.child.ended;
    await wait(1200);
    await prepared.end();
    expect(readdirSync(join(dir, "w"))).toEqual([".keep", "free"]);
    // What ended and is waited for by nobody is as good as gone.
    const isThere = (pid: number): boolean =>
      existsSync(`/proc/${pid}`) && !/^State:\tZ/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    expect([guard, launcher].filter(isThere)).toEqual([]);
  });

  describe("with a list of hosts", () => {
    const server = createHttpServer((_request, response) => response.end("hello"));
    beforeAll(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)));
    afterAll(() => void server.close());
    const portOf = (): number => (server.address() as AddressInfo).port;
    const held = async (command: readonly string[], host = "service.test") => {
      const told: string[] = [];
      const ended = await run(command, {
        policy: { fs: { read: [process.execPath] }, net: [`${host}:${portOf()}`, `127.0.0.1:${portOf()}`] },
        resolve: () => Promise.resolve(["127.0.0.1"]),
        onEgress: ({ verdict, target }) => told.push(`${verdict} ${target}`),
        timeoutMs: 20_000,
      });
      return { ...ended, told };
    };
    const direct = ["curl", "-sS", "--noproxy", "*"];

    test.skipIf(lacking !== "")(
      "there is one way out, and the kernel holds it: who asks for another one is refused, whatever the policy grants",
      async () => {
        const url = `http://127.0.0.1:${portOf()}/`;
        expect((await execa("curl", [...direct.slice(1), url])).stdout).toBe("hello");
        expect(await held(["curl", "-sS", `http://service.test:${portOf()}/`])).toMatchObject({
          stdout: "hello",
          told: [`allow service.test:${portOf()}`],
        });
        expect(await held([...direct, url])).toMatchObject({ exitCode: 7, stdout: "", told: [] });
      },
    );

    test.skipIf(lacking !== "")("no other kind of socket, none that is listened to, and none that connects while it sends", async () => {
      const script = `
import errno, socket
def tried(name, act):
  try: act(); print(name, "done")
  except OSError as error: print(name, errno.errorcode[error.errno])
to = ("127.0.0.1", ${portOf()})
tried("tcp", lambda: socket.socket().connect(to))
tried("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", to))
tried("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
tried("multipath", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262).connect(to))
tried("ipv6", lambda: socket.socket(socket.AF_INET6).connect(("::1", to[1])))
tried("unix", lambda: socket.socket(socket.AF_UNIX).connect(chr(0) + "x"))
tried("bind", lambda: socket.socket().bind(("127.0.0.1", 0)))
tried("listen", lambda: socket.socket().listen(1))
tried("fast open", lambda: socket.socket().sendto(b"x", 0x20000000, to))
tried("fast message", lambda: socket.socket().sendmsg([b"x"], [], 0x20000000, to))
pair = socket.socketpair()
tried("pair", lambda: pair[0].send(b"x"))`;
      const { stdout } = await held(["python3", "-c", script]);
      expect(stdout.split("\n")).toEqual([
        "tcp EACCES",
        "udp EPERM",
        "raw EPERM",
        "multipath EPERM",
        "ipv6 EAFNOSUPPORT",
        "unix EAFNOSUPPORT",
        "bind EACCES",
        "listen EPERM",
        "fast open EPERM",
        "fast message EPERM",
        "pair done",
      ]);
      // Without us all but the odd ones go.
      const free = (await execa("python3", ["-c", script])).stdout.split("\n");
      expect(free.filter((line) => line.endsWith("done")).map((line) => line.replace(" done", ""))).toEqual(
        expect.arrayContaining(["tcp", "udp", "bind", "listen", "pair"]),
      );
    });

    test.skipIf(lacking !== "")("an address that is exchanged while the kernel waits leads nowhere else", async () => {
      const script = `
import ctypes, os, random, socket, struct, threading, time
libc = ctypes.CDLL(None, use_errno=True)
proxy = int(os.environ["TOOLFENCE_PROXY"])
good, bad = (struct.pack("=HHI8x", 2, socket.htons(port), 0x0100007f) for port in (proxy, ${portOf()}))
memory = ctypes.create_string_buffer(good, 16)
over = False
def swap():
  while not over:
    ctypes.memmove(memory, bad, 16); ctypes.memmove(memory, good, 16)
threading.Thread(target=swap, daemon=True).start()
ports = set()
tried, end = 0, time.monotonic() + 10
# On a busy machine both threads may run in step, and each time find the wrong one.
while tried < 300 or (not ports and time.monotonic() < end):
  one = socket.socket()
  if libc.connect(one.fileno(), memory, 16) == 0: ports.add(one.getpeername()[1] == proxy)
  one.close()
  tried += 1
  if not ports: time.sleep(random.random() / 5000)
over = True
print(ports)`;
      expect((await held(["python3", "-c", script])).stdout).toBe("{True}");
    });

    test.skipIf(lacking !== "")(
      "options that choose a device, join a group, write headers or hand back what was sent are refused; without us they are taken",
      async () => {
        const script = `
import errno, socket
def tried(level, name, value):
  try: socket.socket().setsockopt(level, name, value); print("done")
  except OSError as error: print(errno.errorcode[error.errno])
tried(1, 25, b"lo\\0"); tried(1, 37, 26); tried(0, 4, b"\\x01" * 4); tried(6, 3, 1)
tried(6, 1, 1); tried(1, 9, 1)`;
        const { stdout } = await held(["python3", "-c", script]);
        expect(stdout.split("\n")).toEqual(["ENOPROTOOPT", "ENOPROTOOPT", "ENOPROTOOPT", "ENOPROTOOPT", "done", "done"]);
        expect((await execa("python3", ["-c", script])).stdout.split("\n").slice(1)).toEqual(["done", "done", "done", "done", "done"]);
      },
    );

    test.skipIf(lacking !== "")("a connection that is made is not made again: nobody behind it has its questions answered", async () => {
      const heard: string[] = [];
      const upstream = createServer((client) => {
        client.on("error", () => undefined).on("data", (chunk) => heard.push(chunk.toString("hex")));
        client.write("question");
      });
      await new Promise<void>((done) => void upstream.listen(0, "127.0.0.1", done));
      const { port } = upstream.address() as AddressInfo;
      const script = `
import os, socket, time
proxy = ("127.0.0.1", int(os.environ["TOOLFENCE_PROXY"]))
one = socket.socket()
one.setblocking(False)
one.connect_ex(proxy)
one.setblocking(True)
one.sendall(b"CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
head = b""
while not head.endswith(b"\\r\\n\\r\\n"): head += one.recv(1)
time.sleep(0.3)
print(one.connect_ex(proxy), one.recv(8))`;
      const ended = await run(["python3", "-c", script], { policy: { net: [`127.0.0.1:${port}`] }, timeoutMs: 20_000 });
      upstream.close();
      expect(ended).toMatchObject({ stdout: "106 b'question'", exitCode: 0 });
      expect(heard).toEqual([]);
    });

    test.skipIf(lacking !== "")("is refused, and said beforehand, where the launcher may not look into what it starts", async () => {
      const dir = folder({ "policy.json": JSON.stringify({ net: ["service.test"] }) }, "/var/tmp");
      const cli = join(import.meta.dirname, "../../../../dist/bundle/cli.js");
      const args = ["sandbox", "explain", "--policy", join(dir, "policy.json"), "--backend", "landlock", "--here"];
      expect((await execa(process.execPath, [cli, ...args], { cwd: dir })).stdout).toContain("here: landlock works");
      // As a container's filter does: `pidfd_getfd` is not permitted.
      const forbidding = `
import ctypes, os, sys
class Line(ctypes.Structure): _fields_ = [("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("k", ctypes.c_uint32)]
class Program(ctypes.Structure): _fields_ = [("length", ctypes.c_ushort), ("lines", ctypes.POINTER(Line))]
lines = (Line * 4)(Line(0x20, 0, 0, 0), Line(0x15, 0, 1, 438), Line(6, 0, 0, 0x50001), Line(6, 0, 0, 0x7fff0000))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(Program(4, lines))) == 0
os.execvp(sys.argv[1], sys.argv[1:])`;
      const held = await execa("python3", ["-c", forbidding, process.execPath, cli, ...args], { cwd: dir, reject: false });
      expect(held.stdout).toContain("a list of hosts needs the launcher to look into what it starts, which is forbidden here");
      expect(held.exitCode).toBe(1);
      const started = ["run", "--policy", join(dir, "policy.json"), "--backend", "landlock", "--", "/bin/echo", "ran"];
      expect(await execa("python3", ["-c", forbidding, process.execPath, cli, ...started], { cwd: dir, reject: false })).toMatchObject({
        exitCode: 125,
        stdout: "",
      });
    });

    test.skipIf(lacking !== "")("signals meanwhile spoil no connection", async () => {
      const script = `
import os, signal, socket
proxy = ("127.0.0.1", int(os.environ["TOOLFENCE_PROXY"]))
signal.signal(signal.SIGALRM, lambda *a: None)
signal.siginterrupt(signal.SIGALRM, False)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
served = 0
for _ in range(40):
  one = socket.socket()
  one.connect(proxy)
  one.sendall(b"GET http://127.0.0.1:${portOf()}/ HTTP/1.1\\r\\nHost: 127.0.0.1:${portOf()}\\r\\nConnection: close\\r\\n\\r\\n")
  answer = b""
  while True:
    more = one.recv(4096)
    if not more: break
    answer += more
  served += answer.endswith(b"hello")
  one.close()
print(served)`;
      expect(await held(["python3", "-c", script])).toMatchObject({ stdout: "40", stderr: "" });
    });

    test("a module too, and what it may not reach is told", async () => {
      const dir = folder({ "code/tools.mjs": `export const get = async (url) => (await fetch(url)).text();` }, "/var/tmp");
      const told: string[] = [];
      await using tools = await isolate<{ get: (url: string) => Promise<string> }>(pathToFileURL(join(dir, "code/tools.mjs")).href, {
        policy: { net: [`service.test:${portOf()}`, `127.0.0.1:${portOf()}`] },
        backend: "landlock",
        resolve: () => Promise.resolve(["127.0.0.1"]),
        onEgress: ({ verdict, target }) => told.push(`${verdict} ${target}`),
      });
      expect(await tools.get(`http://service.test:${portOf()}/`)).toBe("hello");
      await expect(tools.get(`http://other.test:${portOf()}/`)).rejects.toThrow("fetch failed");
      expect(told).toEqual([`allow service.test:${portOf()}`, `deny other.test:${portOf()}`]);
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
