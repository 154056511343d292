import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { chooseBase, fetching } from "../host/base.ts";
import { CommitFiles } from "../host/commit-files.ts";
import { readText } from "../host/files.ts";
import { commitOf, exportTree, hasAt, placeOf, revisionOf } from "../host/git.ts";
import { version } from "../host/version.ts";
import { buildManifest } from "../manifest/build.ts";
import { readManifest } from "../manifest/text.ts";
import { MANIFEST_FILE, OWN_FILES } from "../model/own-files.ts";
import type { Manifest } from "../schema/manifest.ts";
import type { Scan } from "../schema/scan.ts";
import { visible } from "../model/json-text.ts";
import type { Arguments } from "./args.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";
import { freshManifest, scanOrFail } from "./scan.ts";

/** A manifest, and whether it was written by a version that tells of requests and assets. */
export interface Told {
  readonly manifest: Manifest;
  readonly isTold: boolean;
}

/** What the head is compared with: a manifest, and how to read other files of the same state. */
export interface Base {
  /** The manifest, given the one that the head has made and its text: who has the same text need not read it. */
  readonly manifest: (head: Manifest, printed: string) => Told;
  readonly label: string;
  /** A file of the base; undefined where it has none, or where the base is a bare manifest. */
  readonly file: (path: string) => string | undefined;
  /** Says which files will be asked for, so that they are read together. */
  readonly expect: (paths: readonly string[]) => void;
  /** Absent where the base is a bare manifest. */
  readonly commit?: string;
}

export function parseManifest(text: string, label: string): Manifest {
  return parsed(text, label).manifest;
}

function parsed(text: string, label: string): Told {
  const found = readManifest(text);
  if (!found.ok) throw new UserError(`The manifest at ${visible(label)} is not usable: ${visible(found.reason)}.`);
  return { manifest: found.manifest, isTold: found.version >= TELLS };
}

const readFrom =
  (text: string, label: string): Base["manifest"] =>
  (head, printed) =>
    printed === text ? { manifest: head, isTold: true } : parsed(text, label);

const made = (manifest: Manifest): Base["manifest"] => {
  const told = { manifest, isTold: true };
  return () => told;
};

/** The first version that tells of requests and assets. */
const TELLS = 5;

