import { describe, expect, test } from "vitest";
import { createFence, isolate, runConfined } from "../../src/runtime.ts";
import { folder } from "../support/folder.ts";
import { manifestOf } from "../support/manifest.ts";

const manifest = manifestOf({ read: { policy: { fs: { read: ["$WORKSPACE/**"] } }, facts: ["fs.read {param:path}"], unknowns: [] } });

describe("options that nobody would look at are refused", () => {
  test.each<[string, object, string]>([
    ["a misspelt one", { manifest, audti: "x.jsonl" }, "`createFence` has no option `audti`; did you mean `audit`?"],
    [
      "one that is like none",
      { manifest, zzzzzzzz: 1 },
      "`createFence` has no option `zzzzzzzz`; it has manifest, digest, workspace, server, config, mode, approve, approvalTimeoutMs, approvals, audit, auditArguments, redact, tracer, interceptors, on, workers, identity",
    ],
    [
      "an option of its workers",
      { manifest, workers: { maxCall: 1 } },
      "`createFence: workers` has no option `maxCall`; did you mean `maxCalls`?",
    ],
    ["an approver that is none", { manifest, approve: "yes" }, "`approve` of `createFence` is a function, and not `yes`."],
  ])("createFence: %s", (_name, options, message) => {
    expect(() => createFence(options as never)).toThrow(new TypeError(message));
  });
  test("no options at all", () => {
    expect(() => createFence(undefined as never)).toThrow(new TypeError("`createFence` takes an object of options."));
  });
  test("runConfined and isolate, and what stands in their policies", async () => {
    await expect(runConfined(["ls"], { polciy: {} } as never)).rejects.toThrow(
      "`runConfined` has no option `polciy`; did you mean `policy`?",
    );
    await expect(runConfined(["ls"], { policy: { fss: {} } as never })).rejects.toThrow(/the policy is not valid: .*fss/u);
    const url = new URL(import.meta.url).href;
    await expect(isolate(url, { policy: {}, workpsace: "/" } as never)).rejects.toThrow("did you mean `workspace`?");
    await expect(isolate(url, { policy: { fss: {} } as never })).rejects.toThrow(/the policy is not valid: .*fss/u);
  });
});

test("a relative path is judged where the process opens it, too, where that is not the workspace", () => {
  const workspace = folder({ "notes/a.md": "a" });
  const fence = createFence({ manifest, workspace });
  expect(process.cwd()).not.toBe(workspace);
  const denied = (input: object): string | null => fence.explain("read", input).denial?.id ?? null;
  expect(denied({ path: "notes/a.md" })).toBe("path.outside");
  expect(denied({ path: `${workspace}/notes/a.md` })).toBe(null);
});
