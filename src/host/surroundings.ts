import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { APPROVALS_FILE, MANIFEST_FILE, OWN_FILES } from "../model/own-files.ts";
import { CommitFiles } from "./commit-files.ts";
import { exists, readText } from "./files.ts";
import type { Place } from "./git.ts";
import { readDocument } from "./yaml.ts";

/** What stands around the gate in a repository, where hosts look for it: at its top. */
export interface Surroundings {
  /** What each workflow holds; what cannot be read as YAML is none. */
  readonly workflows: readonly unknown[];
  /** The text of CODEOWNERS; empty where there is none. */
  readonly owners: string;
}

/** In the order in which GitHub looks; GitLab's own place last. */
const OWNERS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];
const FOLDER = ".github/workflows";
const WORKFLOW = /\.ya?ml$/u;
/** GitLab takes the last of a key that stands twice; GitHub refuses the file. */
const GITLAB = ".gitlab-ci.yml";
const OTHERS = [GITLAB, ".circleci/config.yml"];

const workflowsIn = (names: readonly string[]): string[] => [
  ...names.filter((name) => WORKFLOW.test(name)).map((name) => `${FOLDER}/${name}`),
  ...OTHERS,
];

const of = (names: readonly string[], read: (path: string) => string | undefined): Surroundings => ({
  workflows: workflowsIn(names).flatMap((path): unknown[] => {
    const text = read(path);
    const found = text === undefined ? undefined : readDocument(text, path === GITLAB);
    return found?.ok ? [found.value] : [];
  }),
  owners: OWNERS.map(read).find((text) => text !== undefined) ?? "",
});

/** As they stand in the work tree. @param top the repository's top, or a folder outside of one. */
export function surroundings(top: string): Surroundings {
  const names = ((): string[] => {
    try {
      // Hosts follow no links.
      return [".github", FOLDER].every((one) => lstatSync(join(top, one)).isDirectory()) ? readdirSync(join(top, FOLDER)) : [];
    } catch {
      return [];
    }
  })();
  return of(names, (path) =>
    lstatSync(join(top, path), { throwIfNoEntry: false })?.isFile() === true ? readText(join(top, path)) : undefined,
  );
}

/** As they were at a commit; nothing where there is none. */
export function surroundingsAt(top: string | undefined, commit: string | undefined): Surroundings {
  if (commit === undefined || top === undefined) return { workflows: [], owners: "" };
  const files = new CommitFiles(top, commit);
  const names = files.expectWith(FOLDER, WORKFLOW, [...OTHERS, ...OWNERS]);
  return of(names, (path) => files.text(path));
}

const ALWAYS: ReadonlySet<string> = new Set([APPROVALS_FILE, "toolfence.json"]);

/**
 * What decides over a package's gate, and so needs an owner, by its path below the repository's top: some files always, others
 * where they are there. What is generated does not.
 */
export const guardedPaths = (folder: string, place: Place | undefined): string[] => [
  ...OWN_FILES.filter((name) => name !== MANIFEST_FILE && (ALWAYS.has(name) || exists(join(folder, name)))).map(
    (name) => (place?.prefix ?? "") + name,
  ),
  ".github/workflows/",
];
