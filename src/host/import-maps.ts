import { dirname, join, sep } from "node:path";
import { denoConfig, denoMembers, foldersBelow, record, strings } from "./deno-config.ts";
import { readText } from "./files.ts";
import { parseJsonc } from "./jsonc.ts";

/** What a part of an import map says: specifiers, and beginnings of specifiers (with `/` at the end), with where they lead. */
interface Imports {
  /** For what lies below this path alone, or is this file; everywhere where it is undefined. */
  readonly under?: string;
  readonly to: ReadonlyMap<string, string>;
  /** The beginnings, the longest first. */
  readonly starts: readonly string[];
}

/** What one configuration says. */
interface Level {
  readonly folder: string;
  readonly parts: readonly Imports[];
  /** The folders of its workspace. */
  readonly members: ReadonlySet<string>;
  /** The names of packages that a folder stands in the place of; undefined where it may be any. */
  readonly local: ReadonlySet<string> | undefined;
}

/** Where a specifier leads by an import map: to a path, to another specifier, or to one place or another, nobody knows which. */
export type Mapped =
  { readonly k: "path"; readonly path: string } | { readonly k: "specifier"; readonly specifier: string } | { readonly k: "conflict" };

/** The endings of maps that a configuration names: what a kept answer goes by. */
const IS_JSON = /\.jsonc?$/u;

/**
 * Import maps of Deno, by the nearest configuration and those above it: `"$/": "./src/"`, `"zod": "npm:zod@^4"`, and the members of a
 * workspace by their names. Where one is run is not known: what two configurations say differently, of which neither has the other as a
 * member, is a conflict.
 */
export class ImportMaps {
  readonly #root: string;
  readonly #byFolder = new Map<string, readonly Level[]>();

  /** @param root nothing above it is read. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Where a specifier leads; undefined where no map has it. */
  target(from: string, specifier: string): Mapped | undefined {
    let nearest: { readonly level: Level; readonly to: string } | undefined;
    for (const level of this.#at(dirname(from))) {
      const to = targetIn(level, from, specifier);
      if (to === undefined) continue;
      if (nearest === undefined) nearest = { level, to };
      else if (to !== nearest.to && !level.members.has(nearest.level.folder)) return { k: "conflict" };
    }
    return nearest && (nearest.to.startsWith("/") ? { k: "path", path: nearest.to } : { k: "specifier", specifier: nearest.to });
  }

  /** Whether what a path means is by some map another one. */
  moves(from: string, path: string): boolean {
    const found = this.target(from, path);
    return found !== undefined && !(found.k === "path" && found.path === path);
  }

  /** Whether a folder of the repository stands in the place of a package of a registry. */
  isLocal(from: string, name: string): boolean {
    return this.#at(dirname(from)).some(({ local }) => local?.has(name) !== false);
  }

  /** Whether a map says something of single files of a folder. */
  isOfFiles(folder: string): boolean {
    return this.#at(folder).some(({ parts }) => parts.some(({ under }) => under !== undefined && !under.endsWith("/")));
  }

  #at(folder: string): readonly Level[] {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const isTop = folder === this.#root || !folder.startsWith(this.#root + sep);
    const above = isTop ? [] : this.#at(dirname(folder));
    const own = folder.startsWith(this.#root) ? this.#in(folder) : undefined;
    const found = own && (own.parts.length > 0 || own.members.size > 0 || own.local?.size !== 0) ? [own, ...above] : above;
    this.#byFolder.set(folder, found);
    return found;
  }

  /** What the configuration of a folder says: what is for some files alone first, of that the longest path. */
  #in(folder: string): Level {
    const said = denoConfig(folder);
    const named = typeof said["importMap"] === "string" ? join(folder, said["importMap"]) : undefined;
    const isOurs = named !== undefined && IS_JSON.test(named) && named.startsWith(this.#root + sep);
    const maps = [{ said, at: folder }, ...(isOurs ? [{ said: record(parseJsonc(readText(named))), at: dirname(named) }] : [])];
    const workspace = foldersBelow(folder, denoMembers(said));
    const linked = foldersBelow(folder, [...strings(said["links"]), ...strings(said["patch"])]);
    const local = [...linked.folders, ...workspace.folders];
    const scoped = maps.flatMap((map) =>
      Object.entries(record(map.said["scopes"])).map(([under, imports]) => importsOf(entriesOf(imports, map.at), pathOf(under, map.at))),
    );
    const all = [
      ...local.flatMap((one) => this.#member(one)),
      ...[...maps].reverse().flatMap((map) => entriesOf(map.said["imports"], map.at)),
    ];
    const parts = [...scoped.sort((x, y) => (y.under ?? "").length - (x.under ?? "").length), importsOf(all)];
    return {
      folder,
      parts: parts.filter(({ to }) => to.size > 0),
      members: new Set(workspace.folders),
      local: linked.isOpen || workspace.isOpen ? undefined : new Set(local.flatMap((one) => this.#nameOf(one) ?? [])),
    };
  }

  #nameOf(folder: string): string | undefined {
    const name = folder.startsWith(this.#root + sep) ? denoConfig(folder)["name"] : undefined;
    return typeof name === "string" && name !== "" ? name : undefined;
  }

  /** What a member of a workspace gives to the others, by its name. */
  #member(folder: string): [string, string][] {
    const name = this.#nameOf(folder);
    if (name === undefined) return [];
    const { exports } = denoConfig(folder);
    const all = typeof exports === "string" ? { ".": exports } : record(exports);
    return Object.entries(all).flatMap(([entry, file]) =>
      typeof file === "string"
        ? [[entry === "." ? name : `${name}/${entry.replace(/^\.\//u, "")}`, join(folder, file)] as [string, string]]
        : [],
    );
  }
}

function importsOf(entries: readonly (readonly [string, string])[], under?: string): Imports {
  const to = new Map(entries);
  const starts = [...to.keys()].filter((key) => key.endsWith("/")).sort((a, b) => b.length - a.length);
  return under === undefined ? { to, starts } : { under, to, starts };
}

function targetIn({ parts }: Level, from: string, specifier: string): string | undefined {
  for (const { under, to, starts } of parts) {
    if (under !== undefined && from !== under && !(under.endsWith("/") && from.startsWith(under))) continue;
    const exact = to.get(specifier);
    if (exact !== undefined) return exact;
    const longest = starts.find((start) => specifier.startsWith(start));
    if (longest !== undefined) return (to.get(longest) ?? "") + specifier.slice(longest.length);
  }
  return undefined;
}

/** What begins with a slash begins at the root of the file system. */
const pathOf = (said: string, folder: string): string => (/^\.{1,2}\//u.test(said) ? join(folder, said) : said);

const entriesOf = (imports: unknown, folder: string): [string, string][] =>
  Object.entries(record(imports)).flatMap(([key, target]) =>
    typeof target !== "string" || key === "" ? [] : [[pathOf(key, folder), pathOf(target, folder)] as [string, string]],
  );

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
    /^(npm:\/?|jsr:\/?|https:\/\/esm\.sh\/)((?:@[\w.-]+\/)?[\w.-]+)(?:@[\w^~*][\w.^~*+-]*)?((?:\/[\w@.-]+)*)\/?$/u.exec(specifier) ?? [];
  if (
    from === undefined ||
    name === undefined ||
    /(?:^|\/)\.{1,2}(?:\/|$)/u.test(name + sub) ||
    (from.startsWith("https") && OF_CDN.test(name))
  )
    return undefined;
  if (!from.startsWith("jsr")) return { name, sub };
  return { name: IN_NPM.get(name) ?? `jsr:${name}`, sub };
}
