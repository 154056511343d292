import type { Assignment } from "../../ir-walk.ts";
import { assignments } from "../../ir-walk.ts";
import type { Mod } from "../domain/values.ts";
import type { World } from "../world.ts";

/** An assignment, with the module it stands in. */
export interface AssignmentIn extends Assignment {
  readonly mod: Mod;
}

const byName = new WeakMap<Mod["sum"], ReadonlyMap<string, readonly Assignment[]>>();

/** What a module assigns, by the name that it is assigned to. */
export function assignedIn({ sum }: Mod): ReadonlyMap<string, readonly Assignment[]> {
  const known = byName.get(sum);
  if (known) return known;
  const found = new Map<string, Assignment[]>();
  for (const one of assignments(sum)) {
    const same = found.get(one.name);
    if (same) same.push(one);
    else found.set(one.name, [one]);
  }
  byName.set(sum, found);
  return found;
}

/** The modules that the program is taken to load, and those that were only looked into. */
export class LoadedModules {
  readonly #world: World;
  readonly #mods = new Map<string, Mod | null>();
  readonly #isLoaded = new Set<Mod>();
  readonly #all: Mod[] = [];
  readonly #assigned = new Map<string, AssignmentIn[]>();
  #read = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** The modules loaded so far, in the order in which they were. */
  get all(): readonly Mod[] {
    return this.#all;
  }

  /** A module that the program loads, as it loads what it imports. */
  load(file: string): Mod | undefined {
    const mod = this.glance(file);
    if (mod && !this.#isLoaded.has(mod)) {
      this.#isLoaded.add(mod);
      this.#all.push(mod);
    }
    return mod;
  }

  /** A module that is looked into for what it may do to others, whether or not the program loads it. */
  glance(file: string): Mod | undefined {
    const known = this.#mods.get(file);
    if (known !== undefined) return known ?? undefined;
    const sum = this.#world.summary(file);
    const mod = sum ? { id: this.#mods.size, file, sum } : null;
    this.#mods.set(file, mod);
    return mod ?? undefined;
  }

  /** The assignments of a property in the loaded modules. */
  assignmentsOf(name: string): readonly AssignmentIn[] {
    for (const mod of this.#all.slice(this.#read))
      for (const [assigned, found] of assignedIn(mod)) {
        const known = this.#assigned.get(assigned) ?? [];
        known.push(...found.map((one) => ({ ...one, mod })));
        this.#assigned.set(assigned, known);
      }
    this.#read = this.#all.length;
    return this.#assigned.get(name) ?? [];
  }
}
