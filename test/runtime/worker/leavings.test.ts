import { existsSync, lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { isolate } from "../../../src/runtime/worker/isolate.ts";
import { NOTHING_SURVEYED } from "../../../src/runtime/sandbox/survey.ts";
import type { Planted } from "../../../src/runtime/worker/leavings.ts";
import { tellLeavings } from "../../../src/runtime/worker/leavings.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";

const MODULE = `import { mkdirSync, writeFileSync } from "node:fs";
export const put = (folder, name) => { mkdirSync(folder, { recursive: true }); writeFileSync(folder + "/" + name, "x"); };`;
const MANY = `import { mkdirSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
export const fill = (folder, count) => {
  for (const name of ["pipe", "endless"]) mkdirSync(folder + "/" + name + "/.git", { recursive: true });
  execFileSync("/usr/bin/mkfifo", [folder + "/pipe/.git/config"]);
  execFileSync("/usr/bin/ln", ["-s", "/dev/zero", folder + "/endless/.git/config"]);
  for (let i = 0; i < count; i++) writeFileSync(folder + "/" + i, "");
};`;
interface Many {
  fill(folder: string, count: number): void;
}
interface Tools {
  put(folder: string, name: string): void;
}

/** A module that may write a folder, and has written there. */
async function left(names: readonly string[], onPlanted?: (found: Planted) => void): Promise<string> {
  const dir = folder({ "ws/a.txt": "a", "code/tools.mjs": MODULE }, "/var/tmp");
  const tools = await isolate<Tools>(pathToFileURL(join(dir, "code/tools.mjs")).href, {
    policy: { fs: { write: ["$WORKSPACE/**"] } },
    workspace: join(dir, "ws"),
    ...(onPlanted && { onPlanted }),
  });
  for (const name of names) await tools.put(join(dir, "ws", name, ".."), name.split("/").at(-1) ?? "");
  await tools[Symbol.asyncDispose]();
  return join(dir, "ws");
}

describe.skipIf(noSandbox !== undefined)("what a worker leaves behind that runs as code later", () => {
  test("is looked for without waiting for what a worker made of it, and others go on meanwhile", async () => {
    const dir = folder({ "ws/a.txt": "a", "code/tools.mjs": MANY }, "/var/tmp");
    const found: Planted[] = [];
    const tools = await isolate<Many>(pathToFileURL(join(dir, "code/tools.mjs")).href, {
      policy: { fs: { write: ["$WORKSPACE/**"] }, exec: "any" },
      workspace: join(dir, "ws"),
      onPlanted: (one) => void found.push(one),
    });
    await tools.fill(join(dir, "ws"), 20_000);
    expect(lstatSync(join(dir, "ws/pipe/.git/config")).isFIFO()).toBe(true);
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await tools[Symbol.asyncDispose]();
    await vi.waitFor(() => {
      expect(found).toEqual([{ files: [`${dir}/ws/endless/.git/config`, `${dir}/ws/pipe/.git/config`], isSearched: true }]);
    }, 10_000);
    clearInterval(beat);
    expect(longest).toBeLessThan(1000);
  });

  test("is told when it has ended, and nothing else is", async () => {
    const found: Planted[] = [];
    const ws = await left(["b.txt", "sub/.vscode/tasks.json", "sub/.npmrc"], (one) => found.push(one));
    await vi.waitFor(() => {
      expect(found).toEqual([{ files: [`${ws}/sub/.npmrc`, `${ws}/sub/.vscode`], isSearched: true }]);
    });
    await left(["b.txt"], (one) => found.push(one));
    await new Promise((done) => setTimeout(done, 300));
    expect(found).toHaveLength(1);
  });

  test("is a warning of the process where nobody asks, with names that cannot repaint a terminal", async () => {
    const warned: string[] = [];
    const hear = (warning: Error & { code?: string }): void => void warned.push(`${warning.code ?? ""} ${warning.message}`);
    process.on("warning", hear);
    const ws = await left(["\u001b[2J/.npmrc"]);
    await vi.waitFor(() => {
      expect(warned).toEqual([`TOOLFENCE_PLANTED A worker left behind what runs as code later: \`${ws}/\\u{1b}[2J/.npmrc\`.`]);
    });
    process.off("warning", hear);
  });
});

test("whoever is told and fails ends nothing", async () => {
  const warned: string[] = [];
  const hear = (warning: Error): void => void warned.push(warning.message);
  process.on("warning", hear);
  const nothing = { ...NOTHING_SURVEYED, isWhole: true };
  const survey = { ...nothing, guarded: new Map([["/w/.npmrc", "new"]]) };
  const fails: readonly ((found: Planted) => unknown)[] = [
    () => {
      throw new Error("no log");
    },
    () => Promise.reject(new Error("no log later")),
    () => Promise.reject(Object.create(null) as Error),
  ];
  for (const tell of fails) await tellLeavings({ before: nothing, after: () => Promise.resolve(survey) }, tell);
  await vi.waitFor(() => {
    expect(warned).toEqual(["no log", "no log later", "it failed"].map((why) => `What a worker left behind was not told: ${why}`));
  });
  process.off("warning", hear);
});

test("the same module, held by nothing, writes the same, and nobody tells", async () => {
  const dir = folder({}, "/var/tmp");
  mkdirSync(join(dir, "code"));
  writeFileSync(join(dir, "code/tools.mjs"), MODULE);
  const tools = (await import(pathToFileURL(join(dir, "code/tools.mjs")).href)) as Tools;
  tools.put(join(dir, "sub"), ".npmrc");
  expect(existsSync(join(dir, "sub/.npmrc"))).toBe(true);
});
