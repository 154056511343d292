import { closeSync, openSync, readFileSync } from "node:fs";
import type { Server } from "node:net";
import type { Readable } from "node:stream";
import { execa } from "execa";
import type { Egress } from "../egress/proxy.ts";
import { descriptors, FD } from "./descriptors.ts";

export interface Launch {
  readonly launcher: string;
  /** Options of the launcher. They go through a pipe: values of granted variables must not stand in an argument list. */
  readonly options: readonly string[];
  readonly command: readonly string[];
  readonly filter: Buffer;
  readonly interactive: boolean;
  readonly input?: string | undefined;
  readonly timeMs: number | undefined;
  readonly outputBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Where there is an egress: the proxy, and the program that is put in front of Node programs. */
  readonly egress?: { readonly proxy: Egress; readonly preload: string } | undefined;
}

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const lines = (args: readonly string[]): Uint8Array => new TextEncoder().encode(args.map((arg) => `${arg}\0`).join(""));

/** The process that the launcher's first one has started: the command itself. */
function commandOf(first: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(" ")[0]) || undefined;
  } catch {
    return undefined;
  }
}

/** Starts the launcher in a group of its own, with an empty environment; the whole group ends with it. */
export async function launch(one: Launch): Promise<Ended> {
  const { egress, interactive } = one;
  const head = ["--args", String(FD.options), "--seccomp", String(FD.filter), "--info-fd", String(FD.info)];
  const standard = interactive
    ? (["inherit", "inherit", "inherit"] as const)
    : ([one.input === undefined ? "ignore" : new TextEncoder().encode(one.input), "pipe", "pipe"] as const);
  const given = [
    ...standard,
    lines(one.options),
    new Uint8Array(one.filter),
    "pipe",
    ...(egress ? [new TextEncoder().encode(egress.preload)] : []),
  ];
  const empty = openSync("/dev/null", "r");
  const child = execa(one.launcher, [...head, "--", ...one.command], {
    reject: false,
    extendEnv: false,
    env: {},
    detached: true,
    stripFinalNewline: true,
    maxBuffer: one.outputBytes,
    stdio: descriptors(given, empty) as never,
    ...(egress ? { ipc: true as const, serialization: "json" as const } : {}),
  });
  closeSync(empty);
  let first: number | undefined;
  ((child.stdio as readonly unknown[])[FD.info] as Readable | undefined)?.once("data", (chunk: Buffer) => {
    first = Number(/"child-pid":\s*(\d+)/u.exec(String(chunk))?.[1]);
  });
  let timedOut = false;
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  const timer =
    one.timeMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          stop();
        }, one.timeMs);
  const passOn = (signal: NodeJS.Signals): void => {
    const target = first === undefined ? undefined : commandOf(first);
    if (target !== undefined) process.kill(target, signal);
    else stop();
  };
  if (interactive) for (const signal of PASSED_ON) process.on(signal, passOn);
  one.signal?.addEventListener("abort", stop, { once: true });
  process.once("exit", stop);
  let server: Server | undefined;
  if (egress)
    child.once("message", (_message: unknown, handle: unknown) => {
      server = handle as Server;
      egress.proxy.serve(server);
      child.send("serving");
    });
  try {
    const { exitCode, signal, stdout, stderr } = await child;
    return {
      exitCode: exitCode ?? (signal === undefined ? 128 : 137),
      stdout: typeof stdout === "string" ? stdout : "",
      stderr: typeof stderr === "string" ? stderr : "",
      timedOut,
    };
  } finally {
    clearTimeout(timer);
    for (const signal of PASSED_ON) process.off(signal, passOn);
    one.signal?.removeEventListener("abort", stop);
    process.off("exit", stop);
    server?.close();
    egress?.proxy.close();
    stop();
  }
}
