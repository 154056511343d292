import type { Resolution, World } from "../extract/eval/machine.ts";
import type { ModuleSummary } from "../extract/ir.ts";
import { isTestFile, readText } from "./files.ts";
import { parseModule } from "./parse.ts";
import { ModuleResolver } from "./resolver.ts";
import { Workspace } from "./workspace.ts";

const HEIRS = /\bclass\s+(?:\w+\s*)?(?:<[^{]*?>\s*)?(?:(?:extends|implements)\s+[^{]+)\{/gu;

/** A repository on disk, as the analyser sees it. Reads each file at most once. */
export class DiskWorld implements World {
  readonly workspace: Workspace;
  readonly #files: readonly string[];
  readonly #resolver: ModuleResolver;
  readonly #summaries = new Map<string, ModuleSummary | undefined>();
  readonly #texts = new Map<string, string | undefined>();
  #heirs: Map<string, string[]> | undefined;

  constructor(root: string, files: readonly string[]) {
    this.workspace = new Workspace(root, files);
    this.#files = files;
    this.#resolver = new ModuleResolver(this.workspace);
  }

  text(file: string): string | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, readText(file));
    return this.#texts.get(file);
  }

  summary(file: string): ModuleSummary | undefined {
    if (!this.#summaries.has(file)) {
      const text = this.text(file);
      this.#summaries.set(file, text === undefined ? undefined : parseModule(file, text));
    }
    return this.#summaries.get(file);
  }

  resolve(from: string, specifier: string): Resolution {
    return this.#resolver.resolve(from, specifier);
  }

  owner(file: string): string | undefined {
    const name = this.workspace.ownerOf(file)?.name;
    return name === "" ? undefined : name;
  }

  heirs(name: string): readonly string[] {
    this.#heirs ??= this.#indexHeirs();
    return this.#heirs.get(name) ?? [];
  }

  get parsed(): number {
    return this.#summaries.size;
  }

  #indexHeirs(): Map<string, string[]> {
    const index = new Map<string, string[]>();
    for (const file of this.#files) {
      if (isTestFile(file)) continue;
      const text = this.text(file);
      if (text === undefined || !text.includes("class")) continue;
      const names = new Set(
        [...text.matchAll(HEIRS)].flatMap(
          (match) => match[0].replace(/^[^]*?\b(?:extends|implements)\b/u, "").match(/[A-Za-z_$][\w$]*/gu) ?? [],
        ),
      );
      for (const name of names) index.set(name, [...(index.get(name) ?? []), file]);
    }
    return index;
  }
}
