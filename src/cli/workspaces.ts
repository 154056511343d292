import { dirname, resolve } from "node:path";
import { filesNamed, posix } from "../host/files.ts";
import { workspaceFolders } from "../host/packages.ts";
import { MANIFEST_FILE } from "../model/own-files.ts";
import { visible } from "../verify/undeclared.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";

type Command = (argv: readonly string[], io: Io) => number | Promise<number>;

/** What counts most among the exit codes of several packages: could not check, then findings. */
const worst = (codes: readonly number[]): number => Math.max(0, ...codes);

/** Folders with a manifest of their own: to be judged, whatever the list of packages says. */
const withManifest = (root: string): string[] =>
  filesNamed(root, MANIFEST_FILE)
    .map(dirname)
    .filter((folder) => folder !== root);

/**
 * A command that with `--workspaces` runs once a package of the workspace, each with its own manifest.
 * `{package}` in an argument stands for the package's path with `-` for `/`, so that each can have its own report.
 */
export const perPackage =
  (command: Command): Command =>
  async (argv, io) => {
    if (!argv.includes("--workspaces")) return command(argv, io);
    const rest = argv.filter((one) => one !== "--workspaces");
    const folders = [...new Set([...workspaceFolders(io.cwd), ...withManifest(io.cwd)])].sort();
    if (folders.length === 0)
      throw new UserError("This folder names no packages: no `workspaces` in `package.json`, and no `pnpm-workspace.yaml`.");
    if (folders.length > 1 && rest.some((one) => one === "--json" || /^(?:--format=|-f)?(?:json|sarif|markdown)$/u.test(one)))
      throw new UserError("Several packages have several reports; write each to its own file: `--format json=report-{package}.json`.");
    const codes: number[] = [];
    for (const folder of folders) {
      const name = posix(io.cwd, folder);
      io.err(`\n# ${visible(name)}\n`);
      const own = rest.map((one) => one.replaceAll("{package}", name.replaceAll("/", "-")));
      try {
        codes.push(await command([...own, resolve(folder)], io));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        io.err(`toolfence: ${error.message}\n`);
        codes.push(error.exitCode);
      }
    }
    return worst(codes);
  };
