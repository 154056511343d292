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

const folded = (list: readonly Diagnostic[], title: string): string[] =>
  list.length === 0 ? [] : ["", `<details><summary>${list.length} ${title}</summary>`, ...byTool(list), "", "</details>"];

/** What hosts take: GitHub's comments, in characters, and its job summaries, in bytes; a little is left for what a host adds. */
export const MOST = { comment: 65_000, summary: 1_000_000 } as const;

/** As many lines as fit; never part of one, and never without a word. */
function fitting(lines: readonly string[], room: number): string[] {
  const words = "More does not fit here: `toolfence verify` prints all.";
  let left = room - words.length - 2;
  const end = lines.findIndex((one) => (left -= Buffer.byteLength(one) + 1) < 0);
  return end === -1 ? [...lines] : [...lines.slice(0, end), "", words];
}

/**
 * A report as a comment on a pull request, or as a job summary. What gates comes first and is the last to give way.
 *
 * @param most bytes that the host takes.
 */
export function printMarkdown(report: Report, most: number = MOST.comment): string {
  const gating = report.diagnostics.filter((one) => one.gating);
  const approved = report.diagnostics.filter((one) => one.approval !== null);
  const rest = report.diagnostics.filter((one) => !one.gating && one.approval === null);
  const title =
    gating.length === 0
      ? "### ✅ toolfence: nothing is newly allowed"
      : `### ❌ toolfence: ${gating.length} ${gating.length === 1 ? "finding" : "findings"} to look at`;
  const head = [MARKER, title, ...(report.base === null ? [] : ["", `Compared with ${inert(report.base)}; ${report.compared} tools.`])];
  const end = gating.some((one) => one.witness !== null)
    ? ["", "Narrow the change, or have it approved: <code>toolfence approve --tool ID --reason TEXT</code>", ""]
    : [""];
  const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, one) => sum + Buffer.byteLength(one) + 1, 0);
  let room = most - sizeOf([...head, ...end]);
  const body = fitting(byTool(gating), room);
  room -= sizeOf(body);
  // Folded parts come whole or by their number alone.
  const parts = [folded(approved, "approved"), folded(rest, "for information")].flatMap((part) => {
    const [, summary = ""] = part;
    const shown = sizeOf(part) <= room - 200 ? part : part.length === 0 ? [] : ["", summary.replaceAll(/<[^>]*>/gu, ""), ""];
    room -= sizeOf(shown);
    return shown;
  });
  return [...head, ...body, ...parts, ...end].join("\n");
}
