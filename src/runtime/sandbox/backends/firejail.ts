import type { Hidden } from "../hidden.ts";
import type { Plan, Unheld } from "../plan.ts";
import type { Survey } from "../survey.ts";
import { NETWORK_FILES, SYSTEM_FILES } from "./bubblewrap.ts";

/** What stands at the top of the file system, but for links. */
export type Tops = readonly string[];

/** Beside the plan: what stands in the folders to be written, and what our own programs need inside. */
export interface Within {
  readonly survey: Survey;
  readonly hidden: Hidden;
  /** Files and folders of ours that must be there, readable. */
  readonly needed: readonly string[];
  /** A file that stands for `/etc/hosts` where the network is not the host's. */
  readonly hosts?: string;
  readonly isRoot: boolean;
}

/** What is neither hidden nor granted as a whole: firejail makes it anew, or the system's programs stand there. */
const OWN = new Set(["/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32", "/proc", "/dev", "/tmp", "/run", "/lost+found"]);
/** Always there, and with it granted, all else in `/run` is gone; the folder itself cannot be hidden. */
const LOCKS = "/run/lock";
/** Firejail takes other characters for wildcards, lists and macros, and several spaces for one. */
const PLAIN = /^(?!.* {2})\/(?:[\p{L}\p{N} ._+=@/-]*[\p{L}\p{N}._+=@-])?$/u;
/** Made anew by firejail, or its own. */
const TAKEN = /^\/(?:dev|run\/firejail)(?:\/|$)/u;

const byDepth = (a: string, b: string): number => a.split("/").length - b.split("/").length || (a < b ? -1 : a > b ? 1 : 0);
const each = (flag: string, paths: Iterable<string>): string[] => [...new Set(paths)].sort(byDepth).map((path) => `${flag} ${path}`);
const topOf = (path: string): string => `/${path.split("/")[1] ?? ""}`;

/** What of a plan firejail cannot hold, each with its reason. Pure. */
export function unheldByFirejail(plan: Plan): Unheld[] {
  const clauses = [
    { clause: "fs.read", paths: plan.read },
    { clause: "fs.write", paths: plan.write },
  ];
  return clauses.flatMap(({ clause, paths }) =>
    paths.flatMap((path) => {
      if (path === "/") return [{ clause, reason: "firejail cannot hold a whole disk, which has more mounts than one; bubblewrap does" }];
      if (TAKEN.test(path)) return [{ clause, reason: `\`${path}\` is firejail's own inside; bubblewrap can grant it` }];
      return PLAIN.test(path) ? [] : [{ clause, reason: unspeakable(path) }];
    }),
  );
}

const unspeakable = (path: string): string =>
  `firejail would read the name \`${path}\` as a pattern or a list; bubblewrap takes it as it is`;

/** Why a place that was found, and is not to be as it is, cannot be named to firejail. */
export function unnamedByFirejail({ survey, hidden }: Pick<Within, "survey" | "hidden">, more: readonly string[] = []): string | undefined {
  const found = [...survey.readable, ...survey.pinned, ...hidden.files, ...hidden.folders, ...hidden.around];
  const path = [...found, ...more].find((one) => !PLAIN.test(one));
  return path === undefined ? undefined : unspeakable(path);
}

/** What holds beside files, whatever the plan. */
const ALWAYS = [
  "ipc-namespace",
  "private-dev",
  "keep-var-tmp",
  "writable-var",
  "caps.drop all",
  "nonewprivs",
  "nogroups",
  "restrict-namespaces",
  "dbus-user none",
  "dbus-system none",
  "nosound",
  "no3d",
  "novideo",
  "nodvd",
  "notv",
  "nou2f",
  "noinput",
  "x11 none",
  "deterministic-exit-code",
  "deterministic-shutdown",
];

/**
 * The profile that makes firejail hold a plan: each folder at the top is hidden, or there is nothing in it but what is granted.
 * Later rules lie over earlier ones. It is a file, since firejail takes few arguments, and short ones. Pure.
 */
export function firejailProfile(plan: Plan, tops: Tops, { survey, hidden, needed, hosts, isRoot }: Within): string {
  const there = [
    ...plan.read,
    ...plan.write,
    ...needed,
    ...SYSTEM_FILES,
    ...(plan.network === "open" ? NETWORK_FILES : hosts === undefined ? [] : ["/etc/hosts"]),
  ];
  const used = new Set(there.map(topOf));
  const isWhole = new Set(there.filter((path) => topOf(path) === path));
  // Naming something in a folder hides the rest of it: nothing is named where all is there anyway.
  const named = there.filter((path) => topOf(path) !== "/usr" && !isWhole.has(topOf(path)));
  const unwritten = [...needed, ...plan.read].filter((path) => !plan.write.includes(path));
  const lines = [
    ...ALWAYS,
    ...(plan.network === "open" ? [] : ["net none", ...(hosts === undefined ? [] : [`hosts-file ${hosts}`])]),
    ...(used.has("/tmp") ? [] : ["private-tmp"]),
    // The system's own user can have no namespace of users here.
    ...(isRoot ? [] : ["noroot"]),
    ...each(
      "blacklist",
      tops.filter((top) => !OWN.has(top) && !used.has(top)),
    ),
    ...each("whitelist", [LOCKS, ...named]),
    ...each("read-only", unwritten),
    ...each("read-write", plan.write),
    // A mount of its own cannot be moved away with what it holds; what may be written anyway gets one only in two steps.
    ...each("read-only", survey.pinned),
    ...each("read-write", survey.pinned),
    ...each("read-only", survey.readable),
    ...each("blacklist", [...hidden.folders, ...hidden.files]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Its arguments, up to our own launcher, which it starts inside. @param keep descriptors that stay open. */
export const firejailArguments = (profile: string, keep: readonly number[], launcher: string): string[] => [
  "--quiet",
  `--profile=${profile}`,
  `--keep-fd=${keep.join(",")}`,
  "--",
  launcher,
  "--landlock",
  "0",
];
