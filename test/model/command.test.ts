import { describe, expect, test } from "vitest";
import type { CommandInput } from "../../src/model/command.ts";
import { matchCommand, parseCommand, readCommand } from "../../src/model/command.ts";
import { matchEnv, parseEnv } from "../../src/model/env.ts";
import { isInterpreter, runsAnything } from "../../src/model/interpreters.ts";
import { valueOf } from "../support/arbitraries.ts";

const rg = (args: readonly string[]): CommandInput => ({ command: "rg", args });

describe("commands", () => {
  const matches: readonly [CommandInput, readonly string[], boolean][] = [
    [rg(["*"]), ["x"], true],
    [rg(["*"]), [""], true],
    [rg(["*"]), ["-x"], false],
    [rg(["?x"]), ["-x"], false],
    [rg(["[!a]x"]), ["-x"], false],
    [rg(["-*"]), ["-x"], true],
    [rg(["--pre=*"]), ["--pre=./x.sh"], true],
    [rg(["**"]), ["a", "b"], true],
    [rg(["**"]), ["a", "--pre=./x.sh"], false],
    [rg(["--", "**"]), ["--", "--pre=./x.sh"], true],
    [rg(["**", "--", "*"]), ["--pre=./x.sh", "--", "a"], false],
    [rg(["{flags}", "**"]), ["-a", "--b", "c"], true],
    [rg(["{flags}"]), ["a"], false],
    [rg(["{flags}"]), [], true],
    [rg(["{a,b}", "c"]), ["b", "c"], true],
    [rg(["{a,b}", "c"]), ["c", "c"], false],
    [rg(["a!(b)"]), ["a!(b)"], true],
    [rg([]), [], true],
    [rg([]), ["a"], false],
    [{ command: "rg", args: "any" }, ["-x", "--", "y"], true],
  ];
  test.each(matches)("%j on %j: %s", (input, args, expected) => {
    expect(matchCommand(valueOf(parseCommand(input)), { command: "rg", args, shell: false })).toBe(expected);
  });
  test("another command, a shell, a folder", () => {
    const own = valueOf(parseCommand({ command: "rg", args: "any", cwd: ["./a/**"] }));
    const event = { command: "rg", args: [], shell: false, cwd: { root: "$WORKSPACE", segments: ["a", "b"] } } as const;
    expect(matchCommand(own, event)).toBe(true);
    expect(matchCommand(own, { ...event, command: "git" })).toBe(false);
    expect(matchCommand(own, { ...event, shell: true })).toBe(false);
    expect(matchCommand(own, { ...event, cwd: { root: "$WORKSPACE", segments: ["b"] } })).toBe(false);
    expect(matchCommand(own, { command: "rg", args: [], shell: false })).toBe(false);
    expect(matchCommand(valueOf(parseCommand({ command: "rg", args: "any", shell: true })), { ...event, shell: true })).toBe(true);
  });
  test.each([
    ["git", "git"],
    [{ command: "git", args: "any" }, "git"],
    [{ command: "git", args: ["log", "**"] }, '{"command":"git","args":["log","**"]}'],
    [
      { command: "git", args: "any", shell: true, cwd: ["./b", "./a"] },
      '{"command":"git","args":"any","shell":true,"cwd":["$WORKSPACE/a","$WORKSPACE/b"]}',
    ],
  ] as const)("%j is spelled %s", (input, text) => {
    const pattern = valueOf(parseCommand(input));
    expect(pattern.text).toBe(text);
    expect(valueOf(readCommand(text)).text).toBe(text);
  });
  const errors: readonly [string | CommandInput, number, string][] = [
    ["", 0, "`` is not a command"],
    ["git log", 3, "`git log` is not a command"],
    ["./x", 0, "command is a relative path"],
    ["a\u0000", 1, "pattern has a control character"],
    [rg(["a\u0000"]), 1, "pattern has a control character"],
    [rg(["{a"]), 0, "`{` is never closed"],
    [rg(["a**"]), 1, "`**` must be a whole segment"],
    [rg(Array.from({ length: 9 }, () => "{a,b}")), 0, "arguments have too many alternatives"],
    [{ command: "rg", args: [], cwd: ["x"] }, 0, "path has no root"],
    [rg([`{${Array.from({ length: 257 }, (_, n) => n).join(",")}}`]), 0, "pattern has too many alternatives"],
  ];
  test("as many alternatives as there may be", () => {
    const lists = (input: CommandInput): number | undefined => valueOf(parseCommand(input)).lists?.length;
    expect(lists(rg(Array.from({ length: 8 }, () => "{a,b}")))).toBe(256);
    expect(lists(rg([`{${Array.from({ length: 256 }, (_, n) => n).join(",")}}`]))).toBe(256);
  });
  test.each(errors)("%j is an error", (input, at, message) => {
    const found = parseCommand(input);
    expect(found.ok ? found.value : [found.error.at, found.error.message]).toEqual([at, message]);
  });
});

describe("interpreters", () => {
  test.each([
    ["sh", true],
    ["/usr/bin/python3.12", true],
    ["node.exe", true],
    ["rg", false],
    ["git", true],
    ["shred", false],
  ])("%s: %s", (command, expected) => {
    expect(isInterpreter(command)).toBe(expected);
  });
  test.each([
    ["rg", false],
    ["git", true],
    [{ command: "rg", args: "any", shell: true }, true],
    [{ command: "git", args: ["log", "**"] }, false],
    [{ command: "git", args: ["log", "{flags}"] }, true],
    [{ command: "git", args: ["**"] }, true],
    [{ command: "git", args: [] }, false],
  ] as const)("%j runs anything: %s", (input, expected) => {
    expect(runsAnything(valueOf(parseCommand(input)))).toBe(expected);
  });
});

describe("variables", () => {
  test.each([
    ["A", "A", true],
    ["A", "a", false],
    ["AWS_*", "AWS_REGION", true],
    ["AWS_*", "AWS", false],
    ["AWS_*", "AWS_", true],
  ])("%s on %s: %s", (text, name, expected) => {
    expect(matchEnv(valueOf(parseEnv(text)), name)).toBe(expected);
  });
  test.each([
    ["", 0],
    ["*", 0],
    ["A-B", 1],
    ["1A", 0],
    ["AWS*", 3],
  ])("%j is an error at %d", (text, at) => {
    const found = parseEnv(text);
    expect(found.ok ? found.value : found.error.at).toBe(at);
  });
});
