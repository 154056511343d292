import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { probe } from "../../../../src/runtime/sandbox/backend.ts";
import {
  firejailArguments,
  firejailProfile,
  unheldByFirejail,
  unnamedByFirejail,
} from "../../../../src/runtime/sandbox/backends/firejail.ts";
import { NOTHING_HIDDEN } from "../../../../src/runtime/sandbox/hidden.ts";
import { launch } from "../../../../src/runtime/sandbox/launch.ts";
import type { Plan } from "../../../../src/runtime/sandbox/plan.ts";
import { NOTHING_PLANNED } from "../../../../src/runtime/sandbox/plan.ts";
import { prepare } from "../../../../src/runtime/sandbox/prepare.ts";
import { runConfined } from "../../../../src/runtime/sandbox/run.ts";
import { NOTHING_SURVEYED } from "../../../../src/runtime/sandbox/survey.ts";
import { isolate } from "../../../../src/runtime/worker/isolate.ts";
import { folder } from "../../../support/folder.ts";

const main = join(import.meta.dirname, "../../../../dist/src/cli/main.js");
const PLAN: Plan = { ...NOTHING_PLANNED, read: ["/srv/app", "/usr/share/x"], write: ["/home/u/out"] };
const TOPS = ["/boot", "/dev", "/etc", "/home", "/proc", "/root", "/run", "/srv", "/sys", "/tmp", "/usr", "/var"];
const NOTHING = { survey: NOTHING_SURVEYED, hidden: NOTHING_HIDDEN, needed: [], isRoot: false };

describe("what firejail is told", () => {
  test("is a profile, in order: hidden, granted, held, denied", () => {
    const profile = firejailProfile(PLAN, TOPS, {
      survey: { ...NOTHING_SURVEYED, pinned: ["/home/u/out/.git"], readable: ["/home/u/out/.git/hooks"] },
      hidden: { ...NOTHING_HIDDEN, files: ["/srv/app/.env"] },
      needed: ["/opt/node"],
      isRoot: false,
    });
    expect(profile.split("\n").slice(20)).toEqual([
      "net none",
      "private-tmp",
      "noroot",
      "blacklist /boot",
      "blacklist /root",
      "blacklist /sys",
      "blacklist /var",
      "whitelist /etc/alternatives",
      "whitelist /etc/ld.so.cache",
      "whitelist /etc/nsswitch.conf",
      "whitelist /opt/node",
      "whitelist /run/lock",
      "whitelist /srv/app",
      "whitelist /etc/ssl/certs",
      "whitelist /home/u/out",
      "read-only /opt/node",
      "read-only /srv/app",
      "read-only /usr/share/x",
      "read-write /home/u/out",
      "read-only /home/u/out/.git",
      "read-write /home/u/out/.git",
      "read-only /home/u/out/.git/hooks",
      "blacklist /srv/app/.env",
      "",
    ]);
  });
  test("says nothing of the network where it is open, and keeps `/tmp` where something in it is granted", () => {
    const lines = firejailProfile({ ...PLAN, network: "open", write: ["/tmp/a"] }, TOPS, { ...NOTHING, isRoot: true }).split("\n");
    expect(lines.filter((line) => /^net |private-tmp|noroot|\/tmp|resolv/u.test(line))).toEqual([
      "whitelist /etc/resolv.conf",
      "whitelist /tmp/a",
      "read-write /tmp/a",
    ]);
  });
  test("starts our own launcher inside, with nothing of the command in its arguments", () => {
    expect(firejailArguments("/tmp/p", [3, 4], "/proc/self/fd/8")).toEqual([
      "--quiet",
      "--profile=/tmp/p",
      "--keep-fd=3,4",
      "--",
      "/proc/self/fd/8",
      "--landlock",
      "0",
    ]);
  });
  test("is refused where it would be read otherwise, or cannot be held", () => {
    const clauses = (plan: Partial<Plan>): string[] => unheldByFirejail({ ...NOTHING_PLANNED, ...plan }).map(({ clause }) => clause);
    expect(clauses({ read: ["/"] })).toEqual(["fs.read"]);
    expect(clauses({ write: ["/"] })).toEqual(["fs.write"]);
    expect(clauses({ write: ["/dev/ttyS0"] })).toEqual(["fs.write"]);
    expect(clauses({ read: ["/srv/a*b"], write: ["/srv/x,y"] })).toEqual(["fs.read", "fs.write"]);
    expect(clauses({ read: ["/srv/a  b"], write: ["/srv/a b"] })).toEqual(["fs.read"]);
    expect(clauses({ read: ["/srv/naïve ü/a"], write: ["/srv/-rf"] })).toEqual([]);
    const hidden = { ...NOTHING_HIDDEN, files: ["/w/[a].env"] };
    expect(unnamedByFirejail({ survey: NOTHING_SURVEYED, hidden })).toContain("[a].env");
    expect(unnamedByFirejail({ survey: NOTHING_SURVEYED, hidden: NOTHING_HIDDEN })).toBeUndefined();
  });
});

const found = await probe("firejail");
const works = "launcher" in found;
if (!works) {
  if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error(`firejail is required here, but ${found.reason}`);
  console.warn(`skipped: what firejail runs, because ${found.reason}`);
}
const backend = "firejail";

