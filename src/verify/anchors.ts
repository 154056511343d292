import { MANIFEST_FILE } from "../model/own-files.ts";
import type { Diagnostic } from "../schema/report.ts";
import type { Scan, ScannedEffect } from "../schema/scan.ts";

interface Place {
  readonly file: string;
  readonly line: number;
}
type IsNew = (place: Place) => boolean;

/** Whether a line of the head says something that its file did not say before, nor anywhere else in it: then a change shows it. */
export function newLines(before: (file: string) => string | undefined, now: (file: string) => string | undefined): IsNew {
  const known = new Map<string, { readonly old: ReadonlySet<string> | undefined; readonly lines: readonly string[] }>();
  const linesOf = (text: string): string[] => text.split(/\r?\n/u);
  return ({ file, line }) => {
    let texts = known.get(file);
    if (!texts) {
      const old = before(file);
      known.set(file, (texts = { old: old === undefined ? undefined : new Set(linesOf(old)), lines: linesOf(now(file) ?? "") }));
    }
    const text = texts.lines[line - 1];
    return text !== undefined && texts.old?.has(text) !== true;
  };
}

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
  return [...new Set([...own, ...found.flatMap((one) => effectPlaces(one, scan).map(({ file }) => file))])];
}

/**
 * Gives each finding a line of the head: of the places that it is about, the first that the change touched, as hosts show nothing
 * else in a pull request; the tool's digest in the manifest is touched whenever its authority is. Else the tool, or the manifest.
 *
 * @param digests where each unit's digest stands in the manifest.
 */
export function anchored(found: readonly Diagnostic[], scan: Scan, isNew: IsNew, digests: ReadonlyMap<string, number>): Diagnostic[] {
  const tools = new Map(scan.tools.map((tool) => [tool.id, tool]));
  return found.map((one) => {
    if (one.line !== null) return one;
    const tool = one.tool === null ? undefined : tools.get(one.tool);
    const digest = one.tool === null ? undefined : digests.get(one.tool);
    const places: Place[] = [
      ...effectPlaces(one, scan),
      ...(tool ? [{ file: tool.file, line: tool.line }] : []),
      ...(digest === undefined ? [] : [{ file: MANIFEST_FILE, line: digest }]),
    ];
    const touched = places.find(isNew);
    if (touched) return { ...one, file: touched.file, line: touched.line };
    if (tool) return { ...one, file: tool.file, line: tool.line };
    if (digest !== undefined && one.file === null) return { ...one, file: MANIFEST_FILE, line: digest };
    return one.file === null ? { ...one, file: MANIFEST_FILE, line: 1 } : one;
  });
}
