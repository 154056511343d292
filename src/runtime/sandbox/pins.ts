import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Files and folders by what they are on their disk, so that another one in their place shows. */
export type Pins = ReadonlyMap<string, string>;

/** Opens nothing of it: only says which one is meant. Linux knows it, and Node has no name for it. */
const O_PATH = 0o10_000_000;

const identity = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string => `${dev}:${ino}`;

/** What stands at a path by itself, with no link on the way; undefined where there is nothing, or a link. */
export function pinOf(path: string): string | undefined {
  let fd: number;
  try {
    fd = openSync(path, O_PATH | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  try {
    const status = fstatSync(fd, { bigint: true });
    // The kernel's own name of what was opened: it differs where a link was followed.
    return !status.isSymbolicLink() && readlinkSync(`/proc/self/fd/${fd}`) === path ? identity(status) : undefined;
  } finally {
    closeSync(fd);
  }
}

/**
 * The program that a command's first word leads to, links and all; undefined where there is none, or where that depends on the
 * folder in which it is started.
 *
 * @param folders of a search path, in their order.
 */
export function programPin(word: string, folders: readonly string[]): string | undefined {
  const places = word.startsWith("/") ? [word] : word.includes("/") ? [] : folders.map((folder) => `${folder}/${word}`);
  for (const place of places) {
    const found = statSync(place, { bigint: true, throwIfNoEntry: false });
    if (found?.isFile()) return identity(found);
  }
  return undefined;
}

/** Pins some paths; those that have gone since they were listed are left out. */
export const pinned = (paths: Iterable<string>): Pins =>
  new Map(
    [...paths].flatMap((path): [string, string][] => {
      const pin = pinOf(path);
      return pin === undefined ? [] : [[path, pin]];
    }),
  );

const READ: Readonly<Record<string, string>> = { x64: "0", arm64: "63" };
/** How often it is asked at once, when it is most likely to be ready soon. */
const AT_ONCE_MS = 20;
const POLL_MS = 1;
const LATEST_MS = 10_000;

/** Whether a process waits to read a descriptor; undefined where it is gone, or cannot be looked at. */
function isReading(pid: number, fd: number): boolean | undefined {
  try {
    const [call, first] = readFileSync(`/proc/${pid}/syscall`, "utf8").split(" ");
    return call === READ[process.arch] && Number(first) === fd;
  } catch {
    return undefined;
  }
}

/**
 * Waits until a launcher has made its mounts and reads from its gate, and looks at what it has mounted.
 *
 * @returns the first path that is not what was pinned, or why that cannot be told; empty where the launcher has failed, and
 *   undefined where all is as it was.
 */
export async function exchanged(pid: number, gate: number, pins: Pins): Promise<string | undefined> {
  const started = performance.now();
  while (isReading(pid, gate) !== true) {
    // It has failed by itself, and says why.
    if (!existsSync(`/proc/${pid}`)) return "";
    if (isReading(pid, gate) === undefined && existsSync(`/proc/${pid}`))
      return "what was mounted cannot be looked at (nothing can be where `kernel.yama.ptrace_scope` is above 1)";
    const waited = performance.now() - started;
    if (waited > LATEST_MS) return "the mounts were not made in time";
    await (waited < AT_ONCE_MS ? turn() : wait(POLL_MS));
  }
  for (const [path, pin] of pins) {
    let found: string;
    try {
      found = identity(statSync(`/proc/${pid}/root${path}`, { bigint: true }));
    } catch {
      return `\`${path}\` was exchanged for something else while it was mounted`;
    }
    if (found !== pin) return `\`${path}\` was exchanged for something else while it was mounted`;
  }
  return undefined;
}
