import { basename, dirname, join } from "node:path";
import type { ScopeManager } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { AnalysedTool } from "../extract/facts.ts";
import type { Analysis } from "../extract/analyze.ts";
import { summarize } from "../extract/lower/summarize.ts";
import { mayHoldTools } from "../extract/shapes/quick-look.ts";
import type { Policy } from "../model/policy.ts";
import { boundaryOf } from "./boundary.ts";
import { ignorer, readConfig, readFolderConfig } from "./config-file.ts";
import { exists, posix, readText } from "./files.ts";
import { placedIdentity, plainIdentity } from "./identity.ts";
import type { PolicyFile } from "./policy-file.ts";
import { readPolicyFile } from "./policy-file.ts";
import { scopesOf } from "./parse.ts";
import { Session } from "./session.ts";
import { Trusted } from "./trusted.ts";

/** An open file, as the linter has it: text and tree, whatever is on disk. */
export interface OpenFile {
  readonly file: string;
  readonly text: string;
  readonly program: TSESTree.Program;
  readonly scopes: ScopeManager | undefined;
  /** The configuration file that the linter's settings name, absolute; found beside the file where they name none. */
  readonly config?: string | undefined;
}

export interface FileTools {
  readonly analysis: Analysis;
  readonly tools: readonly AnalysedTool[];
  /** The policy that the policy file has for a tool. */
  readonly filed: (tool: AnalysedTool) => Policy | undefined;
  /** A policy or configuration file that applies here and cannot be used. */
  readonly badFile: { readonly file: string; readonly problems: readonly string[] } | undefined;
}

const sessions = new Map<string, Session>();

/** The folder that bounds what is read: the repository or workspace, else the topmost package above the file. */
export function rootOf(file: string): string {
  const boundary = boundaryOf(dirname(file));
  if (boundary !== dirname(file)) return boundary;
  let found = boundary;
  for (let folder = boundary; folder !== dirname(folder); folder = dirname(folder))
    if (exists(join(folder, "package.json"))) found = folder;
  return found;
}

/** The configuration for a file: the one that is named, else that of the nearest folder that has one, up to the root. */
function configFor(open: OpenFile, root: string): { readonly folder: string; readonly read: ReturnType<typeof readFolderConfig> } {
  if (open.config !== undefined) {
    const folder = dirname(open.config);
    const text = readText(open.config);
    const file = basename(open.config);
    return { folder, read: { ...(text === undefined ? { ok: false as const, problems: ["it cannot be read"] } : readConfig(text)), file } };
  }
  for (let folder = dirname(open.file); ; folder = dirname(folder)) {
    const read = readFolderConfig(folder);
    if (read.file !== "" || folder === root || folder === dirname(folder)) return { folder, read };
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
  const { folder: home, read } = configFor(open, root);
  if (read.ok && ignorer(read.config)(posix(home, open.file))) return undefined;
  let session = sessions.get(root);
  if (!session) sessions.set(root, (session = new Session(root)));
  const { world, analysis } = session.lookAt(open.file, open.text, () =>
    summarize(open.file, open.text, open.program, () => open.scopes ?? scopesOf(open.program)),
  );
  const { folder, policies } = nearestPolicyFile(open.file, root);
  const filed = (one: AnalysedTool): Policy | undefined => {
    if (policies.k !== "ok") return undefined;
    const plain = plainIdentity(analysis.d.x, one, (file) => world.owner(file), folder);
    return policies.tools[plain] ?? policies.tools[placedIdentity(plain, one, folder)];
  };
  return {
    analysis,
    tools: analysis.tools([open.file]).map(new Trusted(read.ok ? read.config : {}, (file) => posix(home, file)).tool),
    filed,
    badFile: policies.k === "invalid" ? { file: policies.file, problems: policies.problems } : read.ok ? undefined : read,
  };
}
