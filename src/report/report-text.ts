import { counted } from "./counted.ts";
import type { Diagnostic, Report } from "../schema/report.ts";
import { visible } from "../model/json-text.ts";

const PAD = " ".repeat(11);

function lines(diagnostic: Diagnostic): string[] {
  const { severity, id, file, line, message, witness, from, to, fingerprint, dominatedBy } = diagnostic;
  const at = file === null ? "" : `   ${visible(file)}${line === null ? "" : `:${line}`}`;
  return [
    `  ${severity.toUpperCase().padEnd(8)} ${id}${at}`,
    `${PAD}${visible(message)}${witness === null && diagnostic.gating ? `   (${visible(fingerprint)})` : ""}`,
    ...(from === null || to === null ? [] : [`${PAD}${visible(from)}  ->  ${visible(to)}`]),
    ...(witness === null ? [] : [`${PAD}newly allowed, for example: ${visible(witness)}   (${visible(fingerprint)})`]),
    ...(dominatedBy === null ? [] : [`${PAD}implied by \`${dominatedBy}\`, which is newly granted as well`]),
  ];
}

/** What neither gates nor would, if nobody had said that it may be. */
export const isTold = (one: Diagnostic): boolean => !one.gating && one.approval === null && !one.exemption;

/** What was done, in numbers. */
function summary({ base, compared, diagnostics }: Report, gating: number, approved: number, exempt: number): string {
  const undecided = diagnostics.filter(({ id, gating: gates }) => gates && /\.(?:unknown|incomparable)$/u.test(id)).length;
  return `${counted(compared, "tool")} ${base === null ? "checked" : "compared"}: ${gating} gating (${undecided} undecided), ${approved} approved, ${exempt === 0 ? "" : `${exempt} exempt, `}${diagnostics.length - gating - approved - exempt} for information.`;
}

/** A report for people: what gates first, tool by tool, then what is approved, what is exempt, and the information. */
export function printReport(report: Report): string {
  const gating = report.diagnostics.filter((one) => one.gating);
  const approved = report.diagnostics.filter((one) => one.approval !== null);
  const exempt = report.diagnostics.filter((one) => one.exemption);
  const rest = report.diagnostics.filter(isTold);
  const byTool = new Map<string, Diagnostic[]>();
  for (const one of gating) byTool.set(one.tool ?? "(package)", [...(byTool.get(one.tool ?? "(package)") ?? []), one]);
  return [
    `toolfence ${report.command}${report.base === null ? "" : `   base: ${visible(report.base)}`}`,
    ...[...byTool].flatMap(([tool, list]) => ["", `✖ ${visible(tool)}   ${counted(list.length, "finding")}`, ...list.flatMap(lines)]),
    ...approved.map(
      (one) =>
        `\n✔ ${visible(one.tool ?? "(package)")}   ${one.id}: approved by ${visible(one.approval?.by ?? "")} on ${visible(one.approval?.date ?? "")}: ${visible(one.approval?.reason ?? "")}`,
    ),
    ...exempt.map(
      (one) =>
        `\n◷ ${visible(one.tool ?? "(package)")}   ${one.id}: exempt until ${visible(one.exemption?.expires ?? "")}: ${visible(one.exemption?.reason ?? "")}`,
    ),
    ...(rest.length > 0 ? ["", ...rest.map((one) => `ℹ ${visible(one.tool ?? "(package)")}   ${one.id}: ${visible(one.message)}`)] : []),
    "",
    summary(report, gating.length, approved.length, exempt.length),
    gating.length === 0
      ? report.compared === 0
        ? "No tool was found here, so there was nothing to hold against anything."
        : exempt.length > 0
          ? "Nothing is newly allowed; what is exempt stands until its day."
          : "Nothing is newly allowed and nothing is undeclared."
      : `${counted(gating.length, "finding")} ${gating.length === 1 ? "gates" : "gate"}. Narrow the change, or declare it and have it reviewed.`,
    ...(gating.length > 0 ? ["Explain: toolfence explain ID   Accept: toolfence approve FINGERPRINT | --tool ID --reason TEXT"] : []),
    "",
  ].join("\n");
}
