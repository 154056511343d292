import type { Diagnostic, Report } from "../schema/report.ts";
import { SEVERITIES } from "../schema/report.ts";
import { visible } from "../model/json-text.ts";

/** GitHub shows ten annotations of a level in one step and drops the rest without a word. */
const MAX = 10;

/** How many annotations there is room for yet, and how many tools had none, over the reports of one step. */
export interface Room {
  left: number;
  hidden: number;
}

/** Room for the reports of several packages: the last place is kept for what says how many more there are. */
export const sharedRoom = (): Room => ({ left: MAX - 1, hidden: 0 });

/** What says that not all are shown; nothing where they are. */
export const printHidden = ({ hidden }: Room): string =>
  hidden === 0 ? "" : `::error title=toolfence::${hidden} more ${hidden === 1 ? "tool has" : "tools have"} findings; see the job summary\n`;

const data = (text: string): string => visible(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

function annotation(level: "error" | "notice", list: readonly Diagnostic[], prefix: string): string {
  const [first] = list;
  const place = first?.file ? `file=${property(prefix + first.file)},line=${first.line ?? 1},` : "";
  const text = list.map((one) => `${one.id}: ${one.message}${one.witness === null ? "" : ` Newly allowed, for example: ${one.witness}`}`);
  return `::${level} ${place}title=${property(`toolfence: ${first?.tool ?? "package"}`)}::${data(text.join(" | "))}`;
}

/**
 * Workflow commands: one annotation a tool, and one that says how many more there are.
 *
 * @param shared room that several reports have together: what does not fit is counted there, and said at their end.
 */
export function printGithub(report: Report, prefix = "", shared?: Room): string {
  const groups = new Map<string | null, Diagnostic[]>();
  for (const one of report.diagnostics) if (one.gating) groups.set(one.tool, [...(groups.get(one.tool) ?? []), one]);
  // The worst first: what does not fit is the least.
  const worst = (list: readonly Diagnostic[]): number => Math.max(...list.map(({ severity }) => SEVERITIES.indexOf(severity)));
  const lists = [...groups.values()].sort((a, b) => worst(b) - worst(a));
  const shown = lists.slice(0, shared ? shared.left : lists.length > MAX ? MAX - 1 : MAX);
  const room = shared ?? { left: 0, hidden: 0 };
  room.left -= shown.length;
  room.hidden += lists.length - shown.length;
  return shown.map((list) => `${annotation("error", list, prefix)}\n`).join("") + (shared ? "" : printHidden(room));
}
