import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import { normalise } from "../../../src/model/policy.ts";
import type { RuntimeConfig } from "../../../src/runtime.ts";
import { commandRule, commandScope, deniedCommands } from "../../../src/runtime/gate/command-steps.ts";
import type { Launches } from "../../../src/runtime/gate/commands.ts";
import { launchesOfArgv, launchesOfLine } from "../../../src/runtime/gate/commands.ts";
import { argumentFacts } from "../../../src/runtime/gate/facts.ts";
import { factUses } from "../../../src/runtime/gate/fact-uses.ts";
import { gateSettings } from "../../../src/runtime/gate/settings.ts";
import { currentRoots } from "../../../src/runtime/roots.ts";

const line = (text: string): Launches => launchesOfLine(text) ?? { all: [], forkBomb: false, plain: false };
const argv = (...list: string[]): Launches => launchesOfArgv(list) ?? { all: [], forkBomb: false, plain: false };

describe("rules of the operator", () => {
  const rule = (config: RuntimeConfig, text: string): string | undefined => commandRule(line(text), gateSettings(config))?.decision;
  const rules: RuntimeConfig = {
    commandRules: [
      { command: { command: "ls", args: ["**"] }, decision: "allow" },
      { command: { command: "cat", args: ["**"] }, decision: "ask" },
      { command: { command: "rm", args: ["**"] }, decision: "deny" },
    ],
  };
  test.each<[string, string | undefined]>([
    ["ls", "allow"],
    ["cat", "ask"],
    ["rm", "deny"],
    ["ls; cat", "ask"],
    ["cat; rm", "deny"],
    ["ls; pwd", undefined],
    ["pwd", undefined],
    ["", undefined],
  ])("%j is %s", (text, expected) => {
    expect(rule(rules, text)).toBe(expected);
  });
  test("know a program by either name, wherever it is to run", () => {
    expect(rule(rules, "/bin/rm x")).toBe("deny");
    expect(rule({ commandRules: [{ command: { command: "ls", args: [], cwd: ["/w/**"] }, decision: "deny" }] }, "ls")).toBe("deny");
  });
});

describe("denied commands", () => {
  const denied = (text: string, config: RuntimeConfig = {}) => {
    const found = deniedCommands(text, line(text), gateSettings(config));
    return found && [found.id, found.clause, found.value];
  };
  test("the configured list, and variables that change programs", () => {
    expect(denied("git push", { deniedCommands: [{ command: "git", args: ["push"] }] })).toEqual([
      "command.denied",
      "deniedCommands[0]",
      "git push",
    ]);
    expect(denied("LD_PRELOAD+=x ls")).toEqual(["env.dangerous", "env", "LD_PRELOAD"]);
    expect(denied("NAME=x ls")).toBeUndefined();
  });
});

describe("the policy's commands", () => {
  const scope = (exec: Policy["exec"], launches: Launches, more: Policy = {}): string => {
    const found = commandScope("it", launches, normalise({ ...more, ...(exec ? { exec } : {}) }).grants);
    return found ? `${found.id}: ${found.reason.replace("the command `it` ", "")}` : "granted";
  };
  const list: Policy["exec"] = [{ command: "ls", args: ["-l"], shell: true }];
  test("a bare assignment starts nothing, a program with no name that is computed might", () => {
    expect(scope(list, line("A=1"))).toBe("granted");
    expect(scope("any", line("$X"))).toBe("granted");
    expect(scope(list, { all: line("$X").all, forkBomb: false, plain: true })).toMatch(/^command.outside/u);
    expect(scope(list, argv("ls", "-l"))).toBe("granted");
    expect(scope(list, argv("ls"))).toMatch(/^command.outside/u);
    expect(scope(list, argv("", "-l"))).toBe("granted");
  });
  test("what a shell has yet to expand is held by a pattern for any arguments alone", () => {
    const dynamic = { ...line("ls $X"), plain: true };
    expect(scope([{ command: "ls", args: ["*"], shell: true }], dynamic)).toMatch(/^command.outside/u);
    expect(scope([{ command: "ls", args: ["**"], shell: true }], dynamic)).toMatch(/^command.outside/u);
    expect(scope(["ls"], { ...dynamic, all: dynamic.all.map((one) => ({ ...one, shell: false })) })).toBe("granted");
    expect(scope("any", dynamic)).toBe("granted");
  });
  test("options that do more than the program says need a pattern that lists arguments", () => {
    const option = "command.outside: has the option `--pre=x`, which does more than `rg` says";
    expect(scope(["rg"], argv("rg", "--pre=x"))).toBe(option);
    expect(scope(["rg"], argv("rg", "x"))).toBe("granted");
    expect(scope([{ command: "rg", args: ["--pre=x"] }], argv("rg", "--pre=x"))).toBe("granted");
    expect(scope(["rg", { command: "rg", args: ["--pre=x"] }], argv("rg", "--pre=x"))).toBe("granted");
    expect(scope(["rg"], argv("rg", "--pre", "x"))).toMatch(/^command.outside/u);
    expect(scope("any", argv("rg", "--pre=x"))).toBe("granted");
  });
  test("programs that print the environment need its grant", () => {
    expect(scope(["jq"], argv("jq", "env.HOME"))).toBe("env.outside: reads the environment");
    expect(scope(["jq"], argv("jq", "env.HOME"), { env: "any" })).toBe("granted");
    expect(scope(["jq"], argv("jq", ".a"))).toBe("granted");
  });
  test("in which folder a command runs is the sandbox's to hold", () => {
    expect(scope([{ command: "ls", args: [], cwd: ["/w/**"] }], argv("ls"))).toBe("granted");
  });
});

describe("templates of facts", () => {
  const roots = currentRoots("/toolfence-none");
  const uses = (facts: string[], input: unknown): unknown =>
    factUses(argumentFacts(facts, []), input, roots)?.map((use) =>
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
