import { escapedJson } from "../model/json-text.ts";
import type { Diagnostic, Report, Severity } from "../schema/report.ts";
import { SEVERITIES } from "../schema/report.ts";
import { ruleOf } from "../verify/catalogue.ts";
import { visible } from "../model/json-text.ts";

const HOME = "https://github.com/toolfence/toolfence";
/** GitHub's scale: above 9 critical, 7 to 8.9 high, 4 to 6.9 medium, below low. */
const SCORE: Readonly<Record<Severity, string>> = { critical: "9.5", high: "8.0", medium: "5.5", low: "3.0", info: "0.5" };
const LEVEL: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "warning",
  info: "note",
};

const rule = (id: string, severity: Severity): unknown => {
  const known = ruleOf(id);
  return {
    id,
    shortDescription: { text: known?.title ?? id },
    fullDescription: { text: known?.title ?? id },
    help: { text: known?.help ?? "See the documentation.", markdown: known?.help ?? "See the documentation." },
    helpUri: `${HOME}/blob/main/docs/findings.md`,
    properties: { tags: ["security"], "security-severity": SCORE[severity], "problem.severity": LEVEL[severity], precision: "high" },
  };
};

/** GitHub shows as many results of a run, and drops the rest without a word. */
const MOST = 5000;
const cut = (left: number): unknown => ({
  executionSuccessful: true,
  toolExecutionNotifications: [
    { level: "warning", message: { text: `${left} more findings are left out here; \`toolfence verify\` prints all.` } },
  ],
});

const uri = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/**
 * SARIF 2.1.0 as GitHub shows it: gating findings only, each at a line of the head. What has no place
 * of its own stands at the manifest.
 */
export function printSarif(report: Report, version: string, prefix = "", manifest = "toolfence.manifest.json"): string {
  const gating = report.diagnostics.filter((one) => one.gating);
  const rank = ({ severity }: Diagnostic): number => SEVERITIES.indexOf(severity);
  // The worst where not all fit; else in their order.
  const found = gating.length > MOST ? gating.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST) : gating;
  const ids = [...new Set(found.map((one) => one.id))].sort();
  // A rule is as bad as the worst of its findings: hosts filter by the rule.
  const worst = (id: string): Severity => found.filter((one) => one.id === id).toSorted((a, b) => rank(b) - rank(a))[0]?.severity ?? "high";
  const result = (one: Diagnostic): unknown => ({
    ruleId: one.id,
    ruleIndex: ids.indexOf(one.id),
    level: LEVEL[one.severity],
    message: {
      text: visible(
        [`${one.tool ?? "package"}: ${one.message}`, ...(one.witness === null ? [] : [`Newly allowed, for example: ${one.witness}`])].join(
          " ",
        ),
      ),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uri(prefix + (one.file ?? manifest)), uriBaseId: "%SRCROOT%" },
          region: { startLine: Math.max(1, one.line ?? 1) },
        },
      },
    ],
    partialFingerprints: { primaryLocationLineHash: `${one.fingerprint}:1`, "toolfence/v1": one.fingerprint },
  });
  return `${escapedJson(
    JSON.stringify(
      {
        $schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [
          {
            tool: {
              driver: { name: "toolfence", semanticVersion: version, informationUri: HOME, rules: ids.map((id) => rule(id, worst(id))) },
            },
            ...(found.length < gating.length && { invocations: [cut(gating.length - found.length)] }),
            automationDetails: { id: `toolfence/${prefix}` },
            results: found.map(result),
          },
        ],
      },
      null,
      2,
    ),
  )}\n`;
}
