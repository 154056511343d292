import { argumentsOf } from "../eval/calls/arguments.ts";
import { elementsOf } from "../eval/meaning/containers.ts";
import type { SeenCall } from "../eval/effects/expansion.ts";
import { TOOL_NAME, dispatchedBy } from "../eval/flow/conditions.ts";
import { resultOf } from "../eval/calls/results.ts";
import { constantsOf } from "../eval/domain/strings.ts";
import type { Machine } from "../eval/machine.ts";
import type { Frame, Mod, Value } from "../eval/domain/values.ts";
import { CONTEXT, isAbsent, NOTHING } from "../eval/domain/values.ts";
import type { Pos } from "../ir.ts";
import { explore } from "../explore.ts";
import { isSchema } from "../shapes/match.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

const MAX_NAMES = 400;

/** A function that all calls of tools come to, and how it is entered for one of them. */
interface Dispatcher {
  /** What it is known by, among those of a scan. */
  readonly key: string;
  readonly handlers: Value;
  readonly enter: (name: Value) => Frame[];
  readonly framework: string;
  readonly mod: Mod;
  readonly at: Pos;
  /** What is said of the tools elsewhere, by their names. */
  readonly announced: ReadonlyMap<string, Value>;
}

/** Splits the request handler that a call registers into its tools. `siblings` are the handlers that are registered next to it. */
export function dispatched(d: Discovery, seen: SeenCall, siblings: readonly SeenCall[], framework: string): FoundTool[] {
  const { x } = d;
  const handlers = argumentsOf(x, seen.call, seen.at).at(-1) ?? NOTHING;
  const announced = listed(d, siblings);
  const key = handlers.map(({ id }) => id).join();
  const { mod } = seen.at;
  const dispatcher = { key, handlers, enter: (name: Value) => enter(d, handlers, name), framework, mod, at: seen.call.at, announced };
  const made = split(d, dispatcher, [...announced.keys()]);
  if (made.length === 0)
    return makeTools(x, { names: { names: [], dynamic: true }, framework, mod, at: seen.call.at, exec: handlers, config: NOTHING });
  // `mcp.server.setRequestHandler(…)`
  const { f } = seen.call;
  const takesOver = f.k === "mem" && f.o.k === "mem" && f.o.p === "server";
  return takesOver ? made.map((tool) => ({ ...tool, takesOver })) : made;
}

/**
 * Splits a dispatcher into its tools: it is explored once a tool name, with that name as a constant, so that `switch`, `if`
 * chains, maps and registries all prune themselves; what runs before the choice is attributed to every tool.
 *
 * @param more names of tools beside those that it compares the requested one with.
 */
export function split(d: Discovery, dispatcher: Dispatcher, more: readonly string[] = []): FoundTool[] {
  const names = [...new Set([...more, ...compared(d, dispatcher)])].filter((name) => name !== "").sort();
  if (names.length > MAX_NAMES) return [];
  const { handlers, framework, mod, at, announced } = dispatcher;
  return names.flatMap((name) => {
    const config = announced.get(name) ?? NOTHING;
    const tools = makeTools(d.x, {
      names: { names: [name], dynamic: false },
      framework,
      mod,
      at,
      exec: handlers,
      config,
      confidence: "dispatch",
      frames: dispatcher.enter(dispatchedBy(d.x, name)),
    });
    const place = announcedIn(config, mod);
    return place ? tools.map((tool) => ({ ...tool, ...place })) : tools;
  });
}

/** Where a tool is declared that another module announces: by the one object that describes it there. */
export function announcedIn([only, more]: Value, mod: Mod): Pick<FoundTool, "mod" | "at" | "elsewhere"> | undefined {
  return only?.k === "obj" && more === undefined && only.mod !== mod
    ? { mod: only.mod, at: only.e.at, elsewhere: { by: "object", isPlain: false } }
    : undefined;
}

/** What a request to call a tool is about. */
export const paramsOf = (x: Machine, name: Value): Value =>
  x.record([
    ["name", name],
    ["arguments", x.data("param:")],
    ["_meta", x.data()],
  ]);

/** A request to call a tool. */
export const requestOf = (x: Machine, name: Value, method = "tools/call"): Value =>
  x.record(
    [
      ["params", paramsOf(x, name)],
      ["method", x.text(method)],
    ],
    x.data(),
  );

/** The activations of a handler for one tool name. */
function enter({ x }: Discovery, handlers: Value, name: Value): Frame[] {
  const request = requestOf(x, name);
  return handlers.flatMap((atom) =>
    atom.k === "fn" ? [x.in.frame(atom.mod, atom.f, atom.up, [...(atom.pre ?? []), request, x.data(CONTEXT)], atom.self ?? null)] : [],
  );
}

/** Whether a request handler is the one that lists tools. */
export const isListing = (x: Machine, { call, at }: SeenCall): boolean =>
  isSchema(argumentsOf(x, call, at)[0], ["ListToolsRequestSchema", "tools/list"]);

/** The tools that the list handler next to it announces, by name. */
function listed(d: Discovery, siblings: readonly SeenCall[]): Map<string, Value> {
  const { x } = d;
  const out = new Map<string, Value>();
  for (const sibling of siblings) {
    if (!isListing(x, sibling)) continue;
    for (const handler of argumentsOf(x, sibling.call, sibling.at).at(-1) ?? NOTHING) {
      if (handler.k !== "fn") continue;
      const result = resultOf(x, x.in.frame(handler.mod, handler.f, handler.up, [x.data(), x.data()], handler.self ?? null));
      announce(x, result, out);
    }
  }
  return out;
}

/** Notes the tools that an answer lists, by their names. */
export function announce(x: Machine, answer: Value, out: Map<string, Value>): void {
  for (const tool of elementsOf(x, x.member(answer, "tools")))
    for (const name of constantsOf(x.member([tool], "name").filter((one) => !isAbsent(one))) ?? [])
      out.set(name, x.join(out.get(name) ?? NOTHING, [tool]));
}

const known = new WeakMap<Discovery["x"], Map<string, readonly string[]>>();

/** Names that the handler compares the requested name with. Asked once: what is remembered of an expression says no names again. */
function compared({ x, expander }: Discovery, { key, enter }: Dispatcher): readonly string[] {
  const answers = known.get(x) ?? new Map<string, readonly string[]>();
  known.set(x, answers);
  const before = answers.get(key);
  if (before) return before;
  x.names = new Set();
  explore(expander, enter(x.data(TOOL_NAME)), 600);
  const found = [...x.names];
  x.names = null;
  answers.set(key, found);
  return found;
}
