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
  /** What may be mounted there, where that can be told. */
  readonly mounts?: Mounts;
}

/** All that is mounted there, beside what the launcher makes below `/proc` and `/dev`. */
export interface Mounts {
  /** What is a mount of its own, and has to be one still where the launcher has waited. */
  readonly over: readonly Mounted[];
  /** Files and folders of the system that stand there as they are outside, those that there are. */
  readonly system: readonly string[];
}

/** A mount, and whether what is there may be written. */
export interface Mounted {
  readonly path: string;
  readonly how: "ro" | "rw";
}

/** The question whether all that is mounted is what is planned, and nothing else is. @param pins what the system's must be. Pure. */
export const stillMounted = ({ over, system }: Mounts, pins: Pins): string[] => [
  ...system.flatMap((path) => ["--known", path]),
  ...[...pins].flatMap(([path, id]) => ["--pin", path, id]),
  ...over.flatMap(({ path, how }) => ["--mount", path, how]),
];

/** What our program inside is told, with how much that is: what is cut off on the way is refused. Pure. */
export const counted = (words: readonly string[]): string[] => ["--words", String(words.length), ...words];

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
