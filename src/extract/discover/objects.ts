import { visitObjects } from "../ir-walk.ts";
import type { ObjExpr } from "../ir.ts";
import type { Mod, Value } from "../eval/values.ts";
import { genericFrame } from "../eval/variables.ts";
import { namesOf, pathValue } from "./selectors.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";
import { DEFINING_KEYS, EXECUTOR_KEYS } from "../shapes/definitions.ts";

const has = (object: ObjExpr, names: readonly string[]): string | undefined =>
  names.find((name) => object.p.some((prop) => "n" in prop && prop.n === name));

/**
 * Objects that look like a tool's definition (a description, a schema and a function
 * that runs) but reach no registration that we understand. `taken` are executors already found.
 */
export function definitionObjects(d: Discovery, mod: Mod, taken: ReadonlySet<string>): FoundTool[] {
  const { x } = d;
  const out: FoundTool[] = [];
  visitObjects(mod.sum, (object, f) => {
    const key = has(object, EXECUTOR_KEYS);
    const schema = has(object, DEFINING_KEYS);
    if (key === undefined || schema === undefined) return;
    const frame = genericFrame(x, mod, f, x.top(mod));
    const value: Value = [x.in.atom({ k: "obj", mod, e: object, up: frame })];
    const nested = x.member(value, schema);
    const outer =
      has(object, ["description"]) !== undefined && (has(object, ["name", "id", "title"]) !== undefined || object.hint !== undefined);
    const inner = nested.some(
      (atom) => atom.k === "obj" && has(atom.e, ["name"]) !== undefined && has(atom.e, ["description"]) !== undefined,
    );
    if (!outer && !inner) return;
    const exec = x.member(value, key);
    const tools = makeTools(x, {
      names: namesOf(x, inner && !outer ? "schema.name|KEY" : "name|KEY|id", (selector) =>
        selector === "KEY"
          ? object.hint === undefined
            ? []
            : x.text(object.hint)
          : pathValue(x, value, selector === "schema.name" ? `${schema}.name` : selector),
      ),
      framework: "definition",
      mod,
      at: object.at,
      exec,
      config: value,
      guards: value,
      confidence: "resolved",
    });
    for (const tool of tools) if (tool.executor && !tool.executor.key.split(",").some((one) => taken.has(one))) out.push(tool);
  });
  return out;
}
