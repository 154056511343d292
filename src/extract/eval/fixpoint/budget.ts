import type { Atom } from "../domain/values.ts";

/** What one root of exploration may take; further answers are cut short. */
export const MAX_STEPS = 600_000;
export const MAX_STACK = 600;
/** A question that stands just above what there is no room for. */
export const NEAR_STACK = MAX_STACK - 24;
/** A root that takes more steps than these goes on with few contexts: it reaches further than it would have by telling all apart. */
export const MANY_STEPS = 20_000;
/** More answers than these are forgotten before the next root is explored; each takes some 300 bytes. */
export const MAX_REMEMBERED = 2_500_000;
/** With more activations than these, functions are told apart by few contexts from then on. */
export const MAX_FRAMES = 400_000;

/** Ends what was not worth more steps. */
export const OUT_OF_STEPS = new Error("out of steps");

/** Why an answer that was cut short is not known. */
export const CUT = "unknown.budget";
export const isCut = (atom: Atom): boolean => atom.k === "unk" && atom.why === CUT;
