import { existsSync, statSync } from "node:fs";
import type { ModuleSummary } from "../extract/ir.ts";
import { failedSummary } from "../extract/lower/summarize.ts";
import { unescaped } from "./escaped-names.ts";
import { readText } from "./files.ts";
import { parseModule } from "./parse.ts";
import { WordFilter } from "./word-filter.ts";

interface Entry {
  readonly stamp: string;
  readonly text: string | undefined;
  /** The text in which names are looked for. */
  searched?: string;
  summary?: ModuleSummary | undefined;
  words?: WordFilter;
}

/** What is said of a file that is there and cannot be read as text. */
const UNREAD = { reason: "budget", message: "cannot be read, or is too large", line: 1 } as const;

/** What a file is known by without reading it; empty when there is none. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs}:${found.size}` : "";
}

/** Texts and summaries of files, each read and parsed once as long as the file does not change. */
export class SummaryStore {
  readonly #entries = new Map<string, Entry>();
  readonly #fresh = new Set<string>();

  /** From now on every file is looked at again (by its time and size) before it is trusted. */
  refresh(): void {
    this.#fresh.clear();
  }

  /** Whether any file that was ever read as code is not what it was; files that were only searched do not count. */
  hasChanged(): boolean {
    for (const [file, entry] of this.#entries) if ("summary" in entry && stampOf(file) !== entry.stamp) return true;
    return false;
  }

  text(file: string): string | undefined {
    return this.#entry(file).text;
  }

  /** The text of a file, in which names are as they are called. */
  searched(file: string): string | undefined {
    const entry = this.#entry(file);
    return entry.text === undefined ? undefined : (entry.searched ??= unescaped(entry.text));
  }

  /** Which words the text of a file may have; undefined for what has no text. */
  words(file: string): WordFilter | undefined {
    const text = this.searched(file);
    return text === undefined ? undefined : (this.#entry(file).words ??= new WordFilter(text));
  }

  summary(file: string): ModuleSummary | undefined {
    const entry = this.#entry(file);
    if (entry.text !== undefined) return (entry.summary ??= parseModule(file, entry.text));
    return existsSync(file) ? (entry.summary ??= failedSummary(file, UNREAD)) : undefined;
  }

  #entry(file: string): Entry {
    const known = this.#entries.get(file);
    if (known && this.#fresh.has(file)) return known;
    this.#fresh.add(file);
    const stamp = stampOf(file);
    if (known?.stamp === stamp) return known;
    const entry: Entry = { stamp, text: readText(file) };
    this.#entries.set(file, entry);
    return entry;
  }
}
