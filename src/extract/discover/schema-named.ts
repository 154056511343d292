import { visitCalls } from "../ir-walk.ts";
import type { CallExpr, Expr } from "../ir.ts";
import type { Mod, Value } from "../eval/domain/values.ts";
import { CONTEXT, NOTHING } from "../eval/domain/values.ts";
import { genericFrame } from "../eval/meaning/variables.ts";
import { registering } from "../shapes/match.ts";
import { keyIn } from "../shapes/definitions.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";

/** Functions that register something under a schema. */
const REGISTERS = /^(?:register|add)(?:Tool|Handler|Action)?$|^(?:define|create|make)?Tool$/iu;
/** Under which key the schema of a request has what is sent to a tool. */
const ARGUMENTS = ["arguments", "args", "input"] as const;

/** The call at the start of a chain of calls: `type({ … })` of `type({ … }).describe("…")`. */
function firstCall(e: Expr): CallExpr | undefined {
  if (e.k !== "call") return undefined;
  return (e.f.k === "mem" && firstCall(e.f.o)) || e;
}

/** Where a call is of a library of schemas, what that is. */
function libraryOf({ sum }: Mod, { f }: CallExpr): string | undefined {
  const base = f.k === "mem" ? f.o : f;
  const [def] = base.k === "var" ? (sum.vars[base.v]?.d ?? []) : [];
  return def?.k === "import" ? def.from : undefined;
}

/** The only text that a schema lets through: `z.literal("look")`, and `'"look"'` of ArkType. */
function onlyText(e: Expr): string | undefined {
  if (e.k === "lit" && typeof e.v === "string") return /^(["'])([\w.:/-]{1,64})\1$/u.exec(e.v)?.[2];
  const [text] = e.k === "call" && e.f.k === "mem" && e.f.p === "literal" ? e.a : [];
  return text?.k === "lit" && typeof text.v === "string" ? text.v : undefined;
}

/** The schema of a request whose name can be only one, with what is sent: `type({ name: '"look"', arguments: { … } })`. */
function requestOf(mod: Mod, e: Expr | undefined): { readonly name: string; readonly sent: readonly string[] } | undefined {
  const call = e && firstCall(e);
  const [object] = call?.a ?? [];
  if (!call || object?.k !== "obj" || !/^(?:arktype|zod)(?:\/|$)/u.test(libraryOf(mod, call) ?? "")) return undefined;
  const own = object.p.find((prop) => "n" in prop && prop.n === "name");
  const name = own && "n" in own ? onlyText(own.e) : undefined;
  const sent = ARGUMENTS.filter((key) => keyIn(object, [key]) !== undefined);
  return name !== undefined && sent.length > 0 ? { name, sent } : undefined;
}

/**
 * Tools that a registry of the program's own is given under the schema of the request that calls them, which says their name.
 *
 * @param taken executors of tools that were found otherwise.
 */
export function schemaNamedTools(d: Discovery, mod: Mod, taken: ReadonlySet<string>): FoundTool[] {
  const { x } = d;
  const out: FoundTool[] = [];
  visitCalls(mod.sum, (call, f) => {
    const [schema, run] = call.a;
    const request = run && REGISTERS.test(registering(mod, call) ?? "") ? requestOf(mod, schema) : undefined;
    if (!request || !run) return;
    const exec = x.value(run, genericFrame(x, mod, f, x.top(mod))).filter((atom) => atom.k === "fn");
    // What runs is handed the request, and not only what is sent with it.
    const sent: readonly Value[] = [
      x.record([["name", x.text(request.name)], ...request.sent.map((key) => [key, x.data("param:")] as const)]),
    ];
    const tools = makeTools(x, {
      names: { names: [request.name], dynamic: false },
      framework: "definition",
      mod,
      at: call.at,
      exec,
      frames: exec.map((fn) =>
        x.in.frame(
          fn.mod,
          fn.f,
          fn.up,
          [...sent, ...(fn.mod.sum.fns[fn.f]?.pn ?? []).slice(1).map(() => x.data(CONTEXT))],
          fn.self ?? null,
        ),
      ),
      config: NOTHING,
      confidence: "resolved",
    });
    out.push(...tools.filter(({ executor }) => executor?.key.split(",").every((key) => !taken.has(key)) === true));
  });
  return out;
}
