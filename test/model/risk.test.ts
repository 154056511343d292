import { describe, expect, test } from "vitest";
import type { Risk } from "../../src/model/risk.ts";
import { computedRisk, isBelow, isSecretName } from "../../src/model/risk.ts";

const of = (...lines: readonly string[]): Risk =>
  computedRisk(lines.map((line) => ({ capability: line.slice(0, line.indexOf(" ")), resource: line.slice(line.indexOf(" ") + 1) })));

describe("the risk of one use", () => {
  test.each<[string, Risk]>([
    ["code.eval {dynamic}", "critical"],
    ["code.native x.node", "critical"],
    ["exec.shell ls", "critical"],
    ["exec.spawn any", "critical"],
    ["exec.spawn node x.js", "critical"],
    ["exec.spawn bash", "critical"],
    ["exec.spawn {param:c}", "critical"],
    ["exec.spawn rg --json", "high"],
    ["fs.write /srv/a", "high"],
    ["fs.write.delete $HOME/a", "high"],
    ["fs.write $WORKSPACE/a", "medium"],
    ["fs.write.create $TMP", "medium"],
    ["fs.write $TMPX/a", "high"],
    ["fs.read $WORKSPACE", "low"],
    ["fs.read $WORKSPACES/a", "medium"],
    ["fs.read /etc/hosts", "medium"],
    ["env.read any", "medium"],
    ["env.read *", "medium"],
    ["env.read GITHUB_SHA", "medium"],
    ["env.read LANG", "low"],
    ["env.write LANG", "medium"],
    ["net.connect a.example:443", "medium"],
    ["net.listen 127.0.0.1:1", "medium"],
    ["control.exit process", "low"],
  ])("%s: %s", (line, expected) => {
    expect(of(line)).toBe(expected);
  });
});

test("nothing is of low risk, and of several the highest counts, wherever it stands", () => {
  expect(of()).toBe("low");
  expect(of("fs.read $WORKSPACE/a", "exec.spawn rg", "fs.write $TMP/x")).toBe("high");
  expect(of("exec.spawn rg", "code.eval x", "fs.read $WORKSPACE/a")).toBe("critical");
});

test("reading and sending together are more than either", () => {
  expect(of("fs.read $WORKSPACE/a", "net.connect a.example:443")).toBe("high");
  expect(of("env.read API_KEY", "net.connect a.example:443")).toBe("high");
  expect(of("env.read LANG", "net.connect a.example:443")).toBe("medium");
  expect(of("fs.write $TMP/x", "net.connect a.example:443")).toBe("medium");
  expect(of("env.write API_KEY", "net.connect a.example:443")).toBe("medium");
  expect(of("fs.read $WORKSPACE/a", "net.listen 127.0.0.1:1")).toBe("medium");
  expect(of("fs.read $WORKSPACE/a", "net.connect a.example:443", "code.eval x")).toBe("critical");
});

test("a risk is below another, and not below itself", () => {
  expect([isBelow("low", "medium"), isBelow("medium", "medium"), isBelow("critical", "high")]).toEqual([true, false, false]);
});

test("names that say that they hold a secret", () => {
  expect(["API_KEY", "TOKEN", "DB_PASSWORD_FILE", "AWS_REGION", "NPM_CONFIG", "CREDENTIALS"].every(isSecretName)).toBe(true);
  expect(["KEYBOARD", "MONKEY", "TOKENS_USED", "MY_AWS_", "LANG"].some(isSecretName)).toBe(false);
});
