import type { Diagnostic, Report } from "../schema/report.ts";
import { visible } from "../verify/undeclared.ts";

/** GitHub shows ten annotations of a level and drops the rest without a word. */
const MAX = 10;

const data = (text: string): string => visible(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

function annotation(level: "error" | "notice", list: readonly Diagnostic[], prefix: string): string {
  const [first] = list;
  const place = first?.file ? `file=${property(prefix + first.file)},line=${first.line ?? 1},` : "";
  const text = list.map((one) => `${one.id}: ${one.message}${one.witness === null ? "" : ` Newly allowed, for example: ${one.witness}`}`);
  return `::${level} ${place}title=${property(`toolfence: ${first?.tool ?? "package"}`)}::${data(text.join(" | "))}`;
}

/** Workflow commands: one annotation a tool, and one that says how many more there are. */
export function printGithub(report: Report, prefix = ""): string {
  const groups = new Map<string | null, Diagnostic[]>();
  for (const one of report.diagnostics) if (one.gating) groups.set(one.tool, [...(groups.get(one.tool) ?? []), one]);
  const lists = [...groups.values()];
  const shown = lists.length > MAX ? lists.slice(0, MAX - 1) : lists;
  return [
    ...shown.map((list) => annotation("error", list, prefix)),
    ...(shown.length < lists.length
      ? [`::error title=toolfence::${lists.length - shown.length} more tools have findings; see the job summary`]
      : []),
    "",
  ].join("\n");
}
