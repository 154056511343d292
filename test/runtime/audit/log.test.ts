import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { PolicyDeniedError } from "../../../src/index.ts";
import type { FenceOptions } from "../../../src/runtime.ts";
import { createFence, verifyChain } from "../../../src/runtime.ts";
import { auditSchema } from "../../../src/schema/audit.ts";
import { toolfence } from "../../support/cli.ts";
import { manifestOf } from "../../support/manifest.ts";

const empty = (): string => mkdtempSync(join(tmpdir(), "toolfence-audit-"));
const records = (file: string): Record<string, unknown>[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** What differs from run to run. */
const VARIES = new Set(["hash", "prev", "call", "request", "pid", "milliseconds", "manifest"]);

const tools = {
  read: { policy: { fs: { read: ["$WORKSPACE/**"] } } },
  ask: { policy: { approval: "session" as const } },
  fail: { policy: {} },
};

/** A fixed clock, and ids that count. */
function identity(): NonNullable<FenceOptions["identity"]> {
  let tick = 0;
  return { run: "run-1", now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, tick++)) };
}

/** A fixed run: allowed, refused, failed, asked, and what the log makes of it. */
async function script(file: string): Promise<void> {
  const fence = createFence({
    manifest: manifestOf(tools),
    workspace: "/",
    audit: file,
    identity: identity(),
    approve: () => ({ answer: "session", by: "ada" }),
  });
  const session = fence.session("session-1");
  const read = fence.wrap((_: { path: string; token?: string }) => "text", { name: "read" });
  const fail = fence.wrap(
    () => {
      throw new Error("with token=abcdef in it");
    },
    { name: "fail" },
  );
  const ask = fence.wrap(async (_: object) => Promise.resolve("asked"), { name: "ask" });
  await session.run(async () => {
    read({ path: "/usr/a", token: "abcdef" });
    expect(() => read({ path: "/etc/shadow" })).toThrow(PolicyDeniedError);
    expect(() => fail()).toThrow("with token");
    await ask({ n: 1 });
    await ask({ n: 1 });
  });
  fence.close();
}

