import { discoverTools } from "./discover/index.ts";
import type { Discovery } from "./discover/make.ts";
import { Expander } from "./eval/effects/expand.ts";
import type { World } from "./eval/world.ts";
import { Machine } from "./eval/machine.ts";
import type { Mod } from "./eval/domain/values.ts";
import { genericFrame } from "./eval/meaning/variables.ts";
import type { Effect, Facts } from "../model/facts.ts";
import type { AnalysedTool } from "./facts.ts";
import { factsOf, toolFacts } from "./facts.ts";
import { parted } from "./parted.ts";
import { relocate } from "./relocate.ts";
import { columnOf, lineOf } from "./ir.ts";
import { frameworkExports } from "./shapes/exports.ts";
import { shapeOf, sinkOf } from "./shapes/match.ts";

/** Is told how many tools of how many have been looked at. */
export type Progress = (done: number, all: number) => void;

/** One analysis over one world; everything it learns is kept for the next question. */
export class Analysis {
  readonly d: Discovery;
  readonly #reached = new Set<string>();
  /** The modules that tools and their own modules led to, before all imports were loaded. */
  #looked: readonly Mod[] | undefined;

  constructor(world: World) {
    const x = new Machine(world);
    this.d = { x, expander: new Expander(x, (seen) => (shapeOf(seen) ? "declares" : sinkOf(seen) ? "holds" : undefined)) };
  }

  /**
   * The tools that the given files declare, with what each may do.
   *
   * @param helpers other files, whose functions may register what they are given.
   */
  tools(files: readonly string[], helpers: readonly string[] = [], progress?: Progress): AnalysedTool[] {
    // In one order, whoever asks: what is looked at first may leave less room for the rest.
    const found = discoverTools(this.d, [...files].sort(), [...helpers].sort()).map((tool, index, { length }) => {
      progress?.(index, length);
      return { tool, ...toolFacts(this.d, tool) };
    });
    for (const { reached } of found) for (const key of reached) this.#reached.add(key);
    return relocate(
      this.d,
      parted(found, (file) => this.d.x.module(file)),
    );
  }

  /** Modules among `files` that could not be read as code: what they declare is not known, and they say so at start-up. */
  failed(files: readonly string[]): Mod[] {
    return files.map((file) => this.d.x.module(file)).filter((mod) => mod?.sum.failed !== undefined) as Mod[];
  }

  /** The files that loading the given ones loads, themselves among them; packages, and frameworks in their own repository, apart. */
  loaded(files: readonly string[]): string[] {
    const { world } = this.d.x;
    const out = new Set(files);
    // A set that grows while it is walked.
    for (const file of out)
      for (const from of world.summary(file)?.imports ?? []) {
        const found = world.resolve(file, from);
        if (found.k === "file" && !FRAMEWORKS.has(world.owner(found.file) ?? "")) out.add(found.file);
      }
    return [...out];
  }

  /**
   * What loading the given modules does, outside every executor: first their own, then all that they import.
   *
   * @param loaders files that load them, such as the one that a package starts with.
   */
  startup(mods: readonly Mod[], loaders: readonly string[] = []): Facts {
    const { x } = this.d;
    const inOrder = (some: readonly Mod[]): Mod[] => [...new Set(some)].sort((a, b) => (a.file < b.file ? -1 : 1));
    const own = inOrder(mods);
    const isOwn = new Set(own);
    const first = factsOf(
      this.d,
      own.map((mod) => x.top(mod)),
      STARTUP_LIMIT,
    );
    this.#looked = [...x.modules];
    const imported = inOrder(this.loaded([...own.map(({ file }) => file), ...loaders]).flatMap((file) => x.module(file) ?? [])).filter(
      (mod) => !isOwn.has(mod),
    );
    const rest = factsOf(
      this.d,
      imported.map((mod) => x.top(mod)),
      STARTUP_LIMIT,
    );
    const apart = <T>(all: readonly T[], key: (one: T) => string): T[] =>
      [...new Map([...all].reverse().map((one) => [key(one), one])).values()].reverse();
    return {
      effects: apart([...first.effects, ...rest.effects], (one) => `${one.capability} ${one.resource}`),
      unknowns: apart([...first.unknowns, ...rest.unknowns], (one) => `${one.reason} ${one.file}:${one.line}`),
    };
  }

  /** Effects that stand in loaded code which neither a tool nor start-up reaches. */
  unattributed(tools: readonly AnalysedTool[], startup: Facts): Effect[] {
    const sites = new Set([...tools.flatMap((one) => one.facts.effects), ...startup.effects].map((effect) => site(effect)));
    const out = new Map<string, Effect>();
    const { x, expander } = this.d;
    x.spare();
    const loaded = [...(this.#looked ?? x.modules)].sort((a, b) => (a.file < b.file ? -1 : 1));
    for (const mod of loaded) {
      x.refuel();
      for (let f = 1; f < Math.min(mod.sum.fns.length, MAX_FUNCTIONS); f++) {
        if (this.#reached.has(`${mod.id}.${f}`)) continue;
        for (const raw of expander.expand(genericFrame(x, mod, f, x.top(mod))).effects) {
          const effect: Effect = {
            capability: raw.capability,
            resource: raw.resource,
            provenance: raw.provenance,
            path: [{ file: raw.file, line: lineOf(raw.at), column: columnOf(raw.at), what: raw.what }],
          };
          const key = `${raw.capability} ${raw.resource}`;
          if (!sites.has(site(effect)) && !out.has(key)) out.set(key, effect);
        }
      }
    }
    return [...out].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, effect]) => effect);
  }
}

const FRAMEWORKS: ReadonlySet<string> = new Set([...frameworkExports].map((one) => one.slice(0, one.indexOf(" "))));
const STARTUP_LIMIT = 500;
const MAX_FUNCTIONS = 2000;
const site = (effect: Effect): string => `${effect.capability} ${effect.path.at(-1)?.file ?? ""}:${effect.path.at(-1)?.line ?? 0}`;
