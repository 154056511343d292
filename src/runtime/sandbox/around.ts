import { readFileSync, readlinkSync, statSync } from "node:fs";
import { getPriority, hostname } from "node:os";
import type { Mounts } from "./inside.ts";
import type { Pins } from "./pins.ts";

/** Of its state, what a process hands on to those that it starts. */
const HANDED_ON = /^(?:Uid|Gid|Groups|Umask|Cap\w+|NoNewPrivs|Seccomp\w*|Cpus_allowed|Mems_allowed):.*$/gmu;
/** The same, each in a file of its own. */
const FILES = ["limits", "cgroup", "oom_score_adj", "personality", "coredump_filter", "timerslack_ns"];

const read = (name: string): string => readFileSync(`/proc/self/${name}`, "utf8");

/** A file that not every kernel has, or lets be read. */
function readIfThere(name: string): string | undefined {
  try {
    return read(name);
  } catch {
    return undefined;
  }
}

/** By what policy, and how urgently, the processor is given to it: fields 40 and 41, counted behind the name, which may have spaces in it. */
const scheduling = (): readonly string[] => {
  const stat = read("stat");
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(37, 39);
};

/** Places in the tree at which something is mounted, as `/proc/self/mountinfo` has them: some characters by their numbers. */
const mountPoints = (mountinfo: string): readonly string[] =>
  mountinfo
    .split("\n")
    .flatMap((line) => line.split(" ")[4] ?? [])
    .map((path) => path.replaceAll(/\\([0-7]{3})/gu, (_, code: string) => String.fromCodePoint(parseInt(code, 8))));

/** Made anew in every sandbox: what is mounted below them outside does not come along. */
const OF_ITS_OWN: ReadonlySet<string> = new Set(["/proc", "/dev/shm", "/tmp"]);

/** The first mount that would come along with a folder that a sandbox has, and is none of those that are planned; undefined where there is none. */
export function comesAlong({ over, system }: Mounts, mountinfo: string): string | undefined {
  const planned = new Set([...system, ...over.map(({ path }) => path)]);
  const folders = [...planned].filter((path) => !OF_ITS_OWN.has(path));
  return mountPoints(mountinfo).find((point) => !planned.has(point) && folders.some((path) => point.startsWith(`${path}/`)));
}

/** What the system's files and folders are now; those that are not there, or cannot be looked at, are left out. */
export const systemPins = ({ system }: Mounts): Pins =>
  new Map(
    system.flatMap((path): [string, string][] => {
      try {
        const { dev, ino } = statSync(path, { bigint: true });
        return [[path, `${dev}:${ino}`]];
      } catch {
        return [];
      }
    }),
  );

/**
 * What a process that is started now has from this one and from the machine, and one that waits had then.
 *
 * Not all of it can be seen: the class of its input and output, and what it has forbidden itself by Landlock, are told nowhere.
 *
 * @returns undefined where more is mounted than is planned: that of a sandbox which waits is not known to be what is there now.
 * @throws where that cannot be read.
 */
export function around(mounts: Mounts): readonly unknown[] | undefined {
  const mountinfo = read("mountinfo");
  if (comesAlong(mounts, mountinfo) !== undefined) return undefined;
  return [
    mountinfo,
    read("status").match(HANDED_ON),
    ...FILES.map(readIfThere),
    readIfThere("attr/current"),
    readlinkSync("/proc/self/ns/net"),
    hostname(),
    getPriority(),
    scheduling(),
    [...systemPins(mounts)],
  ];
}
