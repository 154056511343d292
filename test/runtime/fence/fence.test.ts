import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { withPolicy } from "../../../src/index.ts";
import type { FenceOptions, RuntimeConfig } from "../../../src/runtime.ts";
import { createFence, FenceError, STEPS } from "../../../src/runtime.ts";
import { denialOf, laterDenialOf } from "../../support/denied.ts";
import type { Reviewed } from "../../support/manifest.ts";
import type { Manifest } from "../../../src/schema/manifest.ts";
import { sealed } from "../../../src/manifest/build.ts";
import { manifestOf } from "../../support/manifest.ts";
import { folder } from "../../support/folder.ts";

const fenceOf = (tools: Readonly<Record<string, Reviewed>>, options: Partial<FenceOptions> = {}): ReturnType<typeof createFence> =>
  createFence({ manifest: manifestOf(tools, options.config), ...options });

describe("what is bound", () => {
  test("what is no tool is refused in words", () => {
    const fence = fenceOf({ read: { policy: {} } });
    for (const given of ["x", null, undefined, 7, {}, { a: 1 }])
      expect(() => fence.wrap(given as unknown as object)).toThrow(
        new FenceError("What is to be wrapped is no tool, no function, no list and no object of tools."),
      );
  });

  test("a tool that is not in the manifest, or in it twice, is refused", () => {
    const whole = manifestOf({ read: { policy: {} }, "other.write": { policy: {} } });
    const one = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== "digest")) as unknown as Omit<Manifest, "digest">;
    const twin = one.tools["pkg/server.read"];
    const manifest = sealed({ ...one, tools: { ...one.tools, ...(twin && { "pkg/twin.read": twin }) } });
    const fence = createFence({ manifest });
    expect(denialOf(fence.wrap(() => 1, { name: "raed" }))).toBe("tool.unknown");
    expect(denialOf(fence.wrap(() => 1, { name: "read" }))).toBe("tool.unknown");
    // `other.write` is the name of a tool, and `write` that of none.
    expect(denialOf(fence.wrap(() => 1, { name: "other.write" }))).toBe("ran");
    expect(denialOf(createFence({ manifest }).wrap(() => 1, { name: "write" }))).toBe("tool.unknown");
    expect(denialOf(createFence({ manifest, server: "pkg/server" }).wrap(() => 1, { name: "read" }))).toBe("ran");
    expect(fence.problems().map(({ id, reason, change }) => [id, reason, change])).toEqual([
      ["tool.unknown", "the tool `raed` is not in the reviewed manifest", "did you mean `read`?"],
      ["tool.unknown", "several tools of the manifest are called `read` (pkg/server.read, pkg/twin.read)", "server"],
    ]);
  });

  test("a policy that differs from the reviewed one is refused with the difference; the same in other words is not", () => {
    const fence = fenceOf({ read: { policy: { fs: { read: ["$WORKSPACE/src/**"] } }, origin: "code" } });
    const declare = (policy: Policy): string =>
      denialOf(
        fence.wrap(
          withPolicy(policy, () => 1),
          { name: "read" },
        ),
      );
    expect(declare({ fs: { read: ["./src/**"] } })).toBe("ran");
    expect(declare({ fs: { read: ["$WORKSPACE/**"] } })).toBe("tool.differs");
    expect(fence.problems()[0]?.reason).toBe(
      "the tool `read` declares another policy than the reviewed one: fs.read is wider (`$WORKSPACE/.env`)",
    );
    expect(declare({ fs: { read: ["$WORKSPACE/src/a/**"] } })).toBe("tool.differs");
    expect(declare({ fs: { read: ["./src/**"] }, constraints: { maxInvocations: 1 } })).toBe("tool.differs");
    expect(denialOf(fence.wrap(() => 1, { name: "read" }))).toBe("tool.differs");
  });

  test("a tool without a policy is refused unless the configuration lets it run", () => {
    const tools = { read: { policy: null } };
    expect(denialOf(fenceOf(tools).wrap(() => 1, { name: "read" }))).toBe("tool.unmanaged");
    const lax = fenceOf(tools, { config: { unmanaged: "allow" } }).wrap((_: unknown) => 1, { name: "read" });
    expect(lax({ path: "src/a.ts" })).toBe(1);
    expect(denialOf(() => lax({ path: "/etc/shadow" }))).toBe("path.denied");
  });

  test("a manifest that was edited, is another one, or is none, is refused", () => {
    const manifest = manifestOf({ read: { policy: {} } });
    const file = join(mkdtempSync(join(tmpdir(), "toolfence-")), "m.json");
    writeFileSync(file, JSON.stringify(manifest));
    expect(createFence({ manifest: file, digest: manifest.digest }).listTools()).toEqual([]);
    writeFileSync(file, JSON.stringify({ ...manifest, capabilities: ["exec"] }));
    expect(() => createFence({ manifest: file })).toThrow(FenceError);
    expect(() => createFence({ manifest, digest: "sha256:0" })).toThrow("was reviewed");
    writeFileSync(file, "{");
    expect(() => createFence({ manifest: file })).toThrow("cannot be read as JSON");
    expect(() => createFence({ manifest: { tools: {} } })).toThrow("is no manifest of this version");
    expect(() => createFence({ manifest: join(file, "missing") })).toThrow(FenceError);
  });

  test("a wrong key of the configuration is an error with the nearest one", () => {
    const manifest = manifestOf({});
    expect(() => createFence({ manifest, config: { readonly: true } as never })).toThrow("unknown key `readonly`");
    expect(() => createFence({ manifest, config: { deniedPaths: ["secret"] } })).toThrow("`deniedPaths[0]`: path has no root in `secret`");
    expect(() => createFence({ manifest, config: { commandRules: [{ command: "rm *", decision: "deny" }] } })).toThrow("is not a command");
  });

  test("the code may ask for more than what was reviewed, and never for less", () => {
    const tools = { read: { policy: null } };
    const manifest = manifestOf(tools, { limits: { calls: 10 }, approval: { write: "session" } });
    const put = (config: RuntimeConfig): ReturnType<typeof createFence> => createFence({ manifest, config });
    expect(put({ readOnly: true, limits: { calls: 5 }, approval: { write: "always" } }).listTools()).toEqual([]);
    const weaker: readonly (readonly [RuntimeConfig, string])[] = [
      [{ mode: "report" }, "`mode` from `enforce` to `report`"],
      [{ unmanaged: "allow" }, "`unmanaged` from `refuse` to `allow`"],
      [{ limits: {} }, "`limits` from `calls: 10` to `calls: not set`"],
      [{ approval: {} }, "`approval` from `write: session` to `write: never`"],
      [{ pathRules: [{ path: "$WORKSPACE/.env" }] }, "`pathRules` from `not set`"],
    ];
    for (const [config, words] of weaker) expect(() => put(config)).toThrow(`asks less than the reviewed manifest: ${words}`);
  });

  test("types are kept", () => {
    const fence = fenceOf({ read: { policy: {} } });
    const read = async ({ path }: { path: string }): Promise<string> => Promise.resolve(path);
    expectTypeOf(fence.wrap(read)).toEqualTypeOf<typeof read>();
    expectTypeOf(fence.wrap({ read: { execute: read, extra: 1 } })).toEqualTypeOf<{ read: { execute: typeof read; extra: number } }>();
    expect(() => fence.wrap({ a: 1 })).toThrow(FenceError);
    expect(() => fence.wrap({ execute: read })).toThrow("carries no name");
  });
});

