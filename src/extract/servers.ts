import type { Place } from "./discover/place.ts";
import { visitCalls } from "./ir-walk.ts";
import { follow } from "./eval/follow.ts";
import type { Machine } from "./eval/machine.ts";
import { constantsOf } from "./eval/strings.ts";
import type { Mod } from "./eval/values.ts";
import { genericFrame } from "./eval/variables.ts";
import type { CallExpr } from "./ir.ts";

const SERVERS = new Set(["McpServer", "Server", "FastMCP", "MCPServer"]);

/** Whether a call makes a server: `new McpServer(…)`, `new sdk.McpServer(…)`. */
function makesServer({ sum }: Mod, { f, kind }: CallExpr): boolean {
  if (kind !== 1) return false;
  const of = f.k === "mem" ? f.o : f;
  const def = of.k === "var" ? sum.vars[of.v]?.d[0] : undefined;
  if (def?.k !== "import") return false;
  return f.k === "mem" ? def.n === "*" && typeof f.p === "string" && SERVERS.has(f.p) : SERVERS.has(def.n);
}

/** The name that a module gives to a server where it makes it, where that is one constant. */
function nameGiven(x: Machine, mod: Mod, call: CallExpr, f: number): string | undefined {
  const [about] = call.a;
  const names = about && constantsOf(x.member(x.value(about, genericFrame(x, mod, f, x.top(mod))), "name"));
  return names?.length === 1 ? names[0] : undefined;
}

/** The server of which a registration is a method, by its name where it has one; undefined where nobody knows which one it is. */
function receiver(x: Machine, { mod, at }: Place): { readonly name: string | undefined } | undefined {
  let found: { readonly name: string | undefined } | undefined;
  visitCalls(mod.sum, (call) => {
    if (call.at !== at || call.f.k !== "mem") return;
    const made = follow(x, { e: call.f.o, mod });
    if (made.e.k !== "call" || !makesServer(made.mod, made.e)) return;
    found = { name: nameGiven(x, made.mod, made.e, 0) };
  });
  return found;
}

/** The name of the server that a registration is for: the one that it is a method of, else the only one that its module makes. */
export function serverName(x: Machine, registered: Place): string | undefined {
  const own = receiver(x, registered);
  if (own) return own.name;
  const { mod } = registered;
  const names = new Set<string | undefined>();
  visitCalls(mod.sum, (call, f) => {
    if (makesServer(mod, call)) names.add(nameGiven(x, mod, call, f));
  });
  return names.size === 1 ? [...names][0] : undefined;
}
