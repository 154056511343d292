import stringify from "json-stable-stringify";
import type { Manifest } from "../schema/manifest.ts";
import { printManifest } from "./text.ts";

const same = (a: unknown, b: unknown): boolean => stringify(a) === stringify(b);

/** Three-way: what only one side changed is taken from it; what both changed, from ours. */
const pick = <V>(base: V, ours: V, theirs: V): V => (same(ours, base) ? theirs : ours);

/**
 * Merges two manifests tool by tool. The result has no valid digest, so that it is stale until it is
 * generated from the merged code: a merge of manifests is a guess, and only code says what is so.
 */
export function mergeManifests(base: Manifest, ours: Manifest, theirs: Manifest): string {
  const ids = [...new Set([base, ours, theirs].flatMap((one) => Object.keys(one.tools)))].sort();
  const tools = Object.fromEntries(
    ids.flatMap((id) => {
      const tool = pick(base.tools[id], ours.tools[id], theirs.tools[id]);
      return tool ? [[id, tool] as const] : [];
    }),
  );
  const merged: Manifest = {
    ...ours,
    tools,
    runtime: pick(base.runtime, ours.runtime, theirs.runtime),
    startup: pick(base.startup, ours.startup, theirs.startup),
    unattributed: pick(base.unattributed, ours.unattributed, theirs.unattributed),
    digest: "stale: run `toolfence manifest`",
  };
  return printManifest(merged);
}
