import { accessSync, closeSync, constants, lstatSync, readdirSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_SANDBOX_LIMITS } from "../../model/limits.ts";
import type { SystemLayout } from "./backends/bubblewrap.ts";
import { bubblewrapArguments } from "./backends/bubblewrap.ts";
import { firejailArguments, firejailProfile } from "./backends/firejail.ts";
import type { Around } from "./backends/landlock.ts";
import { landlockArguments } from "./backends/landlock.ts";
import type { BackendName } from "./backends/names.ts";
import { FD, LAUNCHER_FDS } from "./descriptors.ts";
import type { NoBackend } from "./diagnose.ts";
import { diagnose } from "./diagnose.ts";
import { NOTHING_HIDDEN } from "./hidden.ts";
import type { Handed } from "./inside.ts";
import { becoming, WAITING } from "./inside.ts";
import { openLauncher } from "./native.ts";
import { NOTHING_PLANNED } from "./plan.ts";
import { removed, scratchFolder } from "./scratch.ts";
import type { Alone, Machine } from "./seccomp.ts";
import { seccompFilter } from "./seccomp.ts";
import { start } from "./start.ts";
import { NOTHING_SURVEYED } from "./survey.ts";

/** Only these places are trusted to hold a launcher; the search path is not asked. */
const LAUNCHERS = { bubblewrap: ["/usr/bin/bwrap", "/bin/bwrap"], firejail: ["/usr/bin/firejail", "/bin/firejail"] };
const LIMITERS = ["/usr/bin/prlimit", "/bin/prlimit"];

/** A sandbox that was seen to work on this machine. */
export interface Backend {
  readonly name: BackendName;
  readonly launcher: string;
  /** Our own program, open: the launcher itself, or what becomes the command inside of it. */
  readonly program?: number;
  /** Where our own program is what becomes the command inside, and says so. */
  readonly tells?: "inside";
  readonly ending: "SIGKILL" | "SIGTERM";
  readonly limiter: string;
  /** How many processes stand between the one that is started and the command. */
  readonly hops: number;
}

/** A program that nobody but its owner, the system, can change. */
function trusted(places: readonly string[]): string | undefined {
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      const { mode, uid } = statSync(path);
      return uid === 0 && (mode & 0o022) === 0;
    } catch {
      return false;
    }
  });
}

/** What sets limits, where the system has it. */
export const limiterHere = (): string | undefined => (process.platform === "linux" ? trusted(LIMITERS) : undefined);

export function systemLayout(): SystemLayout {
  const top = ["/bin", "/sbin", "/lib", "/lib64", "/lib32"].flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found ? [{ path, link: found.isSymbolicLink() ? readlinkSync(path) : null }] : [];
  });
  return { top };
}

/** What stands at the top, but for links. */
export const topFolders = (): string[] =>
  readdirSync("/", { withFileTypes: true }).flatMap((one) => (one.isSymbolicLink() ? [] : [`/${one.name}`]));

const known = new Map<BackendName, Promise<Backend | NoBackend>>();

/** The named backend as it works on this machine, or why it does not; asked once. The probe runs a real confined process. */
export function probe(name: BackendName = "bubblewrap", launchers?: readonly string[]): Promise<Backend | NoBackend> {
  if (launchers) return ask(name, launchers);
  const found = known.get(name) ?? ask(name);
  known.set(name, found);
  return found;
}

/** What a machine without any of the sandboxes is told. */
const ELSEWHERE: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin:
    "no sandbox is run on macOS: `toolfence sandbox arguments --backend seatbelt` prints the profile for `sandbox-exec`; a container or a virtual machine with Linux runs them",
  win32: "Windows has no sandbox that holds single files; run toolfence inside WSL 2, where the Linux ones work",
};

async function ask(name: BackendName, launchers?: readonly string[]): Promise<Backend | NoBackend> {
  const { platform, arch } = process;
  if (platform !== "linux") return { id: "machine", reason: ELSEWHERE[platform] ?? `there is no sandbox for \`${platform}\`` };
  if (arch !== "x64" && arch !== "arm64") return { id: "machine", reason: `there is no filter of system calls for \`${arch}\`` };
  const limiter = limiterHere();
  if (limiter === undefined) return { id: "limiter", reason: "`prlimit` is not installed (on Debian: `apt-get install util-linux`)" };
  return ASK[name](limiter, launchers);
}

