import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFence, ConfinementRefused, runConfined } from "../../../src/runtime.ts";
import { toolfence } from "../../support/cli.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

const policy = { fs: { write: ["$WORKSPACE/out/**"] }, limits: { fileBytes: 1_048_576 } };

test("unconfined, a command has its environment and limits, and nothing else holds it", async () => {
  const dir = folder({ "out/.keep": "" }, "/var/tmp");
  process.env["TOOLFENCE_TEST_SECRET"] = "s3cret";
  const result = await runConfined(
    ["/bin/sh", "-c", `echo "$TOOLFENCE_TEST_SECRET"; pwd; ulimit -f; echo x > ${dir}/outside; echo x > out/.npmrc`],
    {
      policy,
      workspace: dir,
      unconfined: "no sandbox works here",
    },
  );
  delete process.env["TOOLFENCE_TEST_SECRET"];
  expect(existsSync(join(dir, "outside"))).toBe(true);
  expect(result).toEqual({
    exitCode: 0,
    stdout: `\n${dir}\n2048`,
    stderr: "",
    timedOut: false,
    wroteTooMuch: false,
    backend: "none",
    planted: [join(dir, "out/.npmrc")],
    isSearched: true,
    losses: [],
  });
});

test("it is ended with what it has started when its time is up", async () => {
  const dir = folder({ "out/.keep": "" }, "/var/tmp");
  const { timedOut } = await runConfined(["/bin/sh", "-c", `(sleep 1; echo x > ${dir}/late) & sleep 9`], {
    policy,
    workspace: dir,
    unconfined: "a test",
    timeoutMs: 300,
  });
  expect(timedOut).toBe(true);
  await new Promise((done) => setTimeout(done, 1200));
  expect(existsSync(join(dir, "late"))).toBe(false);
});

test.each([
  [{ unconfined: " " }, "needs a reason"],
  [{ unconfined: "why not", backend: "bubblewrap" }, "takes no backend"],
] as const)("%j is refused", async (options, words) => {
  const dir = folder({ "out/.keep": "" });
  const run = runConfined(["/bin/sh", "-c", "echo x > out/a"], { policy, workspace: dir, ...options });
  await expect(run).rejects.toThrow(words);
  await expect(run).rejects.toThrow(ConfinementRefused);
  expect(existsSync(join(dir, "out/a"))).toBe(false);
});

test("in a gated call it is written to the audit log, before it starts", async () => {
  const dir = folder({ "out/.keep": "" });
  const log = join(dir, "audit.jsonl");
  const fence = createFence({ manifest: manifestOf({ "pkg/server.run": { policy } }), workspace: dir, audit: log });
  const run = fence.wrap(() => runConfined(["/bin/true"], { policy, workspace: dir, unconfined: "the kernel is old" }), { name: "run" });
  await run();
  const effects = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly what?: string; readonly target?: string })
    .filter(({ what }) => what !== undefined);
  expect(effects.map(({ what, target }) => [what, target])).toEqual([["unconfined (the kernel is old)", "/bin/true"]]);
});

test("`toolfence run --unconfined` says so, with the reason", async () => {
  const dir = folder({ "out/.keep": "" });
  writeFileSync(join(dir, "p.json"), JSON.stringify(policy));
  const { code, err } = await toolfence(dir, "run", "--policy", "p.json", "--unconfined", "nothing works", "--", "/bin/sh", "-c", "exit 3");
  expect([code, err]).toEqual([3, "toolfence: UNCONFINED: `/bin/sh -c exit 3` is held by nothing (nothing works).\n"]);
});
