import type { InputShape } from "../../model/input/shape.ts";
import type { At } from "../eval/follow.ts";
import type { Built } from "./builders.ts";

/** What the readers of each notation ask of one another. */
export interface Reader {
  readonly follow: (at: At) => At;
  /** What an expression says, as text that names and places do not change. */
  readonly text: (at: At) => string;
  readonly shape: (at: At) => InputShape;
  readonly property: (at: At) => Built;
  /** Whether a module imports from a package by a specifier. */
  readonly isForeign: (mod: At["mod"], specifier: string) => boolean;
  /** The alternatives of a list. */
  readonly union: (at: At) => InputShape;
}