describe("the order of decisions", () => {
  test("every step is traced, and the first that refuses ends it", () => {
    const fence = fenceOf(
      { write: { policy: { fs: { write: ["$WORKSPACE/**"] }, approval: "always" } } },
      { config: { pathRules: [{ path: "$WORKSPACE/ro/**" }], deniedPaths: ["$WORKSPACE/no/**"], allowedPaths: ["$WORKSPACE/**"] } },
    );
    const explain = (path: string): unknown[] => {
      const { verdict, denial, steps } = fence.explain("write", { path });
      return [verdict, denial?.clause ?? null, steps.at(-1)];
    };
    expect(explain("ro/a")).toEqual(["deny", "pathRules[0]", { step: "path rules", found: "refused" }]);
    expect(explain("no/a")).toEqual(["deny", "deniedPaths[0]", { step: "denied paths", found: "refused" }]);
    expect(explain("a.pem")).toEqual(["deny", "deniedPaths", { step: "denied paths", found: "refused" }]);
    expect(explain("/usr/x")).toEqual(["deny", "allowedPaths", { step: "allowed paths", found: "refused" }]);
    expect(explain("ok/a")).toEqual(["ask", null, { step: "approval", found: "asks" }]);
    expect(fence.explain("write", { path: "ok/a" }).steps.map(({ step }) => step)).toEqual([...STEPS]);
  });

  test("a rule lets a path past the lists, and not past the policy", () => {
    const config = { pathRules: [{ path: "$WORKSPACE/.env" }, { path: "/etc/**" }] };
    const fence = fenceOf({ read: { policy: { fs: { read: ["$WORKSPACE/**"] } } } }, { config });
    expect(fence.explain("read", { path: ".env" }).verdict).toBe("allow");
    expect(fence.explain("read", { path: ".env.local" }).denial?.id).toBe("path.denied");
    expect(fence.explain("read", { path: "/etc/passwd" }).denial?.id).toBe("path.outside");
  });

  test("command rules: the first match decides, allow lifts the denied list alone, ask asks", () => {
    const config = {
      commandRules: [
        { command: { command: "chmod", args: ["777", "build"] }, decision: "allow" as const },
        { command: "git", decision: "ask" as const },
        { command: "curl", decision: "deny" as const },
      ],
      deniedCommands: ["wget", { command: "npm", args: ["publish", "**"] }],
    };
    const fence = fenceOf(
      {
        run: { policy: { exec: "any" }, facts: ["exec.shell {param:command}"], unknowns: [] },
        few: { policy: { exec: ["ls"] }, facts: ["exec.spawn {param:command}"], unknowns: [] },
      },
      { config },
    );
    const explain = (command: string, tool = "run"): unknown[] => {
      const { verdict, denial, asks } = fence.explain(tool, { command });
      return [verdict, denial?.clause ?? asks];
    };
    expect(explain("chmod 777 build")).toEqual(["allow", ""]);
    expect(explain("chmod 777 src")).toEqual(["deny", "deniedCommands"]);
    expect(explain("git push")).toEqual(["ask", "commandRules[1]"]);
    expect(explain("ls && curl x")).toEqual(["deny", "commandRules[2]"]);
    expect(explain("wget x")).toEqual(["deny", "deniedCommands[0]"]);
    expect(explain("npm publish")).toEqual(["deny", "deniedCommands[1]"]);
    expect(explain("npm test")).toEqual(["allow", ""]);
    expect(explain("chmod 777 build", "few")).toEqual(["deny", "fs.write.create"]);
  });

  test("read-only mode refuses whatever can change things or reach out, also where no argument says so", () => {
    const tools: Record<string, Reviewed> = {
      read: { policy: { fs: { read: ["$WORKSPACE/**"] } } },
      write: { policy: { fs: { create: ["$WORKSPACE/**"] } } },
      run: { policy: { exec: ["ls"] } },
      web: { policy: { net: ["a.example"] } },
      stop: { policy: { control: ["exit"] } },
      none: { policy: {} },
    };
    const fence = fenceOf(tools, { config: { readOnly: true } });
    expect(Object.keys(tools).map((tool) => [tool, fence.explain(tool, {}).denial?.id ?? "allow"])).toEqual([
      ["read", "allow"],
      ["write", "tool.read-only"],
      ["run", "tool.read-only"],
      ["web", "tool.read-only"],
      ["stop", "tool.read-only"],
      ["none", "allow"],
    ]);
  });

  test("a denial never advises to allow more, and names the key for the operator apart", () => {
    const { denial } = fenceOf({ read: { policy: {} } }).explain("read", { path: "/etc/passwd" });
    expect(denial).toEqual({
      id: "path.denied",
      clause: "deniedPaths",
      origin: "default",
      value: "/etc/passwd",
      reason: "the path `/etc/passwd` holds secrets or belongs to the system",
      change: "pathRules",
    });
  });

  test("hostile text in a reason is spelled out", () => {
    const { denial } = fenceOf({ read: { policy: { fs: { read: [] } } } }).explain("read", { path: "/usr/\u001b[2J\u202e`x`" });
    expect(denial?.reason).toBe("the path `/usr/\\u{1b}[2J\\u{202e}'x'` is outside what this tool may read");
  });
});

