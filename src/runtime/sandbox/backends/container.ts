import type { Hidden } from "../hidden.ts";
import { cpuSeconds } from "../limits.ts";
import type { Plan, Unheld } from "../plan.ts";
import type { Survey } from "../survey.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { environmentOf } from "./elsewhere.ts";

/** Programs that take the same arguments, but for how they name users. */
export const ENGINES = ["docker", "podman"] as const;
export type Engine = (typeof ENGINES)[number];

export interface ContainerInside {
  readonly engine: Engine;
  /** What the command's programs are taken from; never fetched. */
  readonly image: string;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly survey: Survey;
  readonly hidden: Hidden;
  readonly needed: readonly string[];
}

const MIB = 1024 * 1024;
const byDepth = (a: string, b: string): number => a.split("/").length - b.split("/").length || (a < b ? -1 : a > b ? 1 : 0);
/** A field of a mount is one of a comma-separated list, in which quotes are doubled. */
const field = (key: string, value: string): string => {
  const text = `${key}=${value}`;
  return /[",\n\r]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const mount = (kind: "bind" | "tmpfs", source: string | undefined, target: string, ...more: readonly string[]): string =>
  `--mount=${[`type=${kind}`, ...(source === undefined ? [] : [field("source", source)]), field("target", target), ...more].join(",")}`;
const binds = (paths: readonly string[], ...more: readonly string[]): string[] =>
  [...new Set(paths)].sort(byDepth).map((path) => mount("bind", path, path, ...more));

/** What of a plan a container cannot hold, each with its reason. Pure. */
export function unheldByContainer(plan: Plan): Unheld[] {
  return [
    ...(plan.network === "proxy"
      ? [{ clause: "net.connect", reason: "a list of hosts needs a network whose only way out is a proxy, which no argument makes" }]
      : []),
    ...(["read", "write"] as const).flatMap((kind) =>
      plan[kind].includes("/") ? [{ clause: `fs.${kind}`, reason: "a container has a disk of its own; grant folders" }] : [],
    ),
  ];
}

/**
 * How a command is started in a container under a plan: no capability, no new privilege, a disk that is only read but for what is
 * granted, which stands where it stands outside. Variables are named, and taken from whoever starts it. Pure.
 */
export function containerCommand(plan: Plan, inside: ContainerInside, cwd: string, command: readonly string[]): Elsewhere {
  const { engine, image, user, survey, hidden, needed } = inside;
  const { memoryMb, processes, openFiles, fileBytes, cpuMs } = plan.limits;
  const environment = environmentOf(plan);
  const [program = "", ...rest] = command;
  return {
    file: engine,
    args: [
      "run",
      "--rm",
      "--interactive",
      "--init",
      "--pull=never",
      "--read-only",
      "--cap-drop=ALL",
      "--security-opt=no-new-privileges",
      `--network=${plan.network === "open" ? "bridge" : "none"}`,
      "--ipc=private",
      "--cgroupns=private",
      "--log-driver=none",
      `--user=${user.uid}:${user.gid}`,
      ...(engine === "podman" ? ["--userns=keep-id"] : []),
      `--memory=${memoryMb}m`,
      `--memory-swap=${memoryMb}m`,
      `--pids-limit=${processes}`,
      `--ulimit=nofile=${openFiles}:${openFiles}`,
      `--ulimit=fsize=${fileBytes}:${fileBytes}`,
      ...(cpuMs === undefined ? [] : [`--ulimit=cpu=${cpuSeconds(cpuMs)}:${cpuSeconds(cpuMs)}`]),
      "--ulimit=core=0:0",
      `--tmpfs=/tmp:rw,nosuid,nodev,mode=1777,size=${memoryMb * MIB}`,
      ...binds(
        [...needed, ...plan.read].filter((path) => !plan.write.includes(path)),
        "readonly",
      ),
      ...binds(plan.write),
      ...binds(survey.pinned),
      ...binds(survey.readable, "readonly"),
      ...hidden.folders.toSorted(byDepth).map((path) => mount("tmpfs", undefined, path, "tmpfs-mode=0000")),
      ...hidden.files.toSorted(byDepth).map((path) => mount("bind", "/dev/null", path, "readonly")),
      ...Object.entries(environment.fixed).map(([name, value]) => `--env=${name}=${value}`),
      ...environment.passed.map((name) => `--env=${name}`),
      `--workdir=${cwd}`,
      `--entrypoint=${program}`,
      "--",
      image,
      ...rest,
    ],
    environment,
    cwd,
    notHeld: ["fs.read: the image's own files can be read", "the filter of system calls is the engine's own"],
  };
}
