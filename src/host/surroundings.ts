import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./files.ts";
import { namesAt, showFile, topOf } from "./git.ts";

/** What stands around the gate in a repository, where hosts look for it: at its top. */
export interface Surroundings {
  readonly workflows: readonly string[];
  /** The text of CODEOWNERS; empty where there is none. */
  readonly owners: string;
}

const OWNERS = ["CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];
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
      return readdirSync(join(top, FOLDER));
    } catch {
      return [];
    }
  })();
  return of(names, (path) => readText(join(top, path)));
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
