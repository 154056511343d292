import { visitCalls } from "./ir-walk.ts";
import type { Machine } from "./eval/machine.ts";
import { constantsOf } from "./eval/strings.ts";
import type { Mod } from "./eval/values.ts";
import { genericFrame } from "./eval/variables.ts";

const SERVERS = new Set(["McpServer", "Server", "FastMCP", "MCPServer"]);

/** The names that a module gives to the servers it makes, when it makes exactly one. */
export function serverNames(x: Machine, mod: Mod): string[] {
  const names = new Set<string>();
  visitCalls(mod.sum, (call, f) => {
    if (call.kind !== 1 || call.f.k !== "var" || !call.a[0]) return;
    const def = mod.sum.vars[call.f.v]?.d[0];
    if (def?.k !== "import" || !SERVERS.has(def.n)) return;
    const value = x.value(call.a[0], genericFrame(x, mod, f, x.top(mod)));
    for (const name of constantsOf(x.member(value, "name")) ?? []) names.add(name);
  });
  return names.size === 1 ? [...names] : [];
}
