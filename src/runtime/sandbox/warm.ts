import { createHash } from "node:crypto";
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { getPriority } from "node:os";
import { NETWORK_FILES, SYSTEM_FILES } from "./backends/bubblewrap.ts";
import { FD } from "./descriptors.ts";
import type { Handed } from "./inside.ts";
import { stillMounted } from "./inside.ts";
import type { Ended, Launch } from "./launch.ts";
import { followed, launch, startOf } from "./launch.ts";
import type { Start, Started } from "./start.ts";
import { lines, start } from "./start.ts";

/** No more sandboxes than these wait at once, and none of them longer. */
const MAX_WAITING = 8;
const IDLE_MS = 60_000;

/** A command that our own program inside becomes, so that it can be told of it when its sandbox is there already. */
export type Warm = Launch & Required<Handed>;

/** Whether a command is one; no egress, and no descriptor of ours, can be made before it is known who asks. */
export const isWarm = (one: Launch): one is Warm =>
  one.last !== undefined && one.mounts !== undefined && one.egress === undefined && !one.interactive;

/** How one is started that waits: nothing of a single command is known of it. */
const waitingStart = (one: Warm): Start => ({
  ...startOf({ ...one, input: undefined }),
  // A pipe is not what an empty file is: some programs read what they are given, if they are given something.
  ...(one.input !== undefined && { standard: ["pipe", "pipe", "pipe"] }),
  last: "later",
});

/** Files of the system that stand inside as they were when the sandbox was made. */
const identity = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};

/** Of its state, what a process hands on to those that it starts. */
const HANDED_ON = /^(?:Uid|Gid|Groups|Umask|Cap\w+|NoNewPrivs|Seccomp\w*|Cpus_allowed|Mems_allowed):.*$/gmu;

/**
 * What a process that is started now has from this one and from the machine, and one that waits had then. A mount that is made or undone outside is
 * so inside as well, below what is mounted there.
 */
const around = (): readonly unknown[] => [
  readFileSync("/proc/self/status", "utf8").match(HANDED_ON),
  ...["limits", "cgroup", "mountinfo", "oom_score_adj"].map((name) => readFileSync(`/proc/self/${name}`, "utf8")),
  readlinkSync("/proc/self/ns/net"),
  getPriority(),
  [...SYSTEM_FILES, ...NETWORK_FILES].map(identity),
];

/** All that two starts must have in common for the one to stand for the other; a digest, since granted variables are among it. */
const keyOf = ({ launcher, program, front, options, command, filter, hosts, standard, outputBytes }: Start): string =>
  createHash("sha256")
    .update(JSON.stringify([launcher, program, front, options, command, filter.toString("base64"), hosts, standard, outputBytes, around()]))
    .digest("base64");

const waiting = new Map<string, { readonly started: Started; readonly end: () => void }>();

/** Keeps a process from keeping us, or lets it again. */
function hold({ child }: Started, isHeld: boolean): void {
  const how = isHeld ? "ref" : "unref";
  if (child.pid !== undefined) child.process[how]();
  for (const pipe of child.stdio) pipe?.[how]();
}

/** How many in a row were not what they were: where it cannot be told what is a mount, none is. */
const MAX_REFUSED = 8;
let refused = 0;

/** Makes a sandbox that waits for its command, unless there is one: for a minute, and no longer than this process. */
export function keepWarm(one: Warm): void {
  const how = waitingStart(one);
  const key = keyOf(how);
  if (waiting.has(key) || refused >= MAX_REFUSED) return;
  const started = start(how);
  hold(started, false);
  const timer = setTimeout(started.stop, IDLE_MS).unref();
  const end = (): void => {
    clearTimeout(timer);
    if (waiting.get(key)?.started === started) waiting.delete(key);
  };
  waiting.set(key, { started, end });
  void started.child.ended.then(end);
  const [oldest] = waiting.values();
  if (waiting.size > MAX_WAITING && oldest) {
    oldest.end();
    oldest.started.stop();
  }
}

/** Takes the sandbox that waits for such a command; each is used once. */
function taken(how: Start): Started | undefined {
  const found = waiting.get(keyOf(how));
  if (!found) return undefined;
  found.end();
  hold(found.started, true);
  return found.started;
}

/** Ends all sandboxes that wait. */
export function endWarm(): void {
  for (const { started, end } of [...waiting.values()]) {
    end();
    started.stop();
  }
}

/** Runs a confined command to its end, in the sandbox that waits for it, where there is one and it is still what is planned now. */
export async function launchWarm(one: Warm): Promise<Ended> {
  const told = lines([...stillMounted(one.mounts), ...one.last]);
  const found = taken(waitingStart(one));
  if (!found) return launch(one);
  const begun = performance.now();
  const [stdin] = found.child.stdio;
  if (one.input !== undefined) stdin?.end(one.input);
  found.child.stdio[FD.gate]?.end(told);
  const ended = await followed(found, one);
  // It is not what it was when it was made, or has just ended: the command has not run.
  const isRefused = ended.refused !== undefined && !ended.timedOut && one.signal?.aborted !== true;
  refused = isRefused ? refused + 1 : 0;
  if (!isRefused) return ended;
  return launch({ ...one, timeMs: one.timeMs && Math.max(1, one.timeMs - (performance.now() - begun)) });
}
