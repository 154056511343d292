import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { launch } from "../../../src/runtime/sandbox/launch.ts";
import { pinned, pinOf } from "../../../src/runtime/sandbox/pins.ts";
import type { Prepared } from "../../../src/runtime/sandbox/prepare.ts";
import { prepare } from "../../../src/runtime/sandbox/prepare.ts";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";

test("a path is pinned by what stands there itself, with no link on the way", () => {
  const dir = realpathSync(folder({ "a/file": "", "b/file": "" }));
  symlinkSync("a", join(dir, "link"));
  const at = (name: string): string | undefined => pinOf(join(dir, name));
  expect(at("a")).toMatch(/^\d+:\d+$/u);
  expect(at("a")).not.toBe(at("b"));
  expect([at("link"), at("link/file"), at("none")]).toEqual([undefined, undefined, undefined]);
  expect([...pinned([join(dir, "a/file"), join(dir, "none")]).keys()]).toEqual([join(dir, "a/file")]);
});

describe.skipIf(noSandbox !== undefined)("a folder that is exchanged between the check and the mount", () => {
  const place = (): string => {
    const dir = realpathSync(folder({ "secret/x": "" }));
    mkdirSync(join(dir, "ws/out"), { recursive: true });
    return dir;
  };
  const policy = { fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/out/**"] } };
  const run = async (prepared: Prepared, dir: string, pins: Prepared["pins"]): Promise<string | undefined> => {
    const command = ["/bin/sh", "-c", `echo x > '${dir}/ws/out/new'`];
    const { refused } = await launch({
      ...prepared.backend,
      ...prepared.told({ code: [], channel: false, link: false, variables: {} }),
      command: prepared.command(command),
      filter: prepared.filter,
      pins,
      hosts: prepared.hosts,
      interactive: false,
      timeMs: undefined,
      outputBytes: 1000,
    });
    return refused;
  };
  const exchange = (dir: string): void => {
    renameSync(join(dir, "ws/out"), join(dir, "ws/old"));
    renameSync(join(dir, "secret"), join(dir, "ws/out"));
  };

  test("is written elsewhere without pins, and refused with them", async () => {
    const [open, held] = [place(), place()];
    for (const dir of [open, held]) {
      const prepared = await prepare(policy, { workspace: join(dir, "ws") });
      exchange(dir);
      const refused = await run(prepared, dir, dir === open ? undefined : prepared.pins);
      expect(refused).toBe(dir === open ? undefined : `\`${dir}/ws/out\` was exchanged for something else while it was mounted`);
    }
    expect([readdirSync(join(open, "ws/out")), readdirSync(join(held, "ws/out"))]).toEqual([["new", "x"], ["x"]]);
  });

  test("so is what is protected in it", async () => {
    const dir = place();
    mkdirSync(join(dir, "ws/out/.git/hooks"), { recursive: true });
    const prepared = await prepare(policy, { workspace: join(dir, "ws") });
    renameSync(join(dir, "ws/out/.git/hooks"), join(dir, "ws/out/.git/old"));
    mkdirSync(join(dir, "ws/out/.git/hooks"));
    expect(await run(prepared, dir, prepared.pins)).toContain(".git/hooks` was exchanged");
    expect(existsSync(join(dir, "ws/out/new"))).toBe(false);
  });

  test("a launcher that fails late is a refusal, and no answer of the command", async () => {
    const dir = place();
    const prepared = await prepare(policy, { workspace: join(dir, "ws") });
    renameSync(join(dir, "ws/out"), join(dir, "ws/gone"));
    expect(await run(prepared, dir, prepared.pins)).toBe("");
  });

  test("and nothing else changes: a command that ends at once, and one that fails", async () => {
    const dir = place();
    writeFileSync(join(dir, "ws/a"), "a");
    const options = { policy, workspace: join(dir, "ws") };
    expect((await runConfined(["/bin/cat", join(dir, "ws/a")], options)).stdout).toBe("a");
    expect((await runConfined(["/bin/sh", "-c", "exit 3"], options)).exitCode).toBe(3);
    await expect(runConfined(["/bin/true"], { ...options, cwd: "/etc" })).rejects.toThrow("is outside what the policy grants");
  });
});
