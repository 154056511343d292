import { dirname, resolve } from "node:path";
import { mayHoldTools } from "../extract/shapes/quick-look.ts";
import { filesNamed, listSources, posix, readText } from "../host/files.ts";
import { digestOf } from "../manifest/digest.ts";
import { workspaceFolders } from "../host/packages.ts";
import { MANIFEST_FILE } from "../model/own-files.ts";
import { printHidden, sharedRoom } from "../report/github.ts";
import { visible } from "../model/json-text.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";
import { scanOrFail } from "./scan.ts";

type Command = (argv: readonly string[], io: Io) => number | Promise<number>;

/** What counts most among the exit codes of several packages: could not check, then findings. */
const worst = (codes: readonly number[]): number => Math.max(0, ...codes);

/** Folders with a manifest of their own: to be judged, whatever the list of packages says. */
const withManifest = (root: string): string[] => filesNamed(root, MANIFEST_FILE).map(dirname);

/** Files with tools that stand in none of the folders. */
async function strays(root: string, folders: readonly string[], io: Io): Promise<string[]> {
  const isAside = (path: string): boolean => !folders.some((folder) => path.startsWith(`${posix(root, folder)}/`) || folder === root);
  const isWorth = listSources(root).files.some((file) => {
    const path = posix(root, file);
    // A test is no entry by itself, and whatever imports it makes it one.
    return isAside(path) && mayHoldTools(readText(file) ?? "", path);
  });
  const found = isWorth ? (await scanOrFail(root, io, false)).tools.map(({ file }) => file).filter(isAside) : [];
  return [...new Set(found)].sort();
}

/** Longer than this, with what stands around it, a file's name may be no more. */
const LONGEST_NAME = 100;

/** A name for each package's files: its path with `-` for `/`; two that would have the same, and long ones, have a digest behind it. */
export function fileNames(packages: readonly (readonly [folder: string, path: string])[]): ReadonlyMap<string, string> {
  const plain = (path: string): string => path.replaceAll("/", "-");
  const count = new Map<string, number>();
  for (const [, path] of packages) count.set(plain(path), (count.get(plain(path)) ?? 0) + 1);
  return new Map(
    packages.map(([folder, path]) => {
      const name = plain(path);
      const isOwn = count.get(name) === 1 && Buffer.byteLength(name) <= LONGEST_NAME && !/-[0-9a-f]{16}$/u.test(name);
      return [folder, isOwn ? name : `${name.slice(0, LONGEST_NAME / 4)}-${digestOf(path).slice("sha256:".length, "sha256:".length + 16)}`];
    }),
  );
}

/**
 * Runs a command once a package of the workspace, each with its own manifest.
 * What judges fails where tools stand in none of them. `{package}` in an argument stands for the package's path with `-` for `/`, so that each can have its own report.
 */
export async function eachPackage(command: Command, isJudging: boolean, argv: readonly string[], io: Io): Promise<number> {
  const rest = argv.filter((one) => one !== "--workspaces");
  const folders = [...new Set([...workspaceFolders(io.cwd), ...withManifest(io.cwd)])].sort();
  if (folders.length === 0)
    throw new UserError("This folder names no packages: no `workspaces` in `package.json`, and no `pnpm-workspace.yaml`.");
  if (folders.length > 1 && rest.some((one) => one === "--json" || /^(?:--format=|-f)?(?:json|sarif|markdown)$/u.test(one)))
    throw new UserError("Several packages have several reports; write each to its own file: `--format json=report-{package}.json`.");
  if (
    folders.length > 1 &&
    rest.some((one, index) => /^--evidence(?:=|$)/u.test(one) && !`${one} ${rest[index + 1] ?? ""}`.includes("{package}"))
  )
    throw new UserError("Several packages have evidence of their own; write each to its own file: `--evidence evidence-{package}.json`.");
  const names = fileNames(folders.map((folder) => [folder, posix(io.cwd, folder) || "."]));
  const codes: number[] = [];
  const room = sharedRoom();
  for (const folder of folders) {
    const name = posix(io.cwd, folder) || ".";
    io.err(`\n# ${visible(name)}\n`);
    const own = rest.map((one) => one.replaceAll("{package}", () => names.get(folder) ?? ""));
    try {
      codes.push(await command([...own, resolve(folder)], { ...io, room }));
    } catch (error) {
      // One that cannot be judged keeps nobody from judging the others.
      io.err(`toolfence: ${visible(error instanceof Error ? error.message : String(error))}\n`);
      codes.push(error instanceof UserError ? error.exitCode : 2);
    }
  }
  io.out(printHidden(room));
  const aside = isJudging ? await strays(io.cwd, folders, io) : [];
  if (aside.length > 0) {
    io.err(
      `\ntoolfence: tools stand outside every package that was judged: ${aside.map((file) => `\`${visible(file)}\``).join(", ")}; name their package in the workspace, or give their folder a manifest of its own.\n`,
    );
    codes.push(1);
  }
  return worst(codes);
}
