import { assumptionUnit, WHOLE } from "../manifest/text.ts";
import { BASELINE_FILE, CONFIG_FILES, MANIFEST_FILE, PACKAGES_FILE } from "../model/own-files.ts";
import type { Diagnostic } from "../schema/report.ts";
import type { Scan, ScannedEffect } from "../schema/scan.ts";

interface Place {
  readonly file: string;
  readonly line: number;
}
/** What a change shows of the head's files. */
export interface Change {
  /** Whether a line says something that its file did not say before, nor anywhere else in it. */
  readonly isNew: (place: Place) => boolean;
  /** The first such line of a file. */
  readonly firstNew: (file: string) => Place | undefined;
}

export const NO_CHANGE: Change = { isNew: () => false, firstNew: () => undefined };

export function changeOf(before: (file: string) => string | undefined, now: (file: string) => string | undefined): Change {
  const known = new Map<string, { readonly old: ReadonlySet<string> | undefined; readonly lines: readonly string[] }>();
  const linesOf = (text: string | undefined): string[] => text?.split(/\r?\n/u) ?? [];
  const textsOf = (file: string) => {
    let texts = known.get(file);
    if (!texts) {
      const old = before(file);
      known.set(file, (texts = { old: old === undefined ? undefined : new Set(linesOf(old)), lines: linesOf(now(file)) }));
    }
    return texts;
  };
  const isNew = ({ file, line }: Place): boolean => {
    const { lines, old } = textsOf(file);
    const text = lines[line - 1];
    return text !== undefined && old?.has(text) !== true;
  };
  return {
    isNew,
    firstNew: (file) =>
      textsOf(file)
        .lines.map((_, index) => ({ file, line: index + 1 }))
        .find(isNew),
  };
}

/** The files that findings about the gate itself speak of. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  "gate.config.weakened": CONFIG_FILES,
  "gate.runtime.weakened": CONFIG_FILES,
  "gate.version.weakened": ["package.json"],
  "gate.packages.weakened": [PACKAGES_FILE],
  "gate.baseline.grown": [BASELINE_FILE],
};

/** The use that a finding is about. */
export function effectOf({ to, tool }: Diagnostic, scan: Scan): ScannedEffect | undefined {
  const part =
    tool === "(startup)" ? scan.startup : tool === "(unattributed)" ? scan.unattributed : scan.tools.find((one) => one.id === tool);
  return part?.effects.find(({ capability, resource }) => `${capability} ${resource}` === to);
}

/** Where a finding's use stands in the code, nearest to the use first. */
function effectPlaces(found: Diagnostic, scan: Scan): readonly Place[] {
  return (
    effectOf(found, scan)
      ?.path.toReversed()
      .filter(({ file }) => !file.startsWith("..")) ?? []
  );
}

/** Files whose lines may be what some findings are shown at. */
export function anchorFiles(found: readonly Diagnostic[], scan: Scan): string[] {
  const units = new Set(found.filter(({ line }) => line === null).map(({ tool }) => tool));
  const own = scan.tools.filter(({ id }) => units.has(id)).map(({ file }) => file);
  const about = found.flatMap(({ id }) => ABOUT[id] ?? []);
  return [...new Set([...own, ...about, ...found.flatMap((one) => effectPlaces(one, scan).map(({ file }) => file))])];
}

/**
 * Gives each finding a line of the head: of the places that it is about, the first that the change touched, as hosts show nothing
 * else in a pull request; the tool's digest in the manifest is touched whenever its authority is. Else the tool, or the manifest.
 *
 * @param digests where each unit's digest stands in the manifest.
 */
export function anchored(
  found: readonly Diagnostic[],
  scan: Scan,
  { isNew, firstNew }: Change,
  digests: ReadonlyMap<string, number>,
): Diagnostic[] {
  const inManifest = (unit: string): Place[] => {
    const line = digests.get(unit);
    return line === undefined ? [] : [{ file: MANIFEST_FILE, line }];
  };
  const tools = new Map(scan.tools.map((tool) => [tool.id, tool]));
  return found.map((one) => {
    if (one.line !== null) return one;
    const tool = one.tool === null ? undefined : tools.get(one.tool);
    const own = tool ? [{ file: tool.file, line: tool.line }] : [];
    const inFile = [
      ...inManifest(assumptionUnit(one.to ?? "")),
      ...(one.tool === null ? [] : inManifest(one.tool)),
      ...(one.file === null ? inManifest(WHOLE) : []),
    ];
    const about = (ABOUT[one.id] ?? []).flatMap((file) => firstNew(file) ?? []);
    const touched = [...effectPlaces(one, scan), ...own, ...about, ...inFile].find(isNew);
    const [place] = touched ? [touched] : [...own, ...(one.file === null ? inFile : [])];
    if (place) return { ...one, file: place.file, line: place.line };
    return one.file === null ? { ...one, file: MANIFEST_FILE, line: 1 } : one;
  });
}
