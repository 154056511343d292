import { linkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import { normalise } from "../../../src/model/policy.ts";
import type { PathUse } from "../../../src/runtime/gate/path-steps.ts";
import { allowedPaths, deniedPaths, locate, pathRules, pathScope } from "../../../src/runtime/gate/path-steps.ts";
import type { RuntimeConfig } from "../../../src/runtime.ts";
import { gateSettings } from "../../../src/runtime/gate/settings.ts";
import { resolveDeepest, spellings } from "../../../src/runtime/gate/paths.ts";
import type { Need } from "../../../src/runtime/gate/use.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";
import { folder } from "../../support/folder.ts";

const roots = currentRoots("/w");
const settings = (config: RuntimeConfig) => gateSettings(config);

/** A path that two readings take to different places. */
const use = (
  places: readonly string[],
  { need = "read", writes = false, text = places[0] ?? "" }: { need?: Need; writes?: boolean; text?: string } = {},
): PathUse => ({
  text,
  need,
  writes,
  places,
  names: places.map((place) => spellings(place, roots)),
});

describe("path rules", () => {
  const rules = settings({ pathRules: [{ path: "/w/a/**" }] });
  test("speak of a path if any reading matches, and let it past the lists only if all do", () => {
    expect(pathRules(use(["/w/a/x", "/w/a/y"]), rules)).toBe(true);
    expect(pathRules(use(["/w/a/x", "/w/b/y"]), rules)).toBe(false);
    expect(pathRules(use(["/w/b/y"]), rules)).toBe(false);
  });
  test("refuse what they do not give", () => {
    expect(pathRules(use(["/w/b/y", "/w/a/x"], { writes: true }), rules)).toMatchObject({
      id: "path.rule",
      reason: "the path `/w/b/y` may not be written here",
    });
    const closed = settings({ pathRules: [{ path: "/w/a/**", read: false }] });
    expect(pathRules(use(["/w/a/x"]), closed)).toMatchObject({ reason: "the path `/w/a/x` may not be read here" });
  });
});

describe("denied paths", () => {
  const own = settings({ deniedPaths: ["/w/secret/**"] });
  test("any reading counts, also the written one", () => {
    expect(deniedPaths(use(["/w/a", "/w/secret/x"]), own, roots)?.clause).toBe("deniedPaths[0]");
    expect(deniedPaths(use(["/w/a"], { text: "/w/secret/x" }), own, roots)?.clause).toBe("deniedPaths[0]");
    expect(deniedPaths(use(["/w/a", "/w/b"]), own, roots)).toBeUndefined();
    expect(deniedPaths(use(["/w/.ssh/id_rsa", "/w/b"]), own, roots)).toMatchObject({ clause: "deniedPaths", origin: "default" });
  });
  test("a harmless device is one by all its places, or as it is written", () => {
    const none = settings({ deniedPaths: ["/dev/**"] });
    expect(deniedPaths(use(["/dev/null"]), none, roots)).toBeUndefined();
    expect(deniedPaths(use(["/dev/null", "/dev/sda"], { text: "x" }), none, roots)?.id).toBe("path.denied");
    expect(deniedPaths(use(["/w/pts"], { text: "/dev/stdout" }), none, roots)).toBeUndefined();
  });
});

test("every reading must be on the list of allowed paths, each on any of its entries", () => {
  const { allowedPaths: list } = settings({ allowedPaths: ["/w/a/**", "/w/b/**"] });
  expect(allowedPaths(use(["/w/a/x", "/w/b/x"]), list)).toBeUndefined();
  expect(allowedPaths(use(["/w/a/x", "/w/c/x"]), list)?.clause).toBe("allowedPaths");
  expect(allowedPaths(use(["/w/c/x"]), [])).toBeUndefined();
});

describe("the policy's grants", () => {
  const scope = (policy: Policy, asked: PathUse) => {
    const denial = pathScope(asked, normalise(policy).grants, "refuse");
    return denial && [denial.clause, denial.change, denial.reason.replace(/^.* /u, "")];
  };
  test("name the facet that would have to grant", () => {
    expect(scope({ fs: { read: ["/w/a/**"] } }, use(["/w/b"]))).toEqual(["fs.read", "fs.read", "read"]);
    expect(scope({ fs: { modify: ["/w/a/**"] } }, use(["/w/b"], { need: "modify", writes: true }))).toEqual([
      "fs.write.modify",
      "fs.write",
      "write",
    ]);
    expect(scope({ fs: { write: ["/w/a/**"] } }, use(["/w/b"], { need: "unknown", writes: true }))).toEqual(["fs", "fs.write", "write"]);
    expect(scope({ fs: { write: ["/w/a/**"] } }, use(["/w/b"], { need: "any" }))).toEqual(["fs", "fs", "touch"]);
    expect(scope({ fs: { write: ["/w/a/**"] } }, use(["/w/a/x"], { need: "delete", writes: true }))).toBeUndefined();
  });
  test("a denied pattern holds against any name and any other pattern", () => {
    const policy: Policy = { fs: { read: { allow: ["/w/**"], deny: ["/w/no/**", "/w/never/**"] } } };
    expect(scope(policy, use(["/w/yes"]))).toBeUndefined();
    expect(scope(policy, use(["/w/no/x"]))?.[0]).toBe("fs.read");
    expect(scope(policy, use(["/w/never/x"]))?.[0]).toBe("fs.read");
    expect(scope({ fs: { read: { allow: "any", deny: ["$WORKSPACE/no/**"] } } }, use(["/w/no/x"]))?.[0]).toBe("fs.read");
  });
  test("every place must be granted", () => {
    expect(scope({ fs: { read: ["/w/a/**"] } }, use(["/w/a/x", "/w/b"]))?.[0]).toBe("fs.read");
  });
  test("a file with other names is not written", () => {
    const workspace = folder({ "a.txt": "", "own.txt": "" });
    linkSync(join(workspace, "a.txt"), join(workspace, "b.txt"));
    const write: Policy = { fs: { write: "any" } };
    const asked = (name: string, writes: boolean): PathUse => ({
      ...use([join(workspace, name)], { need: writes ? "modify" : "read", writes }),
    });
    expect(pathScope(asked("b.txt", true), normalise(write).grants, "refuse")?.id).toBe("path.unusable");
    expect(pathScope(asked("b.txt", true), normalise(write).grants, "allow")).toBeUndefined();
    expect(pathScope(asked("own.txt", true), normalise(write).grants, "refuse")).toBeUndefined();
    expect(pathScope(asked("b.txt", false), normalise({ fs: { read: "any" } }).grants, "refuse")).toBeUndefined();
    expect(pathScope(asked("b.txt", true), null, "refuse")?.id).toBe("path.unusable");
  });
});

describe("where a text leads", () => {
  const { grants } = normalise({ fs: { read: "any" } });
  test("limits are exact", () => {
    const id = (text: string): unknown => {
      const found = locate({ text, need: "read" }, roots, grants);
      return "id" in found ? found.reason.replace(/^.* (?=is too|has a)/u, "") : "found";
    };
    expect([id("a".repeat(4096)), id("a".repeat(4097)), id("a\0b")]).toEqual(["found", "is too long", "has a NUL character"]);
  });
  test("through links that lead nowhere yet, and not round in circles", () => {
    const base = folder({ "real/x": "" });
    symlinkSync(join(base, "real/new"), join(base, "dangling"));
    symlinkSync(join(base, "b"), join(base, "a"));
    symlinkSync(join(base, "a"), join(base, "b"));
    expect(resolveDeepest(join(base, "dangling"))).toBe(join(base, "real/new"));
    expect(resolveDeepest(join(base, "dangling/deep/er"))).toBe(join(base, "real/new/deep/er"));
    expect(resolveDeepest(join(base, "a/x"))).toBe(join(base, "a/x"));
    expect(resolveDeepest(join(base, "real/x/../y"))).toBe(join(base, "real/y"));
    expect(resolveDeepest("/toolfence-none/x")).toBe("/toolfence-none/x");
  });
});
