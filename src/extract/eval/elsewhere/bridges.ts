import { says, visitCalls, visitExprs } from "../../ir-walk.ts";
import type { Expr, ModuleSummary } from "../../ir.ts";
import { siteFrames } from "./made-by-calls.ts";
import { callbackFrames } from "./callers.ts";
import type { Machine } from "../machine.ts";
import { constantsOf } from "../domain/strings.ts";
import type { Frame, Value } from "../domain/values.ts";
import { NOTHING, PRIMITIVES } from "../domain/values.ts";
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
  /** What else registers something under a name, in a way that is not followed. */
  readonly besides: readonly string[];
  /** Whether a listener is handed something before what was sent. */
  readonly first: boolean;
  /** Whether nothing but what is seen to listen is taken to: another extension may have a command. */
  readonly isClosed: boolean;
}

const BRIDGES: readonly Bridge[] = [
  {
    root: "pkg:electron",
    sends: "ipcRenderer",
    sending: new Set(["invoke", "send", "sendSync"]),
    receives: "ipcMain",
    said: "ipcMain",
    receiving: new Set(["handle", "handleOnce", "on", "once"]),
    besides: [],
    first: true,
    isClosed: true,
  },
  {
    root: "pkg:vscode",
    sends: "commands",
    sending: new Set(["executeCommand"]),
    receives: "commands",
    said: "registerCommand",
    receiving: new Set(["registerCommand"]),
    besides: ["registerTextEditorCommand"],
    first: false,
    isClosed: false,
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

/** What listens to a name, and whether that is all that may run: where it is not, it may be something else as well. */
interface Listening {
  readonly of: Value;
  readonly isAll: boolean;
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
): (Listening & { args: Value[] }) | undefined {
  const bridge = BRIDGES.find((one) => one.root === root && path.at(-2) === one.sends && one.sending.has(path.at(-1) ?? ""));
  const names = bridge && constantsOf(args[0] ?? NOTHING);
  if (!names || names.length === 0) return undefined;
  const listeners = names.map((name) => listenersOf(x, bridge, name));
  if (!listeners.every(({ of }) => of.length > 0)) return undefined;
  const sent = args.slice(1);
  // What is handed over as code may be kept, and run by another one.
  const isPlain = sent.every((value) => value.every(({ k }) => PRIMITIVES.has(k)));
  return {
    of: x.join(...listeners.map(({ of }) => of)),
    args: bridge.first ? [x.data(), ...sent] : sent,
    isAll: bridge.isClosed || (isPlain && listeners.every(({ isAll }) => isAll)),
  };
}

function listenersOf(x: Machine, bridge: Bridge, name: string): Listening {
  const all = x.once("global", 1 + BRIDGES.indexOf(bridge), x.nameId(name), () =>
    x.join(
      ...callsOf(x, bridge.root, bridge.receives, bridge.receiving, bridge.said).map(({ args: [key, listener], at }) =>
        listener && nameIn(x, key, at) === name ? x.value(listener, at) : NOTHING,
      ),
    ),
  );
  const of = all.filter(({ k }) => k === "fn");
  return { of, isAll: all.length === 1 && of.length === 1 && isUnderstood(x, bridge) };
}

const understood = new WeakMap<Machine, boolean>();

/** Whether all that registers something is a plain call with one name and one listener: each mention of its word is one. */
function isUnderstood(x: Machine, bridge: Bridge): boolean {
  let known = understood.get(x);
  if (known === undefined) understood.set(x, (known = findsAll(x, bridge)));
  return known;
}

function findsAll(x: Machine, { root, receives, receiving, besides, said }: Bridge): boolean {
  const calls = callsOf(x, root, receives, receiving, said);
  if (!calls.every(({ args, at }) => args.length === 2 && nameIn(x, args[0], at) !== undefined)) return false;
  const sites = new Set(calls.map(({ args }) => args)).size;
  const words = [...receiving, ...besides];
  const files = [...new Set(words.flatMap((word) => x.world.saying(word)))];
  let mentions = 0;
  for (const file of files) {
    const sum = x.glance(file)?.sum;
    if (!sum || words.some((word) => isNamedOtherwise(sum, word))) return false;
    visitExprs(sum, (e) => {
      if (e.k === "mem" && typeof e.p === "string" && words.includes(e.p)) mentions++;
    });
  }
  return mentions === sites;
}

/** Whether a module has something under a name without saying it where it is used: imported, taken out, or in a text. */
const isNamedOtherwise = (sum: ModuleSummary, word: string): boolean =>
  says(sum, word) ||
  sum.vars.some(({ d }) =>
    d.some((def) => (def.k === "import" ? def.n === word : "path" in def && def.path.some((step) => "p" in step && step.p === word))),
  );

/** What a program exposes to its pages under a name: `contextBridge.exposeInMainWorld("api", { … })`. */
export const exposed = (x: Machine, name: string): Value =>
  x.join(
    ...callsOf(x, "pkg:electron", "contextBridge", EXPOSES).map(({ args: [key, api], at }) =>
      api && nameIn(x, key, at) === name ? x.value(api, at) : NOTHING,
    ),
  );
