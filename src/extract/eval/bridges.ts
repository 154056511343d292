import { visitCalls } from "../ir-walk.ts";
import type { Expr } from "../ir.ts";
import { siteFrames } from "./callers-elsewhere.ts";
import { callbackFrames } from "./callers.ts";
import type { Machine } from "./machine.ts";
import { constantsOf } from "./strings.ts";
import type { Frame, Value } from "./values.ts";
import { NOTHING } from "./values.ts";
import { genericFrame } from "./variables.ts";

/** More files than these speak of a bridge: what is behind it is not told. */
const MAX_FILES = 64;
const SENDS = new Set(["invoke", "send", "sendSync"]);
const RECEIVES = new Set(["handle", "handleOnce", "on", "once"]);

interface SeenAt {
  readonly object: Value;
  readonly args: readonly Expr[];
  readonly at: Frame;
}

/** The calls of some methods in files that say a word, with what they are called on; undefined where there are too many files. */
function callsIn(x: Machine, word: string, methods: ReadonlySet<string>): SeenAt[] | undefined {
  const files = x.world.saying(word);
  if (files.length > MAX_FILES) return undefined;
  return files.flatMap((file) => {
    const mod = x.glance(file);
    const found: SeenAt[] = [];
    if (mod)
      visitCalls(mod.sum, ({ f, a }, around) => {
        if (f.k !== "mem" || typeof f.p !== "string" || !methods.has(f.p) || a.length < 2) return;
        for (const at of turns(x, genericFrame(x, mod, around, x.top(mod)))) found.push({ object: x.value(f.o, at), args: a, at });
      });
    return found;
  });
}

/** The activations of what registers listeners: one an element of the list that it goes through, or one a call of the helper that it is. */
function turns(x: Machine, at: Frame): readonly Frame[] {
  const each = callbackFrames(x, at);
  if (each.length > 0 || at.f === 0) return each.length > 0 ? each : [at];
  const sites = siteFrames(x, at) ?? [];
  return sites.length > 0 ? sites : [at];
}

const isOf = (value: Value, name: string): boolean =>
  value.some((atom) => atom.k === "ext" && atom.root === "pkg:electron" && atom.path.includes(name));

/** The one name that an expression gives. */
function nameIn(x: Machine, e: Expr | undefined, at: Frame): string | undefined {
  const [only, ...more] = (e && constantsOf(x.value(e, at))) ?? [];
  return more.length === 0 ? only : undefined;
}

/**
 * What the other process of an Electron program runs when it is asked for by the name of a channel: `ipcRenderer.invoke("read", path)`
 * runs what `ipcMain.handle("read", …)` was given.
 *
 * @returns undefined where the channel is not known, or nothing in the sources listens to it.
 */
export function bridged(
  x: Machine,
  root: string,
  path: readonly string[],
  args: readonly Value[],
): { of: Value; args: Value[] } | undefined {
  if (root !== "pkg:electron" || path.at(-2) !== "ipcRenderer" || !SENDS.has(path.at(-1) ?? "")) return undefined;
  const channels = constantsOf(args[0] ?? NOTHING);
  if (!channels || channels.length === 0) return undefined;
  const listeners = channels.map((channel) => listenersOf(x, channel));
  return listeners.every((one) => one.length > 0) ? { of: x.join(...listeners), args: [x.data(), ...args.slice(1)] } : undefined;
}

const listenersOf = (x: Machine, channel: string): Value =>
  x.once("global", 1, x.nameId(channel), () =>
    x.join(
      ...(callsIn(x, "ipcMain", RECEIVES) ?? []).map(({ object, args: [name, listener], at }) =>
        listener && isOf(object, "ipcMain") && nameIn(x, name, at) === channel
          ? x.value(listener, at).filter(({ k }) => k === "fn")
          : NOTHING,
      ),
    ),
  );

/** What a program exposes to its pages under a name: `contextBridge.exposeInMainWorld("api", { … })`. */
export const exposed = (x: Machine, name: string): Value =>
  x.join(
    ...(callsIn(x, "exposeInMainWorld", new Set(["exposeInMainWorld"])) ?? []).map(({ args: [key, api], at }) =>
      api && nameIn(x, key, at) === name ? x.value(api, at) : NOTHING,
    ),
  );