describe("the audit log", () => {
  test("the same script gives the same records, byte for byte after ids and times", async () => {
    const [a, b] = [join(empty(), "log/audit.jsonl"), join(empty(), "audit.jsonl")];
    await script(a);
    await script(b);
    const plain = (file: string): unknown[] =>
      records(file).map((record) => Object.fromEntries(Object.entries(record).filter(([key]) => !VARIES.has(key))));
    expect(plain(a)).toEqual(plain(b));
    await expect(
      `${plain(a)
        .map((one) => JSON.stringify(one))
        .join("\n")}\n`,
    ).toMatchFileSnapshot("goldens/script.jsonl");
    for (const record of records(a)) expect(auditSchema.safeParse(record)).toMatchObject({ success: true });
    expect(readFileSync(a, "utf8")).not.toContain("abcdef");
    expect(verifyChain(readFileSync(a, "utf8"))).toMatchObject({ ok: true, runs: 1, torn: 0, records: plain(a).length });
  });

  test("the decision is in the log before the executor starts", () => {
    const file = join(empty(), "audit.jsonl");
    const fence = createFence({ manifest: manifestOf(tools), audit: file });
    const seen = fence.wrap((_?: unknown) => records(file).map(({ kind, verdict }) => [kind, verdict]), { name: "read" });
    expect(seen()).toEqual([
      ["run.start", undefined],
      ["decision", "allow"],
    ]);
  });

  test("a log that cannot be written ends the fence before there is a call", () => {
    const file = "/dev/full";
    expect(existsSync(file)).toBe(true);
    expect(() => createFence({ manifest: manifestOf(tools), audit: file })).toThrow("cannot be written");
  });

  test("a log that fills up refuses calls with a typed denial, and says how many records it lost", () => {
    const folder = empty();
    const script = `
      import { createFence } from ${JSON.stringify(join(process.cwd(), "dist/src/runtime.js"))};
      import fs from "node:fs";
      const fence = createFence({ manifest: JSON.parse(fs.readFileSync(0, "utf8")), audit: "audit.jsonl" });
      let ran = 0;
      const read = fence.wrap(() => void ran++, { name: "read" });
      read();
      const ids = [];
      const write = fs.writeSync;
      let broken = true;
      fs.writeSync = (...args) => { if (broken) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }); return write(...args); };
      (await import("node:module")).syncBuiltinESMExports();
      for (let i = 0; i < 3; i++) try { read(); } catch (error) { ids.push(error.denial.id); }
      broken = false;
      read();
      console.log(JSON.stringify([ran, ids]));`;
    const file = join(folder, "script.mjs");
    writeFileSync(file, script);
    const { stdout } = run(file, folder, JSON.stringify(manifestOf(tools)));
    expect(JSON.parse(stdout)).toEqual([2, ["audit.unavailable", "audit.unavailable", "audit.unavailable"]]);
    const text = readFileSync(join(folder, "audit.jsonl"), "utf8");
    expect(records(join(folder, "audit.jsonl")).map(({ kind, records: lost }) => [kind, lost])).toEqual([
      ["run.start", undefined],
      ["decision", undefined],
      ["result", undefined],
      ["log.lost", 3],
      ["decision", undefined],
      ["result", undefined],
    ]);
    expect(verifyChain(text).ok).toBe(true);
  });

  test("a log that fills up in the middle of a call holds what the call still wanted to do", () => {
    const folder = empty();
    const script = `
      import { io } from ${JSON.stringify(join(process.cwd(), "dist/src/index.js"))};
      import { createFence } from ${JSON.stringify(join(process.cwd(), "dist/src/runtime.js"))};
      import fs from "node:fs";
      const reviewed = JSON.parse(fs.readFileSync(0, "utf8"));
      const fence = createFence({ manifest: reviewed, audit: "audit.jsonl" });
      const write = fs.writeSync;
      let broken = false;
      fs.writeSync = (fd, ...args) => { if (broken && typeof fd === "number" && args[0]?.includes?.('"kind"')) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }); return write(fd, ...args); };
      (await import("node:module")).syncBuiltinESMExports();
      const told = [];
      const save = fence.wrap(async ({ name, full }) => {
        broken = full;
        try { await io.writeText(name, "x"); told.push("written"); } catch (error) { told.push(error.denial?.id ?? String(error)); }
        broken = false;
      }, { name: "save" });
      await save({ name: "a.txt", full: false });
      await save({ name: "b.txt", full: true });
      console.log(JSON.stringify([told, fs.existsSync("a.txt"), fs.existsSync("b.txt")]));`;
    const file = join(folder, "script.mjs");
    writeFileSync(file, script);
    const reviewed = manifestOf({ save: { policy: { fs: { write: ["$WORKSPACE/**"] } } } });
    const { stdout } = run(file, folder, JSON.stringify(reviewed));
    expect(JSON.parse(stdout)).toEqual([["written", "audit.unavailable"], true, false]);
  });

  test("a larger log is put aside, and the chain goes on", () => {
    const folder = empty();
    const file = join(folder, "audit.jsonl");
    const fence = createFence({ manifest: manifestOf(tools), audit: { file, rotateBytes: 2000 } });
    const read = fence.wrap((_?: unknown) => 1, { name: "read" });
    for (let i = 0; i < 20; i++) read();
    const names = readdirSync(folder).sort((a, b) =>
      Number(/\d+$/u.exec(a)?.[0] ?? Infinity) < Number(/\d+$/u.exec(b)?.[0] ?? Infinity) ? -1 : 1,
    );
    expect(names.length).toBeGreaterThan(3);
    expect(names.at(-1)).toBe("audit.jsonl");
    const report = verifyChain(names.map((name) => readFileSync(join(folder, name), "utf8")).join(""));
    expect(report).toMatchObject({ ok: true, runs: 1, problems: [] });
  });
});

