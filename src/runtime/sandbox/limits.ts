import { readdirSync, statSync } from "node:fs";
import type { ProcessLimits } from "../../model/limits.ts";
import { DEFAULT_SANDBOX_LIMITS } from "../../model/limits.ts";
import type { Policy } from "../../model/policy.ts";

const MIB = 1024 * 1024;

export const limitsOf = (limits: Policy["limits"] = {}): ProcessLimits => ({
  ...DEFAULT_SANDBOX_LIMITS,
  ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
});

/** Time of the processor as the kernel counts it. */
export const cpuSeconds = (cpuMs: number): number => Math.ceil(cpuMs / 1000);

/** The kernel's own limits. Memory is what may be written: address space alone costs nothing, and V8 reserves much. */
export const resources = ({ memoryMb, processes, openFiles, fileBytes, cpuMs }: ProcessLimits): Readonly<Record<string, number>> => ({
  ...(cpuMs !== undefined && { cpu: cpuSeconds(cpuMs) }),
  nproc: processes,
  nofile: openFiles,
  fsize: fileBytes,
  data: memoryMb * MIB,
  core: 0,
});

/** `prlimit` in front of a command. */
export const limited = (program: string, limits: ProcessLimits, command: readonly string[]): string[] => [
  program,
  ...Object.entries(resources(limits)).map(([name, value]) => `--${name}=${value}`),
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
