import { Analysis } from "../extract/analyze.ts";
import type { ModuleSummary } from "../extract/ir.ts";
import { listSources } from "./files.ts";
import { folderSummaries, useSummaries } from "./package-summaries.ts";
import { SummaryStore } from "./store.ts";
import type { WorldIndexes } from "./world.ts";
import { DiskWorld } from "./world.ts";

/** An analysis with the world that it looks at. */
export interface Look {
  readonly world: DiskWorld;
  readonly analysis: Analysis;
}

/** How long a listing of the repository is trusted; new files show up after it. */
const LISTING_MS = 5000;
/** How many files one analysis serves before it is dropped with all that it remembers. */
const MAX_SERVED = 60;

/**
 * What a long-lived linter keeps of one repository. Files that are linted as they stand on disk share
 * one analysis for as long as nothing on disk changes; a file that is being edited has one of its own.
 */
export class Session {
  readonly #root: string;
  readonly #store = new SummaryStore();
  #files: readonly string[] = [];
  #summaries: ReadonlyMap<string, string> = new Map();
  #listed = -Infinity;
  #indexes: WorldIndexes = {};
  #shared: (Look & { served: number }) | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** The look for one file with the text that the linter has; `summarizeOwn` is asked only where that differs from the disk. */
  lookAt(file: string, text: string, summarizeOwn: () => ModuleSummary): Look {
    this.#list();
    if (this.#shared && (this.#shared.served >= MAX_SERVED || this.#store.hasChanged())) this.#shared = undefined;
    this.#store.refresh();
    if (this.#store.text(file) !== text) return this.#look(new Map([[file, summarizeOwn()]]));
    this.#shared ??= { ...this.#look(new Map()), served: 0 };
    this.#shared.served++;
    // Each file has as many calling contexts as if it were linted alone.
    this.#shared.analysis.d.x.admission.anew();
    return this.#shared;
  }

  #look(open: ReadonlyMap<string, ModuleSummary>): Look {
    const world = new DiskWorld(this.#root, this.#files, {
      store: this.#store,
      fixed: open,
      indexes: this.#indexes,
      summaries: this.#summaries,
    });
    return { world, analysis: new Analysis(world) };
  }

  #list(): void {
    if (performance.now() - this.#listed <= LISTING_MS) return;
    const { files } = listSources(this.#root);
    if (files.length !== this.#files.length || files.some((file, index) => file !== this.#files[index])) this.#shared = undefined;
    this.#files = files;
    this.#indexes = {};
    const read = folderSummaries(this.#root);
    const summaries = useSummaries(read.ok ? read.summaries : undefined, this.#root, this.#root);
    // What a package is called says of which content its summary is.
    if (String([...summaries.values()]) !== String([...this.#summaries.values()])) this.#shared = undefined;
    this.#summaries = summaries;
    this.#listed = performance.now();
  }
}