const ASK: Readonly<Record<BackendName, (limiter: string, launchers?: readonly string[]) => Promise<Backend | NoBackend>>> = {
  bubblewrap: askBubblewrap,
  landlock: askLandlock,
  firejail: askFirejail,
};

async function askBubblewrap(limiter: string, launchers: readonly string[] = LAUNCHERS.bubblewrap): Promise<Backend | NoBackend> {
  const launcher = trusted(launchers);
  if (launcher === undefined) return { id: "missing", reason: "bubblewrap is not installed (on Debian: `apt-get install bubblewrap`)" };
  const alone: Backend = { name: "bubblewrap", launcher, limiter, ending: "SIGKILL", hops: 2 };
  const options = bubblewrapArguments(NOTHING_PLANNED, systemLayout(), "/");
  const opened = openLauncher("inside");
  if (!("reason" in opened)) {
    const found = await tried({ ...alone, program: opened.fd, tells: "inside" }, [], options, {
      command: WAITING,
      last: becoming(NOTHING_LAST, NOTHING),
    });
    // Where files of our folder cannot be run, it does without.
    if (!("reason" in found)) return found;
    closeSync(opened.fd);
  }
  return tried(alone, [], options);
}

const NOTHING = ["/usr/bin/true"];
const NOTHING_LAST = { pins: new Map<string, string>(), cwd: "/", limits: DEFAULT_SANDBOX_LIMITS };

/** Runs nothing, held by a backend. */
async function tried(
  backend: Backend,
  front: readonly string[],
  options: readonly string[],
  handed: Handed = { command: NOTHING },
  network: Alone = "none",
): Promise<Backend | NoBackend> {
  const { child, refused } = start({
    ...backend,
    front,
    options,
    ...handed,
    filter: seccompFilter(process.arch as Machine, { network }),
    preload: undefined,
    standard: ["ignore", "ignore", "pipe"],
    channel: false,
    link: false,
    outputBytes: 4096,
  });
  const { exitCode, stderr } = await child.ended;
  return exitCode === 0 && refused() === undefined ? backend : diagnose(backend.name, stderr);
}

async function askLandlock(limiter: string): Promise<Backend | NoBackend> {
  const opened = openLauncher("landlock");
  if ("reason" in opened) return { id: "unbuilt", reason: opened.reason };
  const launcher = `/proc/self/fd/${FD.program}`;
  const backend: Backend = { name: "landlock", launcher, program: opened.fd, ending: "SIGTERM", limiter, hops: 2 };
  return tried(backend, [], landlockArguments(NOTHING_PLANNED, systemLayout(), "/", nothingAround()));
}

const nothingAround = (): Around => ({
  survey: NOTHING_SURVEYED,
  list: () => [],
  scratch: tmpdir(),
  needed: [],
  variables: {},
  keep: [],
  pin: () => undefined,
});

/** The port stands for none: nothing connects. */
const NO_DOOR = { port: 1, key: "0".repeat(32) };
let way: Promise<Backend | NoBackend> | undefined;

/** Landlock as it works here with a list of hosts, for which the launcher has to look into what it starts; asked once. */
export function probeWayOut(backend: Backend): Promise<Backend | NoBackend> {
  const plan = { ...NOTHING_PLANNED, network: "proxy" as const };
  way ??= tried(backend, [], landlockArguments(plan, systemLayout(), "/", { ...nothingAround(), door: NO_DOOR }), undefined, plan.network);
  return way;
}

async function askFirejail(limiter: string, launchers: readonly string[] = LAUNCHERS.firejail): Promise<Backend | NoBackend> {
  const launcher = trusted(launchers);
  if (launcher === undefined) return { id: "missing", reason: "firejail is not installed (on Debian: `apt-get install firejail`)" };
  const opened = openLauncher("landlock");
  if ("reason" in opened) return { id: "unbuilt", reason: opened.reason };
  const backend: Backend = { name: "firejail", launcher, program: opened.fd, ending: "SIGKILL", limiter, hops: 3 };
  const around = { survey: NOTHING_SURVEYED, hidden: NOTHING_HIDDEN, needed: [], isRoot: process.getuid?.() === 0 };
  const scratch = scratchFolder();
  try {
    const profile = join(scratch, "profile");
    writeFileSync(profile, firejailProfile(NOTHING_PLANNED, topFolders(), around));
    return await tried(backend, firejailArguments(profile, LAUNCHER_FDS, `/proc/self/fd/${FD.program}`), ["--chdir", "/"]);
  } finally {
    await removed(scratch);
  }
}
