import type { Mounted, Mounts } from "../inside.ts";
import type { Hidden } from "../hidden.ts";
import { NOTHING_HIDDEN } from "../hidden.ts";
import type { Plan } from "../plan.ts";
import type { Survey } from "../survey.ts";
import { NOTHING_SURVEYED } from "../survey.ts";

/** How the system's own folders look on this machine; read once, so that the arguments stay a pure function. */
export interface SystemLayout {
  /** `/bin` and the like: a link to its target, or a folder of its own. */
  readonly top: readonly { readonly path: string; readonly link: string | null }[];
}

/** Beside the plan: what stands in the folders to be written, and what our own programs need inside. */
export interface Inside {
  readonly survey: Survey;
  readonly hidden: Hidden;
  /** Files and folders of ours that must be there, readable. */
  readonly needed: readonly string[];
  /** Files that are made inside from a descriptor. */
  readonly data: readonly { readonly fd: number; readonly path: string }[];
  readonly variables: Readonly<Record<string, string>>;
}

export const NOTHING_INSIDE: Inside = {
  survey: NOTHING_SURVEYED,
  hidden: NOTHING_HIDDEN,
  needed: [],
  data: [],
  variables: {},
};

export const SYSTEM_FILES = ["/etc/ld.so.cache", "/etc/alternatives", "/etc/ssl/certs", "/etc/nsswitch.conf"];
export const NETWORK_FILES = ["/etc/resolv.conf", "/etc/hosts"];

const byDepth = (a: string, b: string): number => a.split("/").length - b.split("/").length || (a < b ? -1 : a > b ? 1 : 0);
const bind = (flag: string, paths: readonly string[]): string[] => [...paths].sort(byDepth).flatMap((path) => [flag, path, path]);

/** Whether a folder is mounted with one that is written: a mount of its own would be covered by that, and each costs time. */
const isCovered = (path: string, written: readonly string[]): boolean =>
  written.some((folder) => folder !== "/" && (path === folder || path.startsWith(`${folder}/`)));

/** What is read and not written with its folder. */
const readAlone = ({ read, write }: Plan): string[] => read.filter((path) => path !== "/" && !isCovered(path, write));

const isWhole = ({ read, write }: Plan): boolean => [read, write].some((paths) => paths.includes("/"));
const systemFolders = ({ top }: SystemLayout): string[] => ["/usr", ...top.flatMap(({ path, link }) => (link === null ? [path] : []))];

/** All that a plan mounts; undefined where all that is mounted outside comes along with the whole tree. */
export const mountsOf = (
  plan: Plan,
  layout: SystemLayout,
  { survey, hidden, data }: Omit<Inside, "needed" | "variables">,
): Mounts | undefined =>
  isWhole(plan)
    ? undefined
    : {
        over: mountedOver(plan, survey, hidden, data),
        system: [...systemFolders(layout), ...SYSTEM_FILES, ...(plan.network === "open" ? NETWORK_FILES : [])],
      };

/** Everything of a plan that is a mount of its own there, in the order in which it is mounted. */
function mountedOver(plan: Plan, survey: Survey, hidden: Hidden, data: Inside["data"]): readonly Mounted[] {
  const parts = [
    ["rw", ["/proc", "/dev/shm", "/tmp"]],
    ["ro", readAlone(plan)],
    ["rw", plan.write],
    ["rw", survey.pinned],
    ["ro", [...survey.readable, ...hidden.folders, ...hidden.files, ...data.map(({ path }) => path)]],
  ] as const;
  // Of what is mounted twice at one place, the later one is there.
  const last = new Map(parts.flatMap(([how, paths]) => paths.map((path) => [path, how] as const)));
  return [...last].map(([path, how]) => ({ path, how }));
}

/**
 * The arguments that make bubblewrap hold a plan, in order: later mounts lie over earlier
 * ones, so what may be written comes late, and what is protected in it last. The
 * environment is cleared and set anew.
 */
export function bubblewrapArguments(plan: Plan, layout: SystemLayout, cwd: string, inside: Inside = NOTHING_INSIDE): string[] {
  const { survey } = inside;
  const base = isWhole(plan)
    ? [plan.write.includes("/") ? "--bind" : "--ro-bind", "/", "/"]
    : [
        ...bind("--ro-bind", ["/usr"]),
        ...layout.top.flatMap(({ path, link }) => (link === null ? ["--ro-bind", path, path] : ["--symlink", link, path])),
        ...SYSTEM_FILES.flatMap((path) => ["--ro-bind-try", path, path]),
      ];
  return [
    // Without the capability to make more namespaces, and with every one of its own.
    "--unshare-user",
    "--disable-userns",
    "--unshare-all",
    ...(plan.network === "open" ? ["--share-net"] : []),
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--clearenv",
    ...Object.entries({ ...plan.environment, ...inside.variables }).flatMap(([name, value]) => ["--setenv", name, value]),
    ...base,
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    ...["/dev/shm", "/tmp"].flatMap((path) => ["--size", String(plan.limits.memoryMb * 1024 * 1024), "--tmpfs", path]),
    "--remount-ro",
    "/dev",
    ...(plan.network === "open" ? NETWORK_FILES.flatMap((path) => ["--ro-bind-try", path, path]) : []),
    ...bind("--ro-bind", inside.needed),
    ...bind("--ro-bind", readAlone(plan)),
    ...bind(
      "--bind",
      plan.write.filter((path) => path !== "/"),
    ),
    ...bind("--bind", survey.pinned),
    ...bind("--ro-bind", survey.readable),
    ...inside.hidden.folders.toSorted(byDepth).flatMap((path) => ["--perms", "0000", "--tmpfs", path, "--remount-ro", path]),
    ...inside.hidden.files.toSorted(byDepth).flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...inside.data.flatMap(({ fd, path }) => ["--ro-bind-data", String(fd), path]),
    // Folders that bubblewrap made on the way to a mount must not be writable either.
    ...(plan.write.includes("/") ? [] : ["--remount-ro", "/"]),
    "--chdir",
    cwd,
  ];
}
