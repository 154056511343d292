import type { Plan } from "./plan.ts";

/** How the system's own folders look on this machine; read once, so that the arguments stay a pure function. */
export interface SystemLayout {
  /** `/bin` and the like: a link to its target, or a folder of its own. */
  readonly top: readonly { readonly path: string; readonly link: string | null }[];
}

const SYSTEM_FILES = ["/etc/ld.so.cache", "/etc/alternatives", "/etc/ssl/certs", "/etc/nsswitch.conf"];

/**
 * The arguments that make bubblewrap hold a plan, in order: later mounts lie over earlier
 * ones, so writable folders come last. The environment is cleared and set anew.
 */
export function bubblewrapArguments(plan: Plan, layout: SystemLayout, cwd: string, command: readonly string[]): string[] {
  const everything = plan.read.includes("/");
  const base = everything
    ? ["--ro-bind", "/", "/"]
    : [
        "--ro-bind",
        "/usr",
        "/usr",
        ...layout.top.flatMap(({ path, link }) => (link === null ? ["--ro-bind", path, path] : ["--symlink", link, path])),
        ...SYSTEM_FILES.flatMap((path) => ["--ro-bind-try", path, path]),
      ];
  return [
    "--unshare-all",
    ...(plan.network ? ["--share-net"] : []),
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--clearenv",
    ...Object.entries(plan.environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...base,
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--tmpfs",
    "/tmp",
    ...(plan.network ? ["--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf", "--ro-bind-try", "/etc/hosts", "/etc/hosts"] : []),
    ...plan.read.filter((path) => path !== "/").flatMap((path) => ["--ro-bind", path, path]),
    ...plan.write.flatMap((path) => ["--bind", path, path]),
    // Folders that bubblewrap made on the way to a mount must not be writable either.
    "--remount-ro",
    "/",
    "--chdir",
    cwd,
    "--",
    ...command,
  ];
}
