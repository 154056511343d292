import { argumentsOf } from "../eval/arguments.ts";
import { elementsOf } from "../eval/containers.ts";
import type { SeenCall } from "../eval/expansion.ts";
import { TOOL_NAME } from "../eval/conditions.ts";
import { resultOf } from "../eval/results.ts";
import { constantsOf } from "../eval/strings.ts";
import type { Frame, Value } from "../eval/values.ts";
import { CONTEXT, NOTHING } from "../eval/values.ts";
import { explore } from "../explore.ts";
import { isSchema } from "../shapes/match.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

const MAX_NAMES = 400;

/**
 * Splits one request handler into its tools: the handler is explored once a tool name,
 * with that name as a constant, so that `switch`, `if` chains, maps and registries all
 * prune themselves; what runs before the choice is attributed to every tool.
 */
export function dispatched(d: Discovery, seen: SeenCall, siblings: readonly SeenCall[], framework: string): FoundTool[] {
  const { x } = d;
  const handlers = argumentsOf(x, seen.call, seen.at).at(-1) ?? NOTHING;
  const announced = listed(d, siblings);
  const names = [...new Set([...announced.keys(), ...compared(d, handlers)])].filter((name) => name !== "").sort();
  const mod = seen.at.mod;
  if (names.length === 0 || names.length > MAX_NAMES) {
    return makeTools(x, { names: { names: [], dynamic: true }, framework, mod, at: seen.call.at, exec: handlers, config: NOTHING });
  }
  // `mcp.server.setRequestHandler(…)`
  const { f } = seen.call;
  const takesOver = f.k === "mem" && f.o.k === "mem" && f.o.p === "server";
  return names.flatMap((name) => {
    const frames = enter(d, handlers, x.text(name));
    const made = makeTools(x, {
      names: { names: [name], dynamic: false },
      framework,
      mod,
      at: seen.call.at,
      exec: handlers,
      config: announced.get(name) ?? NOTHING,
      confidence: "dispatch",
      frames,
    });
    return takesOver ? made.map((tool) => ({ ...tool, takesOver })) : made;
  });
}

/** The activations of a handler for one tool name. */
function enter(d: Discovery, handlers: Value, name: Value): Frame[] {
  const { x } = d;
  const params = x.record([
    ["name", name],
    ["arguments", x.data("param:")],
    ["_meta", x.data()],
  ]);
  const request = x.record(
    [
      ["params", params],
      ["method", x.text("tools/call")],
    ],
    x.data(),
  );
  return handlers.flatMap((atom) =>
    atom.k === "fn" ? [x.in.frame(atom.mod, atom.f, atom.up, [...(atom.pre ?? []), request, x.data(CONTEXT)], atom.self ?? null)] : [],
  );
}

/** The tools that the list handler next to it announces, by name. */
function listed(d: Discovery, siblings: readonly SeenCall[]): Map<string, Value> {
  const { x } = d;
  const out = new Map<string, Value>();
  for (const sibling of siblings) {
    const args = argumentsOf(x, sibling.call, sibling.at);
    if (!isSchema(args[0], ["ListToolsRequestSchema", "tools/list"])) continue;
    for (const handler of args.at(-1) ?? NOTHING) {
      if (handler.k !== "fn") continue;
      const result = resultOf(x, x.in.frame(handler.mod, handler.f, handler.up, [x.data(), x.data()], handler.self ?? null));
      for (const tool of elementsOf(x, x.member(result, "tools")))
        for (const name of constantsOf(x.member([tool], "name")) ?? []) out.set(name, x.join(out.get(name) ?? NOTHING, [tool]));
    }
  }
  return out;
}

const known = new WeakMap<Discovery["x"], Map<string, readonly string[]>>();

/** Names that the handler compares the requested name with. Asked once: what is remembered of an expression says no names again. */
function compared(d: Discovery, handlers: Value): readonly string[] {
  const { x } = d;
  const answers = known.get(x) ?? new Map<string, readonly string[]>();
  known.set(x, answers);
  const key = handlers.map(({ id }) => id).join();
  const before = answers.get(key);
  if (before) return before;
  x.names = new Set();
  explore(d.expander, enter(d, handlers, x.data(TOOL_NAME)), 600);
  const found = [...x.names];
  x.names = null;
  answers.set(key, found);
  return found;
}
