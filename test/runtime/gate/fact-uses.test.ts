import { describe, expect, test } from "vitest";
import { nothingTold } from "../../../src/runtime/gate/command-use.ts";
import { argumentFacts } from "../../../src/runtime/gate/facts.ts";
import { factUses } from "../../../src/runtime/gate/fact-uses.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";

describe("templates of facts", () => {
  const roots = currentRoots("/toolfence-none");
  const uses = (facts: string[], input: unknown): unknown =>
    factUses(argumentFacts(facts, []), input, roots, nothingTold(false))?.map((use) =>
      use.k === "path" || use.k === "command"
        ? use.text
        : use.k === "host"
          ? `${use.text} ${use.endpoint ? "read" : "unread"}`
          : `${use.name} ${use.sets ? "set" : "get"}`,
    );
  test.each<[string, unknown, string[] | undefined]>([
    ["fs.read {param:path}", { path: ["a", "b"] }, ["a", "b"]],
    ["fs.read $WORKSPACE/{param:name}", { name: "x" }, ["x"]],
    ["fs.read $HOME/{param:name}", { name: "x" }, [`${roots.home}/x`]],
    ["fs.read $TMP/{param:name}", { name: "x" }, [`${roots.tmp}/x`]],
    ["fs.read $WORKSPACE/{param:name}", {}, []],
    ["fs.read {param:a}/{param:b}", { a: ["1", "2"], b: "x" }, ["1/x", "2/x"]],
    ["env.read {param:name}", { name: "X" }, ["X get"]],
    ["env.write {param:name}", { name: "X" }, ["X set"]],
    ["net.connect {param:host}", { host: "a.example" }, ["a.example read"]],
    ["net.connect {param:host}", { host: "http://[" }, ["http://[ unread"]],
    ["net.connect {param:host}", { host: "" }, []],
    ["exec.spawn git push {param:branch}", { branch: "x" }, ["git push x"]],
    ["exec.spawn git {param:args}", { args: ["a", "b"] }, ["git a b"]],
    ["exec.spawn git -{param:a} {param:b}", { b: "x" }, ["git - x"]],
    ["exec.spawn git {dynamic} {param:b}", { b: "x" }, ["git x"]],
    ["exec.spawn git {param:a}", {}, []],
    ["exec.spawn {param:program} {dynamic}", { program: "ls", args: ["-l"] }, ["ls -l"]],
    ["exec.spawn {param:program}", { program: ["ls", "-l"] }, ["ls -l"]],
    ["exec.shell {param:command}", { command: "ls -l", args: ["x"] }, ["ls -l"]],
    ["exec.shell {param:command} {dynamic}", { command: "ls", args: ["x"] }, ["ls", "ls x"]],
    ["exec.shell git {param:a} {param:b}", { a: "x" }, ["git x"]],
    ["exec.shell git {param:a}", {}, []],
  ])("%s with %j", (fact, input, expected) => {
    expect(uses([fact], input)).toEqual(expected);
  });
  test("too many ways to fill one are not judged", () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `v${index}`);
    expect((uses(["fs.read {param:a}/{param:b}"], { a: many(100), b: many(100) }) as unknown[]).length).toBe(10_000);
    expect(uses(["fs.read {param:a}/{param:b}"], { a: many(100), b: many(101) })).toBeUndefined();
  });
  test("a cycle ends", () => {
    const input: { path: unknown[] } = { path: ["a"] };
    input.path.push(input.path);
    expect(uses(["fs.read {param:path}"], input)).toEqual(["a"]);
  });
});
