import type { Assignment } from "../ir-walk.ts";
import { assignments } from "../ir-walk.ts";
import type { Mod } from "./values.ts";
import type { World } from "./world.ts";

/** An assignment, with the module it stands in. */
export interface AssignmentIn extends Assignment {
  readonly mod: Mod;
}

/** The modules that the program is taken to load, and those that were only looked into. */
export class LoadedModules {
  readonly #world: World;
  readonly #mods = new Map<string, Mod | null>();
  readonly #loaded = new Set<Mod>();
  readonly #assigned = new Map<string, AssignmentIn[]>();
  readonly #unread: Mod[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** The modules loaded so far, in the order in which they were. */
  get all(): readonly Mod[] {
    return [...this.#loaded];
  }

  get count(): number {
    return this.#loaded.size;
  }

  /** A module that the program loads, as it loads what it imports. */
  load(file: string): Mod | undefined {
    const mod = this.glance(file);
    if (mod && !this.#loaded.has(mod)) {
      this.#loaded.add(mod);
      this.#unread.push(mod);
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
    for (const mod of this.#unread.splice(0)) {
      for (const one of assignments(mod.sum)) {
        const known = this.#assigned.get(one.name);
        if (known) known.push({ ...one, mod });
        else this.#assigned.set(one.name, [{ ...one, mod }]);
      }
    }
    return this.#assigned.get(name) ?? [];
  }
}
