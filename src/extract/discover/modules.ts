import { constantsOf } from "../eval/domain/strings.ts";
import type { Mod } from "../eval/domain/values.ts";
import type { Pos } from "../ir.ts";
import { INPUT_SCHEMA_KEYS } from "../shapes/definitions.ts";
import type { Discovery, FoundTool } from "./make.ts";
import { makeTools } from "./make.ts";
import { pathValue } from "./selectors.ts";

/** Folders whose modules are tools, where they say so by what they export. */
const FOLDER = /(?:^|[\\/])(?:mcp-?)?(?:tools|skills)[\\/](?:.*[\\/])?([^\\/]+)\.[cm]?[jt]s$/u;
const RUNS = ["handler", "execute", "run"];
const NAMED = ["name", "toolName", "metadata.name", "definition.name", "config.name"];

/**
 * The tool that a module is by what it exports: what runs, and the schema of what is sent to it. Which of them a program loads, and under
 * which name, may stand in a file of data; without a name of its own it is called like its file.
 *
 * @param taken executors of tools that were found otherwise.
 */
export function moduleTools(d: Discovery, mod: Mod, taken: ReadonlySet<string>): FoundTool[] {
  const { x } = d;
  const stem = FOLDER.exec(mod.file)?.[1];
  const exported = new Set(mod.sum.exports.map(({ n }) => n));
  const run = RUNS.find((one) => exported.has(one));
  const schema = INPUT_SCHEMA_KEYS.find((one) => exported.has(one));
  if (stem === undefined || run === undefined || schema === undefined) return [];
  const exec = x.exportOf(mod, run).filter((atom) => atom.k === "fn");
  const names = NAMED.flatMap((path) => {
    const [head = "", ...rest] = path.split(".");
    return exported.has(head) ? (constantsOf(pathValue(x, x.exportOf(mod, head), rest.join("."))) ?? []) : [];
  });
  const tools = makeTools(x, {
    names: { names: [names[0] ?? stem], dynamic: false },
    framework: "definition",
    mod,
    at: placeOf(mod, run),
    exec,
    config: x.record([[schema, x.exportOf(mod, schema)]]),
    confidence: "resolved",
  });
  return tools.filter(({ executor }) => executor?.key.split(",").some((key) => !taken.has(key)) === true);
}

/** Where a module declares what it exports under a name. */
function placeOf({ sum }: Mod, name: string): Pos {
  const v = sum.exports.find(({ n }) => n === name)?.v;
  const [def] = v === undefined ? [] : (sum.vars[v]?.d ?? []);
  if (def?.k === "fn") return sum.fns[def.f]?.at ?? 0;
  if (def?.k !== "expr") return 0;
  return def.e.k === "fn" ? (sum.fns[def.e.f]?.at ?? 0) : "at" in def.e ? def.e.at : 0;
}
