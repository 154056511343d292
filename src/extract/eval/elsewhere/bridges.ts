import { visitCalls } from "../../ir-walk.ts";
import type { Expr } from "../../ir.ts";
import { siteFrames } from "./callers-elsewhere.ts";
import { callbackFrames } from "./callers.ts";
import type { Machine } from "../machine.ts";
import { constantsOf } from "../domain/strings.ts";
import type { Frame, Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";
import { genericFrame } from "../meaning/variables.ts";

/** More files than these speak of a bridge: what is behind it is not told. */
const MAX_FILES = 64;
const EXPOSES = new Set(["exposeInMainWorld"]);

/** What runs what was registered elsewhere under a name, and what registers it: of a package, by the member of it that has the methods. */
interface Bridge {
  readonly root: string;
  readonly sends: string;
  readonly sending: ReadonlySet<string>;
  readonly receives: string;
  /** What files say that register something. */
  readonly said: string;
  readonly receiving: ReadonlySet<string>;
  /** What a listener is handed before what was sent. */
  readonly first: boolean;
}

const BRIDGES: readonly Bridge[] = [
  {
    root: "pkg:electron",
    sends: "ipcRenderer",
    sending: new Set(["invoke", "send", "sendSync"]),
    receives: "ipcMain",
    said: "ipcMain",
    receiving: new Set(["handle", "handleOnce", "on", "once"]),
    first: true,
  },
  {
    root: "pkg:vscode",
    sends: "commands",
    sending: new Set(["executeCommand"]),
    receives: "commands",
    said: "registerCommand",
    receiving: new Set(["registerCommand"]),
    first: false,
  },
];

/** A call, in one activation of what is around it. */
interface CallIn {
  readonly args: readonly Expr[];
  readonly at: Frame;
}

/** The calls of some methods of what a package has under a name; none where too many files say it. */
function callsOf(x: Machine, root: string, holder: string, methods: ReadonlySet<string>, said = holder): CallIn[] {
  const files = x.world.saying(said);
  if (files.length > MAX_FILES) return [];
  return files.flatMap((file) => {
    const mod = x.glance(file);
    const found: CallIn[] = [];
    if (mod)
      visitCalls(mod.sum, ({ f, a }, around) => {
        if (f.k !== "mem" || typeof f.p !== "string" || !methods.has(f.p) || a.length < 2) return;
        const frame = genericFrame(x, mod, around, x.top(mod));
        if (isOf(x.value(f.o, frame), root, holder)) for (const at of turns(x, frame)) found.push({ args: a, at });
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

const isOf = (value: Value, root: string, name: string): boolean =>
  value.some((atom) => atom.k === "ext" && atom.root === root && atom.path.includes(name));

/** The one name that an expression gives. */
function nameIn(x: Machine, e: Expr | undefined, at: Frame): string | undefined {
  const [only, ...more] = (e && constantsOf(x.value(e, at))) ?? [];
  return more.length === 0 ? only : undefined;
}

/**
 * What the other process of an Electron program runs when it is asked for by the name of a channel, `ipcRenderer.invoke("read", path)`
 * runs what `ipcMain.handle("read", …)` was given; and what an extension of VS Code's runs that executes a command of its own.
 *
 * @returns undefined where the name is not known, or nothing in the sources listens to it.
 */
export function bridged(
  x: Machine,
  root: string,
  path: readonly string[],
  args: readonly Value[],
): { of: Value; args: Value[] } | undefined {
  const bridge = BRIDGES.find((one) => one.root === root && path.at(-2) === one.sends && one.sending.has(path.at(-1) ?? ""));
  const names = bridge && constantsOf(args[0] ?? NOTHING);
  if (!names || names.length === 0) return undefined;
  const listeners = names.map((name) => listenersOf(x, bridge, name));
  const sent = args.slice(1);
  return listeners.every((one) => one.length > 0)
    ? { of: x.join(...listeners), args: bridge.first ? [x.data(), ...sent] : sent }
    : undefined;
}

const listenersOf = (x: Machine, bridge: Bridge, name: string): Value =>
  x.once("global", 1 + BRIDGES.indexOf(bridge), x.nameId(name), () =>
    x.join(
      ...callsOf(x, bridge.root, bridge.receives, bridge.receiving, bridge.said).map(({ args: [key, listener], at }) =>
        listener && nameIn(x, key, at) === name ? x.value(listener, at).filter(({ k }) => k === "fn") : NOTHING,
      ),
    ),
  );

/** What a program exposes to its pages under a name: `contextBridge.exposeInMainWorld("api", { … })`. */
export const exposed = (x: Machine, name: string): Value =>
  x.join(
    ...callsOf(x, "pkg:electron", "contextBridge", EXPOSES).map(({ args: [key, api], at }) =>
      api && nameIn(x, key, at) === name ? x.value(api, at) : NOTHING,
    ),
  );
