import type { Facts } from "../model/facts.ts";
import type { Discovery, FoundTool } from "./discover/make.ts";
import type { Frame } from "./eval/domain/values.ts";
import type { AnalysedTool, Explored } from "./facts.ts";
import { doubts, factsOf } from "./facts.ts";

type Walked = AnalysedTool & Pick<Explored, "reached">;

const keysOf = ({ tool }: AnalysedTool): readonly string[] => tool.executor?.key.split(",") ?? [];

/** Whether a handler that several tools share has a branch for this one, in which its executor is called. */
const hasBranch = ({ tool: { confidence, executor } }: AnalysedTool): boolean =>
  confidence === "dispatch" && executor?.own !== undefined && executor.own.mod === executor.mod;

/**
 * A definition object whose function is reached from a registration of the same name, through a
 * handler that several tools share, is that tool, seen closer to its author: the tool moves to where it is
 * defined, but for one that has a branch of its own in the handler. What the handler would run for other names is not its doing; what its own executor runs is, all of it.
 */
export function relocate(d: Discovery, found: readonly Walked[]): AnalysedTool[] {
  const definitions = found.filter(({ tool }) => tool.framework === "definition" || tool.framework === "class");
  const sharers = new Map<string, Set<string>>();
  for (const { tool } of found)
    if (tool.executor) sharers.set(tool.executor.key, (sharers.get(tool.executor.key) ?? new Set()).add(tool.name));
  const isShared = ({ tool }: Walked): boolean => tool.confidence === "dispatch" || (sharers.get(tool.executor?.key ?? "")?.size ?? 0) > 1;
  /** Its class, where the registration is handed an instance that somebody else made. */
  const classOfIt = (one: Walked): Walked | undefined =>
    one.tool.framework === "definition" || one.tool.framework === "class"
      ? undefined
      : definitions.find(
          (other) =>
            other.tool.framework === "class" &&
            other.tool.name === one.tool.name &&
            keysOf(one).length > keysOf(other).length &&
            keysOf(other).every((key) => keysOf(one).includes(key)),
        );
  const closerTo = (one: Walked): Walked | undefined =>
    isShared(one)
      ? definitions.find(
          (other) =>
            other.tool.name === one.tool.name &&
            keysOf(other).some((key) => one.reached.has(key)) &&
            // A definition that makes another one of what it is given is not closer than what it was given.
            (!definitions.includes(one) || (other !== one && !isShared(other))),
        )
      : undefined;
  const known = new Map<Frame, ReadonlySet<string>>();
  const reachedBy = (frame: Frame): ReadonlySet<string> => {
    const reached = known.get(frame) ?? factsOf(d, [frame]).reached;
    known.set(frame, reached);
    return reached;
  };
  /** Of several activations, those that are not for the other tools alone. */
  const ownFrames = ({ frames }: FoundTool, own: ReadonlySet<string>, others: readonly string[]): readonly Frame[] =>
    frames.length < 2
      ? frames
      : frames.filter((frame) => {
          const reached = reachedBy(frame);
          return [...own].some((key) => reached.has(key)) || !others.some((key) => reached.has(key));
        });
  const used = new Set<AnalysedTool>();
  const out = found.flatMap((one): AnalysedTool[] => {
    const ofInstance = isShared(one) ? undefined : classOfIt(one);
    const closer = ofInstance ?? closerTo(one);
    if (!closer) return definitions.includes(one) ? [] : [one];
    used.add(closer).add(one);
    const own = new Set(keysOf(closer));
    const others = definitions
      .filter((other) => other.tool.name !== one.tool.name)
      .flatMap(keysOf)
      .filter((key) => one.reached.has(key) && !own.has(key));
    const { mod, at, executor } = closer.tool;
    return [
      {
        facts:
          // What is found of all instances is whole where what is found of one took too long.
          closer === ofInstance && isCutShort(one) && !isCutShort(closer)
            ? closer.facts
            : others.length === 0
              ? one.facts
              : together(factsOf(d, ownFrames(one.tool, own, others), undefined, { own, others: new Set(others) }), {
                  ...closer.facts,
                  unknowns: [...closer.facts.unknowns, ...doubts(d, one.tool)],
                }),
        tool: hasBranch(one)
          ? one.tool
          : { ...one.tool, mod, at, executor, confidence: one.tool.confidence === "exact" ? "resolved" : one.tool.confidence },
      },
    ];
  });
  return [...out, ...definitions.filter((one) => !used.has(one) && !isRegistered(one, found))];
}

const isCutShort = ({ facts }: Walked): boolean => facts.unknowns.some(({ reason }) => reason === "unknown.budget");

const spelled = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");

/** Whether a definition is registered as well, under its name in another spelling (`List Items`, `list_items`): what the registration runs reaches it. */
const isRegistered = (one: Walked, found: readonly Walked[]): boolean =>
  found.some(
    ({ tool, reached, facts }) =>
      tool.framework !== "definition" &&
      tool.framework !== "class" &&
      tool.name !== one.tool.name &&
      spelled(tool.name) === spelled(one.tool.name) &&
      keysOf(one).some((key) => reached.has(key)) &&
      isWithin(one.facts, facts),
  );

/** Whether facts say nothing that others do not say. */
const isWithin = (one: Facts, other: Facts): boolean =>
  one.effects.every(({ capability, resource }) =>
    other.effects.some((known) => known.capability === capability && known.resource === resource),
  ) && one.unknowns.every(({ reason }) => other.unknowns.some((known) => known.reason === reason));

/** The facts of both, each once, the shorter evidence kept. */
function together(a: Facts, b: Facts): Facts {
  const merged = <T extends { readonly path: readonly unknown[] }>(all: readonly T[], key: (one: T) => string): T[] => {
    const out = new Map<string, T>();
    for (const one of all) {
      const known = out.get(key(one));
      if (!known || one.path.length < known.path.length) out.set(key(one), one);
    }
    return [...out].sort(([x], [y]) => (x < y ? -1 : 1)).map(([, one]) => one);
  };
  return {
    effects: merged([...a.effects, ...b.effects], ({ capability, resource }) => `${capability} ${resource}`),
    unknowns: merged([...a.unknowns, ...b.unknowns], ({ reason, file, line }) => `${reason} ${file} ${String(line).padStart(8)}`),
  };
}
