import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { io, PolicyDeniedError } from "../../../src/index.ts";
import { createFence } from "../../../src/runtime.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

/** Does something as a tool with a policy; the reason where it is refused. */
async function as<R>(policy: Policy, workspace: string, work: () => Promise<R> | R): Promise<R | string> {
  const fence = createFence({ manifest: manifestOf({ tool: { policy } }), workspace });
  try {
    return await fence.wrap(async () => work(), { name: "tool" })();
  } catch (error) {
    if (error instanceof PolicyDeniedError) return error.denial.id;
    throw error;
  }
}

describe("outside of a gated tool", () => {
  test("nothing is granted", async () => {
    await expect(io.readText("/etc/hostname")).rejects.toThrow(PolicyDeniedError);
    await expect(io.exec("true")).rejects.toThrow("there is no gated tool around this");
    expect(() => io.env("PATH")).toThrow(PolicyDeniedError);
  });
});

describe("files", () => {
  const policy: Policy = { fs: { read: ["$WORKSPACE/in/**"], write: ["$WORKSPACE/out/**"] } };
  const place = (): string => folder({ "in/a.txt": "inside", "out/b.txt": "a longer text", "secret.txt": "secret" });

  test("read and write go by their own grants", async () => {
    const base = place();
    expect(await as(policy, base, () => io.readText("in/a.txt"))).toBe("inside");
    expect(await as(policy, base, () => io.list("in"))).toEqual(["a.txt"]);
    expect(await as(policy, base, () => io.readText("out/b.txt"))).toBe("path.outside");
    expect(await as(policy, base, () => io.readText("in/../secret.txt"))).toBe("path.outside");
    expect(await as(policy, base, () => io.writeText("in/a.txt", "x"))).toBe("path.outside");
    await as(policy, base, () => io.writeText("out/b.txt", "new"));
    await as(policy, base, () => io.writeText(join(base, "out/c.txt"), "made"));
    expect([readFileSync(join(base, "out/b.txt"), "utf8"), readFileSync(join(base, "out/c.txt"), "utf8")]).toEqual(["new", "made"]);
    expect(readFileSync(join(base, "in/a.txt"), "utf8")).toBe("inside");
  });

  test("creating and changing are two grants", async () => {
    const base = place();
    const create: Policy = { fs: { create: ["$WORKSPACE/out/**"] } };
    expect(await as(create, base, () => io.writeText("out/b.txt", "x"))).toBe("path.outside");
    expect(await as(create, base, () => io.writeText("out/new.txt", "x"))).toBe(undefined);
    expect(await as({ fs: { modify: ["$WORKSPACE/out/**"] } }, base, () => io.writeText("out/other.txt", "x"))).toBe("path.outside");
  });

  test("a link, a pipe, a folder and a device are no files", async () => {
    const base = place();
    symlinkSync(join(base, "secret.txt"), join(base, "in/link"));
    expect(await as(policy, base, () => io.readText("in/link"))).toBe("path.outside");
    expect(await as({ fs: { read: "any" } }, base, () => io.readText("/dev/zero"))).toBe("path.unusable");
    await expect(as(policy, base, () => io.readText("in"))).resolves.toBe("path.unusable");
  });

  /** Swaps a folder for a link to another one, fifty times as fast as it can and then after a breath, in a thread of its own. */
  function swapper(base: string): Worker {
    return new Worker(
      `const fs = require("node:fs"); const { workerData: base, parentPort } = require("node:worker_threads");
       let stop = false; parentPort.on("message", () => { stop = true; });
       (async () => { while (!stop) { for (let i = 0; i < 50; i++) {
         try { fs.renameSync(base + "/in/d", base + "/in/real"); fs.symlinkSync(base + "/outside", base + "/in/d"); } catch {}
         try { fs.unlinkSync(base + "/in/d"); fs.renameSync(base + "/in/real", base + "/in/d"); } catch {} }
         await new Promise((resolve) => setTimeout(resolve, 1)); } process.exit(0); })();`,
      { eval: true, workerData: base },
    );
  }

  test("a folder that is swapped for a link between check and use", async () => {
    const base = folder({ "in/d/f.txt": "inside", "outside/f.txt": "secret" });
    // The check that a tool would make by itself, with the swap in between: look, then open.
    const path = join(base, "in/d/f.txt");
    expect(realpathSync(path)).toBe(path);
    renameSync(join(base, "in/d"), join(base, "in/real"));
    symlinkSync(join(base, "outside"), join(base, "in/d"));
    expect(readFileSync(path, "utf8")).toBe("secret");
    unlinkSync(join(base, "in/d"));
    renameSync(join(base, "in/real"), join(base, "in/d"));
    const worker = swapper(base);
    await wait(50);
    const both: Policy = { fs: { read: ["$WORKSPACE/in/**"], write: ["$WORKSPACE/in/**"] } };
    const seen: Record<string, number> = {};
    const until = Date.now() + 4000;
    // On a busy machine it may take longer until a read falls between two swaps.
    while (Date.now() < until || (seen["inside"] === undefined && Date.now() < until + 20_000)) {
      const got = await as(both, base, () => io.readText(path)).catch((error: unknown) => (error as NodeJS.ErrnoException).code ?? "error");
      seen[got] = (seen[got] ?? 0) + 1;
      await as(both, base, () => io.writeText(join(base, "in/d/g.txt"), "x")).catch(() => undefined);
    }
    worker.postMessage("stop");
    await new Promise((resolve) => worker.once("exit", resolve));
    expect(seen["inside"]).toBeGreaterThan(0);
    expect(seen["secret"]).toBeUndefined();
    expect(existsSync(join(base, "outside/g.txt"))).toBe(false);
    expect(readFileSync(join(base, "outside/f.txt"), "utf8")).toBe("secret");
  });
});

