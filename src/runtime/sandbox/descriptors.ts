import { readdirSync, readFileSync } from "node:fs";

/** Descriptors of the launcher beside the standard three. */
export const FD = { options: 3, filter: 4, info: 5, preload: 6, link: 7, program: 8, gate: 9, hosts: 10 } as const;
/** Those of them that our own launcher reads, also from inside of another. */
export const LAUNCHER_FDS: readonly number[] = [FD.options, FD.filter, FD.info, FD.program];
const GIVEN = 11;
const CLOSE_ON_EXEC = 0o2_000_000;

function isInherited(fd: number): boolean {
  try {
    const flags = /flags:\s*(\d+)/u.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1] ?? "";
    return (parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}

let known: readonly number[] | undefined;

/** Descriptors that this process was itself handed open, and would hand on to what it starts. Node opens none of that kind. */
const strays = (): readonly number[] =>
  (known ??= readdirSync("/proc/self/fd")
    .map(Number)
    .filter((fd) => fd > 2 && isInherited(fd)));

/**
 * What stands at each descriptor of the launcher: what it is given, and over every one that would come along
 * by itself, an empty file.
 */
export function descriptors<T>(given: readonly (T | undefined)[], empty: number): (T | number | "ignore")[] {
  const covered = strays();
  return Array.from({ length: channelFd() }, (_, fd) => given[fd] ?? (covered.includes(fd) ? empty : "ignore"));
}

/** The descriptor of Node's channel: the one behind all others. */
export const channelFd = (): number => Math.max(GIVEN, 1 + Math.max(-1, ...strays()));