describe("a log that is taken away", () => {
  const started = (folder: string, rotateBytes?: number): { readonly read: () => unknown; readonly close: () => void } => {
    const file = join(folder, "audit.jsonl");
    const fence = createFence({ manifest: manifestOf(tools), audit: rotateBytes === undefined ? file : { file, rotateBytes } });
    return { read: fence.wrap((_?: unknown) => 1, { name: "read" }), close: () => fence.close() };
  };
  const verify = async (folder: string): Promise<readonly [number, string]> => {
    const { code, out } = await toolfence(folder, "audit", "verify", "audit.jsonl");
    return [code, out.split("\n")[0] ?? ""];
  };

  test.each<readonly [string, (folder: string) => void]>([
    ["removed", (folder) => rmSync(join(folder, "audit.jsonl"))],
    ["moved", (folder) => renameSync(join(folder, "audit.jsonl"), join(folder, "elsewhere"))],
    ["gone with its folder", (folder) => rmSync(folder, { recursive: true })],
  ])("%s: it goes on in a new one, and what is missing is told", async (_, away) => {
    const folder = join(empty(), "log");
    const { read, close } = started(folder);
    read();
    away(folder);
    read();
    close();
    const left = records(join(folder, "audit.jsonl"));
    expect(left.map(({ kind }) => kind)).toEqual(["decision", "result", "run.end"]);
    expect(await verify(folder)).toEqual([1, "line 1: the run begins with record 3 (gap)"]);
  });

  test("of what nobody can make anew, nothing is done", () => {
    const folder = join(empty(), "log");
    const { read } = started(folder);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    expect(read).toThrow(PolicyDeniedError);
  });

  test("a process that dies while it puts the log aside leaves one that is whole", async () => {
    const folder = empty();
    const file = join(folder, "audit.jsonl");
    const one = started(folder, 20_000);
    while (statSync(file).size <= 20_000) one.read();
    // Between the two steps; its lock stays behind.
    linkSync(file, `${file}.1`);
    writeFileSync(`${file}.lock`, "");
    utimesSync(`${file}.lock`, 1, 1);
    expect((await verify(folder))[0]).toBe(0);
    for (let times = 0; times < 4; times++) one.read();
    one.close();
    expect(readdirSync(folder).sort()).toEqual(["audit.jsonl", "audit.jsonl.1"]);
    expect((await verify(folder))[0]).toBe(0);
  });
});

