import type { Severity } from "../schema/report.ts";

/** What there is to know about one kind of finding. `*` in an id stands for a facet or part. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** What it says, in one sentence. */
  readonly title: string;
  /** What to do about it. */
  readonly help: string;
  /** The finding for the opposite change; a rule that is no widening has none. */
  readonly mirror?: string;
  /** Why a widening has no mirror. */
  readonly waiver?: string;
  /** Names that the same finding has elsewhere. */
  readonly aliases?: readonly string[];
}

export const NARROW = "Narrow the change to what the tool needs, or have it approved: `toolfence approve --tool ID --reason TEXT`.";
export const NOTHING = "Nothing has to be done.";
