import { dirname, join } from "node:path";
import type { ScopeManager } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { AnalysedTool } from "../extract/analyze.ts";
import type { Analysis } from "../extract/analyze.ts";
import { summarize } from "../extract/lower/summarize.ts";
import { mayHoldTools } from "../extract/shapes/frameworks.ts";
import type { Policy } from "../model/policy.ts";
import { exists, posix } from "./files.ts";
import { placedIdentity, plainIdentity } from "./identity.ts";
import type { PolicyFile } from "./policy-file.ts";
import { readPolicyFile } from "./policy-file.ts";
import { Session } from "./session.ts";

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
  /** The policy that the policy file has for a tool. */
  readonly filed: (tool: AnalysedTool) => Policy | undefined;
  readonly badPolicyFile: { readonly file: string; readonly problems: readonly string[] } | undefined;
}

const sessions = new Map<string, Session>();

const INSTALLED = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u;

/** The folder that bounds what is read: an installed package itself, else the nearest with `.git`, else the topmost package. */
export function rootOf(file: string): string {
  const [installed] = INSTALLED.exec(dirname(file)) ?? [];
  if (installed !== undefined) return installed;
  let found = dirname(file);
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (exists(join(folder, ".git"))) return folder;
    if (exists(join(folder, "package.json"))) found = folder;
    if (folder === dirname(folder)) return found;
  }
}

/** The policy file of the nearest folder that has one, up to the root. */
function nearestPolicyFile(file: string, root: string): { readonly folder: string; readonly policies: PolicyFile } {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const policies = readPolicyFile(folder);
    if (policies.k !== "none" || folder === root || folder === dirname(folder)) return { folder, policies };
  }
}

/**
 * The tools of one open file, across the files that it reaches. Files without a trace of a tool
 * cost one regular expression; helpers are read again when their time or size has changed.
 */
export function toolsOfOpenFile(open: OpenFile): FileTools | undefined {
  const root = rootOf(open.file);
  if (!mayHoldTools(open.text, posix(root, open.file))) return undefined;
  let session = sessions.get(root);
  if (!session) sessions.set(root, (session = new Session(root)));
  const { world, analysis } = session.lookAt(open.file, open.text, () => summarize(open.file, open.text, open.program, open.scopes));
  const { folder, policies } = nearestPolicyFile(open.file, root);
  const filed = (one: AnalysedTool): Policy | undefined => {
    if (policies.k !== "ok") return undefined;
    const plain = plainIdentity(analysis.d.x, one, (file) => world.owner(file), folder);
    return policies.tools[plain] ?? policies.tools[placedIdentity(plain, one, folder)];
  };
  return {
    analysis,
    tools: analysis.tools([open.file], (file) => world.importers(file)),
    filed,
    badPolicyFile: policies.k === "invalid" ? { file: policies.file, problems: policies.problems } : undefined,
  };
}
