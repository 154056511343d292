import { mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Door } from "../egress/door.ts";
import { preload } from "../egress/preload.ts";
import type { Backend } from "./backend.ts";
import { systemLayout, topFolders } from "./backend.ts";
import { bubblewrapArguments, mountsOf } from "./backends/bubblewrap.ts";
import { firejailArguments, firejailProfile, unnamedByFirejail } from "./backends/firejail.ts";
import type { Listing } from "./backends/landlock.ts";
import { landlockArguments } from "./backends/landlock.ts";
import type { BackendName } from "./backends/names.ts";
import { channelFd, FD, LAUNCHER_FDS } from "./descriptors.ts";
import type { Examined } from "./examine.ts";
import { ConfinementRefused } from "./examine.ts";
import type { Handed } from "./inside.ts";
import { becoming, WAITING } from "./inside.ts";
import { limited, tasksOfUser } from "./limits.ts";
import type { Pins } from "./pins.ts";
import { pinned, pinOf } from "./pins.ts";
import { asProgram, PRELOAD } from "./program.ts";
import { removed, scratchFolder } from "./scratch.ts";
import type { Machine } from "./seccomp.ts";
import { seccompFilter } from "./seccomp.ts";

/** What our own programs need inside of a sandbox. */
export interface Inside {
  /** Files and folders of ours that must be readable. */
  readonly code: readonly string[];
  /** Whether Node's channel leads in. */
  readonly channel: boolean;
  /** Whether there is a pipe of two ways. */
  readonly link: boolean;
  /** Where the egress is, if it is a port of the host. */
  readonly door?: Door | undefined;
  readonly variables: Readonly<Record<string, string>>;
}

/** What a launcher is told. */
export interface Told {
  /** In its argument list, which everybody can read: no value of a variable stands there. */
  readonly front: readonly string[];
  /** Through a pipe. */
  readonly options: readonly string[];
}

/** How a plan is held by one backend. */
export interface Applied {
  readonly filter: Buffer;
  /** What must be mounted, where the launcher waits until we have looked at it. */
  readonly pins?: Pins;
  /** Whether the egress is a port of the host, and no socket that is made inside. */
  readonly hasDoor?: true;
  /** Where temporary files go inside. */
  readonly temporary: string;
  /** Where the program that is put in front of Node programs stands inside, and its text where the launcher makes it from that. */
  readonly preload: { readonly path: string; readonly text?: string };
  /** What stands in `/etc/hosts` inside, where the launcher makes it from that. */
  readonly hosts?: string | undefined;
  told(inside: Inside): Told;
  /** The command as the launcher is given it. @param program what its program must be, as DEVICE:INODE, where the backend can look. */
  command(command: readonly string[], program?: string): Handed;
  /** Takes away what the run needed outside of it. To be called when it is over; never fails. */
  end(): Promise<void>;
}

/** What a backend is given. */
export type Checked = Examined & { readonly backend: Backend };

const HOSTS = "127.0.0.1 localhost\n::1 localhost\n";
/** Whether the names of hosts inside are our own: not where the network is the host's, or the host's file is granted. */
const hasOwnHosts = ({ network, read, write }: Examined["plan"]): boolean =>
  network !== "open" && ![...read, ...write].some((path) => ["/", "/etc", "/etc/hosts"].includes(path));
const machine = (): Machine => process.arch as Machine;
const none = (): Promise<void> => Promise.resolve();
const channelVariables = (): Record<string, string> => ({
  NODE_CHANNEL_FD: String(channelFd()),
  NODE_CHANNEL_SERIALIZATION_MODE: "json",
});

function byBubblewrap({ plan, backend, survey, hidden, cwd, pins }: Checked): Applied {
  const hosts = hasOwnHosts(plan) ? HOSTS : undefined;
  // Our own program looks at the mounts from inside, where it is there; else the launcher waits until we have done so.
  const isInside = backend.tells === "inside";
  const data = [
    ...(plan.network === "proxy" ? [{ fd: FD.preload, path: PRELOAD }] : []),
    // What listens inside is found by name as well.
    ...(hosts === undefined ? [] : [{ fd: FD.hosts, path: "/etc/hosts" }]),
  ];
  const mounts = mountsOf(plan, systemLayout(), { survey, hidden, data });
  return {
    ...(!isInside && { pins }),
    filter: seccompFilter(machine()),
    temporary: "/tmp",
    preload: { path: PRELOAD, text: asProgram(preload, PRELOAD) },
    hosts,
    told: ({ code, channel, variables }) => ({
      front: [],
      options: bubblewrapArguments(plan, systemLayout(), isInside ? "/" : cwd, {
        survey,
        hidden,
        needed: code,
        data,
        variables: { ...variables, ...(channel ? channelVariables() : {}) },
      }),
    }),
    command: (command, program) =>
      isInside
        ? {
            command: WAITING,
            last: becoming({ pins, cwd, limits: plan.limits, program }, command),
            ...(mounts && { mounts }),
          }
        : { command: limited(backend.limiter, plan.limits, command) },
    end: none,
  };
}

