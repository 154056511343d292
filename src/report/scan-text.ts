import { counted } from "./counted.ts";
import { printAssumption } from "../model/assumptions.ts";
import type { Scan, ScannedEffect, ScannedTool } from "../schema/scan.ts";
import { visible } from "../model/json-text.ts";

const MARK: Readonly<Record<string, string>> = { inside: "ok", outside: "NOT DECLARED", depends: "depends on input" };

function effectLines(effect: ScannedEffect): string[] {
  const verdict = effect.verdict === null ? "" : `  [${MARK[effect.verdict] ?? effect.verdict}]`;
  const path = effect.path.map((step) => `${visible(step.file)}:${step.line} ${visible(step.what)}`).join(" > ");
  return [`    ${effect.capability.padEnd(16)} ${visible(effect.resource)}${verdict}`, `      ${path}`];
}

const unknownLine = (one: Scan["startup"]["unknowns"][number]): string =>
  `    ? ${visible(one.reason)} at ${visible(one.file)}:${one.line}`;

const assetLine = ({ file }: ScannedTool["assets"][number]): string => `    runs, not analysed: ${visible(file)}`;

function toolLines(tool: ScannedTool): string[] {
  const head = `  ${visible(tool.id)}  (${tool.framework}, ${visible(tool.file)}:${tool.line}${tool.confidence === "exact" ? "" : `, ${tool.confidence}`})${tool.policy ? "  policy" : ""}`;
  const unknowns = [...tool.assets.map(assetLine), ...tool.unknowns.map(unknownLine)];
  const findings = tool.findings.map((one) => `    ! ${one.message}`);
  const nothing = tool.effects.length === 0 && unknowns.length === 0 ? ["    touches nothing outside itself"] : [];
  return [head, ...nothing, ...tool.effects.flatMap(effectLines), ...unknowns, ...findings];
}

const assumptionLine = (one: Scan["assumptions"][number]): string =>
  `  assumed: ${visible(printAssumption(one))} (${one.answers} ${one.answers === 1 ? "time" : "times"}; ${visible(one.reason)})`;

/** The capability table with evidence, for people. */
export function printScan(scan: Scan): string {
  const { stats, startup, unattributed } = scan;
  const rest = [
    ...(startup.effects.length + startup.unknowns.length > 0
      ? ["  at start-up", ...startup.effects.flatMap(effectLines), ...startup.assets.map(assetLine), ...startup.unknowns.map(unknownLine)]
      : []),
    ...scan.unmatchedPolicies.map((id) => `  ! the policy file speaks of \`${visible(id)}\`, which nobody declares`),
    ...(unattributed.effects.length > 0
      ? [`  reached by no tool: ${[...new Set(unattributed.effects.map((effect) => effect.capability))].join(", ")}`]
      : []),
  ];
  return [
    `${counted(stats.tools, "tool")} in ${visible(scan.root)} (${counted(stats.files, "file")}, ${counted(stats.unknowns + startup.unknowns.length, "unknown")}, ${stats.milliseconds} ms)`,
    ...scan.tools.flatMap((tool) => ["", ...toolLines(tool)]),
    ...(rest.length > 0 ? ["", ...rest] : []),
    ...(scan.assumptions.length > 0 ? ["", ...scan.assumptions.map(assumptionLine)] : []),
    "",
  ].join("\n");
}
