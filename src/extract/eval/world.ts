import type { ModuleSummary } from "../ir.ts";

/** Where a specifier leads. */
export type Resolution =
  | { readonly k: "file"; readonly file: string }
  | { readonly k: "builtin"; readonly name: string }
  | { readonly k: "package"; readonly name: string; readonly sub: string }
  | { readonly k: "asset"; readonly file: string }
  | { readonly k: "outside"; readonly file: string }
  | { readonly k: "missing" };

/** All that the analysis may ask of the outside world. Answers must not change while a machine lives. */
export interface World {
  summary(file: string): ModuleSummary | undefined;
  resolve(from: string, specifier: string): Resolution;
  /** The content of a first-party file by its digest; undefined where it cannot be read. */
  digest(file: string): string | undefined;
  /** Whether the package that a file belongs to depends on another. */
  depends(file: string, name: string): boolean;
  /** The name of the package that a first-party file belongs to. */
  owner(file: string): string | undefined;
  /** Files that may declare a class or object that extends or implements something of this name. */
  heirs(name: string): readonly string[];
  /**
   * Sources whose path, as a file would name it relative to itself, begins and ends so, whatever their ending; what stands between
   * holds no `/`, unless it is deep. Where modules are required, a folder stands for its index.
   */
  matching(
    from: string,
    name: { readonly before: string; readonly after: string; readonly isDeep: boolean },
    required: boolean,
  ): readonly string[];
  /** Files that import a file. */
  importers(file: string): readonly string[];
  /** Those of them that may hand on what they import. */
  barrels(file: string): readonly string[];
  /** Files that may declare a class with a method of this name. */
  declaring(method: string): readonly string[];
  /** Files that may assign a property of this name. */
  assigning(name: string): readonly string[];
  /** Those of some files that may put something into what a variable of this name holds: `name.push(x)`, `name[key] = x`. */
  growing(name: string, files: readonly string[]): readonly string[];
  /** Files that may compare something with a constant that is written in one of these ways. */
  choosing(spellings: readonly string[]): readonly string[];
  /** First-party sources, tests left out, that may assign a property of this name to something else than `this`. */
  patching(name: string): readonly string[];
  /** First-party sources, tests left out, that may speak of a member of this name: `a.name`, `a["name"]`, `const { name } = a`. */
  accessing(name: string): readonly string[];
  /** Those that may put something into a member of this name: `a.name.push(x)`, `a.name[key] = x`. */
  filling(name: string): readonly string[];
  /** Those that may call a method of this name. */
  calling(name: string): readonly string[];
  /** Those that say a word at all. */
  saying(word: string): readonly string[];
  /** Whether they give this text to a constant or a member of an enum. */
  hasConstant(text: string): boolean;
  /** Whether they may make up names that begin so: "`set${key}`", `"set" + key`; of a part of a name also in any other way: `["set", key].join("")`. */
  makesNames(start: string, isPart: boolean): boolean;
  /** How often the first-party sources, tests left out, say a word; 2 stands for more. */
  mentions(word: string): number;
  /** Files that may declare a variable or a result of a type of this name. */
  typed(name: string): readonly string[];
}
