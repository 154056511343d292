import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { processTool } from "../../../src/runtime/process-tool.ts";
import { stillMounted } from "../../../src/runtime/sandbox/inside.ts";
import type { ConfinedOptions } from "../../../src/runtime/sandbox/run.ts";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { comesAlong } from "../../../src/runtime/sandbox/around.ts";
import { endWarm, keepWarm, launchWarm } from "../../../src/runtime/sandbox/warm.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";
import { children, MADE_MS, planned } from "../../support/warm.ts";

/** When this was asked for, and when the sandbox was made, in hundredths of a second since the machine started. */
const AGE = `echo "$0"; cut -d' ' -f22 /proc/1/stat`;
const asked = (): string => String(Math.floor(Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) * 100));
const age = (): string[] => ["/bin/sh", "-c", AGE, asked()];
/** Whether the sandbox was there before it was asked for. */
const isOld = ({ stdout }: { readonly stdout: string }): boolean => {
  const [when = NaN, made = NaN] = stdout.split("\n").map(Number);
  expect([when, made]).not.toContain(NaN);
  return made < when;
};
afterEach(endWarm);

describe.skipIf(noSandbox !== undefined)("a sandbox that waits for its command", () => {
  const place = (): string =>
    realpathSync(
      folder(
        { "ws/a": "a", "ws/.env": "secret", "ws/private/key": "", "ws/.git/config": "", "ws/.git/hooks/x": "", "ws/b/.envrc": "" },
        "/var/tmp",
      ),
    );
  const options = (dir: string): ConfinedOptions => ({
    policy: { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/.env", "$WORKSPACE/private/**"] }, write: ["$WORKSPACE/**"] } },
    workspace: join(dir, "ws"),
    warm: true,
  });
  const run = (dir: string, command: readonly string[], more: Partial<ConfinedOptions> = {}) =>
    runConfined(command, { ...options(dir), ...more });
  /** A run after which one waits. */
  const first = async (dir: string, more: Partial<ConfinedOptions> = {}): Promise<void> => {
    expect(isOld(await run(dir, age(), more))).toBe(false);
    await wait(MADE_MS);
  };

  test("is taken by the next run, and by one alone", async () => {
    const dir = place();
    await first(dir);
    const both = await Promise.all([run(dir, age()), run(dir, age())]);
    expect(both.map(isOld)).toEqual([true, false]);
  });

  test("is made for nobody who did not ask, and taken by nobody else", async () => {
    const dir = place();
    await run(dir, age(), { warm: false });
    await wait(MADE_MS);
    expect(children()).toEqual([]);
    await first(dir);
    expect(isOld(await run(dir, age(), { warm: false }))).toBe(false);
    expect(isOld(await run(dir, age(), { policy: { fs: { read: ["$WORKSPACE/**"] } } }))).toBe(false);
    expect(isOld(await run(dir, age(), { input: "x" }))).toBe(false);
    expect(isOld(await run(dir, age()))).toBe(true);
  });

  test("knows nothing of the run before, and gives the answer of any other", async () => {
    const dir = place();
    await first(dir);
    expect(await run(dir, ["/bin/sh", "-c", "echo x > /tmp/x; echo out; echo err >&2; exit 3"])).toMatchObject({
      exitCode: 3,
      stdout: "out",
      stderr: "err",
      backend: "bubblewrap",
    });
    await wait(MADE_MS);
    expect(await run(dir, ["/bin/sh", "-c", "ls /tmp; no-such-command"])).toMatchObject({ exitCode: 127, stdout: "" });
    await wait(MADE_MS);
    expect((await run(dir, ["no-such-command"])).exitCode).toBe(127);
    await wait(MADE_MS);
    await expect(run(dir, ["/bin/echo", "x".repeat(3_000_000)])).rejects.toThrow("cannot be started");
    await expect(run(dir, ["/bin/echo", ...Array.from({ length: 21 }, () => "x".repeat(100_000))])).rejects.toThrow("cannot be started");
    await expect(run(dir, ["/bin/echo", "a\0b"])).rejects.toThrow("an argument has a NUL character");
  });

  test("gives a command its own input, or none", async () => {
    const dir = place();
    const more = { input: "one" };
    await first(dir, more);
    expect((await run(dir, ["/bin/cat"], { input: "two" })).stdout).toBe("two");
    await first(dir);
    expect((await run(dir, ["/bin/readlink", "/proc/self/fd/0"])).stdout).toBe("/dev/null");
  });

  test("ends with its command in time, or when it is given up", async () => {
    const dir = place();
    await first(dir);
    expect(await run(dir, ["/bin/sleep", "300"], { timeoutMs: 200 })).toMatchObject({ timedOut: true });
    await wait(MADE_MS);
    const signal = AbortSignal.timeout(200);
    expect((await run(dir, ["/bin/sleep", "300"], { signal })).exitCode).toBe(137);
  });

  test("is not taken where it has ended meanwhile", async () => {
    const dir = place();
    await first(dir);
    await endWarm();
    expect(isOld(await run(dir, age()))).toBe(false);
  });

  test("is given up where what would be planned is another thing now", async () => {
    const dir = place();
    process.env["WARM_GIVEN"] = "one";
    const more = { policy: { ...options(dir).policy, env: ["WARM_GIVEN"] } };
    await first(dir, more);
    process.env["WARM_GIVEN"] = "two";
    expect((await run(dir, ["/usr/bin/printenv", "WARM_GIVEN"], more)).stdout).toBe("two");
    await first(dir);
    // What is protected is so from the moment on that it is there.
    writeFileSync(join(dir, "ws/.npmrc"), "old");
    await run(dir, ["/bin/sh", "-c", `echo new > ${dir}/ws/.npmrc`]);
    expect(readFileSync(join(dir, "ws/.npmrc"), "utf8")).toBe("old");
  });

  /** As an editor saves it: what lay over the name goes with the old file. */
  const saved = (path: string): void => {
    writeFileSync(`${path}.new`, "secret again");
    renameSync(`${path}.new`, path);
  };

  test("shows a file that was covered and is replaced where nobody looks, and is given up where it is looked at", async () => {
    for (const isLookedAt of [false, true]) {
      const dir = place();
      const one = await planned(options(dir), ["/bin/sh", "-c", `cat ${dir}/ws/a ${dir}/ws/.env`]);
      keepWarm(one);
      await wait(MADE_MS);
      saved(join(dir, "ws/.env"));
      const { stdout } = await launchWarm(
        isLookedAt ? one : { ...one, mounts: { ...one.mounts, over: one.mounts.over.filter(({ path }) => !path.endsWith("/.env")) } },
      );
      expect(stdout).toBe(isLookedAt ? "a" : "asecret again");
    }
  });

  test("is there for a tool that is a command, where that is asked for", async () => {
    const dir = place();
    writeFileSync(join(dir, "ws/age.sh"), AGE.replace("$0", "$1"));
    const policy = { exec: ["sh"], fs: { read: [`${dir}/ws/**`] } };
    const called = (options: Partial<ConfinedOptions>) =>
      processTool("age", policy, () => ["sh", join(dir, "ws/age.sh"), asked()], { workspace: join(dir, "ws"), ...options }).execute({});
    expect(isOld(await called({ warm: true }))).toBe(false);
    await wait(MADE_MS);
    expect(isOld(await called({}))).toBe(false);
    expect(isOld(await called({ warm: true }))).toBe(true);
  });

  test("starts the command in the folder that has the name by then", async () => {
    const dir = place();
    const more = { cwd: join(dir, "ws/build") };
    mkdirSync(more.cwd);
    await first(dir, more);
    renameSync(more.cwd, join(dir, "outside"));
    writeFileSync(join(dir, "outside/secret"), "secret");
    mkdirSync(more.cwd);
    const { stdout, stderr, exitCode } = await run(dir, ["/bin/sh", "-c", "pwd; echo $PWD; echo x > made; cat secret"], more);
    expect([stdout, stderr, exitCode]).toEqual([`${more.cwd}\n${more.cwd}`, "cat: secret: No such file or directory", 1]);
    expect(readdirSync(join(dir, "outside"))).toEqual(["secret"]);
  });

  test("has nothing of what this process was before", async () => {
    const dir = place();
    const before = process.umask(0o022);
    try {
      await first(dir);
      process.umask(0o077);
      expect((await run(dir, ["/bin/sh", "-c", "umask"])).stdout).toBe("0077");
    } finally {
      process.umask(before);
    }
  });

  test("lets nothing be written that was exchanged for what may be", async () => {
    const dir = place();
    mkdirSync(join(dir, "ws/data"));
    mkdirSync(join(dir, "ws/out"));
    const more = { policy: { fs: { read: ["$WORKSPACE/**", "$WORKSPACE/data/**"], write: ["$WORKSPACE/out/**"] } } };
    await first(dir, more);
    renameSync(join(dir, "ws/data"), join(dir, "ws/old"));
    renameSync(join(dir, "ws/out"), join(dir, "ws/data"));
    renameSync(join(dir, "ws/old"), join(dir, "ws/out"));
    await run(dir, ["/bin/sh", "-c", `echo x > ${dir}/ws/data/made; echo y > ${dir}/ws/out/made`], more);
    expect([readdirSync(join(dir, "ws/data")), readdirSync(join(dir, "ws/out"))]).toEqual([[], ["made"]]);
  });

  /** Why a mount of its own cannot be made here. */
  const noMounts = process.getuid?.() === 0 ? undefined : "only root makes mounts";
  if (noMounts !== undefined) console.warn(`skipped: what is mounted while a sandbox waits, because ${noMounts}`);

  /** Runs a host of its own in a tree of mounts of its own, in a workspace `ws` with a folder `mnt`; what it prints. */
  const hostIn = async (propagation: string, dir: string, body: string): Promise<string> => {
    const runtime = join(import.meta.dirname, "../../../dist/src/runtime.js");
    const ws = join(dir, "ws");
    mkdirSync(join(ws, "mnt"));
    writeFileSync(
      join(dir, "host.mjs"),
      `import { runConfined } from ${JSON.stringify(runtime)};
       import { execFileSync } from "node:child_process";
       import { mkdirSync, renameSync, writeFileSync } from "node:fs";
       const dir = ${JSON.stringify(dir)}, ws = ${JSON.stringify(ws)}, mnt = ws + "/mnt";
       const policy = { fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/out/**"] } };
       mkdirSync(ws + "/out");
       const run = async (word) => (await runConfined(["/bin/sh", "-c", word], { policy, workspace: ws, warm: true })).stdout;
       const made = () => new Promise((done) => setTimeout(done, ${MADE_MS}));
       const mount = (...args) => execFileSync("mount", args);
       const umount = () => execFileSync("umount", [mnt]);
       ${body}
       process.exit(0);`,
    );
    const args = ["--mount", "--propagation", propagation, process.execPath, join(dir, "host.mjs")];
    return (await promisify(execFile)("unshare", args, { timeout: 30_000 })).stdout;
  };

  test.skipIf(noMounts !== undefined)("lets nothing be written that was mounted outside meanwhile", async () => {
    const meanwhile = `await run("true"); await made();
      mount("-t", "tmpfs", "none", mnt);
      console.log("made: " + (await run("echo x > " + mnt + "/made; ls " + mnt)));`;
    // Shared, as the mounts of most machines are: what is mounted is mounted in every sandbox, too.
    expect(await hostIn("shared", place(), meanwhile)).toBe("made: \n");
  });

  test.skipIf(noMounts !== undefined)(
    "is not made where something is mounted in what is granted, which may be another thing by then",
    async () => {
      // The kernel gives what is mounted again the numbers of what was there before.
      const again = `mount("-t", "tmpfs", "none", mnt);
      await run("true"); await made();
      umount(); mount("-t", "tmpfs", "none", mnt);
      console.log("made: " + (await run("echo x > " + mnt + "/made; ls " + mnt)));`;
      expect(await hostIn("shared", place(), again)).toBe("made: \n");
      const renewed = `mkdirSync(dir + "/old"); writeFileSync(dir + "/old/secret", "secret"); mount("--bind", dir + "/old", mnt);
      await run("true"); await made();
      umount(); renameSync(dir + "/old", dir + "/older"); mkdirSync(dir + "/old"); mount("--bind", dir + "/old", mnt);
      console.log("seen: " + (await run("ls " + mnt)));`;
      expect(await hostIn("private", place(), renewed)).toBe("seen: \n");
    },
  );

  test.skipIf(noMounts !== undefined)("shows nothing that was mounted for a moment, while it was made", async () => {
    const moment = `mkdirSync(dir + "/other"); writeFileSync(dir + "/other/secret", "secret");
      for (let i = 0; i < 5; i++) {
        await run("true");
        // The next one is started behind this.
        await new Promise(setImmediate);
        mount("--bind", dir + "/other", mnt); await made(); umount();
        console.log("seen: " + (await run("ls " + mnt)));
      }`;
    expect(await hostIn("private", place(), moment)).toBe("seen: \n".repeat(5));
  });

  test.skipIf(noMounts !== undefined)("is not taken where the system's files were exchanged", async () => {
    const exchanged = `mount("-t", "tmpfs", "none", "/etc/alternatives");
      writeFileSync("/etc/alternatives/mark", "old"); await run("true"); await made();
      execFileSync("umount", ["/etc/alternatives"]); mount("-t", "tmpfs", "none", "/etc/alternatives"); writeFileSync("/etc/alternatives/mark", "new");
      console.log("seen: " + (await run("cat /etc/alternatives/mark")));`;
    expect(await hostIn("private", place(), exchanged)).toBe("seen: new\n");
  });

  test("counts every mount in what is granted, by whatever name, and none beside it", () => {
    const mounts = {
      over: [
        { path: "/w", how: "rw" },
        { path: "/w/own", how: "ro" },
        { path: "/tmp", how: "rw" },
      ],
      system: ["/usr"],
    } as const;
    const line = (point: string): string => `22 1 0:20 / ${point} rw - tmpfs none rw\n`;
    for (const point of ["/w/x", "/usr/lib/wsl", "/w/a\\040b"]) expect(comesAlong(mounts, line("/") + line(point))).toBeDefined();
    for (const point of ["/", "/w", "/w/own", "/wx", "/usr", "/tmp/x", "/w\\040x/y"])
      expect(comesAlong(mounts, line(point))).toBeUndefined();
    expect(comesAlong(mounts, line("/w/a\\040b"))).toBe("/w/a b");
    // What our program inside is asked: the system's files are those of now, and what is mounted is that and no more.
    const asked = "--known /usr --pin /usr 1:2 --mount /w rw --mount /w/own ro --mount /tmp rw";
    expect(stillMounted(mounts, new Map([["/usr", "1:2"]])).join(" ")).toBe(asked);
  });

  test("is not made for who has ended all, and not where the whole tree is granted", async () => {
    const dir = place();
    await run(dir, age());
    await endWarm();
    await wait(MADE_MS);
    expect(children()).toEqual([]);
    await run(dir, age(), { policy: { fs: { read: "any" } }, losses: "accept" });
    await wait(MADE_MS);
    expect(children()).toEqual([]);
  });

  test("ends where another start lacks what it has", async () => {
    const dir = place();
    writeFileSync(
      join(dir, "host.mjs"),
      `import { runConfined } from ${JSON.stringify(join(import.meta.dirname, "../../../dist/src/runtime.js"))};
       import { execFileSync } from "node:child_process";
       import { mkdirSync } from "node:fs";
       execFileSync("prlimit", ["--pid", String(process.pid), "--nofile=48:48"]);
       for (let i = 0; i < 10; i++) {
         const workspace = ${JSON.stringify(dir)} + "/" + i;
         mkdirSync(workspace);
         const { stdout } = await runConfined(["/bin/echo", String(i)], { policy: { fs: { read: ["$WORKSPACE/**"] } }, workspace, warm: true });
         console.log(stdout);
         await new Promise((done) => setTimeout(done, ${MADE_MS}));
       }
       process.exit(0);`,
    );
    // Of what it is handed open itself, nothing counts.
    const bare = `for n in $(ls /proc/$$/fd); do [ "$n" -gt 2 ] && eval "exec $n>&-"; done; exec "${process.execPath}" "${join(dir, "host.mjs")}"`;
    const { stdout } = await promisify(execFile)("/bin/bash", ["-c", bare], { timeout: 30_000 });
    expect(stdout.trim().split("\n")).toEqual(Array.from({ length: 10 }, (_, i) => String(i)));
  });

  test("minds no input that is not read, and no launcher that has just died", async () => {
    const dir = place();
    const input = "x".repeat(3_000_000);
    await first(dir, { input });
    expect((await run(dir, ["/bin/true"], { input })).exitCode).toBe(0);
    await wait(MADE_MS);
    for (const child of children()) process.kill(Number(child), "SIGKILL");
    expect((await run(dir, ["/bin/cat"], { input })).stdout).toBe(input);
  });

  test("keeps no process alive, and is gone with it", async () => {
    const dir = place();
    const runtime = join(import.meta.dirname, "../../../dist/src/runtime.js");
    writeFileSync(
      join(dir, "host.mjs"),
      `import { runConfined } from ${JSON.stringify(runtime)};
       import { readFileSync } from "node:fs";
       await runConfined(["/bin/true"], { policy: {}, warm: true });
       // Nothing else happens here meanwhile.
       await new Promise((done) => setTimeout(done, ${MADE_MS}));
       console.log(readFileSync("/proc/self/task/" + process.pid + "/children", "utf8").trim());`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [join(dir, "host.mjs")], { timeout: 20_000 });
    expect(stdout).toMatch(/^\d+\n$/u);
    const state = (): string => {
      try {
        return /\) (\w)/u.exec(readFileSync(`/proc/${stdout.trim()}/stat`, "utf8"))?.[1] ?? "";
      } catch {
        return "gone";
      }
    };
    await expect.poll(state).toMatch(/^(?:gone|Z)$/u);
  });
});
