/** Limits of a call that hold where neither a policy nor a configuration sets one. */
export const DEFAULT_LIMITS = {
  /** Five minutes for a call. */
  timeMs: 300_000,
  argumentBytes: 4 * 1024 * 1024,
  outputBytes: 8 * 1024 * 1024,
  /** Calls in a session that was opened as such; a server's own one has no end. */
  calls: 10_000,
} as const;

/** What a confined process may use of the machine. */
export interface ProcessLimits {
  readonly timeMs: number | undefined;
  /** Of the processor, for each process; the kernel counts whole seconds. */
  readonly cpuMs: number | undefined;
  readonly memoryMb: number;
  readonly processes: number;
  readonly openFiles: number;
  readonly fileBytes: number;
  readonly outputBytes: number;
}

const MIB = 1024 * 1024;

/** What holds for a confined process where a policy says nothing. Limits of time are none of these: a server runs as long as it is needed. */
export const DEFAULT_SANDBOX_LIMITS: ProcessLimits = {
  timeMs: undefined,
  cpuMs: undefined,
  memoryMb: 4096,
  processes: 256,
  openFiles: 1024,
  fileBytes: 256 * MIB,
  outputBytes: 16 * MIB,
};
