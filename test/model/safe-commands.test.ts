import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { matchCommand, parseCommand } from "../../src/model/command.ts";
import { comparePolicies } from "../../src/verify/policies.ts";
import { SAFE_COMMANDS } from "../../src/model/safe-commands.ts";

const pattern = (text: string) => {
  const found = parseCommand(text);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
};
const may = (line: string): boolean => {
  const [command = "", ...args] = line.split(" ");
  return matchCommand(pattern(`safe:${command}`), { command, args, shell: false });
};

/** What each one can be used for that is more than changing its input; every line works in the programs of this system. */
const DANGERS: readonly (readonly [line: string, does: "reads" | "writes" | "runs"])[] = [
  ["cut -c1- secret", "reads"],
  ["grep -e . secret", "reads"],
  ["grep . secret", "reads"],
  ["grep -r -e .", "reads"],
  ["grep -f secret", "reads"],
  ["head secret", "reads"],
  ["head -n 1 secret", "reads"],
  ["tail -n +1 secret", "reads"],
  ["sort secret", "reads"],
  ["sort --files0-from=names", "reads"],
  ["sort -o made", "writes"],
  ["sort --output=made", "writes"],
  ["sort -nomade", "writes"],
  ["uniq secret", "reads"],
  ["uniq - made", "writes"],
  ["wc --files0-from=names", "reads"],
  ["wc -l secret", "reads"],
];

describe("a safe command", () => {
  test("is one of the table, and has the arguments of its profile", () => {
    expect(SAFE_COMMANDS).toEqual(["cut", "grep", "head", "sort", "tail", "tr", "uniq", "wc"]);
    for (const line of [
      "cut -d, -f1,3",
      "cut -f 2 -d :",
      "grep -c -e a.*b",
      "grep -in -e x -m 3",
      "head -n 5",
      "head -c100 -q",
      "sort -rn -k2 -t :",
      "sort",
      "tail -n +3",
      "tr -d a-z",
      "tr a-z A-Z",
      "uniq -c",
      "wc -l",
      "wc -lw --chars",
    ])
      expect([line, may(line)]).toEqual([line, true]);
  });

  test.each(DANGERS)("may not `%s`, which %s", (line, does) => {
    expect(may(line)).toBe(false);
    const dir = mkdtempSync(join(tmpdir(), "safe-"));
    try {
      writeFileSync(join(dir, "secret"), "hidden\n");
      writeFileSync(join(dir, "names"), "secret\0");
      const [command = "", ...args] = line.split(" ");
      const { stdout: out } = spawnSync(command, args, { cwd: dir, input: "hidden?\n", encoding: "utf8" });
      if (does === "writes") expect(readdirSync(dir)).toContain("made");
      // Of its patterns `grep` says what fits them.
      else expect(out).toMatch(line.startsWith("grep -f") ? /^hidden\?\n$/u : /hidden\n|secret/u);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  test("is less than the command, and more than one line of it", () => {
    const gating = (base: string | object, next: string | object): string[] =>
      comparePolicies({ exec: [base as string] }, { exec: [next as string] }).flatMap(({ id, gating }) => (gating ? [id] : []));
    const line = { command: "wc", args: ["-l"] };
    expect(gating("wc", "safe:wc")).toEqual([]);
    expect(gating("safe:wc", line)).toEqual([]);
    expect(gating("safe:wc", "wc")).toEqual(["tool.exec.widened"]);
    expect(gating(line, "safe:wc")).toEqual(["tool.exec.widened"]);
  });

  test("is an error where there is none, or where more is said", () => {
    expect(parseCommand("safe:jq")).toMatchObject({ ok: false, error: { message: "there is no profile `safe:jq`" } });
    expect(parseCommand({ command: "safe:wc", args: ["-l"] })).toMatchObject({ ok: false });
  });
});
