import { CAPABILITIES, nearest } from "./capability.ts";
import type { Effect, Facts } from "./facts.ts";
import type { PathPattern } from "./path.ts";
import { matchPath, parsePath } from "./path.ts";
import type { Parsed } from "./result.ts";
import { failed, parsed } from "./result.ts";
import { isAccepted, UNKNOWNS } from "./unknowns.ts";

/** An assumption as it is written: what stands behind an unknown, said by somebody who knows. */
export interface WrittenAssumption {
  /** A reason, as `unknown.call`, or with the name that it is about, as `unknown.package:left-pad`. */
  readonly unknown: string;
  /** Where: a path pattern. Only an unknown with a name may leave it out. */
  readonly at?: string | null | undefined;
  /** What is done there: `capability resource`, each as a scan prints it. An empty list says that nothing is. */
  readonly says: readonly string[];
  readonly reason: string;
  readonly expires?: string | null | undefined;
}

/** An assumption that can be applied. */
export interface Assumption {
  readonly unknown: string;
  readonly at: PathPattern | null;
  readonly says: readonly { readonly capability: string; readonly resource: string }[];
}

const kindOf = (unknown: string): string => unknown.replace(/:.*$/su, "");

function parseUse(line: string): Parsed<Assumption["says"][number]> {
  const [capability = "", resource] = line.split(/ (.*)/su);
  if (!Object.hasOwn(CAPABILITIES, capability)) {
    const close = nearest(capability, Object.keys(CAPABILITIES));
    return failed(`\`${capability}\` is no capability`, 0, close === undefined ? "see `toolfence rules`" : `did you mean \`${close}\`?`);
  }
  const at = capability.length + 1;
  if (resource === undefined || resource.trim() === "")
    return failed("a resource is missing", at, `write \`${capability} {dynamic}\` for any`);
  // What would make one printed line of two different ones.
  if (/[\u0000-\u001f,]|: | until /u.test(resource))
    return failed("a resource has no commas, control characters, `: ` or ` until `", at, "write `{dynamic}` for such a text");
  if (resource.includes("*")) return failed("`*` stands for itself in a resource", at, "write `{dynamic}` for any text");
  return parsed({ capability, resource });
}

/** Reads an assumption; an unknown that has no name must say where it stands. */
export function parseAssumption({ unknown, at, says }: WrittenAssumption): Parsed<Assumption> {
  const kind = kindOf(unknown);
  if (!Object.hasOwn(UNKNOWNS, kind)) {
    const close = nearest(kind, Object.keys(UNKNOWNS));
    return failed(`\`${unknown}\` is no unknown`, 0, close === undefined ? "copy it from a scan" : `did you mean \`${close}\`?`);
  }
  if (/\s/u.test(unknown)) return failed(`\`${unknown}\` has a blank`, unknown.search(/\s/u), "copy it from a scan");
  if (typeof at !== "string" && kind === unknown)
    return failed(`\`${unknown}\` may stand anywhere`, 0, "say where with `at`, a path below `$WORKSPACE`");
  const place = typeof at === "string" ? parsePath(at) : parsed(null);
  if (!place.ok) return place;
  const uses: Assumption["says"][number][] = [];
  for (const line of says) {
    const use = parseUse(line);
    if (!use.ok) return use;
    uses.push(use.value);
  }
  return parsed({ unknown, at: place.value, says: uses });
}

/** One line that is the same whenever the assumption lets the same pass for as long. */
export const printAssumption = ({ unknown, at, says, expires }: WrittenAssumption): string =>
  `${unknown} ${at ?? "anywhere"}: ${[...says].sort().join(", ") || "nothing"}${typeof expires === "string" ? ` until ${expires}` : ""}`;

const keyOf = (effect: Effect): string => `${effect.capability} ${effect.resource}`;

const answers = (one: Assumption, reason: string, file: string): boolean =>
  isAccepted(reason, [one.unknown]) &&
  (one.at === null || (!file.split("/").includes("..") && matchPath(one.at, { root: "$WORKSPACE", segments: file.split("/") })));

/**
 * Facts in which what is assumed stands in place of the unknowns that it answers, all that apply together.
 *
 * @param local turns a file into its path below the root, with `/`.
 * @param onAnswer is told the index of each assumption, once for each unknown that it answers.
 */
export function assume<F extends Facts>(
  facts: F,
  list: readonly Assumption[],
  local: (file: string) => string,
  onAnswer?: (index: number) => void,
): F {
  if (list.length === 0) return facts;
  const effects = new Map<string, Effect>();
  const keep = (effect: Effect): void => {
    if (!effects.has(keyOf(effect))) effects.set(keyOf(effect), effect);
  };
  const unknowns = facts.unknowns.filter((unknown) => {
    const found = list.map((one, index) => ({ one, index })).filter(({ one }) => answers(one, unknown.reason, local(unknown.file)));
    for (const { one, index } of found) {
      onAnswer?.(index);
      const path = unknown.path.length > 0 ? unknown.path : [{ file: unknown.file, line: unknown.line, column: 0, what: unknown.what }];
      for (const use of one.says) keep({ ...use, provenance: "assumption", path });
    }
    return found.length === 0;
  });
  const all = new Map([...effects, ...facts.effects.map((effect) => [keyOf(effect), effect] as const)]);
  return { ...facts, effects: [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, effect]) => effect), unknowns };
}
