import { dirname, join } from "node:path";
import { Analysis } from "../extract/analyze.ts";
import type { PackageRows } from "../extract/package-summary.ts";
import { summarisePackage } from "../extract/package-summary.ts";
import { ANALYSER_VERSION } from "../schema/manifest.ts";
import type { PackageSummaries, PackageSummary } from "../schema/packages.ts";
import { isInside, listSources } from "./files.ts";
import type { LockedPackage } from "./lock-file.ts";
import { lockedPackages } from "./lock-file.ts";
import { useSummaries } from "./package-summaries.ts";
import { DiskWorld } from "./world.ts";
import type { WorkspacePackage } from "./workspace.ts";
import { everyEntry, Workspace } from "./workspace.ts";

const MAX_FILES = 3000;
/** With what they need themselves. */
const MAX_PACKAGES = 80;
const MAX_DEPTH = 3;

/** The folder of an installed package, as seen from a folder, no higher than `root`. Links that leave the root are not followed. */
function installedFolder(from: string, name: string, root: string): string | undefined {
  for (let here = from; ; here = dirname(here)) {
    const folder = join(here, "node_modules", name);
    if (isInside(root, join(folder, "package.json"))) return folder;
    if (here === root || here === dirname(here)) return undefined;
  }
}

/** Summaries of installed packages, each with those that it needs itself, from their own files: parsed, never run. */
export class InstalledSummaries {
  readonly #found = new Map<string, PackageSummary>();
  readonly #asked = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #root: string;
  readonly #folder: string;
  readonly #locked: ReadonlyMap<string, LockedPackage> | undefined;
  readonly #underway = new Set<string>();

  /** @param root nothing above it is read. */
  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
    this.#locked = lockedPackages(folder, root) ?? undefined;
  }

  /** Packages that were asked for and are not installed, or have no version. */
  get missing(): readonly string[] {
    return [...this.#missing].sort();
  }

  /** The summaries as they are written: what was asked for; what that needs itself is part of it. */
  get file(): PackageSummaries {
    return this.#fileOf((name) => this.#asked.has(name));
  }

  #fileOf(isMeant: (name: string) => boolean): PackageSummaries {
    const packages = Object.fromEntries([...this.#found].filter(([name]) => isMeant(name)));
    return { packagesVersion: 1, analyser: ANALYSER_VERSION, packages };
  }

  /** Summarises a package, unless it is done already; what it needs is looked for where it would look itself. */
  add(name: string, from = this.#folder, depth = 0): void {
    if (depth === 0) this.#asked.add(name);
    if (this.#found.has(name) || this.#underway.has(name) || (depth > 0 && this.#underway.size >= MAX_PACKAGES)) return;
    this.#underway.add(name);
    const folder = installedFolder(from, name, this.#root);
    const pkg = folder === undefined ? undefined : packageAt(folder);
    if (folder === undefined || pkg?.version === undefined) {
      if (depth === 0) this.#missing.add(name);
      return;
    }
    const first = this.#rowsOf(folder, pkg);
    if (depth < MAX_DEPTH) for (const need of first.needs) this.add(need, folder, depth + 1);
    const { rest, rows } = first.needs.some((need) => this.#found.has(need)) ? this.#rowsOf(folder, pkg) : first;
    const locked = this.#locked?.get(name);
    this.#found.set(name, {
      version: pkg.version,
      integrity: locked?.version === pkg.version ? locked.integrity : null,
      rest: [...rest],
      rows: Object.fromEntries(Object.entries(rows).map(([path, tokens]) => [path, [...tokens]])),
    });
  }

  #rowsOf(folder: string, pkg: WorkspacePackage): PackageRows {
    const { files } = listSources(folder);
    const entries = everyEntry(pkg);
    if (entries.length === 0 || files.length > MAX_FILES) return { rest: ["?"], rows: {}, needs: [] };
    const summaries = useSummaries(
      this.#fileOf(() => true),
      this.#folder,
      this.#root,
    );
    const world = new DiskWorld(folder, files, { summaries });
    return summarisePackage(new Analysis(world), entries, (file) => world.text(file));
  }
}

const packageAt = (folder: string): WorkspacePackage | undefined =>
  new Workspace(folder, [join(folder, "package.json")]).ownerOf(join(folder, "package.json"));