describe("hosts", () => {
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === "/away") response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
      else if (request.url === "/round") response.writeHead(302, { location: "/round" }).end();
      else if (request.url === "/there") response.writeHead(303, { location: "/plain" }).end();
      else response.end(`${request.method ?? ""} ${request.url ?? ""} ${request.headers.authorization ?? "-"}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close());
  const get = (policy: Policy, path: string, host = "localhost"): Promise<string> =>
    as(policy, "/", async () => (await io.fetch(`http://${host}:${port}${path}`, { headers: { authorization: "secret" } })).text());

  test("what is granted is reached, what is not is refused", async () => {
    const policy: Policy = { net: [`http://localhost:${port}`] };
    expect(await get(policy, "/plain")).toBe("GET /plain secret");
    expect(await get(policy, "/plain", "127.0.0.1")).toBe("net.outside");
    expect(await get({}, "/plain")).toBe("net.outside");
    expect(await get({ net: "any" }, "/plain")).toBe("GET /plain secret");
    await expect(get(policy, "/round")).rejects.toThrow("More than 10 redirects");
    expect(
      await as(policy, "/", async () => (await io.fetch(`http://localhost:${port}/there`, { method: "POST", body: "x" })).text()),
    ).toBe("GET /plain -");
  });

  test("each redirect is judged; credentials do not go to another origin", async () => {
    expect(await get({ net: [`http://localhost:${port}`] }, "/away")).toBe("net.outside");
    expect(await get({ net: [`http://localhost:${port}`, `http://127.0.0.1:${port}`] }, "/away")).toBe("GET /secret -");
  });

  test("a public name that leads to this machine is not dialled", async () => {
    const dns = process.getBuiltinModule("node:dns");
    const real = dns.lookup;
    const { syncBuiltinESMExports } = process.getBuiltinModule("node:module");
    // A name server that answers with an address of this machine.
    dns.lookup = ((_: string, options: { all?: boolean }, done: (...args: unknown[]) => void) =>
      options.all === true
        ? done(null, [{ address: "127.0.0.1", family: 4 }])
        : done(null, "127.0.0.1", 4)) as unknown as typeof dns.lookup;
    syncBuiltinESMExports();
    try {
      const bare = await fetch(`http://rebind.example.com:${port}/plain`).then(
        (answer) => answer.text(),
        (error: unknown) => String(error),
      );
      expect(bare).toBe("GET /plain -");
      await expect(get({ net: [`http://rebind.example.com:${port}`] }, "/plain", "rebind.example.com")).resolves.toBe("net.outside");
      expect(await get({ net: [`http://rebind.example.com:${port}`, `http://@loopback:${port}`] }, "/plain", "rebind.example.com")).toBe(
        "GET /plain secret",
      );
    } finally {
      dns.lookup = real;
      syncBuiltinESMExports();
    }
  });
});

