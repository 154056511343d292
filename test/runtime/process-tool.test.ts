import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFence, processTool } from "../../src/runtime.ts";
import { laterDenialOf } from "../support/denied.ts";
import { folder } from "../support/folder.ts";
import { manifestOf } from "../support/manifest.ts";
import { noSandbox } from "../support/sandbox.ts";

describe.skipIf(noSandbox !== undefined)("a tool that is a command", () => {
  const place = (): string => folder({ "docs/a.txt": "TODO one\n", "other/b.txt": "TODO two\n" }, "/var/tmp");
  const search = (workspace: string) =>
    processTool(
      "search",
      { exec: [{ command: "grep", args: ["-rn", "--", "*", "**"] }], fs: { read: [`${workspace}/docs/**`] }, limits: { timeMs: 20_000 } },
      ({ text, path }: { text: string; path?: string }) => ["grep", "-rn", "--", text, path ?? "docs"],
      { workspace, cwd: join(workspace, "docs", "..") },
    );

  test("gives what the command says", async () => {
    const workspace = place();
    expect(await search(workspace).execute({ text: "TODO", path: join(workspace, "docs") })).toMatchObject({
      exitCode: 0,
      stdout: `${workspace}/docs/a.txt:1:TODO one`,
    });
  });

  test("is gated before it starts, and held once it runs", async () => {
    const workspace = place();
    expect(await laterDenialOf(() => search(workspace).execute({ text: "x", path: "/etc/shadow" }))).toMatch(/^path\./u);
    const other = processTool("other", { exec: ["cat"], fs: { read: [`${workspace}/docs/**`] } }, () => ["id"]);
    expect(await laterDenialOf(() => other.execute({}))).toBe("command.outside");
    // What no argument says, the kernel holds.
    const hidden = processTool("hidden", { exec: "any", fs: { read: [`${workspace}/docs/**`] } }, () => [
      "/bin/sh",
      "-c",
      `cat "$(echo ${Buffer.from(`${workspace}/other/b.txt`).toString("base64")} | base64 -d)"`,
    ]);
    expect(await hidden.execute({})).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("No such file") as string });
  });

  test("stands in a fence like any other", async () => {
    const workspace = place();
    const tool = search(workspace);
    const fence = createFence({ manifest: manifestOf({ search: { policy: {}, origin: "code" } }), workspace });
    expect(await laterDenialOf(() => fence.wrap(tool).execute({ text: "TODO" }))).toBe("tool.differs");
  });
});
