import { basename, dirname, join, sep } from "node:path";
import { readText } from "./files.ts";
import { parseJsonc } from "./jsonc.ts";

/** A `paths` pattern of a `tsconfig.json`, with the folders that its targets stand in. */
interface Alias {
  readonly before: string;
  /** Null where the pattern has no `*`, and stands for itself alone. */
  readonly after: string | null;
  readonly targets: readonly string[];
  /** Where several of its targets are there, nobody knows which is meant. */
  readonly isGuess?: true;
}

/** Where a specifier may lead. */
export interface Candidates {
  /** Paths, without extension or with, the likeliest first. */
  readonly paths: readonly string[];
  /** Whether only one of them may be there. */
  readonly isGuess: boolean;
}

/** What one configuration says: where its aliases lead, and for files below which folders. */
interface Project {
  /** Whether it has no files of its own. */
  readonly isSolution: boolean;
  readonly aliases: readonly Alias[];
  readonly folders: readonly string[];
}

interface Options {
  readonly extends?: unknown;
  readonly files?: unknown;
  readonly include?: unknown;
  readonly references?: unknown;
  readonly compilerOptions?: { readonly baseUrl?: unknown; readonly paths?: unknown };
}

const MAX_EXTENDS = 8;
const MAX_REFERENCES = 32;
const NAMES = ["tsconfig.json", "jsconfig.json"];

const below = (...folders: string[]): string[] => folders.map((folder) => `${folder}*`);

/** What tools write into a configuration of their own, which is not there before they ran, by the folder that it stands in. */
const GENERATED: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>> = new Map([
  [".wxt", { "@/*": below("src/", ""), "~/*": below("src/", ""), "@@/*": below(""), "~~/*": below("") }],
  [".nuxt", { "@/*": below("app/", "src/", ""), "~/*": below("app/", "src/", ""), "@@/*": below(""), "~~/*": below("") }],
  [".svelte-kit", { "$lib/*": below("src/lib/"), $lib: ["src/lib"] }],
]);

/**
 * Aliases of the nearest `tsconfig.json` and of the projects that it refers to, read by ourselves: a configuration that extends a package
 * which is not installed says all the same where its own aliases lead.
 */
export class TsconfigPaths {
  readonly #byFolder = new Map<string, readonly Project[]>();
  /** What each file says, its parents included; nothing while it is being read. */
  readonly #byFile = new Map<string, readonly Alias[]>();
  readonly #options = new Map<string, Options>();
  readonly #root: string;

  /** @param root nothing above it is read. */
  constructor(root: string) {
    this.#root = root;
  }

  /** What a specifier may stand for: the longest pattern, and the project that a file is of, first. */
  candidates(from: string, specifier: string): Candidates {
    const [own, ...others] = this.#projectsAt(dirname(from));
    if (!own) return { paths: [], isGuess: false };
    const isOf = ({ folders }: Project): boolean => folders.some((folder) => from.startsWith(folder + sep));
    const covering = others.filter((one) => isOf(one));
    // What has no files of its own leaves all to the others; each of those speaks for its own files alone, where any does.
    const projects = own.isSolution && covering.length === 0 ? [...others, own] : own.isSolution ? [...covering, own] : [own, ...covering];
    const found = projects.map(({ aliases }) => targetsOf(aliases, specifier));
    return { paths: found.flatMap(({ paths }) => paths), isGuess: found.some(({ isGuess }) => isGuess) };
  }

  #projectsAt(folder: string): readonly Project[] {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const own = NAMES.map((name) => join(folder, name)).find((file) => readText(file) !== undefined);
    const isTop = folder === this.#root || !folder.startsWith(this.#root + sep);
    const found = own === undefined ? (isTop ? [] : this.#projectsAt(dirname(folder))) : this.#projectsIn(own);
    this.#byFolder.set(folder, found);
    return found;
  }

