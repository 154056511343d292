import { isBuiltin } from "node:module";
import { dirname, join, sep } from "node:path";
import type { NapiResolveOptions } from "oxc-resolver";
import { ResolverFactory } from "oxc-resolver";
import type { Resolution } from "../extract/eval/world.ts";
import { exists, isInside } from "./files.ts";
import type { Mapped } from "./import-maps.ts";
import { ImportMaps, registered } from "./import-maps.ts";
import { SOURCE_EXTENSIONS } from "./languages.ts";
import { TsconfigPaths } from "./tsconfig-paths.ts";
import type { Workspace } from "./workspace.ts";
import { workspaceEntry } from "./workspace.ts";

/** Modules that an editor hands out: where an alias leads elsewhere, it leads to a stand-in for tests. */
const HOSTED = new Set(["vscode"]);

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx", ".json", ".node"];

/** Resolves specifiers the way the program would, but only to names for packages: what is installed must not matter. */
export class ModuleResolver {
  readonly #workspace: Workspace;
  readonly #byFile = new Map<string, Map<string, Resolution>>();
  /** By folder. */
  readonly #cache = new Map<string, Resolution>();
  readonly #factory: ResolverFactory;
  /** For folders whose `tsconfig.json` cannot be loaded (it extends what is not installed). */
  readonly #plain: ResolverFactory;
  readonly #paths: TsconfigPaths;
  readonly #maps: ImportMaps;
  readonly #summaries: ReadonlyMap<string, string>;

  /** @param summaries what packages that are summarised are called, by their names. */
  constructor(workspace: Workspace, summaries: ReadonlyMap<string, string> = new Map()) {
    this.#workspace = workspace;
    this.#summaries = summaries;
    this.#paths = new TsconfigPaths(workspace.root);
    this.#maps = new ImportMaps(workspace.root);
    const options: NapiResolveOptions = {
      extensions: EXTENSIONS,
      extensionAlias: { ".js": [".ts", ".tsx", ".js"], ".mjs": [".mts", ".mjs"], ".cjs": [".cts", ".cjs"], ".jsx": [".tsx", ".jsx"] },
      conditionNames: ["source", "development", "import", "node", "require", "default", "types"],
      mainFields: ["source", "module", "main"],
    };
    this.#factory = new ResolverFactory({ ...options, tsconfig: "auto" });
    this.#plain = new ResolverFactory(options);
  }

