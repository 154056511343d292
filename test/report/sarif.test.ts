import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { printSarif } from "../../src/report/sarif.ts";
import type { Report } from "../../src/schema/report.ts";
import { CATALOGUE } from "../../src/verify/catalogue.ts";

/** SchemaStore's copy of the published schema of SARIF 2.1.0 (rtm.5); its own `id` says where it is from. Of draft 4, so named apart. */
const schema = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(import.meta.dirname, "sarif-2.1.0.schema.json"), "utf8")) as object).filter(
    ([key]) => key !== "$schema" && key !== "id",
  ),
);
const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

const report: Report = {
  schemaVersion: 1,
  command: "verify",
  base: "x",
  compared: 1,
  diagnostics: CATALOGUE.map((rule, index) => ({
    id: rule.id,
    severity: rule.severity,
    gating: index % 2 === 0,
    tool: index % 3 === 0 ? null : `p/s.t${index}`,
    message: rule.title,
    witness: index % 4 === 0 ? null : "$WORKSPACE/.env",
    from: null,
    to: null,
    dominatedBy: null,
    fingerprint: index.toString(16).padStart(12, "0"),
    approval: null,
    file: index % 5 === 0 ? null : "src/tools with space.ts",
    line: index % 5 === 0 ? null : index + 1,
  })),
  exitCode: 1,
};

test("what is written is SARIF 2.1.0", () => {
  const found: unknown = JSON.parse(printSarif(report, "1.2.3", "packages/a/"));
  expect(validate(found), JSON.stringify(validate.errors)).toBe(true);
  const cut: unknown = JSON.parse(
    printSarif({ ...report, diagnostics: Array.from({ length: 99 }, () => report.diagnostics).flat() }, "1.2.3"),
  );
  expect(JSON.stringify(cut)).toContain("toolExecutionNotifications");
  expect(validate(cut), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...(found as object), runs: [{ tool: {} }] })).toBe(false);
});

test("only what gates, each at a line, with a fingerprint and a score", () => {
  const { runs } = JSON.parse(printSarif(report, "1.2.3", "packages/a/")) as {
    runs: {
      tool: { driver: { rules: { id: string; properties: Record<string, unknown> }[] } };
      results: {
        ruleId: string;
        ruleIndex: number;
        partialFingerprints: Record<string, string>;
        locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
      }[];
    }[];
  };
  const [run] = runs;
  expect(run?.results.length).toBe(report.diagnostics.filter((one) => one.gating).length);
  for (const result of run?.results ?? []) {
    expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
    expect(result.partialFingerprints["primaryLocationLineHash"]).toMatch(/^[0-9a-f]{12}:1$/u);
    const { artifactLocation, region } = result.locations[0]?.physicalLocation ?? {
      artifactLocation: { uri: "" },
      region: { startLine: 0 },
    };
    expect(artifactLocation.uri).toMatch(/^packages\/a\/(?:toolfence\.manifest\.json|src\/tools%20with%20space\.ts)$/u);
    expect(region.startLine).toBeGreaterThan(0);
  }
});
