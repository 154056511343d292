import { closeSync, openSync, readFileSync } from "node:fs";
import { descriptors, FD } from "./descriptors.ts";
import { counted } from "./inside.ts";
import type { Pins } from "./pins.ts";
import { exchanged } from "./pins.ts";
import type { Spawned, Standing } from "./spawned.ts";
import { spawned } from "./spawned.ts";

export interface Start {
  readonly launcher: string;
  /** Our own program, open: the launcher itself, or what becomes the command inside of it. */
  readonly program?: number | undefined;
  /** What must stand at the places that are mounted: the command starts when it does. Absent where the launcher opens them itself. */
  readonly pins?: Pins | undefined;
  /** What ends everything inside: `SIGKILL` where the kernel does it when the launcher is gone, `SIGTERM` where the launcher does. */
  readonly ending: "SIGKILL" | "SIGTERM";
  /** What stands in front of the options of our own launcher, where another one starts it. */
  readonly front: readonly string[];
  /** Options of the launcher. They go through a pipe: values of granted variables must not stand in an argument list. */
  readonly options: readonly string[];
  /** The command's variables and folder, where nothing holds it: then the launcher is none of ours, and is told nothing. */
  readonly bare?: { readonly environment: Readonly<Record<string, string>>; readonly cwd: string };
  /** Where the launcher starts; its own folder is in use while it runs. */
  readonly startsIn?: string | undefined;
  /** How many processes stand between the one that is started and the command. */
  readonly hops: number;
  readonly command: readonly string[];
  /** What our own program inside is told, which then says that the command begins; absent where there is none: then the launcher says it. */
  readonly last?: readonly string[] | "later" | undefined;
  readonly filter: Buffer;
  /** The program that is put in front of Node programs, where there is an egress. */
  readonly preload: string | undefined;
  /** What stands in `/etc/hosts` inside. */
  readonly hosts?: string | undefined;
  /** The standard three: `inherit`, `pipe`, `ignore`, a descriptor, or bytes to read. */
  readonly standard: readonly Standing[];
  /** Whether Node's channel leads to our program inside, which closes it before anything else runs: it hands over a socket. */
  readonly channel: boolean;
  /** Whether there is a pipe of two ways to the program inside. */
  readonly link: boolean;
  /** The output to be kept: more than that ends the command. Without, output is not kept, and not limited. */
  readonly outputBytes: number | undefined;
}

/** What a program of ours reads from a pipe. @throws {TypeError} */
export function lines(args: readonly string[]): Uint8Array {
  // A NUL would end one option and begin another.
  if (args.some((arg) => arg.includes("\0"))) throw new TypeError("A path or variable of a confined start has a NUL character.");
  return new TextEncoder().encode(args.map((arg) => `${arg}\0`).join(""));
}

/** The process that was started so many steps below another one, each time the first. */
function below(pid: number | undefined, hops: number): number | undefined {
  if (pid === undefined || hops === 0) return pid;
  try {
    return below(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]) || undefined, hops - 1);
  } catch {
    return undefined;
  }
}

export interface Started {
  readonly child: Spawned;
  /** Ends everything inside, at once. */
  readonly stop: () => void;
  /** The process number of the command, once it runs. */
  readonly command: () => number | undefined;
  /** Why the command was not started, as far as that is known yet: the launcher failed, or mounted something else. */
  readonly refused: () => string | undefined;
  /** Whether it was ended for writing more output than it may. */
  readonly wroteTooMuch: () => boolean;
}

/** What our own program inside says when the command begins. */
const BEGUN = "1".charCodeAt(0);

/** What is to be ended with us: one listener for all of them, however many run at once. */
const running = new Set<() => void>();
let isListening = false;
function atExit(stop: () => void): void {
  running.add(stop);
  if (isListening) return;
  isListening = true;
  process.once("exit", () => {
    for (const one of running) one();
  });
}

/** Starts the launcher in a group of its own, with an empty environment; the whole group ends with it, and with us. */
export function start(one: Start): Started {
  // A launcher between has limits of its own for arguments.
  const isBetween = one.front.length > 0;
  const options = isBetween ? [...one.options, "--then", ...one.command] : one.options;
  const head = [
    ...one.front,
    ...["--args", String(FD.options), "--seccomp", String(FD.filter)],
    // What becomes the command inside says by itself that it has begun.
    ...(one.last !== undefined ? [] : ["--info-fd", String(FD.info)]),
    ...(one.pins ? ["--block-fd", String(FD.gate)] : []),
  ];
  const given: (Standing | undefined)[] = [
    ...one.standard,
    ...(one.bare ? [undefined, undefined, undefined] : [lines(options), one.filter, "pipe"]),
    one.preload === undefined ? undefined : new TextEncoder().encode(one.preload),
    one.link ? "pipe" : undefined,
    one.program,
    one.last === undefined ? one.pins && "pipe" : one.last === "later" ? "pipe" : lines(counted(one.last)),
    one.hosts === undefined ? undefined : new TextEncoder().encode(one.hosts),
  ];
  let wroteTooMuch = false;
  const empty = openSync("/dev/null", "r");
  const child = ((): Spawned => {
    try {
      return spawned({
        file: one.launcher,
        cwd: one.startsIn,
        args: one.bare ? one.command : isBetween ? head : [...head, "--", ...one.command],
        ...one.bare,
        descriptors: descriptors(given, empty),
        channel: one.channel,
        outputBytes: one.outputBytes,
        tooMuch: () => {
          wroteTooMuch = true;
          stop();
        },
      });
    } finally {
      closeSync(empty);
    }
  })();
  const info = child.stdio[FD.info];
  const gate = child.stdio[FD.gate];
  let isStarted = one.bare !== undefined && child.pid !== undefined;
  let reason: string | undefined;
  const heard = (chunk: Buffer): void => {
    info?.unref();
    if (one.last !== undefined) isStarted = chunk.at(-1) === BEGUN;
    else if (!one.pins) isStarted = true;
    else
      void exchanged(Number(/"child-pid":\s*(\d+)/u.exec(String(chunk))?.[1]), FD.gate, one.pins).then((found) => {
        reason = found;
        isStarted = found === undefined;
        if (isStarted) gate?.end("1");
        else stop();
      });
  };
  info?.[one.last === undefined ? "once" : "on"]("data", heard);
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, one.ending);
    } catch {
      // It has ended by itself.
    }
  };
  atExit(stop);
  void child.ended.then(() => running.delete(stop));
  return {
    child,
    stop,
    command: () => (isStarted ? below(child.pid, one.hops) : undefined),
    refused: () => (isStarted ? undefined : (reason ?? "")),
    wroteTooMuch: () => wroteTooMuch,
  };
}
