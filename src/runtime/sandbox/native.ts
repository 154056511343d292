import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Our own launcher as an open file: what was checked is what is started, whatever happens to the name. */
export interface Launcher {
  readonly path: string;
  readonly fd: number;
}

/** The digests of the launchers that were there when the bundle was made, by their names; none outside of a bundle. */
declare const __TOOLFENCE_LAUNCHERS__: Readonly<Record<string, string>> | undefined;
const bundled = typeof __TOOLFENCE_LAUNCHERS__ === "undefined" ? undefined : __TOOLFENCE_LAUNCHERS__;

/** Where the built launchers stand: beside the bundle, or in `dist` of a checkout. */
const PLACES = ["../native/", "../../native/", "../../../native/", "../../../dist/native/"];

function folder(): string | undefined {
  return PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(`${path}launchers.json`));
}

function digestOf(fd: number): string {
  const { size } = fstatSync(fd);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size;) {
    const read = readSync(fd, bytes, at, size - at, at);
    if (read === 0) break;
    at += read;
  }
  return createHash("sha256").update(bytes).digest("hex");
}

/** Opens the launcher for this machine, if it is there and is what was built; else why not. */
export function openLauncher(name: string, places?: string): Launcher | { readonly reason: string } {
  const where = places ?? folder();
  const file = `${name}-${process.arch}`;
  if (where === undefined || !existsSync(`${where}${file}`))
    return { reason: `the launcher \`${file}\` is not built (\`npm run build:native\`, with a C compiler)` };
  // Whoever can exchange the launcher can exchange a list beside it.
  const digests = bundled ?? (JSON.parse(readFileSync(`${where}launchers.json`, "utf8")) as Readonly<Record<string, string>>);
  const path = `${where}${file}`;
  const fd = openSync(path, "r");
  if (digestOf(fd) === digests[file]) return { path, fd };
  closeSync(fd);
  return { reason: `the launcher \`${path}\` is not the one that was built; install toolfence anew` };
}
