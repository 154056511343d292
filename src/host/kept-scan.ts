import { resolve } from "node:path";
import { z } from "zod";
import type { Scan, ScannedTool } from "../schema/scan.ts";
import { scanSchema } from "../schema/scan.ts";
import { ANALYSER_VERSION } from "../schema/manifest.ts";
import { refreshed } from "./assets.ts";
import { boundaryOf } from "./boundary.ts";
import { ignoredPaths } from "./git.ts";
import { inputsDigest } from "./inputs.ts";
import type { ScanCache } from "./scan-cache.ts";
import { version } from "./version.ts";

export interface ScanProblem {
  readonly file: string;
  readonly problem: "unreadable" | "outside";
}

export interface ScanResult {
  readonly scan: Scan;
  /** Folders that could not be read and links that were not followed. */
  readonly problems: readonly ScanProblem[];
}

/** A folder to scan, with what was found out about it while an answer was looked for. */
export interface Asked {
  readonly root: string;
  /** The repository or workspace that the folder is in: entries are the folder's own; what they reach may lie there. */
  readonly boundary: string;
  /** What git leaves out, relative to the boundary. */
  readonly ignored: readonly string[];
  /** When it was asked, in milliseconds of `performance.now()`. */
  readonly started: number;
  /** The answer that is kept, if nothing that a scan can see has changed. */
  readonly kept: ScanResult | undefined;
  /** Keeps an answer for the next time. */
  readonly keep: (answer: ScanResult) => void;
}

const keptSchema = z.strictObject({
  scan: scanSchema,
  problems: z.array(z.strictObject({ file: z.string(), problem: z.enum(["unreadable", "outside"]) })),
});

/** Looks for the answer that was given before: without the analyser, which takes longer to load than to look. */
export function askKept(folder: string, cache?: ScanCache): Asked {
  const started = performance.now();
  const root = resolve(folder);
  const boundary = boundaryOf(root);
  const ignored = ignoredPaths(boundary);
  const key = cache && inputsDigest(boundary, [version(), String(ANALYSER_VERSION), process.platform, root, boundary, ...ignored]);
  const found = key === undefined ? undefined : keptSchema.safeParse(cache?.read(key));
  return {
    root,
    boundary,
    ignored,
    started,
    kept: found?.success ? timed(started, { ...found.data, scan: withAssets(found.data.scan) }) : undefined,
    keep: (answer) => {
      if (key !== undefined) cache?.write(key, answer);
    },
  };
}

/** An answer with the time that it took. */
export const timed = (started: number, { scan, problems }: ScanResult): ScanResult => ({
  scan: { ...scan, stats: { ...scan.stats, milliseconds: Math.round(performance.now() - started) } },
  problems,
});

/** A kept answer goes by the names of the files that are run, and not by their content. */
function withAssets(scan: Scan): Scan {
  const now = <T extends Pick<ScannedTool, "assets">>(part: T): T => ({ ...part, assets: refreshed(scan.root, part.assets) });
  return { ...scan, tools: scan.tools.map(now), startup: now(scan.startup), unattributed: now(scan.unattributed) };
}
