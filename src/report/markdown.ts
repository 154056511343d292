import type { Diagnostic, Report } from "../schema/report.ts";
import { SEVERITIES } from "../schema/report.ts";
import { isTold } from "./report-text.ts";
import { visible } from "../model/json-text.ts";

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

/** Long enough for what people write; what is longer would keep the rest from being read. */
const LONGEST = 600;
/** Never half a character. */
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/u, "")}…` : text);

const block = (one: Diagnostic): string[] => [
  `- ${ICON[one.severity]} **${one.severity}** ${code(one.id)} ${prose(short(one.message))}`,
  ...(one.witness === null ? [] : [`  - newly allowed, for example ${code(short(one.witness))}`]),
  ...(one.from === null || one.to === null ? [] : [`  - ${code(short(one.from))} → ${code(short(one.to))}`]),
  ...(one.approval === null
    ? []
    : [`  - approved by ${code(short(one.approval.by))} on ${inert(one.approval.date)}: ${code(short(one.approval.reason))}`]),
  ...(one.exemption ? [`  - exempt until ${inert(one.exemption.expires)}: ${code(short(one.exemption.reason))}`] : []),
];

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, one) => sum + Buffer.byteLength(one) + 1, 0);
const rank = ({ severity }: Diagnostic): number => SEVERITIES.indexOf(severity);

/** What did not fit: how many, and how bad the worst of them is. */
interface Left {
  readonly count: number;
  readonly worst: Diagnostic["severity"] | undefined;
}

/** Findings by tool, as many as there is room for: the worst of all tools come first, and none stands in place of a worse one. */
function byTool(list: readonly Diagnostic[], room: number): { readonly lines: readonly string[]; readonly left: Left } {
  const groups = new Map<string, string[]>();
  const sorted = list.toSorted((a, b) => rank(b) - rank(a));
  let size = 0;
  let fitted = 0;
  for (const one of sorted) {
    const tool = one.tool ?? "(package)";
    const known = groups.get(tool);
    const more = [...(known ? [] : ["", `#### ${code(short(tool))}`, ""]), ...block(one)];
    size += sizeOf(more);
    if (size > room) break;
    fitted++;
    groups.set(tool, [...(known ?? []), ...more]);
  }
  return { lines: [...groups.values()].flat(), left: { count: sorted.length - fitted, worst: sorted[fitted]?.severity } };
}

/** A part that can be opened: whole where it fits, else by its number alone. */
function folded(list: readonly Diagnostic[], title: string, room: number): readonly string[] {
  if (list.length === 0) return [];
  const around = ["", `<details><summary>${list.length} ${title}</summary>`, "", "</details>"];
  const { lines, left } = byTool(list, room - sizeOf(around));
  return left.count === 0 ? [...around.slice(0, 2), ...lines, ...around.slice(2)] : ["", `${list.length} ${title}`];
}

/** What hosts take: GitHub's comments, in characters, and its job summaries, in bytes; a little is left for what a host adds. */
export const MOST = { comment: 65_000, summary: 1_000_000 } as const;

const WHAT_TO_DO = ["", "Narrow the change, or have it approved: <code>toolfence approve --tool ID --reason TEXT</code>"];
const told = ({ count, worst = "info" }: Left): string[] =>
  count === 0 ? [] : ["", `${count} more do not fit here, the worst of them ${worst}: \`toolfence verify\` prints all.`];

/**
 * A report as a comment on a pull request, or as a job summary. What gates comes first and is the last to give way.
 *
 * @param most bytes that the host takes.
 */
export function printMarkdown(report: Report, most: number = MOST.comment): string {
  const gating = report.diagnostics.filter((one) => one.gating);
  const approved = report.diagnostics.filter((one) => one.approval !== null);
  const exempt = report.diagnostics.filter((one) => one.exemption);
  const rest = report.diagnostics.filter(isTold);
  const who = `toolfence${report.folder === undefined ? "" : `, ${code(short(report.folder))}`}`;
  const title =
    gating.length === 0
      ? `### ✅ ${who}: nothing is newly allowed`
      : `### ❌ ${who}: ${gating.length} ${gating.length === 1 ? "finding" : "findings"} to look at`;
  const head = [
    MARKER,
    title,
    ...(report.base === null ? [] : ["", `Compared with ${inert(short(report.base))}; ${report.compared} tools.`]),
  ];
  const end = [...(gating.some((one) => one.witness !== null) ? WHAT_TO_DO : []), ""];
  // Kept for what is said where not all fits: by their numbers alone, both folded parts and the rest of what gates.
  const least =
    sizeOf(told({ count: gating.length, worst: "critical" })) +
    sizeOf(folded(approved, "approved", 0)) +
    sizeOf(folded(exempt, "exempt for a while", 0)) +
    sizeOf(folded(rest, "for information", 0));
  let room = most - sizeOf([...head, ...end]) - least;
  const body = byTool(gating, room);
  room -= sizeOf(body.lines);
  const parts: (readonly string[])[] = [];
  for (const [list, title] of [
    [approved, "approved"],
    [exempt, "exempt for a while"],
    [rest, "for information"],
  ] as const) {
    const part = folded(list, title, room);
    room -= sizeOf(part);
    parts.push(part);
  }
  return [...head, ...body.lines, ...told(body.left), ...parts.flat(), ...end].join("\n");
}
