import { createHash } from "node:crypto";
import { dirname, join, sep } from "node:path";
import type { Resolution, World } from "../extract/eval/world.ts";
import type { ModuleSummary } from "../extract/ir.ts";
import { contentDigest } from "./assets.ts";
import { parentsIn } from "./class-heads.ts";
import { escapePattern } from "../model/escape-pattern.ts";
import { isTestFile, posix } from "./files.ts";
import { productsOf } from "./products.ts";
import { FILLS, fills, handsOn } from "./mentions.ts";
import { ModuleResolver } from "./resolver.ts";
import { SummaryStore } from "./store.ts";
import { apart, farApart, farMembers } from "./text-gaps.ts";
import { importsIn, methodsIn, patchedIn, typesIn } from "./text-names.ts";
import type { WordFilter } from "./word-filter.ts";
import { wordsOf } from "./word-filter.ts";
import { Workspace } from "./workspace.ts";

/** How a module's file ends: what is imported as `.js` may be written as `.ts`. */
const ENDING = /\.[cm]?[jt]sx?$/u;

/** What reading all files once tells about them; kept between worlds by whoever knows that files have not changed much. */
export interface WorldIndexes {
  heirs?: ReadonlyMap<string, readonly string[]>;
  importers?: ReadonlyMap<string, readonly string[]>;
  declaring?: ReadonlyMap<string, readonly string[]>;
  typed?: ReadonlyMap<string, readonly string[]>;
  patching?: ReadonlyMap<string, readonly string[]>;
  far?: ReadonlyMap<string, readonly string[]>;
}

/** What a world need not find out by itself. */
export interface WorldKnowledge {
  readonly store?: SummaryStore;
  /** Summaries that stand for files whatever is on disk: what an editor has open. */
  readonly fixed?: ReadonlyMap<string, ModuleSummary>;
  readonly indexes?: WorldIndexes;
  /** What packages that are summarised are called, by their names. */
  readonly summaries?: ReadonlyMap<string, string>;
}

/** A repository on disk, as the analyser sees it. Reads each file at most once. */
export class DiskWorld implements World {
  readonly workspace: Workspace;
  /** Found when they are first asked for. */
  #products: readonly string[] | undefined;
  readonly #resolver: ModuleResolver;
  readonly #store: SummaryStore;
  readonly #fixed: ReadonlyMap<string, ModuleSummary>;
  readonly #seen = new Set<string>();
  readonly #mentions = new Map<string, readonly string[]>();
  /** Which words each of them may have. */
  #filters: readonly (WordFilter | undefined)[] | undefined;
  readonly #counts = new Map<string, number>();
  readonly #handsOn = new Map<string, boolean>();
  /** Which files put something into what has a name, by the name. */
  readonly #fills = new Map<string, Map<string, boolean>>();
  readonly #indexes: WorldIndexes;
  readonly #root: string;
  readonly #files: readonly string[];

  constructor(root: string, files: readonly string[], known: WorldKnowledge = {}) {
    this.#indexes = known.indexes ?? {};
    this.#store = known.store ?? new SummaryStore();
    this.#fixed = known.fixed ?? new Map();
    this.workspace = new Workspace(root, files);
    this.#root = root;
    this.#files = files;
    this.#resolver = new ModuleResolver(this.workspace, known.summaries);
  }

  /** First-party sources; tests are left out, but for those that others load. */
  get #sources(): readonly string[] {
    return (this.#products ??= productsOf(
      this.#files,
      (file) => isTestFile(posix(this.#root, file)),
      (file) => this.searched(file),
      (from, specifier) => {
        const to = this.resolve(from, specifier);
        return to.k === "file" ? to.file : undefined;
      },
    ));
  }

  text(file: string): string | undefined {
    return this.#store.text(file);
  }

  /** The text of a file, in which names are as they are called. */
  searched(file: string): string | undefined {
    return this.#store.searched(file);
  }

  digest(file: string): string | undefined {
    const text = this.#store.text(file);
    return text === undefined ? contentDigest(file) : createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
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
    this.#indexes.heirs ??= this.#index(parentsIn);
    return this.#indexes.heirs.get(name) ?? [];
  }

  typed(name: string): readonly string[] {
    this.#indexes.typed ??= this.#index(typesIn);
    return this.#indexes.typed.get(name) ?? [];
  }

  declaring(method: string): readonly string[] {
    this.#indexes.declaring ??= this.#index(methodsIn);
    return this.#indexes.declaring.get(method) ?? [];
  }

  assigning(name: string): readonly string[] {
    return this.#mentioning(`(?<![\\w$])${escapePattern(name)}["'\\]\\s]*(?:\\?\\?|\\|\\||&&)?=(?![=>])`, name);
  }

  growing(name: string, files: readonly string[]): readonly string[] {
    let known = this.#fills.get(name);
    if (!known) this.#fills.set(name, (known = new Map<string, boolean>()));
    const answers = known;
    return files.filter((file) => {
      const answer = answers.get(file) ?? fills(this.searched(file) ?? "", name);
      answers.set(file, answer);
      return answer;
    });
  }

  choosing(spellings: readonly string[]): readonly string[] {
    const found = spellings.map((one) =>
      this.#mentioning(`(?:\\bcase\\s+|===?\\s*|\\.find\\(\\s*\\w+\\(\\s*)${escapePattern(one)}(?![\\w$])`, one),
    );
    return [...new Set(found.flat())].sort();
  }

