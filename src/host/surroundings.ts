import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { APPROVALS_FILE, MANIFEST_FILE, OWN_FILES } from "../model/own-files.ts";
import { exists, readText } from "./files.ts";
import { namesAt, showFile, topOf } from "./git.ts";

/** What stands around the gate in a repository, where hosts look for it: at its top. */
export interface Surroundings {
  readonly workflows: readonly string[];
  /** The text of CODEOWNERS; empty where there is none. */
  readonly owners: string;
}

/** In the order in which GitHub looks; GitLab's own place last. */
const OWNERS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];
const FOLDER = ".github/workflows";
const OTHERS = [".gitlab-ci.yml", ".circleci/config.yml"];

const of = (names: readonly string[], read: (path: string) => string | undefined): Surroundings => ({
  workflows: [...names.filter((name) => /\.ya?ml$/u.test(name)).map((name) => `${FOLDER}/${name}`), ...OTHERS].flatMap(
    (path) => read(path) ?? [],
  ),
  owners: OWNERS.map(read).find((text) => text !== undefined) ?? "",
});

/** As they stand in the work tree. */
export function surroundings(folder: string): Surroundings {
  const top = topOf(folder) ?? folder;
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
export function surroundingsAt(folder: string, commit: string | undefined): Surroundings {
  const top = topOf(folder);
  if (commit === undefined || top === undefined) return { workflows: [], owners: "" };
  return of(namesAt(top, commit, FOLDER), (path) => {
    const found = showFile(top, commit, path);
    return found.k === "text" ? found.text : undefined;
  });
}

const ALWAYS: ReadonlySet<string> = new Set([APPROVALS_FILE, "toolfence.json"]);

/** What decides over a package's gate, and so needs an owner: some files always, others where they are there. What is generated does not. */
export const guardedPaths = (folder: string): string[] => [
  ...OWN_FILES.filter((name) => name !== MANIFEST_FILE && (ALWAYS.has(name) || exists(join(folder, name)))),
  ".github/workflows/",
];
