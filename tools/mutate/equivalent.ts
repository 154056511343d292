import { OF_THE_GATE } from "./equivalent-gate.js";
import { OF_THE_MODEL } from "./equivalent-model.js";

/** A mutant that no test can kill, since it changes no answer. */
export interface Equivalent {
  readonly file: string;
  /** Part of the line that it stands in. */
  readonly source: string;
  readonly was: string;
  readonly text: string;
  readonly reason: string;
}

export const EQUIVALENT: readonly Equivalent[] = [...OF_THE_MODEL, ...OF_THE_GATE];
