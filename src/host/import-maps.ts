import { dirname, join, sep } from "node:path";
import { readText } from "./files.ts";
import { parseJsonc } from "./jsonc.ts";

/** What a part of an import map says: specifiers, and beginnings of specifiers (with `/` at the end), with where they lead. */
interface Imports {
  /** For what lies below this path alone, or is this file; everywhere where it is undefined. */
  readonly under?: string;
  readonly to: ReadonlyMap<string, string>;
}

/** Where a specifier leads by an import map: to a path, or to another specifier. */
export type Mapped = { readonly k: "path"; readonly path: string } | { readonly k: "specifier"; readonly specifier: string };

/** The configurations of Deno that hold an import map, or name a file that does. */
const NAMES = ["deno.json", "deno.jsonc"];
const MAPS = ["import_map.json", "importmap.json"];
/** What a kept answer goes by. */
const IS_JSON = /\.jsonc?$/u;
const MAX_MEMBERS = 256;

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/**
 * Import maps of Deno, by the nearest configuration and those above it: `"$/": "./src/"`, `"zod": "npm:zod@^4"`, and the members of a
 * workspace by their names.
 */
export class ImportMaps {
  readonly #root: string;
  readonly #byFolder = new Map<string, readonly Imports[]>();

  /** @param root nothing above it is read. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Where a specifier leads; undefined where no map has it. The nearest map comes first, in it the longest beginning. */
  target(from: string, specifier: string): Mapped | undefined {
    for (const { under, to } of this.#at(dirname(from))) {
      if (under !== undefined && from !== under && !(under.endsWith("/") && from.startsWith(under))) continue;
      const exact = to.get(specifier);
      if (exact !== undefined) return mapped(exact);
      const starts = [...to.keys()].filter((key) => key.endsWith("/") && specifier.startsWith(key));
      const [longest] = starts.sort((a, b) => b.length - a.length);
      if (longest !== undefined) return mapped((to.get(longest) ?? "") + specifier.slice(longest.length));
    }
    return undefined;
  }

  /** Whether what a path means is by some map another one. */
  moves(from: string, path: string): boolean {
    const found = this.target(from, path);
    return found !== undefined && !(found.k === "path" && found.path === path);
  }

  #at(folder: string): readonly Imports[] {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const isTop = folder === this.#root || !folder.startsWith(this.#root + sep);
    const above = isTop ? [] : this.#at(dirname(folder));
    const own = folder.startsWith(this.#root) ? this.#in(folder).filter(({ to }) => to.size > 0) : [];
    const found = own.length > 0 ? [...own, ...above] : above;
    this.#byFolder.set(folder, found);
    return found;
  }

  /** What the files of a folder say: what is for some files alone first, of that the longest path. */
  #in(folder: string): Imports[] {
    const config = NAMES.map((name) => parseJsonc(readText(join(folder, name)))).find((one) => one !== undefined);
    const said = record(config);
    const named = typeof said["importMap"] === "string" ? join(folder, said["importMap"]) : undefined;
    const maps = [
      ...(named !== undefined && IS_JSON.test(named) && named.startsWith(this.#root + sep) ? [named] : []),
      ...MAPS.map((name) => join(folder, name)),
    ];
    const members = Array.isArray(said["workspace"]) ? (said["workspace"] as unknown[]).slice(0, MAX_MEMBERS) : [];
    const parts = [{ said, at: folder }, ...maps.map((file) => ({ said: record(parseJsonc(readText(file))), at: dirname(file) }))];
    const scoped = parts.flatMap((part) =>
      Object.entries(record(part.said["scopes"])).map(([under, imports]) => ({
        under: pathOf(under, part.at),
        to: new Map(entriesOf(imports, part.at)),
      })),
    );
    const all = [
      ...members.flatMap((one) => (typeof one === "string" ? this.#member(join(folder, one)) : [])),
      ...[...parts].reverse().flatMap((part) => entriesOf(part.said["imports"], part.at)),
    ];
    return [...scoped.sort((x, y) => y.under.length - x.under.length), { to: new Map(all) }];
  }

  /** What a member of a workspace gives to the others, by its name. */
  #member(folder: string): [string, string][] {
    if (!folder.startsWith(this.#root + sep)) return [];
    const said = record(NAMES.map((name) => parseJsonc(readText(join(folder, name)))).find((one) => one !== undefined));
    const { name, exports } = said;
    if (typeof name !== "string" || name === "") return [];
    const all = typeof exports === "string" ? { ".": exports } : record(exports);
    return Object.entries(all).flatMap(([entry, file]) =>
      typeof file === "string"
        ? [[entry === "." ? name : `${name}/${entry.replace(/^\.\//u, "")}`, join(folder, file)] as [string, string]]
        : [],
    );
  }
}

const pathOf = (said: string, folder: string): string => (/^\.{0,2}\//u.test(said) ? join(folder, said) : said);

const entriesOf = (imports: unknown, folder: string): [string, string][] =>
  Object.entries(record(imports)).flatMap(([key, target]) =>
    typeof target !== "string" || key === "" ? [] : [[pathOf(key, folder), pathOf(target, folder)] as [string, string]],
  );

const mapped = (target: string): Mapped => (target.startsWith("/") ? { k: "path", path: target } : { k: "specifier", specifier: target });

/** What packages of JSR are npm's too, of the same authors: what is known of these is known of those. */
const IN_NPM: ReadonlyMap<string, string> = new Map([
  ["@hono/hono", "hono"],
  ["@zod/zod", "zod"],
  ["@openai/openai", "openai"],
]);

/** A package of a registry, by its name there: one of JSR is called by its address, since npm's of that name may be somebody else's. */
export interface Registered {
  readonly name: string;
  /** With its slash. */
  readonly sub: string;
}

/** What esm.sh puts before a name, and other hosts that it serves. */
const OF_CDN = /^(?:gh|pr|jsr|stable|v\d+)$/u;

/** The package that `npm:name@1/sub`, `jsr:@scope/name@1/sub` or esm.sh's address of one means; undefined for any other specifier. */
export function registered(specifier: string): Registered | undefined {
  const [, from, name, sub = ""] =
    /^(npm:\/?|jsr:\/?|https:\/\/esm\.sh\/)((?:@[\w.-]+\/)?[\w.-]+)(?:@[^/?#%:]*)?(\/[^?#%:]*)?$/u.exec(specifier) ?? [];
  if (from === undefined || name === undefined || `/${name}${sub}/`.includes("/../") || (from.startsWith("https") && OF_CDN.test(name)))
    return undefined;
  if (!from.startsWith("jsr")) return { name, sub };
  return { name: IN_NPM.get(name) ?? `jsr:${name}`, sub };
}
