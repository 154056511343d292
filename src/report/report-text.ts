import type { Diagnostic, Report } from "../schema/report.ts";
import { visible } from "../verify/undeclared.ts";

function lines(diagnostic: Diagnostic): string[] {
  const at = diagnostic.file === null ? "" : `   ${visible(diagnostic.file)}${diagnostic.line === null ? "" : `:${diagnostic.line}`}`;
  const head = `  ${diagnostic.severity.toUpperCase().padEnd(8)} ${diagnostic.id}${at}`;
  return [
    head,
    `           ${diagnostic.message}`,
    ...(diagnostic.witness === null ? [] : [`           newly allowed, for example: ${visible(diagnostic.witness)}`]),
  ];
}

/** A report for people: what gates first, tool by tool, then the information. */
export function printReport(report: Report): string {
  const gating = report.diagnostics.filter((one) => one.gating);
  const rest = report.diagnostics.filter((one) => !one.gating);
  const byTool = new Map<string, Diagnostic[]>();
  for (const one of gating) byTool.set(one.tool ?? "(package)", [...(byTool.get(one.tool ?? "(package)") ?? []), one]);
  return [
    `toolfence ${report.command}${report.base === null ? "" : `   base: ${visible(report.base)}`}`,
    ...[...byTool].flatMap(([tool, list]) => [
      "",
      `✖ ${visible(tool)}   ${list.length} ${list.length === 1 ? "finding" : "findings"}`,
      ...list.flatMap(lines),
    ]),
    ...(rest.length > 0 ? ["", ...rest.map((one) => `ℹ ${visible(one.tool ?? "(package)")}   ${one.id}: ${one.message}`)] : []),
    "",
    gating.length === 0
      ? "Nothing is newly allowed and nothing is undeclared."
      : `${gating.length} ${gating.length === 1 ? "finding gates" : "findings gate"}. Narrow the change, or declare it and have it reviewed.`,
    "",
  ].join("\n");
}
