import { execFile, spawnSync } from "node:child_process";
import { chmodSync, existsSync, openSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConfinedOptions } from "../../../src/runtime/sandbox/run.ts";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import type { Warm } from "../../../src/runtime/sandbox/warm.ts";
import { endWarm, keepWarm, launchFreeing } from "../../../src/runtime/sandbox/warm.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";
import { children, MADE_MS, planned } from "../../support/warm.ts";

const RUNTIME = JSON.stringify(join(import.meta.dirname, "../../../dist/src/runtime.js"));

afterEach(endWarm);

describe.skipIf(noSandbox !== undefined)("what waits, and what is started in its place", () => {
  let dir = "";
  beforeEach(() => {
    dir = realpathSync(folder({ "ws/a": "a" }, "/var/tmp"));
  });
  const options = (): ConfinedOptions => ({
    policy: { fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/**"] } },
    workspace: join(dir, "ws"),
    warm: true,
  });
  /** A command with a launcher that writes down that it was started, and then refuses. */
  const refusing = async (then: (log: string) => string = () => ""): Promise<{ readonly one: Warm; readonly starts: () => number }> => {
    const one = await planned(options(), ["/bin/true"]);
    keepWarm(one);
    const launcher = join(dir, "launcher");
    const log = join(dir, "log");
    writeFileSync(launcher, `#!/bin/sh\necho started >> ${log}\n${then(log)}\nexit 125\n`);
    chmodSync(launcher, 0o755);
    return { one: { ...one, launcher }, starts: () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0) };
  };

  test("a refused start is tried once more, where something waits", async () => {
    const { one, starts } = await refusing();
    await launchFreeing(one);
    expect([starts(), children()]).toEqual([2, []]);
    await launchFreeing(one);
    expect(starts()).toBe(3);
  });

  test("one that was aborted meanwhile is not tried again", async () => {
    const { one, starts } = await refusing();
    const given = new AbortController();
    const ended = launchFreeing({ ...one, signal: given.signal });
    // What waited is ended by then, and what it had is waited for.
    while (starts() === 0 || children().length > 0) await wait(2);
    given.abort();
    await ended;
    expect(starts()).toBe(1);
  });

  test("a command of a signal that is aborted by then ends at once", async () => {
    const { one } = await refusing();
    const before = performance.now();
    await launchFreeing({
      ...one,
      ...(await planned(options(), ["/bin/true"])),
      command: ["/bin/sleep", "30"],
      signal: AbortSignal.abort(),
    });
    expect(performance.now() - before).toBeLessThan(20_000);
  });

  test("one that has read of our own input is not tried again", async () => {
    const { one, starts } = await refusing();
    await launchFreeing({ ...one, interactive: true });
    expect(starts()).toBe(1);
  });

  test("both tries have the time of one", async () => {
    const { one, starts } = await refusing((log) => `sleep 0.5; [ $(wc -l < ${log}) = 2 ] && touch $0.late`);
    expect(await launchFreeing({ ...one, timeMs: 800 })).toMatchObject({ timedOut: true });
    expect([starts(), existsSync(join(dir, "launcher.late"))]).toEqual([2, false]);
  });

  test("none is made for a run that was under way when all were ended", async () => {
    const run = runConfined(["/bin/sleep", "0.3"], options());
    await wait(50);
    await endWarm();
    await run;
    await wait(MADE_MS);
    expect(children()).toEqual([]);
  });

  /** Why a process cannot become somebody else here. */
  const noOther = process.getuid?.() === 0 ? undefined : "only root can become somebody else";
  if (noOther !== undefined) console.warn(`skipped: what waits of a process that has become somebody else, because ${noOther}`);

  test.skipIf(noOther !== undefined)("what can be killed no more, since we are somebody else by now, ends by itself", async () => {
    writeFileSync(
      join(dir, "host.mjs"),
      `import { endWarm, runConfined } from ${RUNTIME};
       import { readFileSync } from "node:fs";
       await runConfined(["/bin/true"], { policy: { fs: { read: ["$WORKSPACE/**"] } }, workspace: ${JSON.stringify(join(dir, "ws"))}, warm: true });
       await new Promise((done) => setTimeout(done, ${MADE_MS}));
       const [pid] = readFileSync("/proc/self/task/" + process.pid + "/children", "utf8").trim().split(" ").map(Number);
       process.setgid(65534);
       process.setuid(65534);
       try { process.kill(pid, "SIGKILL"); console.log("killed"); } catch (error) { console.log(error.code); }
       await Promise.race([endWarm().then(() => console.log("ended")), new Promise((done) => setTimeout(done, 10_000).unref())]);
       process.exit(0);`,
    );
    expect((await promisify(execFile)(process.execPath, [join(dir, "host.mjs")], { timeout: 60_000 })).stdout).toBe("EPERM\nended\n");
  });

  test("what our program inside is told is refused where some of it is missing", async () => {
    const { program } = await planned(options(), ["/bin/true"]);
    if (program === undefined) throw new Error("there is none");
    const told = (words: readonly string[]): string => {
      const path = join(dir, "told");
      writeFileSync(path, words.map((word) => `${word}\0`).join(""));
      const fd = openSync(path, "r");
      return spawnSync("/proc/self/fd/4", ["--args", "3"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe", fd, program] }).stderr;
    };
    expect(told(["--words", "3", "--", "/bin/true", "x"])).toBe("");
    expect(told(["--words", "3", "--", "/bin/true"])).toBe("inside: what to do is cut off\n");
    expect(told(["--limit", "core", "0", "--known", "/usr", "--", "/bin/true"])).toBe("inside: a mount is named behind a limit: /usr\n");
  });
});
