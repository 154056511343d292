import { readdirSync, statSync } from "node:fs";
import type { Policy } from "../../model/policy.ts";

/** What a confined process may use of the machine. */
export interface Limits {
  readonly timeMs: number | undefined;
  readonly memoryMb: number;
  readonly processes: number;
  readonly openFiles: number;
  readonly fileBytes: number;
  readonly outputBytes: number;
}

const MIB = 1024 * 1024;

/** What holds where a policy says nothing. A time limit is none of these: a server runs as long as it is needed. */
export const DEFAULT_SANDBOX_LIMITS: Limits = {
  timeMs: undefined,
  memoryMb: 4096,
  processes: 256,
  openFiles: 1024,
  fileBytes: 256 * MIB,
  outputBytes: 16 * MIB,
};

export const limitsOf = (limits: Policy["limits"] = {}): Limits => ({
  ...DEFAULT_SANDBOX_LIMITS,
  ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
});

/** `prlimit` in front of a command. Memory is what may be written: address space alone costs nothing, and V8 reserves much. */
export const limited = (program: string, { memoryMb, processes, openFiles, fileBytes }: Limits, command: readonly string[]): string[] => [
  program,
  `--nproc=${processes}`,
  `--nofile=${openFiles}`,
  `--fsize=${fileBytes}`,
  `--data=${memoryMb * MIB}`,
  "--core=0",
  "--",
  ...command,
];

/** How many threads this user has now: what a limit of processes counts where there is no namespace of users. */
export function tasksOfUser(): number {
  const uid = process.getuid?.();
  return readdirSync("/proc").reduce((sum, name) => {
    if (!/^\d+$/u.test(name)) return sum;
    try {
      return statSync(`/proc/${name}`).uid === uid ? sum + readdirSync(`/proc/${name}/task`).length : sum;
    } catch {
      // It has ended meanwhile.
      return sum;
    }
  }, 0);
}
