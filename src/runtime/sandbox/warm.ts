import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { around, systemPins } from "./around.ts";
import { FD } from "./descriptors.ts";
import type { Handed } from "./inside.ts";
import { counted, stillMounted } from "./inside.ts";
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
  startsIn: "/",
});

/**
 * All that two starts must have in common for the one to stand for the other; a digest, since granted variables are among it. Undefined where none
 * may stand for another, or where that cannot be told.
 */
function keyOf({ mounts }: Warm, { launcher, program, options, command, filter, hosts, standard, outputBytes }: Start): string | undefined {
  try {
    const here = around(mounts);
    return (
      here &&
      createHash("sha256")
        .update(JSON.stringify([launcher, program, options, command, filter.toString("base64"), hosts, standard, outputBytes, here]))
        .digest("base64")
    );
  } catch {
    return undefined;
  }
}

interface Waiting {
  readonly started: Started;
  /** When it was made: by the clock of this process, and by that of the machine, which goes on while it sleeps. */
  readonly since: readonly [number, number];
  /** Forgets it. */
  readonly end: () => void;
}
const waiting = new Map<string, Waiting>();
/** Counts how often all were ended. */
let era = 0;

const now = (): [number, number] => [performance.now(), Date.now()];
const isFresh = ({ since }: Waiting): boolean => now().every((time, i) => Math.abs(time - (since[i] ?? 0)) <= IDLE_MS);

/** Keeps a process from keeping us, or lets it again. */
function hold({ child }: Started, isHeld: boolean): void {
  const how = isHeld ? "ref" : "unref";
  if (child.pid !== undefined) child.process[how]();
  for (const pipe of child.stdio) pipe?.[how]();
}

/** Ends one that waits; where it cannot be killed any more, since we are somebody else by now, it ends for want of a command. */
function giveUp({ child, stop }: Started): void {
  child.stdio[FD.gate]?.destroy();
  stop();
}

function stop({ started, end }: Waiting): void {
  end();
  giveUp(started);
}

/** How many in a row were not what they were: where it cannot be told what is a mount, none is. */
const MAX_REFUSED = 8;
let refused = 0;
/** How our program inside says so; a launcher that was ended says nothing. */
const LOOKED_AT = 125;

/** Makes a sandbox that waits for its command, unless there is one: for a minute, and no longer than this process. */
export function keepWarm(one: Warm): void {
  const how = waitingStart(one);
  const key = keyOf(one, how);
  if (key === undefined || waiting.has(key) || refused >= MAX_REFUSED) return;
  const [oldest] = waiting.values();
  if (waiting.size >= MAX_WAITING && oldest) stop(oldest);
  let started: Started;
  try {
    started = start(how);
  } catch {
    // No descriptor is to spare. Nobody waits for it.
    return;
  }
  hold(started, false);
  const timer = setTimeout(() => {
    giveUp(started);
  }, IDLE_MS).unref();
  const made: Waiting = {
    started,
    since: now(),
    end: () => {
      clearTimeout(timer);
      if (waiting.get(key) === made) waiting.delete(key);
    },
  };
  waiting.set(key, made);
  void started.child.ended.then(made.end);
}

/**
 * The same, when what is being answered is answered: starting one takes a while.
 *
 * @returns what does so, unless all were ended since this was asked for.
 */
export function keepWarmLater(one: Warm): () => void {
  const asked = era;
  return () =>
    void setImmediate(() => {
      if (asked === era) keepWarm(one);
    });
}

/** Takes the sandbox that waits for such a command; each is used once. */
function taken(one: Warm): Started | undefined {
  const key = keyOf(one, waitingStart(one));
  const found = key === undefined ? undefined : waiting.get(key);
  if (!found) return undefined;
  found.end();
  if (!isFresh(found)) {
    giveUp(found.started);
    return undefined;
  }
  hold(found.started, true);
  return found.started;
}

/** Ends all sandboxes that wait, and makes none that was asked for before; their folders and mounts are in use no more when that is done. */
export async function endWarm(): Promise<void> {
  era++;
  const all = [...waiting.values()];
  for (const one of all) {
    stop(one);
    // Its end is waited for.
    hold(one.started, true);
  }
  await Promise.all(all.map(({ started }) => started.child.ended));
}

/** What was inside of those that are ended ends a little later than they do. */
const FREED_MS = 50;

const isRefused = ({ refused: reason, timedOut }: Ended, { signal }: Launch): boolean =>
  reason !== undefined && !timedOut && signal?.aborted !== true;

/** The same command in the time that is left of its own. */
const sinceThen = (one: Launch, begun: number): Launch => ({
  ...one,
  timeMs: one.timeMs === undefined ? undefined : Math.max(1, one.timeMs - (performance.now() - begun)),
});

/**
 * Runs a confined command to its end. Where it cannot be started, what waits may have what it lacks: that is ended, and it is tried once more, but
 * for one that has read of our own input by then.
 */
export async function launchFreeing(one: Launch): Promise<Ended> {
  const begun = performance.now();
  const ended = await launch(one);
  if (!isRefused(ended, one) || waiting.size === 0 || one.egress || one.interactive) return ended;
  await endWarm();
  await wait(FREED_MS);
  return one.signal?.aborted ? ended : launch(sinceThen(one, begun));
}

/** Runs a confined command to its end, in the sandbox that waits for it, where there is one and it is still what is planned now. */
export async function launchWarm(one: Warm): Promise<Ended> {
  // By now: what the system's files were when it was made is not known.
  const told = lines(counted([...stillMounted(one.mounts, systemPins(one.mounts)), ...one.last]));
  const found = taken(one);
  if (!found) return launchFreeing(one);
  const begun = performance.now();
  const [stdin] = found.child.stdio;
  if (one.input !== undefined) stdin?.end(one.input);
  found.child.stdio[FD.gate]?.end(told);
  const ended = await followed(found, one);
  if (!isRefused(ended, one)) {
    refused = 0;
    return ended;
  }
  // It is not what it was when it was made, or has just ended: the command has not run.
  if (ended.exitCode === LOOKED_AT) refused++;
  return launchFreeing(sinceThen(one, begun));
}
