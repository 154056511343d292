import { accessSync, constants, lstatSync, readlinkSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { execa } from "execa";
import type { SystemLayout } from "./bubblewrap.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { FD } from "./descriptors.ts";
import { landlockArguments } from "./landlock.ts";
import { start } from "./launch.ts";
import { openLauncher } from "./native.ts";
import { NOTHING_PLANNED } from "./plan.ts";
import type { Machine } from "./seccomp.ts";
import { seccompFilter } from "./seccomp.ts";
import { NOTHING_SURVEYED } from "./survey.ts";

/** Only these places are trusted to hold the launcher; the search path is not asked. */
const LAUNCHERS = ["/usr/bin/bwrap", "/bin/bwrap"];
const LIMITERS = ["/usr/bin/prlimit", "/bin/prlimit"];

export const BACKENDS = ["bubblewrap", "landlock"] as const;
export type BackendName = (typeof BACKENDS)[number];

/** A sandbox that was seen to work on this machine. */
export interface Backend {
  readonly name: BackendName;
  readonly launcher: string;
  /** The launcher's own file, open, where that is what is started. */
  readonly program?: number;
  readonly ending: "SIGKILL" | "SIGTERM";
  readonly limiter: string;
}

/** Why there is none, with what to do. */
export interface NoBackend {
  readonly id: "missing" | "limiter" | "old" | "apparmor" | "userns" | "container" | "network" | "machine" | "unbuilt" | "kernel" | "other";
  readonly reason: string;
}

/** What the launcher says when it cannot, and what that means. The first that fits. */
const DIAGNOSES: readonly (readonly [words: RegExp, id: NoBackend["id"], reason: string])[] = [
  [/disable-userns|unknown option/iu, "old", "bubblewrap is too old: 0.8 or newer is needed"],
  [
    /uid map.*permission denied|setting up uid map/iu,
    "apparmor",
    "this system forbids user namespaces to programs without a profile (on Ubuntu 24.04: install the `bwrap-userns-restrict` AppArmor profile, or set `kernel.apparmor_restrict_unprivileged_userns=0`)",
  ],
  [/RTM_NEWADDR|loopback/iu, "network", "a network namespace cannot be set up here (AppArmor on Ubuntu 24.04 does that)"],
  [
    /no permissions to create (?:a )?new namespace|creating new namespace failed|user namespaces/iu,
    "userns",
    "user namespaces are switched off (set `kernel.unprivileged_userns_clone=1` and `user.max_user_namespaces` above 0)",
  ],
  [
    /operation not permitted|failed to make \/ slave|can't mount proc/iu,
    "container",
    "this container does not let programs make namespaces (with Docker: `--security-opt seccomp=unconfined --security-opt systempaths=unconfined`, or run outside it)",
  ],
];

/** Names the reason for which a launcher failed. Pure. */
export function diagnose(stderr: string): NoBackend {
  const found = DIAGNOSES.find(([words]) => words.test(stderr));
  return found
    ? { id: found[1], reason: found[2] }
    : { id: "other", reason: `bubblewrap cannot make a sandbox here: ${stderr.trim().split("\n")[0] ?? "no reason given"}` };
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

export function systemLayout(): SystemLayout {
  const top = ["/bin", "/sbin", "/lib", "/lib64", "/lib32"].flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found ? [{ path, link: found.isSymbolicLink() ? readlinkSync(path) : null }] : [];
  });
  return { top };
}

const known = new Map<BackendName, Promise<Backend | NoBackend>>();

/** The named backend as it works on this machine, or why it does not; asked once. The probe runs a real confined process. */
export function probe(name: BackendName = "bubblewrap", launchers?: readonly string[]): Promise<Backend | NoBackend> {
  if (launchers) return ask(name, launchers);
  const found = known.get(name) ?? ask(name, LAUNCHERS);
  known.set(name, found);
  return found;
}

async function ask(name: BackendName, launchers: readonly string[]): Promise<Backend | NoBackend> {
  if (process.platform !== "linux") return { id: "machine", reason: `there is no sandbox for \`${process.platform}\` yet` };
  if (process.arch !== "x64" && process.arch !== "arm64")
    return { id: "machine", reason: `there is no filter of system calls for \`${process.arch}\`` };
  const limiter = trusted(LIMITERS);
  if (limiter === undefined) return { id: "limiter", reason: "`prlimit` is not installed (on Debian: `apt-get install util-linux`)" };
  return name === "bubblewrap" ? askBubblewrap(launchers, limiter) : askLandlock(limiter, process.arch);
}

async function askBubblewrap(launchers: readonly string[], limiter: string): Promise<Backend | NoBackend> {
  const launcher = trusted(launchers);
  if (launcher === undefined) return { id: "missing", reason: "bubblewrap is not installed (on Debian: `apt-get install bubblewrap`)" };
  const { exitCode, stderr } = await execa(
    launcher,
    [...bubblewrapArguments(NOTHING_PLANNED, systemLayout(), "/"), "--", "/usr/bin/true"],
    {
      reject: false,
      extendEnv: false,
      env: {},
      timeout: 10_000,
    },
  );
  return exitCode === 0 ? { name: "bubblewrap", launcher, limiter, ending: "SIGKILL" } : diagnose(stderr);
}

async function askLandlock(limiter: string, machine: Machine): Promise<Backend | NoBackend> {
  const opened = openLauncher("landlock");
  if ("reason" in opened) return { id: "unbuilt", reason: opened.reason };
  const backend: Backend = {
    name: "landlock",
    launcher: `/proc/self/fd/${FD.program}`,
    program: opened.fd,
    ending: "SIGTERM",
    limiter,
  };
  const scratch = tmpdir();
  const { child } = start({
    ...backend,
    options: landlockArguments(NOTHING_PLANNED, systemLayout(), "/", {
      survey: NOTHING_SURVEYED,
      list: () => [],
      scratch,
      needed: [],
      variables: {},
      keep: [],
    }),
    command: ["/usr/bin/true"],
    filter: seccompFilter(machine, { network: false }),
    preload: undefined,
    standard: ["ignore", "ignore", "pipe"],
    channel: false,
    link: false,
    outputBytes: 4096,
  });
  const { exitCode, stderr } = await child.ended;
  if (exitCode === 0) return backend;
  const said = stderr.trim();
  return /no Landlock|too old/u.test(said)
    ? { id: "kernel", reason: `Linux 6.12 or newer with Landlock is needed: ${said.replace(/^landlock: /u, "")}` }
    : { id: "other", reason: `Landlock cannot hold a command here: ${said}` };
}