describe("guards that count", () => {
  test("1,000 calls at once against ten run exactly ten", async () => {
    const fence = fenceOf({ tick: { policy: { constraints: { maxInvocations: 10 } } } });
    let ran = 0;
    const tick = fence.wrap(
      async () => {
        await wait(1);
        ran++;
      },
      { name: "tick" },
    );
    const results = await Promise.all(Array.from({ length: 1000 }, () => laterDenialOf(tick)));
    expect([ran, results.filter((one) => one === "constraint.count").length]).toEqual([10, 990]);
  });

  test("the same with approvals, during which others are counted", async () => {
    let asked = 0;
    const fence = fenceOf(
      { tick: { policy: { constraints: { maxInvocations: 10 }, approval: "always" } } },
      { approve: async () => (asked++, wait(2, "once" as const)) },
    );
    let ran = 0;
    const tick = fence.wrap(async () => Promise.resolve(ran++), { name: "tick" });
    await Promise.all(Array.from({ length: 200 }, () => laterDenialOf(tick)));
    expect([ran, asked]).toEqual([10, 200]);
  });

  test("`onlyAfter` waits for completion, not for the attempt", async () => {
    const fence = fenceOf({ login: { policy: {} }, send: { policy: { constraints: { onlyAfter: ["login"] } } } });
    let fail = true;
    const login = fence.wrap(
      async () => {
        await wait(1);
        if (fail) throw new Error("no");
      },
      { name: "login" },
    );
    const send = fence.wrap(() => "sent", { name: "send" });
    expect(denialOf(send)).toBe("constraint.order");
    await login().catch(() => undefined);
    expect(denialOf(send)).toBe("constraint.order");
    fail = false;
    const pending = login();
    expect(denialOf(send)).toBe("constraint.order");
    await pending;
    expect(send()).toBe("sent");
  });

  test("forbidden tools stay in the code and are refused; repeated calls end", () => {
    const fence = fenceOf(
      { drop: { policy: { constraints: { forbidden: true } } }, poll: { policy: {} } },
      { config: { repeatedCalls: 3 } },
    );
    expect(denialOf(fence.wrap(() => 1, { name: "drop" }))).toBe("tool.forbidden");
    const poll = fence.wrap((_: unknown) => 1, { name: "poll" });
    expect([1, 2, 3, 4].map(() => denialOf(() => poll({ b: 1, a: 2 })))).toEqual(["ran", "ran", "ran", "constraint.repeated"]);
    expect(denialOf(() => poll({ a: 2, b: 2 }))).toBe("ran");
    expect(denialOf(() => poll({ a: 2, b: 1 }))).toBe("ran");
  });

  test("sessions share nothing, and a denied call is not counted", () => {
    const fence = fenceOf({ once: { policy: { constraints: { maxInvocations: 1 }, fs: { read: ["$WORKSPACE/**"] } } } });
    const once = fence.wrap((_?: unknown) => 1, { name: "once" });
    expect(denialOf(() => once({ path: "/etc/passwd" }))).toBe("path.denied");
    expect([denialOf(once), denialOf(once)]).toEqual(["ran", "constraint.count"]);
    const [a, b] = [fence.session("a"), fence.session()];
    expect([a.run(() => denialOf(once)), b.run(() => denialOf(once)), a.run(() => denialOf(once))]).toEqual([
      "ran",
      "ran",
      "constraint.count",
    ]);
    expect(a.id).toBe("a");
  });

  test("a model is shown what it may call now", () => {
    const fence = fenceOf({
      once: { policy: { constraints: { maxInvocations: 1 } } },
      after: { policy: { constraints: { onlyAfter: ["once"] } } },
      drop: { policy: { constraints: { forbidden: true } } },
    });
    const once = fence.wrap(() => 1, { name: "once" });
    for (const name of ["after", "drop", "unreviewed"]) fence.wrap(() => 1, { name });
    expect(fence.listTools()).toEqual(["once"]);
    once();
    expect(fence.listTools()).toEqual(["after"]);
    expect(fence.session().run(() => fence.listTools())).toEqual(["once"]);
  });

  test("a session makes so many calls and no more", () => {
    const fence = fenceOf({ tick: { policy: {} } }, { config: { limits: { calls: 2 } } });
    const tick = fence.wrap(() => 1, { name: "tick" });
    expect([denialOf(tick), denialOf(tick), denialOf(tick)]).toEqual(["ran", "ran", "limit.calls"]);
  });

  test("without a setting, an opened session makes 10,000 calls, and the fence's own any number", () => {
    const fence = fenceOf({ tick: { policy: {} } });
    const tick = fence.wrap(() => 1, { name: "tick" });
    const ids = fence.session().run(() => Array.from({ length: 10_001 }, () => denialOf(tick)));
    expect([ids.indexOf("limit.calls"), ids.at(-1)]).toEqual([10_000, "limit.calls"]);
    for (let i = 0; i < 10_001; i++) tick();
    expect(denialOf(tick)).toBe("ran");
  });
});

