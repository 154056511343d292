import { PROTECTED_NAMES } from "../protected.ts";
import type { Hidden } from "../hidden.ts";
import type { Plan, Unheld } from "../plan.ts";
import type { Survey } from "../survey.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { environmentOf } from "./elsewhere.ts";

/** What programs of the system need to start at all. */
const SYSTEM_TREES = [
  "/usr",
  "/bin",
  "/sbin",
  "/System/Library",
  "/System/Volumes/Preboot/Cryptexes",
  "/Library/Apple",
  "/private/etc/ssl",
  "/private/var/db/dyld",
  "/private/var/db/timezone",
  "/dev/fd",
];
const DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/dtracehelper", "/dev/tty"];
const SERVICES = ["com.apple.system.opendirectoryd.libinfo", "com.apple.system.logger", "com.apple.system.notification_center"];
const OF_NAMES = ["com.apple.mDNSResponder", "com.apple.trustd.agent", "com.apple.SystemConfiguration.configd"];

/** What no string of the profile's language can say: it knows no escapes but of quotes and backslashes, and patterns none. */
const UNSPEAKABLE = /\p{Cc}/u;
const UNSPEAKABLE_IN_PATTERNS = /[\p{Cc}"]/u;
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/gu, "\\$&")}"`;
const literal = (path: string): string => `(literal ${quoted(path)})`;
const subpath = (path: string): string => (path === "/" ? '(subpath "/")' : `(subpath ${quoted(path)})`);
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&");
/** Any file of these names below a folder, now or later, and what is in it. */
const named = (folder: string, names: Iterable<string>): string =>
  `(regex #"^${escaped(folder)}/(.*/)?(${[...names].map(escaped).join("|")})(/|$)")`;
const rule = (verb: string, operation: string, filters: readonly string[]): string[] =>
  filters.length === 0 ? [] : [`(${verb} ${operation} ${filters.join(" ")})`];

/** The folders on the way to some paths. */
const ancestors = (paths: readonly string[]): string[] => [
  ...new Set(
    paths.flatMap((path) => {
      const names = path.split("/").slice(1, -1);
      return ["/", ...names.map((_, end) => `/${names.slice(0, end + 1).join("/")}`)];
    }),
  ),
];

export interface SeatbeltInside {
  readonly survey: Survey;
  readonly hidden: Hidden;
  readonly needed: readonly string[];
  /** A folder of the run's own, in place of `/tmp`, where one was made. */
  readonly scratch?: string;
  /** Where the egress proxy listens on this machine. */
  readonly proxyPort?: number;
}

/**
 * The profile that makes Seatbelt (`sandbox-exec`) hold a plan: later rules lie over earlier ones. It is the one backend that holds
 * protected names which are not there yet, since it can say them as a pattern. Pure.
 */
export function seatbeltProfile(plan: Plan, { survey, hidden, needed, scratch, proxyPort }: SeatbeltInside): string {
  const at = (path: string): string => (plan.leaves.includes(path) ? literal(path) : subpath(path));
  const written = [...plan.write, ...(scratch === undefined ? [] : [scratch])];
  const there = [...plan.read, ...needed, ...written];
  const folders = plan.write.filter((path) => !plan.leaves.includes(path));
  const kept = [...survey.pinned, ...survey.readable, ...hidden.around];
  const lines = [
    "(version 1)",
    "(deny default)",
    "(allow process-exec)",
    "(allow process-fork)",
    "(allow signal (target same-sandbox))",
    "(allow process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    `(allow mach-lookup ${SERVICES.map((name) => `(global-name ${quoted(name)})`).join(" ")})`,
    ...rule("allow", "file-read-metadata", ancestors([...there, ...SYSTEM_TREES]).map(literal)),
    ...rule("allow", "file-read*", [...SYSTEM_TREES.map(subpath), ...DEVICES.map(literal)]),
    ...rule("allow", "file-write*", DEVICES.map(literal)),
    ...rule("allow", "file-read*", there.map(at)),
    ...rule("allow", "file-write*", written.map(at)),
    ...rule("deny", "file-write*", [...survey.readable.map(subpath), ...folders.map((folder) => named(folder, PROTECTED_NAMES))]),
    // Neither moved away nor removed with what they hold.
    ...rule("deny", "file-write-unlink", kept.map(literal)),
    ...rule("deny", "file-read* file-write*", [...hidden.folders.map(subpath), ...hidden.files.map(literal)]),
    ...(plan.network === "open"
      ? [
          "(allow network*)",
          "(allow system-socket)",
          `(allow mach-lookup ${OF_NAMES.map((name) => `(global-name ${quoted(name)})`).join(" ")})`,
        ]
      : []),
    ...(plan.network === "proxy" && proxyPort !== undefined
      ? ["(allow system-socket)", `(allow network-outbound (remote ip "localhost:${proxyPort}"))`]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** What of a plan Seatbelt cannot hold, each with its reason. Pure. */
export const unheldBySeatbelt = (plan: Plan, proxyPort?: number): Unheld[] => [
  ...(plan.network === "proxy" && proxyPort === undefined
    ? [{ clause: "net.connect", reason: "a list of hosts needs a proxy on this machine; name its port with `--proxy-port`" }]
    : []),
  ...[...plan.read, ...plan.write].flatMap((path) =>
    UNSPEAKABLE.test(path) || (plan.write.includes(path) && UNSPEAKABLE_IN_PATTERNS.test(path))
      ? [{ clause: plan.write.includes(path) ? "fs.write" : "fs.read", reason: `a profile cannot name \`${path}\`` }]
      : [],
  ),
];

/** A place that was found, and cannot be named in a profile. */
export const unnamedBySeatbelt = ({ survey, hidden }: Pick<SeatbeltInside, "survey" | "hidden">): string | undefined =>
  [...survey.readable, ...survey.pinned, ...hidden.files, ...hidden.folders, ...hidden.around].find((path) => UNSPEAKABLE.test(path));

/** How a command is started under a plan on macOS. Its environment must be cleared by whoever starts it. */
export const seatbeltCommand = (plan: Plan, inside: SeatbeltInside, cwd: string, command: readonly string[]): Elsewhere => ({
  file: "/usr/bin/sandbox-exec",
  args: ["-p", seatbeltProfile(plan, inside), "--", ...command],
  environment: environmentOf(plan),
  cwd,
  notHeld: [
    "limits: macOS has none for a tree of processes; time and output are whoever starts it to hold",
    "processes outlive the command, unless their group is ended with it",
  ],
});
