import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { io } from "../../../src/index.ts";
import { createFence } from "../../../src/runtime.ts";
import { laterDenialOf } from "../../support/denied.ts";
import { folder } from "../../support/folder.ts";
import { manifestOf } from "../../support/manifest.ts";

test("no tool touches the log and the approvals of its fence, or writes its manifest, whatever is granted and configured", async () => {
  const workspace = folder({ "a.txt": "a" });
  const file = join(workspace, "toolfence.manifest.json");
  const everything = { fs: { read: "any", write: "any" } } as const;
  writeFileSync(
    file,
    JSON.stringify(manifestOf({ tool: { policy: everything } }, { pathRules: [{ path: "$WORKSPACE/**", write: true }] })),
  );
  const fence = createFence({
    manifest: file,
    workspace,
    audit: join(workspace, "audit.jsonl"),
    approvals: join(workspace, "approvals.jsonl"),
  });
  const explain = (path: string): string => fence.explain("tool", { path: join(workspace, path) }).denial?.id ?? "allow";
  expect(["a.txt", "audit.jsonl", "approvals.jsonl", "x/../audit.jsonl"].map(explain)).toEqual([
    "allow",
    "path.rule",
    "path.rule",
    "path.rule",
  ]);
  const as = (run: () => Promise<unknown>): Promise<string> => laterDenialOf(fence.wrap(run, { name: "tool" }));
  expect(await as(() => io.writeText("audit.jsonl", ""))).toBe("path.rule");
  expect(await as(() => io.writeText("approvals.jsonl", ""))).toBe("path.rule");
  expect(await as(() => io.writeText("toolfence.manifest.json", ""))).toBe("path.rule");
  expect(await as(() => io.readText("toolfence.manifest.json"))).toBe("ran");
  expect(await as(() => io.writeText("a.txt", "b"))).toBe("ran");
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("b");
});
