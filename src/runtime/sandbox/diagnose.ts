import type { BackendName } from "./backends/names.ts";

/** Why there is no sandbox, with what to do. */
export interface NoBackend {
  readonly id:
    | "missing"
    | "limiter"
    | "old"
    | "apparmor"
    | "userns"
    | "container"
    | "looking"
    | "network"
    | "machine"
    | "unbuilt"
    | "kernel"
    | "user"
    | "privileges"
    | "exchanged"
    | "other";
  readonly reason: string;
}

type Diagnosis = readonly [words: RegExp, id: NoBackend["id"], reason: string];

/** What a launcher says when it cannot, and what that means. The first that fits. */
const DIAGNOSES: Readonly<Record<BackendName, readonly Diagnosis[]>> = {
  bubblewrap: [
    [/^inside: it was exchanged for something else: (.*)$/mu, "exchanged", "`$1` was exchanged for something else while it was mounted"],
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
  ],
  landlock: [
    [
      /what is started cannot be looked into/u,
      "looking",
      "a list of hosts needs the launcher to look into what it starts, which is forbidden here (with Docker: `--cap-add SYS_PTRACE`; elsewhere set `kernel.yama.ptrace_scope` below 2)",
    ],
    [/no Landlock|too old/iu, "kernel", "Linux 6.12 or newer with Landlock is needed"],
    [
      /filter of system calls|privileges cannot/iu,
      "container",
      "this container does not let programs hold themselves (with Docker: `--security-opt seccomp=unconfined`)",
    ],
  ],
  firejail: [
    [
      /not allowed to use firejail|getpwuid/iu,
      "user",
      "this user may not use firejail: it must be known to the system (`/etc/passwd`) and be no system user, and stand in `/etc/firejail/firejail.users` where there is such a file",
    ],
    [/unrecognized|invalid command line/iu, "old", "firejail is too old: 0.9.72 or newer is needed"],
    [
      /setuid|not allowed.*sandbox|cannot .*(?:sync|clone|mount)|operation not permitted/iu,
      "privileges",
      "firejail cannot use its privileges here (in a container, or below a program that has given up new ones, a set-user-id program has none)",
    ],
  ],
};

/** Names the reason for which a launcher failed. Pure. */
export function diagnose(name: BackendName, stderr: string): NoBackend {
  const found = DIAGNOSES[name].find(([words]) => words.test(stderr));
  return found
    ? { id: found[1], reason: found[2].replace("$1", () => found[0].exec(stderr)?.[1] ?? "") }
    : { id: "other", reason: `${name} cannot make a sandbox here: ${stderr.trim().split("\n")[0] ?? "no reason given"}` };
}
