import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolfence } from "../support/cli.ts";
import { emptyRepository } from "../support/repository.ts";

const tool = (write: string): string => `import { tool } from "ai";
import { withPolicy } from "toolfence";
export const a = withPolicy({ fs: { write: ["${write}"] } }, tool({ description: "d", inputSchema: {}, execute: async () => 1 }));
`;

async function story() {
  const made = emptyRepository({ "package.json": '{ "name": "p" }', "a.ts": tool("$WORKSPACE/a/**") });
  await toolfence(made.dir, "manifest");
  const first = made.commit();
  made.write({ "a.ts": tool("$WORKSPACE/**") });
  await toolfence(made.dir, "manifest");
  made.commit();
  made.git("tag", "v2");
  return { ...made, first };
}

test("two revisions, a revision and the work tree, files: each is told with what is newly allowed, and gates nothing", async () => {
  const { dir, git, first } = await story();
  const ids = async (...args: string[]): Promise<[number, (string | null)[], string[]]> => {
    const { code, out } = await toolfence(dir, "diff", ...args, "--json");
    const report = JSON.parse(out) as {
      readonly base: string | null;
      readonly diagnostics: readonly { readonly id: string; readonly witness: string | null }[];
    };
    return [code, [report.base], report.diagnostics.map(({ id, witness }) => `${id} ${witness ?? ""}`.trim())];
  };
  const widened = ["tool.fs.write.widened $WORKSPACE/.env"];
  expect(await ids(first, "v2")).toEqual([0, [`${first.slice(0, 12)}:toolfence.manifest.json (${first})`], widened]);
  expect(await ids("main~1")).toEqual([0, [`${first.slice(0, 12)}:toolfence.manifest.json (main~1)`], widened]);
  expect((await ids("v2", "main~1:toolfence.manifest.json"))[2]).toEqual(["tool.fs.write.narrowed"]);
  // A file that is called like a revision is not taken for it.
  copyFileSync(join(dir, "toolfence.manifest.json"), join(dir, "main~1"));
  expect((await ids("main~1", "v2"))[2]).toEqual(widened);
  rmSync(join(dir, "main~1"));
  renameSync(join(dir, "toolfence.manifest.json"), join(dir, "new: kept"));
  git("checkout", "-q", "main~1");
  expect(await ids("toolfence.manifest.json", "new: kept")).toEqual([0, ["toolfence.manifest.json"], widened]);
});

test.each<readonly [string, readonly string[], string]>([
  ["nothing", [], "Name what to compare"],
  ["no revision", ["nothing-here"], "`nothing-here` is neither a manifest file nor a revision"],
  ["an option", ["--output=x"], "Unknown option `--output`"],
  ["a manifest that is not there yet", ["v2"], "There is no `toolfence.manifest.json` here; run `toolfence manifest`"],
  ["a file that is not there", ["v2", "gone.json"], "`gone.json` is neither a manifest file nor a revision"],
  ["a path that the commit does not have", ["v2:gone.json"], "has no `gone.json` here"],
  ["what is no manifest", ["v2:package.json"], "is not usable"],
])("%s is refused", async (_, args, words) => {
  const { dir } = await story();
  if (args.length === 1 && args[0] === "v2") rmSync(join(dir, "toolfence.manifest.json"));
  const { code, err } = await toolfence(dir, "diff", ...args);
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
});
