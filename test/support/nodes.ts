import { existsSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../fixtures/nodes/node_modules");

/** Where other versions of Node stand, to be read inside a sandbox. */
export const NODES_FOLDER = folder;

/** The versions of Node to try: the one that runs, and the others that were installed. */
export const NODES: readonly (readonly [name: string, path: string])[] = [
  [`Node ${process.version}`, process.execPath],
  ...["22", "24"].flatMap((major) => {
    const path = join(folder, `node${major}/bin/node`);
    return existsSync(path) ? [[`Node ${major}`, path] as const] : [];
  }),
];
if (NODES.length < 3) {
  // They come from the registry for one machine alone.
  if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error("other versions of Node are required here, and are not installed");
  console.warn(`skipped: ${3 - NODES.length} versions of Node, which are installed on Linux x64 alone`);
}
