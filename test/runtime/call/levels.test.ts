import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { io, withPolicy } from "../../../src/index.ts";
import type { FenceOptions } from "../../../src/runtime.ts";
import { createFence } from "../../../src/runtime.ts";
import { laterDenialOf } from "../../support/denied.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

const fenceFor = (name: string, policy: Policy, options: Partial<FenceOptions> = {}): ReturnType<typeof createFence> =>
  createFence({ manifest: manifestOf({ [name]: { policy } }), ...options });

describe("a tool that calls a tool of another fence", () => {
  const places = (): { b: string; secret: string; outer: ReturnType<typeof createFence> } => {
    const [a, b] = [folder({ "x/a": "a" }), folder({ "x/secret": "b" })];
    return { b, secret: join(b, "x/secret"), outer: fenceFor("outer", { fs: { read: ["$WORKSPACE/x/**"] } }, { workspace: a }) };
  };
  const run = (options: Partial<FenceOptions>): Promise<string> => {
    const { b, secret, outer } = places();
    const inner = fenceFor("inner", { fs: { read: ["$WORKSPACE/**"] } }, { workspace: b, ...options });
    const read = inner.wrap(async ({ path }: { path: string }) => readFile(path, "utf8"), { name: "inner" });
    return laterDenialOf(outer.wrap(async () => read({ path: secret }), { name: "outer" }));
  };

  test("each is judged as its own fence does", async () => {
    const { b, secret } = places();
    const alone = fenceFor("inner", { fs: { read: ["$WORKSPACE/**"] } }, { workspace: b });
    expect(
      await laterDenialOf(() => alone.wrap(async ({ path }: { path: string }) => readFile(path), { name: "inner" })({ path: secret })),
    ).toBe("ran");
    expect(await run({})).toBe("path.outside");
  });
  test("and what the outer one refuses holds, whatever the inner one's mode is", async () => {
    const reporting = (mode: "report" | "off"): Partial<FenceOptions> => ({
      manifest: manifestOf({ inner: { policy: { fs: { read: ["$WORKSPACE/**"] } } } }, { mode }),
    });
    expect([await run(reporting("report")), await run(reporting("off"))]).toEqual(["path.outside", "path.outside"]);
  });
  test("and it holds of what the arguments became while an interceptor was waited for", async () => {
    const { b, secret, outer } = places();
    const manifest = manifestOf({ inner: { policy: { fs: { read: ["$WORKSPACE/**"] } } } }, { mode: "report" });
    const given = { path: "x/a" };
    const interceptors = [
      () => {
        given.path = secret;
        return undefined;
      },
    ];
    const inner = createFence({ manifest, workspace: b, interceptors });
    const read = inner.wrap(async ({ path }: { path: string }) => readFile(path, "utf8"), { name: "inner" });
    expect(await laterDenialOf(outer.wrap(async () => read(given), { name: "outer" }))).toBe("path.outside");
  });
  test("and what the outer one grants does not loosen what the inner one may do by itself", async () => {
    const b = folder({ "x/a": "a", "y/a": "a" });
    const outer = fenceFor("outer", { fs: { read: ["$WORKSPACE/**"] } }, { workspace: b });
    const inner = fenceFor("inner", { fs: { read: ["$WORKSPACE/x/**"] } }, { workspace: b });
    const read = inner.wrap(async ({ path }: { path: string }) => readFile(path, "utf8"), { name: "inner" });
    const through = (path: string): Promise<string> =>
      laterDenialOf(outer.wrap(async () => read({ path: join(b, path) }), { name: "outer" }));
    expect([await through("x/a"), await through("y/a")]).toEqual(["ran", "path.outside"]);
  });
  test("also of what is done inside", async () => {
    const { b, outer } = places();
    const inner = fenceFor("inner", { fs: { read: ["$WORKSPACE/**"] } }, { workspace: b });
    const read = inner.wrap(async () => io.readText("x/secret"), { name: "inner" });
    expect(await read()).toBe("b");
    expect(await laterDenialOf(outer.wrap(async () => read(), { name: "outer" }))).toBe("path.outside");
  });
});