describe("limits", () => {
  test("time: the call ends, and its signal is aborted", async () => {
    const fence = fenceOf({ slow: { policy: { limits: { timeMs: 20 } } } });
    let aborted = false;
    const slow = fence.wrap(
      async (_: unknown, options: { toolCallId: string; messages: unknown[]; abortSignal?: AbortSignal }) => {
        options.abortSignal?.addEventListener("abort", () => (aborted = true));
        await wait(5000, undefined, { ref: false });
      },
      { name: "slow" },
    );
    const started = Date.now();
    expect(await laterDenialOf(async () => slow({}, { toolCallId: "1", messages: [] }))).toBe("limit.time");
    expect([aborted, Date.now() - started < 2000]).toEqual([true, true]);
  });

  test("output: cut and marked, structure kept, small results untouched", () => {
    const fence = fenceOf({ big: { policy: { limits: { outputBytes: 10 } } } });
    const big = fence.wrap((value: unknown) => value, { name: "big" });
    const small = { content: [{ type: "text", text: "ok" }] };
    expect(big(small)).toBe(small);
    expect(big("x".repeat(30))).toBe(`xxxxxxxxxx\n[cut: 20 more characters]`);
    expect(big({ content: [{ text: "y".repeat(12) }], count: 3 })).toEqual({
      content: [{ text: `yyyyyyyyyy\n[cut: 2 more characters]` }],
      count: 3,
    });
  });

  test("arguments", () => {
    const fence = fenceOf({ echo: { policy: {} } }, { config: { limits: { argumentBytes: 100 } } });
    const echo = fence.wrap((_: unknown) => 1, { name: "echo" });
    expect([denialOf(() => echo({ text: "x".repeat(90) })), denialOf(() => echo({ text: "x".repeat(101) }))]).toEqual([
      "ran",
      "arguments.size",
    ]);
  });
});