/** Without a namespace of users, all processes of the user are counted. */
const countingAll = ({ plan: { limits }, backend }: Checked, command: readonly string[]): Handed => ({
  command: limited(backend.limiter, { ...limits, processes: limits.processes + tasksOfUser() }, command),
});

const isGranted = (path: string, { read, write }: Examined["plan"]): boolean =>
  [...read, ...write].some((folder) => folder === "/" || path === folder || path.startsWith(`${folder}/`)) || path.startsWith("/usr");

/** Nothing on any disk: what has no place when it is listed has none when it is opened. */
const GONE = "gone";

/** What a path must be when it is opened; what is protected is not to be had by another name. */
function pinOfPart(path: string, pins: Pins, guarded: ReadonlySet<string>): string {
  const known = pins.get(path);
  if (known !== undefined) return known;
  const found = pinOf(path) ?? GONE;
  if (guarded.has(found)) throw new ConfinementRefused(`\`${path}\` was exchanged for something that is protected`);
  return found;
}

function byLandlock(checked: Checked): Applied {
  const { plan, survey, cwd, pins } = checked;
  const scratch = scratchFolder();
  const [temporary, ours] = [join(scratch, "tmp"), join(scratch, "inside")];
  mkdirSync(temporary);
  mkdirSync(ours);
  const path = join(ours, "preload.cjs");
  const proxied = plan.network === "proxy";
  if (proxied) writeFileSync(path, asProgram(preload, path));
  const guarded = new Set([...pinned([...survey.guarded.keys(), ...survey.readable]).values()]);
  return {
    filter: seccompFilter(machine(), { network: plan.network }),
    hasDoor: true,
    temporary,
    preload: { path },
    told: ({ code, link, door, variables }) => ({
      front: [],
      // A folder on the way to what is granted is nothing here: programs that look for their settings in it would be refused.
      options: landlockArguments(plan, systemLayout(), isGranted(cwd, plan) ? cwd : "/", {
        survey,
        list: listing,
        scratch: temporary,
        needed: [...code.map((one) => realpathSync.native(one)), ...(proxied ? [ours] : [])],
        variables,
        door,
        keep: link ? [FD.link] : [],
        // What was looked at when the plan was checked counts; what lies below it is pinned where it is listed.
        pin: (path) => pinOfPart(path, pins, guarded),
      }),
    }),
    command: (command) => countingAll(checked, command),
    end: () => removed(scratch),
  };
}

/** Firejail makes the namespaces and the mounts, and our own launcher in them the rest: variables, descriptors, the filter. */
function byFirejail(checked: Checked): Applied {
  const { plan, backend, survey, hidden, cwd, pins } = checked;
  const scratch = scratchFolder();
  const ours = join(scratch, "inside");
  mkdirSync(ours);
  const path = join(ours, "preload.cjs");
  const profile = join(scratch, "profile");
  if (plan.network === "proxy") writeFileSync(path, asProgram(preload, path));
  const hosts = join(scratch, "hosts");
  writeFileSync(hosts, HOSTS);
  const isRoot = process.getuid?.() === 0;
  return {
    filter: seccompFilter(machine()),
    temporary: "/tmp",
    preload: { path },
    told: ({ code, channel, link, variables }) => {
      const keep = [...(link ? [FD.link] : []), ...(channel ? [channelFd()] : [])];
      const needed = [...code.map((one) => realpathSync.native(one)), ours];
      const unnamed = unnamedByFirejail({ survey, hidden }, [...needed, profile, hosts]);
      if (unnamed !== undefined) throw new ConfinementRefused(unnamed);
      writeFileSync(profile, firejailProfile(plan, topFolders(), { survey, hidden, needed, isRoot, ...(hasOwnHosts(plan) && { hosts }) }));
      const set = { ...plan.environment, ...variables, ...(channel ? channelVariables() : {}) };
      return {
        front: firejailArguments(profile, [...LAUNCHER_FDS, ...keep], `/proc/self/fd/${FD.program}`),
        options: [
          ...[...pins].flatMap(([pinned, id]) => ["--pin", pinned, id]),
          ...Object.entries(set).flatMap(([name, value]) => ["--setenv", name, value]),
          ...keep.flatMap((fd) => ["--keep", String(fd)]),
          "--chdir",
          cwd,
        ],
      };
    },
    command: (command) => (isRoot ? countingAll(checked, command) : { command: limited(backend.limiter, plan.limits, command) }),
    end: () => removed(scratch),
  };
}

/** Gives a checked plan to the backend. */
export const apply = (checked: Checked): Applied => APPLY[checked.backend.name](checked);
const APPLY: Readonly<Record<BackendName, (checked: Checked) => Applied>> = {
  bubblewrap: byBubblewrap,
  landlock: byLandlock,
  firejail: byFirejail,
};

const listing: Listing = (folder) =>
  readdirSync(folder, { withFileTypes: true }).map((one) => ({
    name: one.name,
    kind: one.isDirectory() ? "folder" : one.isFile() ? "file" : "other",
  }));
