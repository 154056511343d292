import { authorityDigest } from "../manifest/build.ts";
import { boundProperties } from "../model/input/bound.ts";
import { parseJson } from "../manifest/json.ts";
import type { Approval } from "../schema/approvals.ts";
import { approvalSchema } from "../schema/approvals.ts";
import type { Manifest, ManifestTool } from "../schema/manifest.ts";
import { printProblem, problemsOf } from "../schema/problems.ts";
import type { Diagnostic } from "../schema/report.ts";
import { diagnosticOf, TOGETHER, unitOf } from "./compare.ts";
import { info } from "./row.ts";
import { compareTool } from "./tool.ts";

export type ReadApprovals =
  { readonly ok: true; readonly entries: readonly Approval[] } | { readonly ok: false; readonly line: number; readonly reason: string };

/** Reads an approvals file, one JSON object a line. A line that is wrong is a reason to refuse the whole file. */
export function readApprovals(text: string): ReadApprovals {
  const entries: Approval[] = [];
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === "") continue;
    const refused = (reason: string): ReadApprovals => ({ ok: false, line: index + 1, reason });
    const parsed = parseJson(line);
    if (!parsed.ok) return refused(parsed.reason);
    const found = approvalSchema.safeParse(parsed.value);
    if (!found.success) {
      const [first] = problemsOf(found.error);
      return refused(first ? printProblem(first) : "it has the wrong form");
    }
    const { authority, to } = found.data;
    if (authorityDigest(authority.policy, authority) !== to) return refused("`to` is not the digest of `authority`");
    entries.push(found.data);
  }
  return { ok: true, entries };
}

/** The tool as it was approved: the same in everything but its authority. */
const asApproved = (head: ManifestTool, { authority, to }: Approval): ManifestTool => ({
  ...head,
  policy: authority.policy,
  facts: {
    capabilities: authority.capabilities,
    unknowns: authority.unknowns,
    requests: authority.requests ?? [],
    packages: [],
    assets: authority.assets ?? [],
  },
  ...(authority.input && { inputSchema: null, input: { kind: "object", properties: authority.input } }),
  digest: to,
});

const isExpired = (entry: Approval, today: string): boolean => entry.expires !== undefined && entry.expires < today;

/** Whether an entry speaks of one finding of the changes that it covers. */
const speaksOf = ({ tool, fingerprints, rules = [] }: Approval, one: Diagnostic): boolean =>
  tool === one.tool && (fingerprints === undefined || fingerprints.includes(one.fingerprint) || rules.includes(one.id));

/** Whether an entry covers the change of one unit: exactly that change, or one to something narrower than was approved. */
function covers(entry: Approval, unit: string, base: Manifest, head: Manifest): boolean {
  const after = unitOf(head, unit);
  if (entry.tool !== unit || !after || entry.from !== (unitOf(base, unit)?.digest ?? null)) return false;
  // Who was let combine one pair was not let combine another that looks like it.
  if (unit === TOGETHER) return after.tool.facts.capabilities.every((line) => entry.authority.capabilities.includes(line));
  // The same policy may still hide code that the analysis sees less of: always compared, whatever the digests say.
  return compareTool(asApproved(after.tool, entry), after.tool).every((row) => !row.gating);
}

/** Approved findings no longer gate; entries that cannot be relied on are said. `today` is a day, YYYY-MM-DD. */
export function applyApprovals(
  found: readonly Diagnostic[],
  base: Manifest,
  head: Manifest,
  entries: readonly Approval[],
  today: string,
): Diagnostic[] {
  const usable = entries.filter((entry) => !isExpired(entry, today) && entry.reason.trim() !== "");
  const approved = found.map((one): Diagnostic => {
    const { tool } = one;
    if (!one.gating || tool === null) return one;
    const entry = usable.find((candidate) => speaksOf(candidate, one) && covers(candidate, tool, base, head));
    if (!entry) return one;
    const { by, reason, date, expires = null, ticket = null } = entry;
    return { ...one, gating: false, approval: { by, reason, date, expires, ticket } };
  });
  return [...approved, ...entries.flatMap((entry) => complaint(entry, stateOfApproval(entry, entries, base, head, today, found)))];
}

/** `counts` is also what was approved and merged: it is evidence. */
export type ApprovalState = "counts" | "unreasoned" | "expired" | "stale";

/** Whether what an entry approved was merged: step by step, each approved as well, it led to what the base has. */
function isMerged(entry: Approval, entries: readonly Approval[], base: Manifest): boolean {
  const now = unitOf(base, entry.tool)?.digest;
  // The same digest again: what was agreed to is what the analysis sees less of.
  if (entry.from === entry.to) return false;
  const reached = new Set([entry.to]);
  // A set that grows while it is walked.
  for (const digest of reached) for (const one of entries) if (one.tool === entry.tool && one.from === digest) reached.add(one.to);
  return now !== undefined && reached.has(now);
}

/**
 * Whether one entry can be relied on.
 *
 * @param entries all of the file.
 * @param today a day, YYYY-MM-DD.
 * @param found what is found of the change: an entry for some findings counts where one of them is there.
 */
export function stateOfApproval(
  entry: Approval,
  entries: readonly Approval[],
  base: Manifest,
  head: Manifest,
  today: string,
  found: readonly Diagnostic[],
): ApprovalState {
  if (isMerged(entry, entries, base)) return "counts";
  if (entry.reason.trim() === "") return "unreasoned";
  if (isExpired(entry, today)) return "expired";
  const isAbout = entry.fingerprints === undefined || found.some((one) => speaksOf(entry, one));
  return isAbout && covers(entry, entry.tool, base, head) ? "counts" : "stale";
}

const COMPLAINTS: Readonly<Record<Exclude<ApprovalState, "counts">, (entry: Approval) => string>> = {
  unreasoned: () => "An approval has no reason, and does not count.",
  expired: ({ by, expires = "" }) => `An approval by ${by} expired on ${expires}.`,
  stale: ({ by, date }) => `An approval by ${by} of ${date} is for another change, and does not count.`,
};

/** What is wrong with an entry that would have counted, or that can count no more. */
const complaint = (entry: Approval, state: ApprovalState): Diagnostic[] =>
  state === "counts" ? [] : [diagnosticOf(entry.tool, info(`gate.approval.${state}`, COMPLAINTS[state](entry)))];

/** The entry that approves the change of one unit from base to head, or some findings of it; undefined where there is nothing to approve. */
export function approvalOf(
  unit: string,
  base: Manifest,
  head: Manifest,
  said: Pick<Approval, "fingerprints" | "rules" | "reason" | "by" | "date" | "expires" | "ticket">,
): Approval | undefined {
  const after = unitOf(head, unit);
  if (!after) return undefined;
  const { policy, facts } = after.tool;
  const input = policy ? [] : boundProperties(after.tool.input, facts.capabilities);
  return {
    tool: unit,
    from: unitOf(base, unit)?.digest ?? null,
    to: after.digest,
    authority: {
      policy,
      capabilities: facts.capabilities,
      unknowns: facts.unknowns,
      ...(facts.requests.length > 0 && { requests: facts.requests }),
      ...(facts.assets.length > 0 && { assets: facts.assets }),
      ...(input.length > 0 && { input }),
    },
    ...said,
  };
}
