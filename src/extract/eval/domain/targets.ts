import type { CallExpr } from "../../ir.ts";
import { canonical } from "../../tables/index.ts";
import type { AtomOf, Frame, Value } from "./values.ts";

/** One thing that a call may do. */
export type Target =
  | { readonly k: "frame"; readonly frame: Frame; readonly call: CallExpr; readonly at: Frame }
  | { readonly k: "new"; readonly inst: AtomOf<"inst">; readonly frames: readonly Frame[] }
  | {
      readonly k: "ext";
      readonly root: string;
      readonly path: readonly string[];
      readonly args: readonly Value[];
      readonly isNew: boolean;
      /** What the handle was opened with whose method this is. */
      readonly held?: readonly Value[];
      readonly call: CallExpr;
      readonly at: Frame;
    }
  | { readonly k: "each"; readonly value: Value; readonly frames: readonly Frame[]; readonly passed: Value; readonly given: Value }
  | { readonly k: "data"; readonly args: readonly Value[]; readonly value: Value }
  | {
      readonly k: "unk";
      readonly why: string;
      readonly what: string;
      readonly args: readonly Value[];
      readonly call: CallExpr;
      readonly at: Frame;
      /** What it gives back, where its type says so. */
      readonly result?: Value;
    };

/** What a call does outside of what is followed. */
export type External = Extract<Target, { readonly k: "ext" }>;

/** The call of something external that another call makes. */
export const externalCall = (
  { root, path }: AtomOf<"ext">,
  args: readonly Value[],
  isNew: boolean,
  call: CallExpr,
  at: Frame,
): External => ({
  k: "ext",
  ...canonical(root, path),
  args,
  isNew,
  call,
  at,
});
