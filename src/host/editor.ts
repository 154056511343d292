import { dirname, join } from "node:path";
import type { ScopeManager } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { AnalysedTool } from "../extract/analyze.ts";
import { Analysis } from "../extract/analyze.ts";
import { summarize } from "../extract/lower/summarize.ts";
import { mayHoldTools } from "../extract/shapes/frameworks.ts";
import { exists, listSources } from "./files.ts";
import { SummaryStore } from "./store.ts";
import { DiskWorld } from "./world.ts";

/** An open file, as the linter has it: text and tree, whatever is on disk. */
export interface OpenFile {
  readonly file: string;
  readonly text: string;
  readonly program: TSESTree.Program;
  readonly scopes: ScopeManager | undefined;
}

export interface FileTools {
  readonly analysis: Analysis;
  readonly tools: readonly AnalysedTool[];
}

/** How long a listing of the repository is trusted; new files show up after it. */
const LISTING_MS = 5000;

interface Session {
  readonly store: SummaryStore;
  files: readonly string[];
  listed: number;
}

const sessions = new Map<string, Session>();

/** The folder that bounds what is read: the nearest with `.git`, else the topmost package. */
export function rootOf(file: string): string {
  let found = dirname(file);
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (exists(join(folder, ".git"))) return folder;
    if (exists(join(folder, "package.json"))) found = folder;
    if (folder === dirname(folder)) return found;
  }
}

/**
 * The tools of one open file, across the files that it reaches. Files without a trace of a tool
 * cost one regular expression; helpers are read again when their time or size has changed.
 */
export function toolsOfOpenFile(open: OpenFile): FileTools | undefined {
  if (!mayHoldTools(open.text)) return undefined;
  const root = rootOf(open.file);
  const session = sessions.get(root) ?? { store: new SummaryStore(), files: [], listed: -Infinity };
  sessions.set(root, session);
  if (performance.now() - session.listed > LISTING_MS) {
    session.files = listSources(root).files;
    session.listed = performance.now();
  }
  session.store.refresh();
  const own = summarize(open.file, open.text, open.program, open.scopes);
  const analysis = new Analysis(new DiskWorld(root, session.files, session.store, new Map([[open.file, own]])));
  return { analysis, tools: analysis.tools([open.file]) };
}