  patching(name: string): readonly string[] {
    this.#indexes.patching ??= this.#index(patchedIn);
    return this.#indexes.patching.get(name) ?? [];
  }

  accessing(name: string): readonly string[] {
    const word = escapePattern(name);
    return this.#members(`${apart("\\.", `${word}(?![\\w$])`)}|["'\`]${word}["'\`]|[{,]\\s*${word}\\s*[,:}=]`, name);
  }

  filling(name: string): readonly string[] {
    const word = escapePattern(name);
    const fills = `(?:${FILLS.source})`;
    const quoted = farApart(`["'\`]${word}["'\`]`, `\\]${fills}`);
    return this.#members(`${apart("\\.", `${word}${fills}`)}|${farApart("\\[", quoted)}`, name);
  }

  calling(name: string): readonly string[] {
    return this.#members(apart("\\.", farApart(escapePattern(name), "(?:\\?\\.)?\\(")), name);
  }

  saying(word: string): readonly string[] {
    return this.#mentioning(`(?<![\\w$])${escapePattern(word)}(?![\\w$])`, word);
  }

  hasConstant(text: string): boolean {
    return this.#mentioning(`=\\s*(["'\`])${escapePattern(text)}\\1`, text).length > 0;
  }

  makesNames(start: string, isPart: boolean): boolean {
    const word = escapePattern(start);
    return this.#mentioning(`["'\`]${word}(?:\\$\\{|["'\`]\\s*${isPart ? "" : "\\+"})`, start).length > 0;
  }

  mentions(word: string): number {
    const known = this.#counts.get(word);
    if (known !== undefined) return known;
    const pattern = new RegExp(`(?<![\\w$])${escapePattern(word)}(?![\\w$])`, "gu");
    let count = 0;
    for (const file of this.#having(word)) {
      const text = this.searched(file);
      if (text?.includes(word) === true) count += text.match(pattern)?.length ?? 0;
      if (count > 1) break;
    }
    this.#counts.set(word, Math.min(count, 2));
    return Math.min(count, 2);
  }

  /** Files, tests left out, with a text that a pattern finds; `word` must be in it, and no word go on beyond its ends. */
  #mentioning(pattern: string, word: string): readonly string[] {
    const known = this.#mentions.get(pattern);
    if (known) return known;
    const mention = new RegExp(pattern, "u");
    const found = this.#having(word).filter((file) => {
      const text = this.searched(file);
      return text?.includes(word) === true && mention.test(text);
    });
    this.#mentions.set(pattern, found);
    return found;
  }

  /** The same, and those in which a member of the name stands too far behind its dot for the pattern. */
  #members(pattern: string, name: string): readonly string[] {
    this.#indexes.far ??= this.#index(farMembers);
    const near = this.#mentioning(pattern, name);
    const far = this.#indexes.far.get(name) ?? [];
    return far.length === 0 ? near : [...new Set([...near, ...far])].sort();
  }

  /** Files, tests left out, that may have the words of a text whose ends end words. */
  #having(text: string): readonly string[] {
    this.#filters ??= this.#sources.map((file) => this.#store.words(file));
    const words = wordsOf(text);
    return this.#sources.filter((_, index) => this.#filters?.[index]?.mayHold(words) === true);
  }

  matching(from: string, { before, after, isDeep }: Parameters<World["matching"]>[1], required: boolean): readonly string[] {
    const start = join(dirname(from), before).split(sep).join("/");
    const end = after.replace(ENDING, "");
    return this.#sources.filter((file) => {
      const path = file.split(sep).join("/");
      if (!path.startsWith(start) || path.endsWith(".d.ts")) return false;
      const rest = path.slice(start.length).replace(ENDING, "");
      const name = required && end === "" && !isDeep ? rest.replace(/\/index$/u, "") : rest;
      return name.endsWith(end) && (isDeep || !name.slice(0, name.length - end.length).includes("/")) && name !== end;
    });
  }

  /** The files whose text imports a file. */
  importers(file: string): readonly string[] {
    this.#indexes.importers ??= this.#index((text, file) => this.#imported(text, file));
    return this.#indexes.importers.get(file) ?? [];
  }

  barrels(file: string): readonly string[] {
    return this.importers(file).filter((one) => {
      const known = this.#handsOn.get(one) ?? handsOn(this.searched(one) ?? "");
      this.#handsOn.set(one, known);
      return known;
    });
  }

  get parsed(): number {
    return this.#seen.size;
  }

  /** Files, tests left out, by what is found in their texts. */
  #index(keysOf: (text: string, file: string) => Iterable<string>): Map<string, string[]> {
    const index = new Map<string, string[]>();
    for (const file of this.#sources)
      for (const key of new Set(keysOf(this.searched(file) ?? "", file))) {
        const files = index.get(key);
        if (files) files.push(file);
        else index.set(key, [file]);
      }
    return index;
  }

  /** The modules that a text names in its imports. */
  *#imported(text: string, file: string): Iterable<string> {
    for (const specifier of importsIn(text)) {
      const found = this.resolve(file, specifier);
      if (found.k === "file" && found.file !== file) yield found.file;
    }
  }
}
