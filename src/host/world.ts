import type { Resolution, World } from "../extract/eval/world.ts";
import type { ModuleSummary } from "../extract/ir.ts";
import { isTestFile, posix } from "./files.ts";
import { ModuleResolver } from "./resolver.ts";
import { SummaryStore } from "./store.ts";
import { Workspace } from "./workspace.ts";

const HEIRS = /\bclass\s+(?:\w+\s*)?(?:<[^{]*?>\s*)?(?:extends|implements)\s[^{]+\{/gu;

const IMPORTS = /\b(?:from|import|require)[\s(]*["'`]([^"'`\n]+)["'`]/gu;

/** What reading all files once tells about them; kept between worlds by whoever knows that files have not changed much. */
export interface WorldIndexes {
  heirs?: ReadonlyMap<string, readonly string[]>;
  importers?: ReadonlyMap<string, readonly string[]>;
}

const literal = (name: string): string => name.replaceAll("$", "\\$");

/** A repository on disk, as the analyser sees it. Reads each file at most once. */
export class DiskWorld implements World {
  readonly workspace: Workspace;
  readonly #files: readonly string[];
  readonly #resolver: ModuleResolver;
  readonly #store: SummaryStore;
  readonly #fixed: ReadonlyMap<string, ModuleSummary>;
  readonly #seen = new Set<string>();
  readonly #mentions = new Map<string, readonly string[]>();
  readonly #indexes: WorldIndexes;

  /** @param fixed summaries that stand for files whatever is on disk: what an editor has open. */
  constructor(
    root: string,
    files: readonly string[],
    store = new SummaryStore(),
    fixed: ReadonlyMap<string, ModuleSummary> = new Map(),
    indexes: WorldIndexes = {},
  ) {
    this.#indexes = indexes;
    this.#store = store;
    this.#fixed = fixed;
    this.workspace = new Workspace(root, files);
    this.#files = files;
    this.#resolver = new ModuleResolver(this.workspace);
  }

  text(file: string): string | undefined {
    return this.#store.text(file);
  }

  summary(file: string): ModuleSummary | undefined {
    this.#seen.add(file);
    return this.#fixed.get(file) ?? this.#store.summary(file);
  }

  resolve(from: string, specifier: string): Resolution {
    return this.#resolver.resolve(from, specifier);
  }

  depends(file: string, name: string): boolean {
    const manifest = this.workspace.ownerOf(file)?.manifest ?? {};
    return ["dependencies", "devDependencies", "peerDependencies"].some((field) => {
      const list = manifest[field];
      return typeof list === "object" && list !== null && Object.hasOwn(list, name);
    });
  }

  owner(file: string): string | undefined {
    const name = this.workspace.ownerOf(file)?.name;
    return name === "" ? undefined : name;
  }

  heirs(name: string): readonly string[] {
    this.#indexes.heirs ??= this.#indexHeirs();
    return this.#indexes.heirs.get(name) ?? [];
  }

  typed(name: string): readonly string[] {
    return this.#mentioning(`:\\s*(?:Promise<\\s*)?(?:\\w+\\.)?${literal(name)}\\b`, name);
  }

  declaring(method: string): readonly string[] {
    return this.#mentioning(`\\b${literal(method)}\\s*[(<=]`, method).filter((file) => this.text(file)?.includes("class "));
  }

  /** Files, tests left out, with a text that a pattern finds; `word` must be in it. */
  #mentioning(pattern: string, word: string): readonly string[] {
    const known = this.#mentions.get(pattern);
    if (known) return known;
    const mention = new RegExp(pattern, "u");
    const found = this.#files.filter((file) => {
      if (isTestFile(posix(this.workspace.root, file))) return false;
      const text = this.text(file);
      return text?.includes(word) === true && mention.test(text);
    });
    this.#mentions.set(pattern, found);
    return found;
  }

  /** The files whose text imports a file. */
  importers(file: string): readonly string[] {
    this.#indexes.importers ??= this.#indexImporters();
    return this.#indexes.importers.get(file) ?? [];
  }

  #indexImporters(): Map<string, string[]> {
    const index = new Map<string, string[]>();
    for (const file of this.#files) {
      if (isTestFile(posix(this.workspace.root, file))) continue;
      const specifiers = new Set([...(this.text(file) ?? "").matchAll(IMPORTS)].map((match) => match[1] ?? ""));
      for (const specifier of specifiers) {
        const found = this.resolve(file, specifier);
        if (found.k === "file" && found.file !== file) index.set(found.file, [...(index.get(found.file) ?? []), file]);
      }
    }
    return index;
  }

  get parsed(): number {
    return this.#seen.size;
  }

  #indexHeirs(): Map<string, string[]> {
    const index = new Map<string, string[]>();
    for (const file of this.#files) {
      if (isTestFile(posix(this.workspace.root, file))) continue;
      const text = this.text(file);
      if (text === undefined || !text.includes("class")) continue;
      const names = new Set(
        [...text.matchAll(HEIRS)].flatMap(
          (match) => match[0].replace(/^[\s\S]*?\b(?:extends|implements)\b/u, "").match(/[A-Za-z_$][\w$]*/gu) ?? [],
        ),
      );
      for (const name of names) index.set(name, [...(index.get(name) ?? []), file]);
    }
    return index;
  }
}