describe("modes, listeners, interceptors", () => {
  test("`report` lets pass and tells; `off` does not look; code cannot weaken what is configured", () => {
    const told: string[] = [];
    const on = {
      called: ({ tool }: { tool: string }) => void told.push(`called ${tool}`),
      denied: (_: unknown, denial: { id: string }) => void told.push(denial.id),
    };
    const tools = { read: { policy: {} } };
    const run = (options: Partial<FenceOptions>): string =>
      denialOf(() => fenceOf(tools, { on, ...options }).wrap((_: unknown) => 1, { name: "read" })({ path: "/etc/passwd" }));
    expect(run({ config: { mode: "report" } })).toBe("ran");
    expect(told.splice(0)).toEqual(["path.denied", "called read"]);
    expect(run({ config: { mode: "off" } })).toBe("ran");
    expect(told.splice(0)).toEqual([]);
    expect(run({ config: { mode: "report" }, mode: "enforce" })).toBe("path.denied");
    expect(run({ config: { mode: "enforce" }, mode: "off" })).toBe("path.denied");
    expect(told).toEqual(["path.denied", "path.denied"]);
  });

  test("that nothing is judged is in the log, and in the reviewed manifest", () => {
    const file = join(mkdtempSync(join(tmpdir(), "toolfence-off-")), "audit.jsonl");
    const reviewed = manifestOf({ read: { policy: {} } }, { mode: "off" });
    const fence = createFence({ manifest: reviewed, audit: file });
    expect(fence.wrap((_: unknown) => "ran", { name: "read" })({ path: "/etc/passwd" })).toBe("ran");
    fence.close();
    const records = readFileSync(file, "utf8").trim().split("\n");
    expect(records.map((line) => JSON.parse(line) as object)).toMatchObject([
      { kind: "run.start", mode: "off" },
      { kind: "result", verdict: "completed" },
      { kind: "run.end" },
    ]);
    expect(reviewed.runtime.config).toEqual({ mode: "off" });
  });

  test("a listener that throws is not the agent's affair", () => {
    const fence = fenceOf(
      { read: { policy: {} } },
      {
        on: {
          called: () => {
            throw new Error("x");
          },
        },
      },
    );
    expect(fence.wrap(() => 1, { name: "read" })()).toBe(1);
  });

  test("interceptors: in order, after the gate; what they change is judged again", async () => {
    const seen: unknown[] = [];
    const fence = fenceOf(
      { read: { policy: { fs: { read: ["$WORKSPACE/**"] } } } },
      {
        interceptors: [
          ({ input }) => (seen.push(input), { k: "proceed" }),
          ({ input }) => {
            const { path } = input as { path: string };
            if (path === "change") return { k: "modify", input: { path: "src/a.ts" } };
            if (path === "attack") return { k: "modify", input: { path: "/etc/passwd" } };
            if (path === "deny") return { k: "deny", reason: "not today" };
            return path === "canned" ? { k: "substitute", result: "canned" } : undefined;
          },
        ],
      },
    );
    const read = fence.wrap(async ({ path }: { path: string }) => Promise.resolve(path), { name: "read" });
    expect(await read({ path: "plain" })).toBe("plain");
    expect(await read({ path: "change" })).toBe("src/a.ts");
    expect(await laterDenialOf(async () => read({ path: "attack" }))).toBe("path.denied");
    await expect(read({ path: "deny" })).rejects.toThrow("Denied by policy: not today (`interceptors`).");
    expect(await read({ path: "canned" })).toBe("canned");
    const before = seen.length;
    expect(await laterDenialOf(async () => read({ path: "/etc/passwd" }))).toBe("path.denied");
    expect(seen.length).toBe(before);
  });
});

