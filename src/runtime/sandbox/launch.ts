import { createReadStream, fstatSync } from "node:fs";
import { Server } from "node:net";
import type { Egress } from "../egress/proxy.ts";
import type { Handed } from "./inside.ts";
import type { Spawned } from "./spawned.ts";
import type { Start, Started } from "./start.ts";
import { start } from "./start.ts";
import type { WayOut } from "./way-out.ts";

export interface Launch extends Omit<Start, "standard" | "channel" | "link" | "preload" | "outputBytes" | keyof Handed>, Handed {
  readonly outputBytes: number;
  readonly interactive: boolean;
  readonly input?: string | undefined;
  readonly timeMs: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly egress?: (Pick<WayOut, "proxy" | "door"> & { readonly preload: string | undefined }) | undefined;
}

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Whether it was ended for writing more output than it may. */
  readonly wroteTooMuch: boolean;
  /** Why the command was never started, where it was not. */
  readonly refused?: string | undefined;
}

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A file that is open already could be opened anew inside, to read or write it whatever the policy says; so it is copied. */
function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

function passThrough({ stdio: [stdin, stdout, stderr] }: Spawned): void {
  if (stdin) createReadStream("", { fd: 0, autoClose: false }).pipe(stdin);
  stdout?.pipe(process.stdout, { end: false });
  stderr?.pipe(process.stderr, { end: false });
}

/** Takes over the listening socket that our program makes inside, and serves it; the first one alone. */
export function serveInside(child: Spawned, proxy: Egress, made: (server: Server) => void): void {
  child.process.once("message", (_message: unknown, handle: unknown) => {
    if (!(handle instanceof Server)) return;
    made(handle);
    proxy.serve(handle);
    child.send("serving");
  });
}

/** How the launcher of a command is started. */
export const startOf = (one: Launch): Start => ({
  ...one,
  preload: one.egress?.preload,
  standard: one.interactive
    ? [0, 1, 2].map((fd) => (isFile(fd) ? "pipe" : "inherit"))
    : [one.input === undefined ? "ignore" : new TextEncoder().encode(one.input), "pipe", "pipe"],
  channel: one.egress !== undefined && one.egress.door === undefined,
  link: false,
  outputBytes: one.interactive ? undefined : one.outputBytes,
});

/** Runs a confined command to its end. */
export const launch = (one: Launch): Promise<Ended> => followed(start(startOf(one)), one);

/** Waits for the end of a command that was started, or ends it in time. */
export async function followed({ child, stop, command, refused, wroteTooMuch }: Started, one: Launch): Promise<Ended> {
  const { egress, interactive } = one;
  if (interactive) passThrough(child);
  let timedOut = false;
  const timer =
    one.timeMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          stop();
        }, one.timeMs);
  const passOn = (signal: NodeJS.Signals): void => {
    const target = command();
    try {
      if (target !== undefined) process.kill(target, signal);
      else stop();
    } catch {
      // It has just ended by itself.
    }
  };
  if (interactive) for (const signal of PASSED_ON) process.on(signal, passOn);
  one.signal?.addEventListener("abort", stop, { once: true });
  // It was aborted while this was being made ready.
  if (one.signal?.aborted) stop();
  let server: Server | undefined;
  if (egress)
    serveInside(child, egress.proxy, (made) => {
      server = made;
    });
  try {
    const { exitCode, signal, stdout, stderr } = await child.ended;
    return {
      exitCode: exitCode ?? (signal === undefined ? 128 : 137),
      stdout,
      stderr,
      timedOut,
      wroteTooMuch: wroteTooMuch(),
      refused: refused(),
    };
  } finally {
    clearTimeout(timer);
    for (const signal of PASSED_ON) process.off(signal, passOn);
    one.signal?.removeEventListener("abort", stop);
    server?.close();
    stop();
  }
}