describe("programs and variables", () => {
  test("a granted program runs without a shell, with granted variables alone", async () => {
    process.env["TOOLFENCE_TEST_A"] = "a";
    process.env["TOOLFENCE_TEST_B"] = "b";
    const policy: Policy = { exec: ["env", { command: "echo", args: ["*"] }], env: ["TOOLFENCE_TEST_A"] };
    const run = (command: string, ...args: string[]): Promise<unknown> =>
      as(policy, "/usr", async () => (await io.exec(command, args)).stdout);
    expect(await run("echo", "$HOME; ls")).toBe("$HOME; ls");
    expect(await run("echo", "-e")).toBe("command.outside");
    expect(await run("ls")).toBe("command.outside");
    expect(
      String(await run("env"))
        .split("\n")
        .filter((line) => !line.startsWith("GIT_"))
        .sort(),
    ).toEqual(["LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=/tmp", "TOOLFENCE_TEST_A=a", "TZ=UTC"]);
    expect(await as(policy, "/", () => io.env("TOOLFENCE_TEST_A"))).toBe("a");
    expect(await as(policy, "/", () => io.env("TOOLFENCE_TEST_B"))).toBe("env.outside");
  });

  test("time: the program and what it started end", async () => {
    const base = folder({});
    const policy: Policy = { exec: [{ command: "sh", args: ["-c", "**"] }] };
    const script = `(sleep 1; echo late > ${base}/late) & sleep 20`;
    const plain = process.getBuiltinModule("node:child_process").spawn("sh", ["-c", script.replace("/late", "/control")]);
    const result = await as({ ...policy, fs: { write: ["$WORKSPACE/**"] } }, base, async () =>
      io.exec("sh", ["-c", script], { timeoutMs: 200 }),
    );
    plain.kill("SIGKILL");
    expect(result).toMatchObject({ timedOut: true });
    await wait(1500);
    expect([existsSync(join(base, "control")), existsSync(join(base, "late"))]).toEqual([true, false]);
    rmSync(base, { recursive: true });
  });

  test("input, output, exit code, folder", async () => {
    const base = folder({ "sub/x": "" });
    const policy: Policy = { exec: "any", fs: { read: ["$WORKSPACE/**"] } };
    expect(await as(policy, base, () => io.exec("cat", [], { input: "hello" }))).toEqual({
      exitCode: 0,
      stdout: "hello",
      stderr: "",
      timedOut: false,
    });
    expect(await as(policy, base, () => io.exec("sh", ["-c", "pwd; echo e >&2; exit 3"], { cwd: "sub" }))).toEqual({
      exitCode: 3,
      stdout: join(base, "sub"),
      stderr: "e",
      timedOut: false,
    });
    expect(await as(policy, base, () => io.exec("ls", [], { cwd: "/usr" }))).toBe("path.outside");
  });
});

test("the signal of the call that runs is aborted when its time is up", async () => {
  expect(() => io.signal).toThrow(PolicyDeniedError);
  const fence = createFence({ manifest: manifestOf({ tool: { policy: { limits: { timeMs: 20 } } } }) });
  let seen: AbortSignal | undefined;
  const tool = fence.wrap(
    async () => {
      seen = io.signal;
      expect(seen.aborted).toBe(false);
      await wait(5000, undefined, { signal: seen });
    },
    { name: "tool" },
  );
  await expect(tool()).rejects.toThrow(PolicyDeniedError);
  expect(seen?.aborted).toBe(true);
});

test("effects are in the log before they happen", async () => {
  const base = folder({ "a.txt": "inside" });
  const audit = join(base, "log.jsonl");
  const fence = createFence({ manifest: manifestOf({ tool: { policy: { fs: { read: ["$WORKSPACE/a.txt"] } } } }), workspace: base, audit });
  const tool = fence.wrap(
    async () => {
      await io.readText("a.txt");
      await io.readText("/usr/x").catch(() => undefined);
      mkdirSync(join(base, "d"));
      renameSync(join(base, "d"), join(base, "e"));
      writeFileSync(join(base, "f"), "");
    },
    { name: "tool" },
  );
  await tool();
  const records = readFileSync(audit, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map(({ kind, what, target, verdict }) => [kind, what, target, verdict].filter((one) => one !== undefined))).toEqual([
    ["run.start"],
    ["decision", "allow"],
    ["effect", "fs.read", "a.txt", "allow"],
    ["effect", "fs.read", "/usr/x", "deny"],
    ["result", "completed"],
  ]);
});
