import type { Place } from "./discover/place.ts";
import { visitCalls } from "./ir-walk.ts";
import { follow } from "./eval/meaning/follow.ts";
import type { Machine } from "./eval/machine.ts";
import { constantsOf } from "./eval/domain/strings.ts";
import type { Mod } from "./eval/domain/values.ts";
import { genericFrame } from "./eval/meaning/variables.ts";
import type { CallExpr, ModuleSummary, Pos } from "./ir.ts";

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

/** What a module's calls say of servers: those that make one, each with the function that it stands in, and methods by where they are called. */
interface Calls {
  readonly makers: readonly { readonly call: CallExpr; readonly f: number }[];
  readonly methods: ReadonlyMap<Pos, readonly CallExpr[]>;
}

const known = new WeakMap<ModuleSummary, Calls>();

function callsOf(mod: Mod): Calls {
  const before = known.get(mod.sum);
  if (before) return before;
  const makers: Calls["makers"][number][] = [];
  const methods = new Map<Pos, CallExpr[]>();
  visitCalls(mod.sum, (call, f) => {
    if (makesServer(mod, call)) makers.push({ call, f });
    if (call.f.k === "mem") methods.set(call.at, [...(methods.get(call.at) ?? []), call]);
  });
  const calls = { makers, methods };
  known.set(mod.sum, calls);
  return calls;
}

/** The server of which a registration is a method, by its name where it has one; undefined where nobody knows which one it is. */
function receiver(x: Machine, { mod, at }: Place): { readonly name: string | undefined } | undefined {
  let found: { readonly name: string | undefined } | undefined;
  for (const { f } of callsOf(mod).methods.get(at) ?? []) {
    const made = f.k === "mem" ? follow(x, { e: f.o, mod }) : undefined;
    if (made?.e.k === "call" && makesServer(made.mod, made.e)) found = { name: nameGiven(x, made.mod, made.e, 0) };
  }
  return found;
}

/** The name of the server that a registration is for: the one that it is a method of, else the only one that its module makes. */
export function serverName(x: Machine, registered: Place): string | undefined {
  const own = receiver(x, registered);
  if (own) return own.name;
  const { mod } = registered;
  const names = new Set(callsOf(mod).makers.map(({ call, f }) => nameGiven(x, mod, call, f)));
  return names.size === 1 ? [...names][0] : undefined;
}
