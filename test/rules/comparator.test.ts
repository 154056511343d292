import { describe, expect, test } from "vitest";
import { lintRule } from "../support/lint.ts";
import { bare, guarded } from "./header.ts";

/** What an executor is found to use, by the policy that would cover it. */
const used = async (body: string, imports = ""): Promise<string> => {
  const [report] = await lintRule("require-policy", imports + bare(body));
  return /can use (.*?) and declares/u.exec(report?.message ?? "")?.[1] ?? "";
};

// The scenarios of an earlier checker for another language, in their TypeScript form.
describe("what an executor can do", () => {
  test.each([
    ["writes a file", "writeFile(path, '')", "", "`fs.write`"],
    ["reads a file", "readFile(path)", "", "`fs.read`"],
    ["knows files by another API", "fs.createReadStream(path)", 'import fs from "node:fs";\n', "`fs.read`"],
    ["connects", "fetch(path)", "", "`net.connect`"],
    ["reads the environment", "process.env.HOME", "", "`env.read`"],
    ["starts a program", 'execFileSync("ls")', "", "`exec.spawn`"],
    ["only computes", "path.length + 1", "", ""],
    ["only makes a path", 'join("/srv", path)', 'import { join } from "node:path";\n', ""],
    ["does several things", '{ await readFile(path); await fetch("https://a.example"); }', "", "`fs.read`, `net.connect`"],
  ])("%s", async (_name, body, imports, expected) => {
    expect(await used(body, imports)).toBe(expected);
  });
});

describe("declared against done", () => {
  const undeclared = async (policy: string, body: string): Promise<string[]> =>
    (await lintRule("no-undeclared-capability", guarded(policy, body))).map((one) => /uses `([^`]*)`/u.exec(one.message)?.[1] ?? "");
  test("writes, and the policy says none", async () => {
    expect(await undeclared('{ fs: { write: "none" } }', "writeFile(path, '')")).toEqual(["fs.write"]);
  });
  test("does what it declares", async () => {
    expect(await undeclared('{ fs: { write: ["$WORKSPACE/**"] } }', "writeFile(path, '')")).toEqual([]);
  });
  test("declares more than it does", async () => {
    expect(await undeclared('{ fs: { read: "any", write: "any" }, net: "any" }', "readFile(path)")).toEqual([]);
  });
  test("connects and runs under a policy that grants nothing: two findings", async () => {
    expect(await undeclared("{}", '{ await fetch("https://a.example"); execFileSync("ls"); }')).toEqual(["net.connect", "exec.spawn"]);
  });
  test("has no policy: nothing to compare", async () => {
    expect(await lintRule("no-undeclared-capability", bare("writeFile(path, '')"))).toEqual([]);
  });
  test("reads a variable that is granted", async () => {
    expect(await undeclared('{ env: ["HOME"] }', "process.env.HOME")).toEqual([]);
  });
});
