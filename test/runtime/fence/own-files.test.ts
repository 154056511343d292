import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { io } from "../../../src/index.ts";
import type { Approver } from "../../../src/runtime.ts";
import { createFence, pendingApprovals } from "../../../src/runtime.ts";
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
    approve: pendingApprovals(join(workspace, "pending")),
  });
  const explain = (path: string): string => fence.explain("tool", { path: join(workspace, path) }).denial?.id ?? "allow";
  expect(["a.txt", "audit.jsonl.md/x", "audit.json", "pending.txt"].map(explain)).toEqual(["allow", "allow", "allow", "allow"]);
  expect(
    ["audit.jsonl", "approvals.jsonl", "x/../audit.jsonl", "audit.jsonl.1", "audit.jsonl.lock", "pending", "pending/x.answer.json"].map(
      explain,
    ),
  ).toEqual(["path.rule", "path.rule", "path.rule", "path.rule", "path.rule", "path.rule", "path.rule"]);
  const as = (run: () => Promise<unknown>): Promise<string> => laterDenialOf(fence.wrap(run, { name: "tool" }));
  expect(await as(() => io.writeText("audit.jsonl", ""))).toBe("path.rule");
  expect(await as(() => io.writeText("approvals.jsonl", ""))).toBe("path.rule");
  expect(await as(() => io.writeText("toolfence.manifest.json", ""))).toBe("path.rule");
  expect(await as(() => io.readText("toolfence.manifest.json"))).toBe("ran");
  expect(await as(() => io.writeText("a.txt", "b"))).toBe("ran");
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("b");
});

test("a tool does not answer for somebody who is asked", async () => {
  const workspace = folder({});
  const pending = join(workspace, "pending");
  const policy = { fs: { write: ["$WORKSPACE/**"] } };
  const manifest = manifestOf({ write: { policy }, danger: { policy: { approval: "always" } } });
  const answered = async (approve: Approver): Promise<[string, string]> => {
    const fence = createFence({ manifest, workspace, approve, approvalTimeoutMs: 3000 });
    const waits = laterDenialOf(fence.wrap(() => Promise.resolve("ran"), { name: "danger" }));
    await vi.waitUntil(() => existsSync(pending) && readdirSync(pending).some((name) => name.endsWith(".request.json")), 20_000);
    const name = readdirSync(pending).find((one) => one.endsWith(".request.json")) ?? "";
    const text = JSON.stringify({ answer: "once", manifest: manifest.digest });
    const write = fence.wrap(() => io.writeText(join(pending, name.replace("request", "answer")), text), { name: "write" });
    return [await laterDenialOf(write), await waits];
  };
  // Without the mark by which the fence knows the folder, it would.
  const approve = pendingApprovals(pending, { pollMs: 10 });
  expect(await answered((request, signal) => approve(request, signal))).toEqual(["ran", "ran"]);
  expect(await answered(approve)).toEqual(["path.rule", "approval.denied"]);
});