  /** A configuration, and those that it refers to. */
  #projectsIn(file: string): readonly Project[] {
    const { references } = this.#optionsOf(file);
    const paths = (Array.isArray(references) ? (references as unknown[]) : [])
      .slice(0, MAX_REFERENCES)
      .flatMap((one) => (typeof one === "object" && one !== null && "path" in one && typeof one.path === "string" ? [one.path] : []));
    const others = paths.map((path) => join(dirname(file), path.endsWith(".json") ? path : join(path, "tsconfig.json")));
    return [file, ...others].map((one) => {
      const { files, include } = this.#optionsOf(one);
      return {
        aliases: this.#aliasesIn(one, MAX_EXTENDS),
        folders: foldersOf(dirname(one), include),
        isSolution: Array.isArray(files) && files.length === 0 && include === undefined,
      };
    });
  }

  /** What a file says; nothing where it lies outside, or cannot be read. */
  #optionsOf(file: string): Options {
    const known = this.#options.get(file);
    if (known) return known;
    const found = (file.startsWith(this.#root + sep) ? parseJsonc(readText(file)) : undefined) ?? {};
    this.#options.set(file, found);
    return found;
  }

  #aliasesIn(file: string, left: number): readonly Alias[] {
    const known = this.#byFile.get(file);
    if (known) return known;
    this.#byFile.set(file, []);
    const found = this.#read(file, left);
    this.#byFile.set(file, found);
    return found;
  }

  #read(file: string, left: number): readonly Alias[] {
    const generated = GENERATED.get(basename(dirname(file)));
    if (generated && readText(file) === undefined)
      return aliasesOf(generated, dirname(dirname(file))).map((one) => ({ ...one, isGuess: true }));
    const options = this.#optionsOf(file);
    const { baseUrl, paths } = options.compilerOptions ?? {};
    if (typeof paths === "object" && paths !== null) {
      return aliasesOf(paths, join(dirname(file), typeof baseUrl === "string" ? baseUrl : "."));
    }
    if (left === 0) return [];
    const parents = Array.isArray(options.extends) ? [...(options.extends as unknown[])].reverse() : [options.extends];
    for (const parent of parents) {
      if (typeof parent !== "string" || !parent.startsWith(".")) continue;
      const found = this.#aliasesIn(join(dirname(file), parent.endsWith(".json") ? parent : `${parent}.json`), left - 1);
      if (found.length > 0) return found;
    }
    return [];
  }
}

/** The folders in which the files stand that a configuration says it is for, as far as names go: a pattern is for what lies where it begins. */
function foldersOf(folder: string, include: unknown): readonly string[] {
  if (include === undefined) return [folder];
  const patterns = (Array.isArray(include) ? (include as unknown[]) : []).filter((one): one is string => typeof one === "string");
  return patterns.map((pattern) => {
    const names = pattern.split("/");
    const at = names.findIndex((name) => name.includes("*"));
    return join(folder, ...(at === -1 ? names : names.slice(0, at)));
  });
}

/** Where the longest pattern that a specifier fits leads. */
function targetsOf(aliases: readonly Alias[], specifier: string): Candidates {
  const fitting = aliases.filter(({ before, after }) =>
    after === null
      ? specifier === before
      : specifier.startsWith(before) && specifier.endsWith(after) && specifier.length >= before.length + after.length,
  );
  const [best] = [...fitting].sort((a, b) => Number(a.after !== null) - Number(b.after !== null) || b.before.length - a.before.length);
  if (!best) return { paths: [], isGuess: false };
  const middle = specifier.slice(best.before.length, specifier.length - (best.after?.length ?? 0));
  return { paths: best.targets.map((target) => target.replace("*", () => middle)), isGuess: best.isGuess === true };
}

const aliasesOf = (paths: object, base: string): Alias[] =>
  Object.entries(paths).flatMap(([pattern, targets]) => aliasOf(pattern, targets, base));

function aliasOf(pattern: string, targets: unknown, base: string): Alias[] {
  if (!Array.isArray(targets)) return [];
  const [before = "", after] = pattern.split("*");
  const texts = targets.filter((one): one is string => typeof one === "string").map((one) => join(base, one));
  return [{ before, after: after ?? null, targets: texts }];
}
