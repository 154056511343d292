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

/** Why a finding has no mirror that stands in the head by itself, whatever the base was: it can be exempt for a while, and not approved. */
export const STATE = "a state of the head, no change";

export const NARROW = "Narrow the change to what the tool needs, or have it approved: `toolfence approve --tool ID --reason TEXT`.";
export const NOTHING = "Nothing has to be done.";
