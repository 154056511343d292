import type { ProcessLimits } from "../../model/limits.ts";
import { FD } from "./descriptors.ts";
import { resources } from "./limits.ts";
import type { Pins } from "./pins.ts";

/** What our own program looks at and sets before it becomes the command. */
export interface Last {
  readonly pins: Pins;
  readonly limits: ProcessLimits;
  /** What the command's program must be, as DEVICE:INODE; absent where any will do. */
  readonly program?: string | undefined;
}

/** A command with our own program (`native/inside.c`) in front of it, which stands open at a descriptor. Pure. */
export const becoming = ({ pins, limits, program }: Last, command: readonly string[]): string[] => [
  `/proc/self/fd/${FD.program}`,
  "--close",
  String(FD.program),
  ...[...pins].flatMap(([path, id]) => ["--pin", path, id]),
  ...Object.entries(resources(limits)).flatMap(([name, value]) => ["--limit", name, String(value)]),
  ...(program === undefined ? [] : ["--is", program]),
  "--told",
  String(FD.info),
  "--",
  ...command,
];