/** The manifest of a commit's own files: checked out apart, parsed, and never executed. */
async function regenerate(folder: string, commit: string, io: Io): Promise<Manifest> {
  const apart = mkdtempSync(join(tmpdir(), "toolfence-base-"));
  try {
    // All of the repository under its own name: what is reached beside the folder, and what is called after it, is the same.
    const { top, prefix } = placeOf(folder) ?? { top: folder, prefix: "" };
    const into = join(apart, basename(top));
    mkdirSync(join(into, ".git"), { recursive: true });
    exportTree(top, commit, into);
    const same = join(into, prefix);
    return freshManifest(same, await scanOrFail(same, io, false));
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

const EMPTY: Scan = {
  schemaVersion: 1,
  root: "",
  tools: [],
  startup: { effects: [], unknowns: [], assets: [] },
  unattributed: { effects: [], assets: [] },
  unmatchedPolicies: [],
  unreviewedPolicies: false,
  assumptions: [],
  stats: { files: 0, tools: 0, unknowns: 0, milliseconds: 0 },
};

/** Files that a judgement reads of every base. */
const ASKED = [...OWN_FILES, "package.json"];

async function baseAt(folder: string, commit: string, path: string, label: string, flags: Arguments["flags"], io: Io): Promise<Base> {
  const files = new CommitFiles(folder, commit);
  files.expect([path, ...ASKED]);
  const rest = { commit, file: files.text.bind(files), expect: files.expect.bind(files) };
  // What no file of the base tells of, may be a package that it did not have.
  const prefix =
    path === MANIFEST_FILE && [path, "package.json"].every((one) => files.text(one) === undefined) ? placeOf(folder)?.prefix : "";
  if (prefix !== undefined && prefix !== "" && !hasAt(folder, commit, prefix))
    return { manifest: made(buildManifest(EMPTY, version())), label: `${label}, which has no \`${visible(prefix)}\``, ...rest };
  if (flags["regenerate-base"]) return { manifest: made(await regenerate(folder, commit, io)), label: `${label}, regenerated`, ...rest };
  const shown = files.text(path);
  if (shown !== undefined) return { manifest: readFrom(shown, label), label, ...rest };
  if (flags["allow-missing-base"])
    return { manifest: made(buildManifest(EMPTY, version())), label: `${label}, without a manifest`, ...rest };
  throw new UserError(
    `There is no base to compare with: commit ${commit.slice(0, 12)} has no \`${visible(path)}\`. Have one made of the base's sources with \`--regenerate-base\`, or accept that all is new with \`--allow-missing-base\`: the change that brings toolfence in needs one of both.`,
  );
}

/** What somebody named: a file, or a file of a commit (`REF`, `REF:PATH`). */
type Named =
  | { readonly k: "file"; readonly text: string }
  | { readonly k: "commit"; readonly commit: string; readonly path: string; readonly label: string };

function named(asked: string, folder: string, io: Io, missing: (reason: string) => string): Named {
  const text = /\.json$/u.test(asked) && !/^[^/]*:/u.test(asked) ? readText(resolve(io.cwd, asked)) : undefined;
  if (text !== undefined) return { k: "file", text };
  const [ref = "", path = MANIFEST_FILE] = asked.split(":");
  const found = revisionOf(folder, ref);
  if (found.isAmbiguous)
    throw new UserError(
      missing(`\`${visible(ref)}\` is a tag and a branch; write \`refs/heads/${visible(ref)}\` or \`refs/remotes/origin/${visible(ref)}\``),
    );
  const { commit, isRemote } = found;
  if (commit !== undefined)
    return { k: "commit", commit, path, label: `${commit.slice(0, 12)}:${path} (${isRemote ? "origin/" : ""}${ref})` };
  throw new UserError(
    missing(
      ref.startsWith("-")
        ? `\`${visible(ref)}\` is not a revision`
        : `\`${visible(ref)}\` is not a commit here; fetch it with \`${visible(fetching(ref))}\``,
    ),
  );
}

/** The base: a file, `REF:PATH`, `REF`, or what CI or `origin` says. */
export async function readBase(folder: string, flags: Arguments["flags"], io: Io): Promise<Base> {
  const asked = flags.base ?? (process.env["TOOLFENCE_BASE"] || undefined);
  if (asked === undefined) {
    const chosen = chooseBase(folder, process.env);
    if (chosen.k === "none") throw new UserError(`There is no base to compare with: ${visible(chosen.reason)}.`);
    return baseAt(folder, chosen.commit, MANIFEST_FILE, `${chosen.commit.slice(0, 12)} (${chosen.why})`, flags, io);
  }
  const found = named(asked, folder, io, (reason) => `There is no base to compare with: ${reason}.`);
  if (found.k === "commit") return baseAt(folder, found.commit, found.path, found.label, flags, io);
  return {
    manifest: readFrom(found.text, `\`${asked}\``),
    label: `${asked} (file)`,
    file: () => undefined,
    expect: () => undefined,
  };
}

/** A committed manifest by its name: a file, `REF` or `REF:PATH`. */
export function readManifestNamed(asked: string, io: Io): Told & Pick<Base, "label"> {
  // A revision first: a file of its name must not be taken for it. What is called like a manifest is one.
  const isFile = /\.json$/u.test(asked) || commitOf(io.cwd, asked.split(":")[0] ?? "") === undefined;
  const own = isFile ? readText(resolve(io.cwd, asked)) : undefined;
  if (own !== undefined) return { ...parsed(own, `\`${asked}\``), label: asked };
  if (asked === MANIFEST_FILE)
    throw new UserError(`There is no \`${MANIFEST_FILE}\` here; run \`toolfence manifest\`, or name what to compare with.`);
  const found = named(asked, io.cwd, io, (reason) => `\`${visible(asked)}\` is neither a manifest file nor a revision: ${reason}.`);
  if (found.k === "file") return { ...parsed(found.text, `\`${asked}\``), label: asked };
  const files = new CommitFiles(io.cwd, found.commit);
  const text = files.text(found.path);
  if (text === undefined) throw new UserError(`Commit ${found.commit.slice(0, 12)} has no \`${visible(found.path)}\` here.`);
  return { ...parsed(text, found.label), label: found.label };
}
