import { existsSync, mkdirSync, writeFileSync } from "node:fs";
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
  tellLeavings({ before: nothing, after: () => survey }, () => {
    throw new Error("no log");
  });
  await vi.waitFor(() => {
    expect(warned).toEqual(["What a worker left behind was not told: Error: no log"]);
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