  #file(from: string, path: string): string | undefined {
    return this.#plain.resolveFileSync(from, path).path ?? fileAt(join(path.startsWith("/") ? "/" : dirname(from), path));
  }

  #find(from: string, specifier: string): string | undefined {
    const byConfig = this.#factory.resolveFileSync(from, specifier).path;
    if (byConfig !== undefined) return byConfig;
    if (specifier.startsWith(".")) return this.#file(from, specifier);
    const found = this.#plain.resolveFileSync(from, specifier).path;
    if (found !== undefined) return found;
    const { paths, isGuess } = this.#paths.candidates(from, specifier);
    const there = paths.flatMap((path) => this.#file(from, path) ?? []);
    return isGuess && new Set(there).size > 1 ? undefined : there[0];
  }

  resolve(from: string, specifier: string): Resolution {
    let known = this.#byFile.get(from);
    if (!known) this.#byFile.set(from, (known = new Map<string, Resolution>()));
    let found = known.get(specifier);
    if (!found) known.set(specifier, (found = this.#resolve(from, specifier)));
    return found;
  }

  #resolve(from: string, specifier: string): Resolution {
    const bare = !/^[./]/u.test(specifier) && !specifier.startsWith("file:");
    const folder = dirname(from);
    const key = `${this.#maps.isOfFiles(folder) ? from : folder}|${specifier}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const plain = bare ? this.#bare(from, specifier) : this.#relative(from, specifier);
    const found = plain.k === "package" && plain.sub === "" ? { ...plain, name: this.#summaries.get(plain.name) ?? plain.name } : plain;
    this.#cache.set(key, found);
    return found;
  }

  #relative(from: string, specifier: string): Resolution {
    const clean = specifier.replace(/[?#].*$/u, "").replace(/^file:\/\//u, "");
    const path = join(clean.startsWith("/") ? "/" : dirname(from), clean);
    if (!isLexicallyInside(this.#workspace.root, path)) {
      // By a map, what begins with a slash may begin at the root of the program: `"/": "./"`.
      const mapped = clean.startsWith("/") ? this.#maps.target(from, clean) : undefined;
      return mapped ? this.#mappedTo(from, mapped) : { k: "outside", file: specifier };
    }
    // Whether the program runs where such a map counts is not known.
    if (this.#maps.moves(from, path)) return { k: "missing" };
    const found = this.#find(from, clean);
    if (found === undefined) {
      // What is not installed has the name that its folder would have.
      const installed = this.#installedName(path);
      if (installed !== undefined) return packageOf(installed);
      const built = unbuilt(path);
      return built === undefined ? absent(specifier) : { k: "file", file: built };
    }
    return this.#classify(found);
  }

  /** `name/sub` of a file in a `node_modules` below the root; what the root itself lies in does not count. */
  #installedName(path: string): string | undefined {
    const below = path.startsWith(this.#workspace.root) ? path.slice(this.#workspace.root.length) : path;
    const at = below.lastIndexOf(`${sep}node_modules${sep}`);
    return at === -1
      ? undefined
      : below
          .slice(at + 14)
          .split(sep)
          .join("/");
  }

  #classify(path: string): Resolution {
    const installed = this.#installedName(path);
    if (installed !== undefined) return packageOf(installed);
    if (!isInside(this.#workspace.root, path)) return { k: "outside", file: path };
    return SOURCE_EXTENSIONS.some((extension) => path.endsWith(extension)) ? { k: "file", file: path } : { k: "asset", file: path };
  }

  #bare(from: string, specifier: string): Resolution {
    if (specifier.startsWith("bun:") || specifier === "bun") return { k: "missing" };
    const name = packageName(specifier);
    if (HOSTED.has(name)) return packageOf(specifier);
    const mapped = this.#maps.target(from, specifier);
    const builtin = isBuiltin(specifier) || specifier.startsWith("node:") ? ofNode(specifier) : undefined;
    const isRegistered = builtin === undefined && this.#workspace.isFromRegistry(from, name);
    const moved = mapped && isMeant(mapped, name) ? undefined : mapped;
    // Whether the program runs where a map counts is not known.
    if (moved && (builtin || isRegistered)) return { k: "missing" };
    if (builtin) return builtin;
    const sub = specifier.slice(name.length);
    if (isRegistered) return packageOf(specifier);
    const linked = specifier.startsWith("#") ? undefined : this.#workspace.linked(from, name);
    const own = specifier.startsWith("#") ? undefined : (linked ?? this.#workspace.named(name));
    if (own) {
      const entry = workspaceEntry(own, sub);
      if (entry !== undefined) return this.#unlessMoved(from, { k: "file", file: entry }, moved);
    }
    const found = this.#find(from, specifier);
    if (found !== undefined && this.#installedName(found) === undefined && isInside(this.#workspace.root, found))
      return this.#unlessMoved(from, this.#classify(found), moved);
    // What is asked for by its folder is not what a registry has of the name.
    if (linked === null) return { k: "missing" };
    const onward = mapped ? this.#mappedTo(from, mapped) : this.#registered(from, specifier);
    if (onward) return onward;
    return specifier.startsWith("#") || specifier.startsWith("@/") || specifier.startsWith("~/") ? absent(specifier) : packageOf(specifier);
  }

  /** What Node finds, where no map leads elsewhere. */
  #unlessMoved(from: string, found: Resolution, mapped: Mapped | undefined): Resolution {
    const other = mapped && this.#mappedTo(from, mapped);
    const isOne = !other || ("file" in found && "file" in other && found.file === other.file);
    return isOne ? found : { k: "missing" };
  }

  /** What a map leads to, taken as it is written: nobody knows what else would be looked for. */
  #mappedTo(from: string, mapped: Mapped): Resolution {
    if (mapped.k === "path") {
      const isOurs = this.#installedName(mapped.path) === undefined && isLexicallyInside(this.#workspace.root, mapped.path);
      return isOurs && exists(mapped.path) ? this.#classify(mapped.path) : { k: "missing" };
    }
    if (mapped.k === "conflict") return { k: "missing" };
    if (isBuiltin(mapped.specifier)) return ofNode(mapped.specifier);
    return this.#registered(from, mapped.specifier) ?? { k: "missing" };
  }

  /** A package by its address in a registry; a folder of the repository may stand in its place. */
  #registered(from: string, specifier: string): Resolution | undefined {
    const named = registered(specifier);
    if (!named) return undefined;
    const name = named.name.replace(/^jsr:/u, "");
    const mapped = this.#maps.target(from, name + named.sub);
    const isLocal = this.#workspace.named(name) !== undefined || this.#maps.isLocal(from, name);
    const isReplaced = isLocal || (mapped !== undefined && !isMeant(mapped, named.name));
    return isReplaced ? { k: "missing" } : { k: "package", ...named };
  }
}

const ofNode = (specifier: string): Resolution => ({ k: "builtin", name: specifier.replace(/^node:/u, "") });

/** Whether a map says of a name what the name says. */
const isMeant = (mapped: Mapped, name: string): boolean =>
  mapped.k === "specifier" &&
  (registered(mapped.specifier)?.name ?? mapped.specifier).replace(/^node:/u, "") === name.replace(/^node:/u, "");

/** What is made by `prisma generate` is not in a repository; it is the client of the package. */
const absent = (specifier: string): Resolution =>
  /(?:generated\/(?:[\w-]+\/)*prisma|prisma\/(?:[\w-]+\/)*(?:generated|client))(?:\/|$)/u.test(specifier.replace(/\.[cm]?[jt]s$/u, ""))
    ? packageOf("@prisma/client")
    : { k: "missing" };

const isLexicallyInside = (root: string, path: string): boolean => path === root || path.startsWith(root + sep);

/** The file that a path means by itself: below a `package.json` that cannot be read, a resolver finds nothing. */
function fileAt(path: string): string | undefined {
  const source = path.replace(/\.([cm]?)js(x?)$/u, ".$1ts$2");
  const named = [path, join(path, "index")].flatMap((one) => EXTENSIONS.map((extension) => one + extension));
  return [path, source, ...named].find((one) => EXTENSIONS.some((extension) => one.endsWith(extension)) && exists(one));
}

/** A relative import of a build product whose source stands next to it. */
function unbuilt(path: string): string | undefined {
  const moved = path.replace(/\/(?:dist|build|lib|out)\//u, "/src/").replace(/\.([cm]?)js$/u, ".$1ts");
  return moved !== path && exists(moved) ? moved : undefined;
}

export function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}

function packageOf(specifier: string): Resolution {
  const name = packageName(specifier);
  return { k: "package", name, sub: specifier.slice(name.length) };
}
