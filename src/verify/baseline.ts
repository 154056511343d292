import { z } from "zod";
import { parseJson } from "../manifest/json.ts";
import { printProblem, problemsOf } from "../schema/problems.ts";
import type { Diagnostic } from "../schema/report.ts";
import { FINGERPRINT } from "../schema/report.ts";
import { diagnosticOf } from "./compare.ts";
import { gate } from "./row.ts";

/** `toolfence.baseline.json`: findings that stood when toolfence was adopted, by fingerprint. It can only shrink. */
export const baselineSchema = z.strictObject({ baselineVersion: z.literal(1), findings: z.array(z.string().regex(FINGERPRINT)) });

export type ReadBaseline = { readonly ok: true; readonly findings: readonly string[] } | { readonly ok: false; readonly reason: string };

export function readBaseline(text: string): ReadBaseline {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  const found = baselineSchema.safeParse(parsed.value);
  if (found.success) return { ok: true, findings: found.data.findings };
  const [first] = problemsOf(found.error);
  return { ok: false, reason: first ? printProblem(first) : "it has the wrong form" };
}

export const printBaseline = (findings: readonly string[]): string =>
  `${JSON.stringify({ baselineVersion: 1, findings: [...new Set(findings)].sort() }, null, 2)}\n`;

/** Findings of the state that are known no longer gate. */
export const applyBaseline = (found: readonly Diagnostic[], known: readonly string[]): Diagnostic[] =>
  found.map((one) => (known.includes(one.fingerprint) ? { ...one, gating: false, severity: "info" } : one));

/** A baseline that grew, or that appears where there was a manifest without one. */
export function compareBaselines(
  base: readonly string[] | undefined,
  head: readonly string[] | undefined,
  isAdopted: boolean,
): Diagnostic[] {
  if (!head || (!base && !isAdopted)) return [];
  const grown = head.filter((one) => !(base ?? []).includes(one));
  if (grown.length === 0) return [];
  return [
    diagnosticOf(
      null,
      gate(
        "gate.baseline.grown",
        "high",
        `The baseline accepts ${grown.length} more ${grown.length === 1 ? "finding" : "findings"}.`,
        grown.join(", "),
        { to: grown.join(",") },
      ),
    ),
  ];
}

/** Entries that no finding of now answers to: left there, they would take the finding in again. */
export function staleBaseline(found: readonly Diagnostic[], known: readonly string[]): Diagnostic[] {
  const now = new Set(found.map((one) => one.fingerprint));
  const stale = known.filter((one) => !now.has(one));
  if (stale.length === 0) return [];
  const words = `The baseline has ${stale.length} ${stale.length === 1 ? "entry" : "entries"} that no finding answers to; run \`toolfence baseline prune\`.`;
  return [diagnosticOf(null, gate("gate.baseline.stale", "medium", words, stale.join(", "), { to: stale.join(",") }))];
}