describe("what the log holds of arguments", () => {
  const linesOf = (options: Partial<FenceOptions>): unknown[] => {
    const file = join(empty(), "audit.jsonl");
    const fence = createFence({ manifest: manifestOf(tools), audit: file, ...options });
    fence.wrap((_: unknown) => 1, { name: "read" })({ note: "a private note" });
    fence.close();
    expect(readFileSync(file, "utf8").includes("private")).toBe((options.auditArguments ?? "redacted") === "redacted");
    return records(file).flatMap((one) => (one["kind"] === "decision" ? [one["arguments"]] : []));
  };
  test("all but secrets, a digest, or nothing", () => {
    expect(linesOf({})).toEqual([{ note: "a private note" }]);
    const [digest] = linesOf({ auditArguments: "digest" });
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/u);
    expect(linesOf({ auditArguments: "digest" })).toEqual([digest]);
    expect(linesOf({ auditArguments: "none" })).toEqual([undefined]);
  });

  test("values of variables that are called secrets are known without being told", () => {
    vi.stubEnv("ACME_API_TOKEN", "correct horse battery");
    const file = join(empty(), "audit.jsonl");
    const fence = createFence({ manifest: manifestOf(tools), audit: file });
    fence.wrap((_: unknown) => 1, { name: "read" })({ note: "say correct horse battery twice" });
    vi.unstubAllEnvs();
    fence.close();
    expect(records(file).flatMap((one) => (one["kind"] === "decision" ? [one["arguments"]] : []))).toEqual([
      { note: "say [redacted] twice" },
    ]);
  });

  test("which names those are", () => {
    const secret = ["PGPASSWORD", "APIKEY", "GITHUB_PAT", "DATABASE_PASS", "API_KEY_PROD", "my_token", "X_CREDENTIALS"];
    const other = ["PWD", "KEYBOARD_LAYOUT", "TOKENS_MAX", "COMPASS", "PATH_TO_KEYS", "PASSWORD_STORE_DIR", "TOKEN_URL"];
    for (const [index, name] of [...secret, ...other].entries()) vi.stubEnv(name, `value of ${String.fromCharCode(97 + index)}`);
    const file = join(empty(), "audit.jsonl");
    const fence = createFence({ manifest: manifestOf(tools), audit: file });
    const notes = [...secret, ...other].map((name) => process.env[name]);
    fence.wrap((_: unknown) => 1, { name: "read" })({ notes });
    vi.unstubAllEnvs();
    fence.close();
    const [found] = records(file).flatMap((one) => (one["kind"] === "decision" ? [one["arguments"] as { notes: string[] }] : []));
    expect(found?.notes.map((note) => note === "[redacted]")).toEqual([...secret.map(() => true), ...other.map(() => false)]);
  });
});

test("`sync` waits for the disk after each decision", () => {
  const folder = empty();
  writeFileSync(
    join(folder, "script.mjs"),
    `import fs from "node:fs";
     let synced = 0;
     const sync = fs.fdatasyncSync, full = fs.fsyncSync;
     fs.fdatasyncSync = (fd) => { synced++; sync(fd); };
     fs.fsyncSync = (fd) => { synced++; full(fd); };
     (await import("node:module")).syncBuiltinESMExports();
     const { createFence } = await import(${JSON.stringify(join(process.cwd(), "dist/src/runtime.js"))});
     const manifest = JSON.parse(fs.readFileSync(0, "utf8"));
     const counts = [false, true].map((sync) => {
       const fence = createFence({ manifest, audit: { file: "audit-" + sync + ".jsonl", sync } });
       const before = synced;
       let seen = 0;
       fence.wrap(() => void (seen = synced - before), { name: "read" })();
       return seen;
     });
     console.log(JSON.stringify(counts));`,
  );
  expect(JSON.parse(run(join(folder, "script.mjs"), folder, JSON.stringify(manifestOf(tools))).stdout)).toEqual([0, 1]);
});