describe.skipIf(!works)("what firejail runs", () => {
  const place = (): string => {
    const dir = folder({ "w/.keep": "", secret: "s" }, "/var/tmp");
    return dir;
  };
  const policyOf = (dir: string) => ({ fs: { read: [`${dir}/w/**`], write: [`${dir}/w/**`] }, env: ["TOOLFENCE_TEST_TOKEN"] });

  test("has its variables, its own temporary folder, and nothing of them in an argument list", async () => {
    const dir = place();
    process.env["TOOLFENCE_TEST_TOKEN"] = "s3cret-in-a-variable";
    const script = `echo $TOOLFENCE_TEST_TOKEN $TMPDIR; cat ${dir}/secret; echo x > ${dir}/w/a; echo x > /tmp/toolfence-here; find /home /root -mindepth 1 2>/dev/null; exec sleep 1`;
    const run = runConfined(["/bin/sh", "-c", script], { policy: policyOf(dir), workspace: join(dir, "w"), backend });
    delete process.env["TOOLFENCE_TEST_TOKEN"];
    const { spawnSync } = await import("node:child_process");
    const seen: string[] = [];
    const timer = setInterval(
      () => seen.push(spawnSync("/bin/sh", ["-c", "cat /proc/[0-9]*/cmdline 2>/dev/null"], { encoding: "latin1" }).stdout),
      200,
    );
    const { stdout, exitCode } = await run;
    clearInterval(timer);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("s3cret-in-a-variable /tmp");
    expect(seen.join("")).toContain("firejail");
    expect(seen.join("")).not.toContain("s3cret-in-a-variable");
    expect(existsSync(join(dir, "w/a"))).toBe(true);
    expect(existsSync("/tmp/toolfence-here")).toBe(false);
  });

  test("leaves nothing outside of it", async () => {
    const dir = place();
    const own = folder({}, "/var/tmp");
    vi.stubEnv("TMPDIR", own);
    const { exitCode } = await runConfined(["/bin/true"], { policy: { ...policyOf(dir), net: ["example.com"] }, backend });
    vi.unstubAllEnvs();
    expect([exitCode, readdirSync(own)]).toEqual([0, []]);
  });

  test("does not run when a folder was exchanged after it was looked at", async () => {
    const dir = place();
    const prepared = await prepare(policyOf(dir), { backend });
    renameSync(join(dir, "w"), join(dir, "old"));
    mkdirSync(join(dir, "w"));
    const { refused, stderr } = await launch({
      ...prepared.backend,
      ...prepared.told({ code: [], channel: false, link: false, variables: {} }),
      ...prepared.command(["/bin/sh", "-c", `echo x > ${dir}/w/a`]),
      filter: prepared.filter,
      interactive: false,
      timeMs: undefined,
      outputBytes: 1000,
    });
    await prepared.end();
    expect(refused).toBe("");
    expect(stderr).toContain("it was exchanged for something else");
    expect(existsSync(join(dir, "w/a"))).toBe(false);
  });

  test("is ended when its time is over, with all that it has started", async () => {
    const dir = place();
    const script = `(setsid sh -c "sleep 2; echo x > ${dir}/w/late" &) ; sleep 30`;
    const { timedOut } = await runConfined(["/bin/sh", "-c", script], { policy: policyOf(dir), backend, timeoutMs: 1000 });
    expect(timedOut).toBe(true);
    await new Promise((done) => setTimeout(done, 2000));
    expect(existsSync(join(dir, "w/late"))).toBe(false);
  });

  test("hears the signals that `toolfence run` gets, and gives its exit code", async () => {
    const dir = place();
    writeFileSync(join(dir, "policy.json"), JSON.stringify(policyOf(dir)));
    const script = `trap 'echo heard; exit 7' TERM; echo ready; while :; do sleep 0.1; done`;
    const child = spawn(process.execPath, [main, "run", "--backend", backend, "--policy", "policy.json", "--", "/bin/sh", "-c", script], {
      cwd: dir,
    });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      if (!out.includes("ready") && String(chunk).includes("ready")) child.kill("SIGTERM");
      out += String(chunk);
    });
    const code = await new Promise((done) => child.on("close", done));
    expect([out, code]).toEqual(["ready\nheard\n", 7]);
  });

  test("reaches the hosts that are granted by the proxy, and no other", async () => {
    const dir = place();
    const server = createServer((_, response) => response.end("hello"));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const ask = (url: string) =>
      `fetch(${JSON.stringify(url)}).then(async (r) => console.log(r.status, await r.text()), (e) => console.log(e.cause?.message))`;
    const run = (url: string) =>
      runConfined([process.execPath, "-e", ask(url)], {
        policy: { net: [`granted.test:${port}`, `127.0.0.1:${port}`] },
        workspace: dir,
        resolve: () => Promise.resolve(["127.0.0.1"]),
        backend,
      });
    expect((await run(`http://granted.test:${port}/`)).stdout).toBe("200 hello");
    expect((await run(`http://other.test:${port}/`)).stdout).toContain("the policy does not grant it");
    server.close();
  });

  test("is a module as well", async () => {
    const dir = folder(
      {
        "m.mjs": `import { writeFileSync } from "node:fs"; export const write = (path) => writeFileSync(path, "x"); export const add = (a, b) => a + b;`,
        "w/.keep": "",
      },
      "/var/tmp",
    );
    await using tools = await isolate<{ add(a: number, b: number): number; write(path: string): void }>(
      pathToFileURL(join(dir, "m.mjs")).href,
      { policy: { fs: { write: [`${dir}/w/**`] } }, backend },
    );
    expect(await tools.add(1, 2)).toBe(3);
    await tools.write(join(dir, "w/a"));
    await expect(tools.write(join(dir, "a"))).rejects.toThrow(/EROFS|ERR_ACCESS_DENIED|EACCES|restricted/u);
    expect(existsSync(join(dir, "a"))).toBe(false);
  });
});
