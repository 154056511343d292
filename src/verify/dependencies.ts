import type { Manifest } from "../schema/manifest.ts";
import type { PackageSummaries } from "../schema/packages.ts";
import { summaryOf } from "../schema/packages.ts";
import type { Diagnostic } from "../schema/report.ts";
import { unitOf } from "./compare.ts";
import { visible } from "../model/json-text.ts";

/** The package by which a unit makes a use, if one does. */
const packageBy = (packages: readonly string[], use: string): string | undefined =>
  packages
    .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const)
    .find(([, made]) => made === use)?.[0];

/**
 * Says of each new use that a package makes which one it is; where the package itself is new or another than in the base, that it
 * is the package that changed.
 */
export function attributed(
  found: readonly Diagnostic[],
  head: Manifest,
  before: PackageSummaries | undefined,
  after: PackageSummaries | undefined,
): Diagnostic[] {
  return found.map((one) => {
    if (one.to === null || one.tool === null) return one;
    const name = packageBy(unitOf(head, one.tool)?.tool.facts.packages ?? [], one.to);
    if (name === undefined) return one;
    const [was, is] = [summaryOf(before, name), summaryOf(after, name)];
    const dependency = { name, from: was?.version ?? null, to: is?.version ?? null };
    const told = `The package \`${visible(name)}\` does it`;
    const changed =
      is === undefined || was?.version === is.version
        ? ""
        : `, which ${was ? `went from ${visible(was.version)} to ${visible(is.version)}` : "is new"}`;
    return { ...one, message: `${one.message} ${told}${changed}.`, dependency };
  });
}
