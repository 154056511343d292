import type { ProcessLimits } from "../../model/limits.ts";
import { FD } from "./descriptors.ts";
import { resources } from "./limits.ts";
import type { Pins } from "./pins.ts";

/** What our own program looks at and sets before it becomes the command. */
export interface Last {
  readonly pins: Pins;
  /** The folder that it starts in. */
  readonly cwd: string;
  readonly limits: ProcessLimits;
  /** What the command's program must be, as DEVICE:INODE; absent where any will do. */
  readonly program?: string | undefined;
}

/** Our own program (`native/inside.c`), which stands open at a descriptor, in a launcher's argument list: it waits at another for the rest. */
export const WAITING: readonly string[] = [`/proc/self/fd/${FD.program}`, "--close", String(FD.program), "--args", String(FD.gate)];

/** What a launcher is given of a command: its own argument list, and what our program inside is told, where it waits for that. */
export interface Handed {
  readonly command: readonly string[];
  readonly last?: readonly string[];
  /** What is a mount of its own there, and has to be one still where the launcher has waited. */
  readonly mounts?: readonly Mounted[];
}

/** A mount, and whether what is there may be written. */
export interface Mounted {
  readonly path: string;
  readonly how: "ro" | "rw";
}

/** The question whether something is one. Pure. */
export const stillMounted = (mounts: readonly Mounted[]): string[] => mounts.flatMap(({ path, how }) => ["--mount", path, how]);

/** The rest, by which it becomes the command. Pure. */
export const becoming = ({ pins, cwd, limits, program }: Last, command: readonly string[]): string[] => [
  ...[...pins].flatMap(([path, id]) => ["--pin", path, id]),
  // By then: the folder of this name may be another one than when the mounts were made.
  "--chdir",
  cwd,
  ...Object.entries(resources(limits)).flatMap(([name, value]) => ["--limit", name, String(value)]),
  ...(program === undefined ? [] : ["--is", program]),
  "--told",
  String(FD.info),
  "--",
  ...command,
];
