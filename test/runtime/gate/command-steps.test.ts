import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import { normalise } from "../../../src/model/policy.ts";
import type { RuntimeConfig } from "../../../src/runtime.ts";
import { commandRule, commandScope, deniedCommands } from "../../../src/runtime/gate/command-steps.ts";
import type { Launches } from "../../../src/runtime/gate/commands.ts";
import { launchesOfArgv, launchesOfLine } from "../../../src/runtime/gate/commands.ts";
import { gateSettings } from "../../../src/runtime/gate/settings.ts";

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
