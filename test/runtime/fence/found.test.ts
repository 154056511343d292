import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { definePolicy, io, withPolicy } from "../../../src/index.ts";
import { createFence, verifyChain } from "../../../src/runtime.ts";
import { laterDenialOf } from "../../support/denied.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

/** What an attacker found, kept. */
const empty = (): string => mkdtempSync(join(tmpdir(), "toolfence-found-"));

describe("a call inside of a call", () => {
  test("one policy object on two tools gates both", async () => {
    const policy = definePolicy({ fs: { read: ["$WORKSPACE/in/**"] } });
    const helper = withPolicy(policy, (_: { path: string }) => "read");
    const outer = withPolicy(policy, ({ path }: { path: string }) => helper({ path: path === "in/a" ? "../secret" : path }));
    const fence = createFence({ manifest: manifestOf({ outer: { policy, origin: "code" } }), workspace: folder({ "in/a": "" }) });
    expect(await laterDenialOf(() => fence.wrap(outer, { name: "outer" })({ path: "in/a" }))).toBe("path.outside");
    expect(await laterDenialOf(() => fence.wrap(outer, { name: "outer" })({ path: "in/b" }))).toBe("ran");
  });
});

describe("arguments that change", () => {
  test("under an interceptor, or while one waits", async () => {
    const manifest = manifestOf({ read: { policy: { fs: { read: ["$WORKSPACE/in/**"] } } } });
    const workspace = folder({ "in/a": "" });
    const seen: string[] = [];
    const read = async (change: (input: { path: string }) => unknown): Promise<string> => {
      const fence = createFence({
        manifest,
        workspace,
        interceptors: [async ({ input }) => (await wait(1), change(input as { path: string }), undefined)],
      });
      return laterDenialOf(() =>
        fence.wrap(async ({ path }: { path: string }) => Promise.resolve(seen.push(path)), { name: "read" })({ path: "in/a" }),
      );
    };
    expect([await read((input) => (input.path = "../secret")), await read(() => undefined), seen]).toEqual([
      "path.outside",
      "ran",
      ["in/a"],
    ]);
  });

  test("a permission is for what a map holds", async () => {
    let asked = 0;
    const fence = createFence({
      manifest: manifestOf({ write: { policy: { approval: "session" } } }),
      approve: () => (asked++, "session"),
    });
    const write = fence.wrap(async (_: unknown) => Promise.resolve(1), { name: "write" });
    await write({ files: new Map([["one", "1"]]) });
    await write({ files: new Map([["two", "1"]]) });
    await write({ files: new Map([["two", "1"]]), n: 1n });
    expect(asked).toBe(3);
  });
});

test("a result that says it failed completes nothing", async () => {
  const fence = createFence({
    manifest: manifestOf({ login: { policy: {} }, data: { policy: { constraints: { onlyAfter: ["login"] } } } }),
  });
  fence.wrap(() => ({ isError: true, content: [] }), { name: "login" })();
  expect(await laterDenialOf(fence.wrap(() => 1, { name: "data" }))).toBe("constraint.order");
});

test("streams of the platform go through as they are", () => {
  const fence = createFence({ manifest: manifestOf({ get: { policy: {} } }) });
  const stream = new ReadableStream();
  expect(fence.wrap(() => stream, { name: "get" })()).toBe(stream);
  const loud = {
    get text(): string {
      throw new Error("not read");
    },
  };
  expect(fence.wrap(() => loud, { name: "get" })()).toBe(loud);
});

test("here-documents with any delimiter are read, not thrown at", () => {
  const fence = createFence({
    manifest: manifestOf({ run: { policy: { exec: "any" }, facts: ["exec.shell {param:command}"], unknowns: [] } }),
  });
  for (const command of [
    "cat << 'A B'\nx\nA B",
    "cat << 'a-b'\nx\na-b",
    "cat << 'END!'\nx\nEND!",
    "git commit -m \"$(cat <<'EOF'\nfix: don't break\nEOF\n)\"",
  ])
    expect([command, fence.explain("run", { command }).verdict]).toEqual([command, "allow"]);
});

