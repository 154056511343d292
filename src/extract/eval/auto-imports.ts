import type { Machine } from "./machine.ts";
import type { Value } from "./values.ts";

/** Frameworks whose compilers import by its name what modules in some folders export, without a line in the source. */
const FRAMEWORKS = ["nuxt", "nitro", "nitropack"];
const FOLDERS = /(?:^|[\\/])(?:server[\\/]utils|utils|composables|shared[\\/](?:utils|types))[\\/]/u;
/** More modules than these say nothing of which one is meant. */
const MAX_MODULES = 8;

/** What a framework that imports by name finds for a global that nobody declares: `fetchReleases()` of `server/utils/releases.ts`. */
export function autoImported(x: Machine, name: string): Value {
  const files = x.world
    .saying(name)
    .filter((file) => FOLDERS.test(file) && FRAMEWORKS.some((one) => x.world.depends(file, one)))
    .filter((file) => x.glance(file)?.sum.exports.some(({ n }) => n === name));
  if (files.length > MAX_MODULES) return x.unknown("unknown.call");
  return x.join(
    ...files.map((file) => {
      const mod = x.module(file);
      return mod ? x.exportOf(mod, name) : [];
    }),
  );
}