function run(file: string, cwd: string, input: string): { stdout: string } {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { cwd, input, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return { stdout };
}

describe("what a chain tells", () => {
  async function logged(): Promise<string[]> {
    const file = join(empty(), "audit.jsonl");
    await script(file);
    return readFileSync(file, "utf8").trimEnd().split("\n");
  }
  const problems = (lines: readonly string[], head?: string): string[] =>
    verifyChain(lines.map((line) => `${line}\n`).join(""), head).problems.map(({ line, id }) => `${line} ${id}`);

  test("an edit, a line that is gone, lines that changed places, a foreign line", async () => {
    const lines = await logged();
    expect(problems(lines)).toEqual([]);
    expect(problems(lines.map((line, index) => (index === 1 ? line.replace("allow", "deny") : line)))).toEqual(["2 edited"]);
    expect(problems(lines.filter((_, index) => index !== 2))).toEqual(["3 gap"]);
    expect(problems([...lines.slice(0, 2), lines[3] ?? "", lines[2] ?? "", ...lines.slice(4)])[0]).toBe("3 gap");
    expect(problems([...lines.slice(0, 3), "{}", ...lines.slice(3)])).toEqual(["4 unreadable"]);
  });

  test("lines that were cut off the end are seen against a head that is kept elsewhere", async () => {
    const lines = await logged();
    const { head } = verifyChain(`${lines.join("\n")}\n`);
    expect(problems(lines, head)).toEqual([]);
    expect(problems(lines.slice(0, -2))).toEqual([]);
    expect(problems(lines.slice(0, -2), head)).toEqual([`${lines.length - 2} missing`]);
  });

  test("a run whose forerunner was taken out", async () => {
    const file = join(empty(), "audit.jsonl");
    await script(file);
    const first = readFileSync(file, "utf8");
    createFence({ manifest: manifestOf(tools), audit: file }).close();
    createFence({ manifest: manifestOf(tools), audit: file }).close();
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(problems(lines)).toEqual([]);
    const start = first.trimEnd().split("\n").length;
    expect(problems([...lines.slice(0, start), ...lines.slice(start + 2)])).toEqual([`${start + 1} foreign`]);
  });
});

describe("who is ended while it repairs", () => {
  const sealed = (): readonly [file: string, text: string] => {
    const file = join(empty(), "a.jsonl");
    createFence({ manifest: manifestOf(tools), audit: file }).close();
    return [file, readFileSync(file, "utf8")];
  };
  test.each([
    ["behind the end of the torn line", '{"v":1,"torn\n', 1],
    ["in the middle of its own record", '{"v":1,"torn\n{"v":1,"kind":"log.repa', 2],
    ["twice", '{"v":1,"torn\n{"v":1,"ki\n{"v":1,"kind":"log', 3],
  ])("%s: the next one speaks of all that is torn", (_where, left, torn) => {
    const [file, text] = sealed();
    writeFileSync(file, `${text}${left}`);
    createFence({ manifest: manifestOf(tools), audit: file }).close();
    expect(verifyChain(readFileSync(file, "utf8"))).toMatchObject({ ok: true, torn, problems: [] });
  });
});

describe("a line that two processes find torn at once", () => {
  /** A log whose last line is torn, closed by two that both looked before either wrote. */
  function closedTwice(): { readonly first: string; readonly second: string } {
    const folder = empty();
    const [a, b] = [join(folder, "a.jsonl"), join(folder, "b.jsonl")];
    createFence({ manifest: manifestOf(tools), audit: a }).close();
    const torn = `${readFileSync(a, "utf8")}{"v":1,"torn`;
    for (const file of [a, b]) {
      writeFileSync(file, torn);
      createFence({ manifest: manifestOf(tools), audit: file }).close();
    }
    return { first: readFileSync(a, "utf8"), second: readFileSync(b, "utf8").slice(torn.length) };
  }

  test("is closed by the first, and the second leaves an empty line, of which it speaks", () => {
    const { first, second } = closedTwice();
    expect(second.startsWith("\n{")).toBe(true);
    expect(verifyChain(first + second)).toMatchObject({ ok: true, torn: 1, problems: [] });
  });

  test("an empty line of which nobody speaks is none of ours", () => {
    const { first, second } = closedTwice();
    const lines = first.split("\n").length;
    expect(verifyChain(`${first}\n`).problems.map(({ id, line }) => `${id} ${line}`)).toEqual([`unreadable ${lines}`]);
    expect(verifyChain(`${first}\n${second}`).problems.map(({ id }) => id)).toEqual(["unreadable"]);
  });
});

describe("kill -9", () => {
  /** A process that calls, and writes what took place, without end. */
  const endless = (audit: FenceOptions["audit"]): string =>
    `import { createFence } from ${JSON.stringify(join(process.cwd(), "dist/src/runtime.js"))};
     import fs from "node:fs";
     const fence = createFence({ manifest: JSON.parse(fs.readFileSync("manifest.json", "utf8")), audit: ${JSON.stringify(audit)} });
     const out = fs.openSync("effects.txt", "a");
     const read = fence.wrap(({ id }) => void fs.writeSync(out, id + "\\n"), { name: "read" });
     console.log("ready");
     for (let i = 0; ; i++) { read({ id: process.pid + "-" + i, text: "x".repeat(i % 3000) }); if (i % 100 === 0) await new Promise(setImmediate); }`;

  test("also of two at once, while logs are put aside", async () => {
    const folder = empty();
    writeFileSync(join(folder, "worker.mjs"), endless({ file: "audit.jsonl", rotateBytes: 20_000 }));
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifestOf(tools)));
    for (let round = 0; round < 8; round++) {
      const children = [0, 1].map(() => spawn(process.execPath, ["worker.mjs"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] }));
      await Promise.all(children.map((child) => new Promise((resolve) => child.stdout.once("data", resolve))));
      await wait(5 + round * 7);
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map((child) => new Promise((resolve) => child.once("exit", resolve))));
      // A lock whose holder is dead is nobody's after a while.
      if (existsSync(join(folder, "audit.jsonl.lock"))) utimesSync(join(folder, "audit.jsonl.lock"), 1, 1);
    }
    createFence({ manifest: manifestOf(tools), audit: join(folder, "audit.jsonl") }).close();
    const names = readdirSync(folder).filter((name) => /^audit\.jsonl(?:\.\d+)?$/u.test(name));
    expect(names.length).toBeGreaterThan(8);
    const { code, out } = await toolfence(folder, "audit", "verify", "audit.jsonl");
    expect([code, out.replace(/: .*/su, "")]).toEqual([0, "whole"]);
    const text = names.map((name) => readFileSync(join(folder, name), "utf8")).join("");
    const decided = new Set(text.split("\n").flatMap((line) => /"kind":"decision".*"arguments":\{"id":"([^"]+)"/u.exec(line)?.[1] ?? []));
    const done = readFileSync(join(folder, "effects.txt"), "utf8").trimEnd().split("\n");
    expect(done.length).toBeGreaterThan(100);
    expect(done.filter((id) => !decided.has(id))).toEqual([]);
  });

  test("every call that took place has its decision; a torn line is reported and closed; nothing is overwritten", async () => {
    const folder = empty();
    const file = join(folder, "audit.jsonl");
    const effects = join(folder, "effects.txt");
    const worker = join(folder, "worker.mjs");
    writeFileSync(worker, endless("audit.jsonl"));
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifestOf(tools)));
    let before = "";
    let torn = 0;
    for (let round = 0; round < 12; round++) {
      const child = spawn(process.execPath, [worker], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
      await new Promise((resolve) => child.stdout.once("data", resolve));
      await wait(5 + round * 7);
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("exit", resolve));
      const now = readFileSync(file, "utf8");
      expect(now.startsWith(before)).toBe(true);
      // A kill rarely falls between two halves of one write: every third time, make one.
      if (round % 3 === 0) appendFileSync(file, '{"v":1,"seq":7,"kind":"decis');
      const text = readFileSync(file, "utf8");
      if (!text.endsWith("\n")) {
        torn++;
        expect(verifyChain(text).problems.map(({ id }) => id)).toEqual(["torn"]);
      }
      before = text;
    }
    createFence({ manifest: manifestOf(tools), audit: file }).close();
    const text = readFileSync(file, "utf8");
    expect(text.startsWith(before)).toBe(true);
    expect(verifyChain(text)).toMatchObject({ ok: true, torn, runs: 13, problems: [] });
    const decided = new Set(
      text.split("\n").flatMap((line) => /"kind":"decision".*"verdict":"allow".*"arguments":\{"id":"([^"]+)"/u.exec(line)?.[1] ?? []),
    );
    const done = readFileSync(effects, "utf8").trimEnd().split("\n");
    expect(done.length).toBeGreaterThan(100);
    expect(done.filter((id) => !decided.has(id))).toEqual([]);
  });
});
