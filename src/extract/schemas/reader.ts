import type { InputShape } from "../../model/input/shape.ts";
import type { At } from "../eval/meaning/follow.ts";
import type { Built } from "./builders.ts";

/** What the readers of each notation ask of one another. */
export interface Reader {
  readonly follow: (at: At) => At;
  /** What an expression says, as text that names and places do not change. */
  readonly text: (at: At) => string;
  readonly shape: (at: At) => InputShape;
  readonly property: (at: At) => Built;
  /** What a package calls what a module imports by a specifier and a name; undefined where no package has it. */
  readonly foreign: (mod: At["mod"], specifier: string, name: string) => string | undefined;
  /** The alternatives of a list. */
  readonly union: (at: At) => InputShape;
}
