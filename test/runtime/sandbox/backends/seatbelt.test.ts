import { describe, expect, test } from "vitest";
import {
  seatbeltCommand,
  seatbeltProfile,
  unheldBySeatbelt,
  unnamedBySeatbelt,
} from "../../../../src/runtime/sandbox/backends/seatbelt.ts";
import { NOTHING_HIDDEN } from "../../../../src/runtime/sandbox/hidden.ts";
import type { Plan } from "../../../../src/runtime/sandbox/plan.ts";
import { NOTHING_PLANNED } from "../../../../src/runtime/sandbox/plan.ts";
import { NOTHING_SURVEYED } from "../../../../src/runtime/sandbox/survey.ts";

const PLAN: Plan = { ...NOTHING_PLANNED, read: ["/w", "/w/one.txt"], write: ["/w/a.b"], leaves: ["/w/one.txt"] };
const INSIDE = { survey: NOTHING_SURVEYED, hidden: NOTHING_HIDDEN, needed: [] };
const rules = (plan: Plan, more: Partial<Parameters<typeof seatbeltProfile>[1]> = {}): string[] =>
  seatbeltProfile(plan, { ...INSIDE, ...more }).split("\n");

describe("the profile for macOS", () => {
  test("denies all, lets the system's programs start, and lies what is denied over what is granted", () => {
    const lines = rules(PLAN, {
      survey: { ...NOTHING_SURVEYED, pinned: ["/w/a.b/.git"], readable: ["/w/a.b/.git/hooks"] },
      hidden: { folders: ["/w/secrets"], files: ["/w/.env"], around: [] },
      needed: ["/opt/node"],
    });
    expect(lines.slice(0, 7)).toEqual([
      "(version 1)",
      "(deny default)",
      "(allow process-exec)",
      "(allow process-fork)",
      "(allow signal (target same-sandbox))",
      "(allow process-info* (target same-sandbox))",
      "(allow sysctl-read)",
    ]);
    expect(lines.at(8)).toMatch(
      /^\(allow file-read-metadata \(literal "\/"\) \(literal "\/w"\) \(literal "\/opt"\) \(literal "\/System"\)/u,
    );
    expect(lines.slice(11, 13)).toEqual([
      '(allow file-read* (subpath "/w") (literal "/w/one.txt") (subpath "/opt/node") (subpath "/w/a.b"))',
      '(allow file-write* (subpath "/w/a.b"))',
    ]);
    expect(lines[13]).toMatch(
      /^\(deny file-write\* \(subpath "\/w\/a\.b\/\.git\/hooks"\) \(regex #"\^\/w\/a\\\.b\/\(\.\*\/\)\?\(.*\\\.git\/hooks\|.*\)\(\/\|\$\)"\)\)$/u,
    );
    expect(lines.slice(14)).toEqual([
      '(deny file-write-unlink (literal "/w/a.b/.git") (literal "/w/a.b/.git/hooks"))',
      '(deny file-read* file-write* (subpath "/w/secrets") (literal "/w/.env"))',
      "",
    ]);
  });
  test("holds protected names that are not there yet, and not their likes", () => {
    const [, pattern = ""] = /#"(.*)"\)\)$/u.exec(rules(PLAN).find((line) => line.startsWith("(deny file-write*")) ?? "") ?? [];
    const expression = new RegExp(pattern, "u");
    for (const path of ["/w/a.b/.bashrc", "/w/a.b/x/.github/workflows/y.yml", "/w/a.b/node_modules/.bin/tsc", "/w/a.b/.npmrc"])
      expect([path, expression.test(path)]).toEqual([path, true]);
    for (const path of ["/w/a.b/bashrc", "/w/aXb/.bashrc", "/w/a.b/.bashrc2", "/w/.bashrc"])
      expect([path, expression.test(path)]).toEqual([path, false]);
  });
  test.each([
    ["none", undefined, []],
    ["open", undefined, ["(allow network*)"]],
    ["proxy", 3128, ['(allow network-outbound (remote ip "localhost:3128"))']],
    ["proxy", undefined, []],
  ] as const)("opens the network where it is %s", (network, proxyPort, expected) => {
    const lines = rules({ ...PLAN, network }, proxyPort === undefined ? {} : { proxyPort });
    expect(lines.filter((line) => line.startsWith("(allow network"))).toEqual(expected);
  });
  test("quotes names, and refuses those that no profile can say", () => {
    expect(rules({ ...NOTHING_PLANNED, read: ['/a"b\\c'] }).find((line) => line.includes("a\\"))).toContain('(subpath "/a\\"b\\\\c")');
    const clauses = (plan: Partial<Plan>): string[] => unheldBySeatbelt({ ...NOTHING_PLANNED, ...plan }).map(({ clause }) => clause);
    expect(clauses({ read: ["/a\nb"] })).toEqual(["fs.read"]);
    expect(clauses({ read: ['/a"b'] })).toEqual([]);
    expect(clauses({ write: ['/a"b'] })).toEqual(["fs.write"]);
    expect(clauses({ network: "proxy" })).toEqual(["net.connect"]);
    expect(unheldBySeatbelt({ ...NOTHING_PLANNED, network: "proxy" }, 3128)).toEqual([]);
    expect(unnamedBySeatbelt({ ...INSIDE, hidden: { ...NOTHING_HIDDEN, files: ["/w/a\u0007"] } })).toBe("/w/a\u0007");
  });
  test("has the values of granted variables nowhere in what is started", () => {
    const plan = { ...PLAN, environment: { ...PLAN.environment, PATH: "/usr/local/bin:/usr/bin:/bin", TOKEN: "s3cret" } };
    const told = seatbeltCommand(plan, INSIDE, "/w", ["ls", "-l"]);
    expect([told.file, told.args[0], told.args.slice(2)]).toEqual(["/usr/bin/sandbox-exec", "-p", ["--", "ls", "-l"]]);
    expect(told.environment).toEqual({ fixed: { PATH: "/usr/local/bin:/usr/bin:/bin" }, passed: ["TOKEN"] });
    expect(JSON.stringify(told)).not.toContain("s3cret");
  });
});
