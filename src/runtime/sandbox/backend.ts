import { accessSync, constants, lstatSync, readlinkSync, statSync } from "node:fs";
import { execa } from "execa";
import type { SystemLayout } from "./bubblewrap.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { DEFAULT_SANDBOX_LIMITS } from "./limits.ts";

/** Only these places are trusted to hold the launcher; the search path is not asked. */
const LAUNCHERS = ["/usr/bin/bwrap", "/bin/bwrap"];
const LIMITERS = ["/usr/bin/prlimit", "/bin/prlimit"];

/** A sandbox that was seen to work on this machine. */
export interface Backend {
  readonly name: "bubblewrap";
  readonly launcher: string;
  readonly limiter: string;
}

/** Why there is none, with what to do. */
export interface NoBackend {
  readonly id: "missing" | "limiter" | "old" | "apparmor" | "userns" | "container" | "network" | "machine" | "other";
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

let known: Promise<Backend | NoBackend> | undefined;

/** The backend that can confine on this machine, or why none can; asked once. The probe runs a real confined process. */
export function probe(launchers?: readonly string[]): Promise<Backend | NoBackend> {
  if (launchers) return ask(launchers);
  return (known ??= ask(LAUNCHERS));
}

async function ask(launchers: readonly string[]): Promise<Backend | NoBackend> {
  if (process.arch !== "x64" && process.arch !== "arm64")
    return { id: "machine", reason: `there is no filter of system calls for \`${process.arch}\`` };
  const launcher = trusted(launchers);
  if (launcher === undefined) return { id: "missing", reason: "bubblewrap is not installed (on Debian: `apt-get install bubblewrap`)" };
  const limiter = trusted(LIMITERS);
  if (limiter === undefined) return { id: "limiter", reason: "`prlimit` is not installed (on Debian: `apt-get install util-linux`)" };
  const plan = {
    read: [],
    write: [],
    leaves: [],
    network: "none" as const,
    hosts: { allow: [], deny: [] },
    environment: {},
    limits: DEFAULT_SANDBOX_LIMITS,
  };
  const { exitCode, stderr } = await execa(launcher, [...bubblewrapArguments(plan, systemLayout(), "/"), "--", "/usr/bin/true"], {
    reject: false,
    extendEnv: false,
    env: {},
    timeout: 10_000,
  });
  return exitCode === 0 ? { name: "bubblewrap", launcher, limiter } : diagnose(stderr);
}