describe("a tool that calls a tool", () => {
  test("what is granted to both is granted", () => {
    const base = folder({ "a/x": "", "b/x": "" });
    const tools = { outer: { policy: { fs: { read: ["$WORKSPACE/a/**"] } } }, inner: { policy: { fs: { read: ["$WORKSPACE/**"] } } } };
    const fence = fenceOf(tools, { workspace: base });
    const inner = fence.wrap((_: { path: string }) => "read", { name: "inner" });
    const outer = fence.wrap(({ forward }: { forward: string }) => inner({ path: forward }), { name: "outer" });
    expect(inner({ path: "b/x" })).toBe("read");
    expect(outer({ forward: "a/x" })).toBe("read");
    expect(denialOf(() => outer({ forward: "b/x" }))).toBe("path.outside");
  });

  test("also after a wait, and for tools that only `withPolicy` gates", async () => {
    const base = folder({ "a/x": "", "b/x": "" });
    const fence = fenceOf({ outer: { policy: { fs: { read: ["$WORKSPACE/a/**"] } } } }, { workspace: base });
    const inner = withPolicy({ fs: { read: ["$WORKSPACE/**"] } }, (_: { path: string }) => "read");
    const outer = fence.wrap(
      async ({ text }: { text: string }) => {
        await wait(1);
        return inner({ path: text });
      },
      { name: "outer" },
    );
    expect(await outer({ text: "a/x" })).toBe("read");
    expect(await laterDenialOf(async () => outer({ text: "b/x" }))).toBe("path.outside");
  });
});
