import { isOfNitro } from "../../tables/nitro.ts";
import type { Machine } from "../machine.ts";
import { elementsOf } from "./containers.ts";
import type { Value } from "../domain/values.ts";
import { NOTHING } from "../domain/values.ts";

/** Frameworks whose compilers import by its name what modules in some folders export, without a line in the source. */
const FRAMEWORKS = ["nuxt", "nitro", "nitropack"];
const FOLDERS = /(?:^|[\\/])(?:server[\\/]utils|utils|composables|shared[\\/](?:utils|types))[\\/]/u;
/** More modules than these say nothing of which one is meant. */
const MAX_MODULES = 8;

const isOne = (x: Machine, file: string): boolean => FRAMEWORKS.some((one) => x.world.depends(file, one));

/** What such a framework itself provides under a name, in a program of its. */
export const provided = (x: Machine, name: string): Value | undefined =>
  isOfNitro(name) && x.world.saying(name).some((file) => isOne(x, file))
    ? [x.ext("type:Nitro", [name.replace(/^defineCached/u, "cached")])]
    : undefined;

/** What a framework that imports by name finds for a global that nobody declares: `fetchReleases()` of `server/utils/releases.ts`. */
export function autoImported(x: Machine, name: string): Value {
  const files = x.world
    .saying(name)
    .filter((file) => FOLDERS.test(file) && isOne(x, file))
    .filter((file) => x.glance(file)?.sum.exports.some(({ n }) => n === name));
  if (files.length > MAX_MODULES) return x.unknown("unknown.call");
  return x.join(
    ...files.map((file) => {
      const mod = x.module(file);
      return mod ? x.exportOf(mod, name) : [];
    }),
  );
}

/** A function that Nitro keeps the answers of, with what stands beside it: by what key, and whether at all. */
export const cached = (x: Machine, [run = NOTHING, options = NOTHING]: readonly Value[]): Value =>
  x.join(
    run,
    elementsOf(x, options).filter(({ k }) => k === "fn"),
  );
