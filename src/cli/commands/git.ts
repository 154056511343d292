import { realpathSync } from "node:fs";
import { readText } from "../../host/files.ts";
import { isRepository, setConfig } from "../../host/git.ts";
import { replaceText } from "../../host/write.ts";
import { mergeManifests } from "../../manifest/merge.ts";
import { readManifest } from "../../manifest/text.ts";
import { printReport } from "../../report/report-text.ts";
import type { Manifest } from "../../schema/manifest.ts";
import { compareManifests } from "../../verify/compare.ts";
import { visible } from "../../model/json-text.ts";
import type { Io } from "../io.ts";
import { UserError } from "../io.ts";
import { shellWord } from "../shell-word.ts";

/**
 * How git calls us: the program that `git install` was run with, by its place. What a branch brings along is not run:
 * where git has files in the `node_modules` that it stands in, they may be anybody's.
 */
function ours(program: string): string {
  const at = program.indexOf("/node_modules/");
  const held = at === -1 ? "" : `[ -n "$(git ls-files -- ${shellWord(program.slice(0, at + "/node_modules".length))} | head -n 1)" ] || `;
  const refused = 'echo "toolfence: packages are part of this branch, or gone, and were not run" >&2';
  return `f() { if ${held}[ ! -f ${shellWord(program)} ]; then ${refused}; return 1; else ${shellWord(process.execPath)} ${shellWord(program)} "$@"; fi; }; f`;
}

/** `%O %A %B` are the common ancestor, ours and theirs. */
const settings = (program: string): readonly (readonly [string, string])[] => [
  ["diff.toolfence.command", `${ours(program)} git diff`],
  ["merge.toolfence.name", "toolfence manifest"],
  ["merge.toolfence.driver", `${ours(program).replaceAll("%", "%%")} git merge %O %A %B`],
];

function manifestAt(path: string | undefined): Manifest | undefined {
  const text = path === undefined || path === "/dev/null" ? undefined : readText(path);
  const found = text === undefined ? undefined : readManifest(text);
  return found?.ok ? found.manifest : undefined;
}

/** `git install`, and what git runs once it is: `git diff` and `git merge`. */
export function git(argv: readonly string[], io: Io): number {
  const [action = "", ...rest] = argv;
  switch (action) {
    case "install":
      if (!isRepository(io.cwd)) throw new UserError(`\`${visible(io.cwd)}\` is in no git repository; run this in a clone.`);
      for (const [key, value] of settings(realpathSync(process.argv[1] ?? ""))) setConfig(io.cwd, key, value);
      io.err("toolfence: the diff and merge drivers of the manifest are set in this clone.\n");
      return 0;
    case "diff": {
      // path old-file old-hex old-mode new-file new-hex new-mode
      const [base, head] = [manifestAt(rest[1]), manifestAt(rest[4])];
      if (!base || !head) {
        io.out(`${visible(rest[0] ?? "")}: ${base ? "the new" : "the old"} manifest is missing or not usable.\n`);
        return 0;
      }
      const diagnostics = compareManifests(base, head);
      io.out(
        printReport({ schemaVersion: 1, command: "diff", base: null, compared: Object.keys(head.tools).length, diagnostics, exitCode: 0 }),
      );
      return 0;
    }
    case "merge": {
      const [ancestor, ours, theirs] = [manifestAt(rest[0]), manifestAt(rest[1]), manifestAt(rest[2])];
      // Left as a conflict: git keeps our version and marks the file.
      if (!ancestor || !ours || !theirs || rest[1] === undefined) return 1;
      replaceText(rest[1], mergeManifests(ancestor, ours, theirs));
      io.err("toolfence: the manifests are merged, and stale until `toolfence manifest` writes them anew.\n");
      return 0;
    }
    default:
      throw new UserError(`Unknown action \`${visible(action)}\`; write \`toolfence git install\`.`);
  }
}
