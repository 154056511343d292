import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";

/** What stands at a descriptor of a program: one of its own kind, one of ours, or bytes to be read from it. */
export type Standing = string | number | Uint8Array;

export interface Spawn {
  readonly file: string;
  readonly args: readonly string[];
  readonly descriptors: readonly Standing[];
  /** Empty, unless nothing holds the program: a launcher is told its variables otherwise. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  /** Whether Node's channel stands behind the descriptors. */
  readonly channel: boolean;
  /** The output to be kept of each of both; more than that is told once. Without, output is not read. */
  readonly outputBytes: number | undefined;
  readonly tooMuch: () => void;
}

export interface Exit {
  /** Undefined where a signal ended it, or it was never started. */
  readonly exitCode: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Spawned {
  readonly pid: number | undefined;
  /** Our ends, by descriptor; empty where it was never started. */
  readonly stdio: readonly (Socket | null | undefined)[];
  readonly process: ChildProcess;
  /** When it is over and all that it wrote is read. Never rejects. */
  readonly ended: Promise<Exit>;
  send(message: string): void;
}

/** Keeps what is written, up to a limit, and reads on without keeping, so that nobody waits. */
function kept(pipe: Socket | null | undefined, bytes: number, tooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  pipe?.on("data", (chunk: Buffer) => {
    if (length < bytes) chunks.push(chunk.subarray(0, bytes - length));
    if (length <= bytes && length + chunk.length > bytes) tooMuch();
    length += chunk.length;
  });
  return () =>
    Buffer.concat(chunks)
      .toString("utf8")
      .replace(/\r?\n$/u, "");
}

/** What could not be started: an argument that is too long, or no descriptor to spare. Node leaves the pipes open that it had made. */
const unstarted = (error: Error): Spawned => ({
  pid: undefined,
  stdio: [],
  process: new EventEmitter() as ChildProcess,
  ended: Promise.resolve({ exitCode: undefined, signal: undefined, stdout: "", stderr: `cannot be started: ${error.message}` }),
  send: () => undefined,
});

/**
 * Starts a program in a group of its own, with exactly these variables and descriptors.
 *
 * Not by execa: it does work for every descriptor below the highest, which is 30 ms where this process was
 * itself handed one of a high number.
 */
export function spawned({ file, args, descriptors, environment = {}, cwd, channel, outputBytes, tooMuch }: Spawn): Spawned {
  const stdio = descriptors.map((one) => (one instanceof Uint8Array ? "pipe" : one));
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      env: environment,
      cwd,
      detached: true,
      stdio: (channel ? [...stdio, "ipc"] : stdio) as never,
      ...(channel ? { serialization: "json" as const } : {}),
    });
  } catch (error) {
    return unstarted(error as Error);
  }
  // Where it could not be started there are none.
  const ends = (child.stdio as Spawned["stdio"] | undefined) ?? [];
  // A program that does not read on is no fault of ours.
  for (const end of ends) end?.on("error", () => undefined);
  for (const [fd, one] of descriptors.entries()) if (one instanceof Uint8Array) ends[fd]?.end(one);
  const [stdout, stderr] = outputBytes === undefined ? [] : [ends[1], ends[2]].map((pipe) => kept(pipe, outputBytes, tooMuch));
  const ended = new Promise<Exit>((resolve) => {
    child.once("error", (error) => {
      // Later errors are of sending to it or ending it; its end is told by itself.
      if (child.pid !== undefined) return;
      for (const end of ends) end?.destroy();
      resolve({ exitCode: undefined, signal: undefined, stdout: "", stderr: error.message });
    });
    child.on("error", () => undefined);
    child.once("close", (code, signal) => {
      resolve({ exitCode: code ?? undefined, signal: signal ?? undefined, stdout: stdout?.() ?? "", stderr: stderr?.() ?? "" });
    });
  });
  return {
    pid: child.pid,
    stdio: ends,
    process: child,
    ended,
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
  };
}