describe("what a schema makes of the arguments", () => {
  const policy: Policy = { fs: { read: ["$WORKSPACE/**"] } };
  /** As an SDK has it: the schema stands between the fence and the function. */
  const through = (fence: ReturnType<typeof createFence>): ((path: string) => unknown) => {
    const own = withPolicy(policy, async ({ path }: { path: string }) => readFile(path, "utf8"));
    const server = {
      _requestHandlers: new Map<string, (request: { params: { name: string; arguments: { path: string } } }) => unknown>([
        ["tools/call", ({ params }) => own({ path: Buffer.from(params.arguments.path, "base64").toString() })],
      ]),
      _registeredTools: { read: { handler: own, inputSchema: {} } },
      setRequestHandler: () => undefined,
    };
    fence.mcpServer(server);
    return (path) =>
      server._requestHandlers.get("tools/call")?.({ params: { name: "read", arguments: { path: Buffer.from(path).toString("base64") } } });
  };

  test("is judged where it reaches the tool's own function", async () => {
    const workspace = folder({ "a.txt": "a" });
    const call = through(fenceFor("read", policy, { workspace }));
    expect(await call(join(workspace, "a.txt"))).toBe("a");
    expect(await call("/etc/hostname")).toMatchObject({ isError: true });
    expect(readFileSync("/etc/hostname", "utf8").length).toBeGreaterThan(0);
  });
  test("is judged by what every tool around it may do", async () => {
    const workspace = folder({ "a.txt": "a" });
    const call = through(fenceFor("read", policy, { workspace }));
    const within = (outer: string): Promise<unknown> =>
      fenceFor("outer", policy, { workspace: outer }).wrap(() => Promise.resolve(call(join(workspace, "a.txt"))), { name: "outer" })();
    expect(await within(workspace)).toBe("a");
    expect(await within(folder({}))).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("a.txt` is outside what this tool may read") as string }],
    });
  });
  test.each([" /etc/hostname", "/etc/hostname\n", "%2fetc%2fhostname", "a/%2e%2e/%2e%2e/x"])(
    "blanks and escapes are read both ways: %j",
    (path) => {
      const fence = fenceFor("read", { fs: { read: ["$WORKSPACE/**"] } }, { workspace: folder({}) });
      expect(fence.explain("read", { path }).denial?.id).toBe("path.outside");
    },
  );
});

test("every argument of a function counts for what was approved, and for what is repeated", async () => {
  const asked: unknown[] = [];
  const ran: unknown[][] = [];
  const fence = fenceFor(
    "transfer",
    { approval: "session" },
    {
      approve: (request) => {
        asked.push(request.arguments);
        return "session";
      },
    },
  );
  const transfer = fence.wrap(
    (...args: [string, number, { force?: boolean; signal?: AbortSignal }?]) => Promise.resolve(void ran.push(args)),
    {
      name: "transfer",
    },
  );
  await transfer("bob", 1);
  await transfer("bob", 1);
  await transfer("bob", 1_000_000);
  await transfer("bob", 1, { force: true });
  // A framework's own argument is none of the model's.
  await transfer("bob", 1, { signal: new AbortController().signal });
  expect(asked).toEqual([
    ["bob", 1],
    ["bob", 1_000_000],
    ["bob", 1, { force: true }],
  ]);
  expect(ran.length).toBe(5);
});

test("when its time is up a call does nothing more through us", async () => {
  const workspace = folder({});
  const late = fenceFor(
    "late",
    { exec: ["touch"], fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/**"] }, limits: { timeMs: 30 } },
    { workspace },
  );
  const done: Promise<string>[] = [];
  const call = late.wrap(
    async () => {
      await wait(120);
      done.push(
        laterDenialOf(() => io.exec("touch", ["a"])),
        laterDenialOf(() => io.writeText("b", "")),
        laterDenialOf(() => io.readText("c")),
      );
    },
    { name: "late" },
  );
  expect(await laterDenialOf(call)).toBe("limit.time");
  await wait(200);
  expect(await Promise.all(done)).toEqual(["limit.time", "limit.time", "limit.time"]);
  expect(
    await laterDenialOf(
      fenceFor("ok", { fs: { write: ["$WORKSPACE/**"] } }, { workspace }).wrap(async () => io.writeText("b", ""), { name: "ok" }),
    ),
  ).toBe("ran");
});
