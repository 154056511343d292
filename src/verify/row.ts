import type { Severity } from "../schema/report.ts";

/** One difference between base and head, before it is known which unit it belongs to. */
export interface Row {
  readonly id: string;
  readonly severity: Severity;
  readonly gating: boolean;
  readonly message: string;
  /** Something newly allowed. */
  readonly witness?: string | undefined;
  /** Canonical old and new value: what a fingerprint stands on. */
  readonly from?: string;
  readonly to?: string;
  /** The row whose grant already implies this one; it gates all the same. */
  readonly dominatedBy?: string;
}

export const info = (id: string, message: string): Row => ({ id, severity: "info", gating: false, message });

export const gate = (id: string, severity: Severity, message: string, witness?: string, values: Pick<Row, "from" | "to"> = {}): Row => ({
  id,
  severity,
  gating: true,
  message,
  ...(witness === undefined ? {} : { witness }),
  ...values,
});