describe("the log", () => {
  test("once it is closed, nothing runs and nobody else's file is written", async () => {
    const dir = empty();
    const fence = createFence({ manifest: manifestOf({ t: { policy: {} } }), audit: join(dir, "audit.jsonl") });
    const tool = fence.wrap(() => "ran", { name: "t" });
    fence.close();
    fence.close();
    const victim = openSync(join(dir, "victim.txt"), "w");
    expect(await laterDenialOf(tool)).toBe("audit.unavailable");
    closeSync(victim);
    expect(readFileSync(join(dir, "victim.txt"), "utf8")).toBe("");
  });

  test("several processes that rotate one log lose nothing", async () => {
    const dir = empty();
    writeFileSync(join(dir, "manifest.json"), JSON.stringify(manifestOf({ t: { policy: {} } })));
    const script = `import { createFence } from ${JSON.stringify(join(process.cwd(), "dist/bundle/runtime.js"))};
      const fence = createFence({ manifest: "manifest.json", audit: { file: "audit.jsonl", rotateBytes: 4000 } });
      const tool = fence.wrap(() => 1, { name: "t" });
      for (let i = 0; i < 150; i++) { tool(); if (i % 5 === 0) await new Promise(setImmediate); }
      fence.close();`;
    writeFileSync(join(dir, "worker.mjs"), script);
    const codes = await Promise.all(
      [1, 2, 3].map(
        () => new Promise((resolve) => spawn(process.execPath, ["worker.mjs"], { cwd: dir, stdio: "inherit" }).once("exit", resolve)),
      ),
    );
    expect(codes).toEqual([0, 0, 0]);
    const names = readdirSync(dir).filter((name) => name.startsWith("audit.jsonl"));
    expect(names.length).toBeGreaterThan(3);
    const lines = names
      .flatMap((name) => readFileSync(join(dir, name), "utf8").trimEnd().split("\n"))
      .map((line) => JSON.parse(line) as { run: string; seq: number; kind: string });
    const runs = new Map<string, number[]>();
    for (const { run, seq } of lines) runs.set(run, [...(runs.get(run) ?? []), seq]);
    expect([...runs.values()].map((list) => [list.length, Math.max(...list) + 1, new Set(list).size])).toEqual(
      [...runs.values()].map((list) => [list.length, list.length, list.length]),
    );
    expect(lines.filter(({ kind }) => kind === "result").length).toBe(450);
    expect(verifyChain(readFileSync(join(dir, "audit.jsonl.1"), "utf8")).problems.filter(({ id }) => id !== "foreign")).toEqual([]);
  });
});

test("an answer that no `Response` may have is an error of the call, not of the process", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 999 Request denied\r\ncontent-length: 0\r\n\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const fence = createFence({ manifest: manifestOf({ get: { policy: { net: [`http://127.0.0.1:${port}`] } } }) });
  await expect(fence.wrap(async () => io.fetch(`http://127.0.0.1:${port}/`), { name: "get" })()).rejects.toThrow(
    "The answer cannot be read.",
  );
  await expect(fence.wrap(async () => io.fetch(`http://127.0.0.1:${port}/`, { method: "CONNECT" }), { name: "get" })()).rejects.toThrow(
    "is not for requests",
  );
  server.close();
});

describe("tools that run elsewhere, and tools that hide what they run", () => {
  const fence = createFence({ manifest: manifestOf({ read: { policy: {} } }) });
  const read = { name: "read", invoke: (): string => "read" };
  test("a hosted tool is let be, in a list as in an object", () => {
    const search = { type: "hosted_tool", name: "web_search", providerData: { type: "web_search" } };
    expect(fence.wrap([read, search])[1]).toBe(search);
    expect(fence.wrap({ read, search }).search).toBe(search);
  });
  test("a shell, an editor or a computer beside it is refused, and not let past", () => {
    for (const hidden of [
      { type: "shell", name: "shell", shell: { run: (): string => "ran" } },
      { type: "apply_patch", name: "apply_patch", editor: { createFile: (): string => "ran" } },
    ]) {
      expect(() => fence.wrap([read, hidden])).toThrow("runs its `");
      expect(() => fence.wrap({ read, hidden })).toThrow("cannot be gated");
      expect(() => fence.wrap(hidden)).toThrow("cannot be gated");
    }
  });
});

test("a failure that a framework has made a result of is no completion", () => {
  const { fence } = ((): { fence: ReturnType<typeof createFence> } => ({
    fence: createFence({ manifest: manifestOf({ login: { policy: {} }, pay: { policy: { constraints: { onlyAfter: ["login"] } } } }) }),
  }))();
  let result: unknown = { error: true, message: "Tool input validation failed", validationErrors: {} };
  const login = fence.wrap({ name: "login", invoke: (_context: unknown, _json: string): unknown => result });
  const pay = fence.wrap((_amount: { n: number }): string => "paid", { name: "pay" });
  const call = (): unknown => {
    login.invoke({}, "{}");
    try {
      return pay({ n: 1 });
    } catch (error) {
      return (error as { denial: { id: string } }).denial.id;
    }
  };
  expect(call()).toBe("constraint.order");
  result = "An error occurred while running the tool. Please try again. Error: Error: wrong code";
  expect(call()).toBe("constraint.order");
  result = { error: true };
  expect(call()).toBe("paid");
});
