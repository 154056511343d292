import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CATALOGUE, ruleOf } from "../../src/verify/catalogue.ts";

test("ids are unique, and every sentence ends", () => {
  expect(new Set(CATALOGUE.map((rule) => rule.id)).size).toBe(CATALOGUE.length);
  for (const rule of CATALOGUE) {
    expect(rule.title, rule.id).toMatch(/\.$/u);
    expect(rule.help, rule.id).toMatch(/[.`]$/u);
  }
});

test("every finding that gates has a mirror that never gates, or a waiver with a reason", () => {
  const widenings = CATALOGUE.filter((rule) => rule.severity !== "info");
  expect(widenings.length).toBeGreaterThan(60);
  for (const rule of widenings) {
    const mirror = rule.mirror === undefined ? undefined : ruleOf(rule.mirror);
    expect(mirror?.severity === "info" || (rule.waiver ?? "") !== "", rule.id).toBe(true);
  }
});

test("the names that the same findings have in an earlier system lead to ours", () => {
  expect(
    [
      "tool.filesystem.read.widened",
      "tool.filesystem.write.widened",
      "tool.network.widened",
      "tool.environment.widened",
      "tool.exec.widened",
      "tool.risk.increased",
      "tool.added.high-risk",
      "manifest.version.changed",
    ].map((alias) => ruleOf(alias)?.id),
  ).toEqual([
    "tool.fs.read.widened",
    "tool.fs.write.widened",
    "tool.net.connect.widened",
    "tool.env.read.widened",
    "tool.exec.widened",
    "tool.risk.raised",
    "tool.added.high-risk",
    "manifest.generator.changed",
  ]);
});

test("the page of findings lists them all", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/findings.md"), "utf8");
  expect(CATALOGUE.filter((rule) => !page.includes(`\`${rule.id}\``)).map((rule) => rule.id)).toEqual([]);
});
