import { canonical } from "../model/canonical.ts";
import { boundNames, isBoundName } from "../model/input/bound.ts";
import type { Newly } from "../model/input/order.ts";
import type { InputShape } from "../model/input/shape.ts";
import { newlyTaken, REST } from "../model/input/order.ts";
import type { ManifestTool } from "../schema/manifest.ts";
import type { Row } from "./row.ts";
import { gate, info } from "./row.ts";
import { visible } from "../model/json-text.ts";

const at = ({ path }: Newly): string => visible(path.join(".") || "the arguments");
const said = (one: Newly): string => `${at(one)} = ${visible(one.witness)}`;

/**
 * What a tool takes, against what it took.
 *
 * Where no policy bounds a tool, what it does with an argument is bounded by its schema alone: more of an argument
 * that gets into a resource gates. All else is no authority, and is said.
 */
export function compareInput(base: ManifestTool, next: ManifestTool): Row[] {
  // What a name leads to may be read where the text only has the name.
  if (base.inputSchema === next.inputSchema && canonical(base.input) === canonical(next.input)) return [];
  if (!base.input) return [CHANGED];
  const input = next.input ?? UNREAD;
  const more = newlyTaken(base.input, input);
  const less = newlyTaken(input, base.input);
  const isBound = boundBy(next, input);
  const held = more.filter(isBound);
  const rows = [...gates(held), ...notes(more.filter((one) => !held.includes(one)))];
  const narrowed = less.filter((one) => one.isSure).slice(0, 1);
  return [
    ...rows,
    ...narrowed.map((one) => info("tool.input.narrowed", `The input schema takes less: no longer \`${said(one)}\`.`)),
    ...(rows.length + narrowed.length === 0 ? [CHANGED] : []),
  ];
}

const UNREAD: InputShape = { kind: "opaque", digest: "" };

/** Whether what is newly taken may be an argument that gets into a resource of a tool that no policy bounds. */
function boundBy(next: ManifestTool, input: InputShape): (one: Newly) => boolean {
  const names = next.policy ? new Set<string>() : boundNames(next.facts.capabilities);
  const others = new Set(names);
  for (const { name } of input.kind === "object" ? input.properties : [])
    for (const one of [name, name.split(/[.[]/u)[0] ?? ""]) others.delete(one);
  return ({ path: [first], isAbsence }) => {
    if (isAbsence) return false;
    return first === undefined ? names.size > 0 : first === REST ? others.size > 0 : isBoundName(names, first);
  };
}

const CHANGED = info("tool.input.changed", "The input schema changed.");

/** One finding for each argument. */
function gates(held: readonly Newly[]): Row[] {
  const byName = new Map<string, Newly>();
  for (const one of held) {
    const name = one.path[0] ?? "";
    if (!byName.has(name) || (one.isSure && byName.get(name)?.isSure === false)) byName.set(name, one);
  }
  return [...byName].map(([name, one]) => {
    const words = name === "" || name === REST ? "Arguments that get" : `The argument \`${visible(name)}\`, which gets`;
    const [id, how] = one.isSure ? (["tool.input.widened", "more"] as const) : (["tool.input.unknown", "something else"] as const);
    return gate(
      id,
      "medium",
      `${words} into what the tool does${name === "" || name === REST ? "" : ","} may be ${how} than before.`,
      said(one),
      { to: said(one) },
    );
  });
}

function notes(more: readonly Newly[]): Row[] {
  const [sure] = more.filter((one) => one.isSure);
  const [unsure] = more;
  if (sure) return [info("tool.input.widened", `The input schema takes more: \`${said(sure)}\`.`)];
  return unsure ? [info("tool.input.unknown", `The input schema may take more: \`${said(unsure)}\`.`)] : [];
}
