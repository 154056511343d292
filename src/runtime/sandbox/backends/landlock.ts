import type { Door } from "../../egress/door.ts";
import type { SystemLayout } from "./bubblewrap.ts";
import { NETWORK_FILES, SYSTEM_FILES } from "./bubblewrap.ts";
import type { Plan, Unheld } from "../plan.ts";
import type { Survey } from "../survey.ts";

/** What stands in a folder, by name. */
export type Listing = (folder: string) => readonly { readonly name: string; readonly kind: "folder" | "file" | "other" }[];

/** What may be changed below a folder in which some names must stay as they are. */
interface Parts {
  /** Folders to be written whole. */
  readonly trees: readonly string[];
  /** Files to be changed, and not removed. */
  readonly files: readonly string[];
}

/** Missing, programs go on without it; closed, they do not. */
const EXPECTED_FILES = ["/etc/ssl/openssl.cnf", "/etc/localtime"];
const DEVICES = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/**
 * Landlock grants whole trees and can take nothing out of them. So a folder with something in it that must stay is granted
 * by its parts: what stands beside can be written, and nothing new can be made in the folder itself.
 */
function partsOf(root: string, kept: readonly string[], list: Listing): Parts {
  if (!kept.some((path) => path === root || path.startsWith(`${root}/`))) return { trees: [root], files: [] };
  if (kept.includes(root)) return { trees: [], files: [] };
  const parts = list(root).map(({ name, kind }): Parts => {
    const path = `${root}/${name}`;
    if (kind === "folder") return partsOf(path, kept, list);
    return { trees: [], files: kind === "file" && !kept.includes(path) ? [path] : [] };
  });
  return { trees: parts.flatMap(({ trees }) => trees), files: parts.flatMap(({ files }) => files) };
}

/** What of a plan Landlock cannot hold, each with its reason. Pure. */
export function unheldByLandlock(plan: Plan): Unheld[] {
  return [
    ...(plan.denied.read.length > 0
      ? [{ clause: "fs.read", reason: "Landlock takes nothing out of a granted folder; bubblewrap does" }]
      : []),
    ...(plan.write.includes("/") ? [{ clause: "fs.write", reason: "Landlock takes nothing out of a whole disk; bubblewrap does" }] : []),
  ];
}

/** Beside the plan: what stands in the folders to be written, and what our own programs need inside. */
export interface Around {
  readonly survey: Survey;
  readonly list: Listing;
  /** A folder of the run's own, in place of `/tmp`. */
  readonly scratch: string;
  readonly needed: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** The one port of the loopback that can be reached, and the key that answers there. */
  readonly door?: Pick<Door, "port" | "key"> | undefined;
  /** Descriptors that stay open. */
  readonly keep: readonly number[];
  /** What a path is on its disk, as DEVICE:INODE; undefined where it is nothing, or a link. */
  readonly pin: (path: string) => string | undefined;
}

const each = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, value]);

/** Paths that are meant as they stand: whatever takes the place of one is refused where it is opened. */
const pinned = (flag: string, paths: readonly string[], { pin }: Around): string[] =>
  paths.flatMap((path) => {
    const id = pin(path);
    return [...(id === undefined ? [] : ["--is", id]), flag, path];
  });

/** The options that make our launcher (`native/landlock.c`) hold a plan. Pure, but for what `list` sees. */
export function landlockArguments(plan: Plan, layout: SystemLayout, cwd: string, around: Around): string[] {
  const { guarded, readable } = around.survey;
  const kept = [...guarded.keys(), ...readable];
  const folders = plan.write.filter((path) => !plan.leaves.includes(path));
  const parts = folders.map((path) => partsOf(path, kept, around.list));
  return [
    // The launcher knows it as its first option alone: no value of another one can be taken for it.
    ...(plan.network === "open" ? [] : around.door ? ["--egress", String(around.door.port), around.door.key] : ["--no-tcp"]),
    ...Object.entries({ ...plan.environment, HOME: around.scratch, TMPDIR: around.scratch, ...around.variables }).flatMap(
      ([name, value]) => ["--setenv", name, value],
    ),
    ...each("--sys", [
      "/usr",
      ...layout.top.map(({ path }) => path),
      ...SYSTEM_FILES,
      ...EXPECTED_FILES,
      ...(plan.network === "open" ? NETWORK_FILES : []),
    ]),
    ...each("--dev", DEVICES),
    ...pinned("--ro", [...around.needed, ...plan.read, ...folders], around),
    ...pinned("--edit", [...plan.write.filter((path) => plan.leaves.includes(path)), ...parts.flatMap(({ files }) => files)], around),
    ...pinned("--rw", [around.scratch, ...parts.flatMap(({ trees }) => trees)], around),
    ...each("--keep", around.keep.map(String)),
    "--chdir",
    cwd,
  ];
}
