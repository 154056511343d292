import type { HintName, Hints } from "../../model/hints.ts";
import { HINT_NAMES } from "../../model/hints.ts";
import type { Machine } from "../eval/machine.ts";
import type { Atom, Value } from "../eval/domain/values.ts";
import type { Pos } from "../ir.ts";

/** The hints of a tool, and where the literal that holds them stands. */
export interface FoundHints {
  readonly values: Hints;
  readonly at: { readonly file: string; readonly at: Pos } | null;
}

const isObject = (atom: Atom): boolean => atom.k === "obj" || atom.k === "rec";

/** Objects among a tool's configuration that can carry hints: `annotations`, `mcp.annotations`, or the value itself (MCP v1's positional form). */
function carriers(x: Machine, config: Value): Value {
  const objects = config.filter(isObject);
  const named = [...x.member(objects, "annotations"), ...x.member(x.member(objects, "mcp").filter(isObject), "annotations")];
  const own = objects.filter(
    (atom) => atom.k === "obj" && atom.e.p.some((prop) => "n" in prop && (HINT_NAMES as readonly string[]).includes(prop.n)),
  );
  return [...named.filter((atom) => atom.k !== "prim"), ...own];
}

/** What a tool's configuration says of hints; a value that the source does not fix is `dynamic`, never false. */
export function hintsOf(x: Machine, config: Value): FoundHints {
  const from = carriers(x, config);
  const values: Partial<Record<HintName, boolean | "dynamic">> = {};
  for (const name of HINT_NAMES) {
    const found = from.flatMap((atom): (boolean | "dynamic")[] => {
      if (!isObject(atom)) return ["dynamic"];
      const value = x.member([atom], name).filter((one) => one.k !== "wr" && !(one.k === "prim" && one.v === undefined));
      return value.map((one) => (one.k === "prim" && typeof one.v === "boolean" ? one.v : "dynamic"));
    });
    const [first] = found;
    if (first !== undefined) values[name] = found.every((one) => one === first) ? first : "dynamic";
  }
  const literal = from.find((atom): atom is Extract<Atom, { k: "obj" }> => atom.k === "obj");
  return { values, at: literal ? { file: literal.mod.file, at: literal.e.at } : null };
}
