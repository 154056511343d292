import type { Diagnostic, Report } from "../schema/report.ts";
import { visible } from "../verify/undeclared.ts";

/** The first line of every comment of ours, by which a later run finds it. */
export const MARKER = "<!-- toolfence -->";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text that no renderer can take for markup, a mention, a reference or a link. */
const inert = (text: string): string =>
  visible(text)
    .replaceAll(/[&<>"]/gu, (c) => ENTITIES[c] ?? "")
    .replaceAll(/[@#*_[\]()!~|`\\]/gu, (c) => `&#${c.charCodeAt(0)};`)
    .replaceAll("://", "&#58;//");

const code = (text: string): string => `<code>${inert(text)}</code>`;

/** A message whose backticked parts become code; where a name holds backticks of its own, only the look suffers. */
const prose = (text: string): string =>
  text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? code(part) : inert(part)))
    .join("");

const ICON: Readonly<Record<Diagnostic["severity"], string>> = { critical: "🟥", high: "🟧", medium: "🟨", low: "🟦", info: "⬜" };

const line = (one: Diagnostic): string[] => [
  `- ${ICON[one.severity]} **${one.severity}** ${code(one.id)} ${prose(one.message)}`,
  ...(one.witness === null ? [] : [`  - newly allowed, for example ${code(one.witness)}`]),
  ...(one.from === null || one.to === null ? [] : [`  - ${code(one.from)} → ${code(one.to)}`]),
  ...(one.approval === null
    ? []
    : [`  - approved by ${code(one.approval.by)} on ${inert(one.approval.date)}: ${inert(one.approval.reason)}`]),
];

function byTool(list: readonly Diagnostic[]): string[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of list) groups.set(one.tool ?? "(package)", [...(groups.get(one.tool ?? "(package)") ?? []), one]);
  return [...groups].flatMap(([tool, rows]) => ["", `#### ${code(tool)}`, "", ...rows.flatMap(line)]);
}

/** A report as a comment on a pull request, or as a job summary. */
export function printMarkdown(report: Report): string {
  const gating = report.diagnostics.filter((one) => one.gating);
  const approved = report.diagnostics.filter((one) => one.approval !== null);
  const rest = report.diagnostics.filter((one) => !one.gating && one.approval === null);
  const title =
    gating.length === 0
      ? "### ✅ toolfence: nothing is newly allowed"
      : `### ❌ toolfence: ${gating.length} ${gating.length === 1 ? "finding" : "findings"} to look at`;
  return [
    MARKER,
    title,
    ...(report.base === null ? [] : ["", `Compared with ${inert(report.base)}; ${report.compared} tools.`]),
    ...byTool(gating),
    ...(approved.length > 0 ? ["", `<details><summary>${approved.length} approved</summary>`, ...byTool(approved), "", "</details>"] : []),
    ...(rest.length > 0 ? ["", `<details><summary>${rest.length} for information</summary>`, ...byTool(rest), "", "</details>"] : []),
    ...(gating.some((one) => one.witness !== null)
      ? ["", "Narrow the change, or have it approved: <code>toolfence approve --tool ID --reason TEXT</code>"]
      : []),
    "",
  ].join("\n");
}
