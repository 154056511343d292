import { serverIn } from "../model/identity.ts";
import type { Manifest, ManifestTool } from "../schema/manifest.ts";
import type { Diagnostic } from "../schema/report.ts";
import { diagnosticOf } from "./compare.ts";
import { info } from "./row.ts";
import { visible } from "../model/json-text.ts";

/** An identity without the file that tells namesakes apart. */
const plainOf = (id: string, tool: ManifestTool | undefined): string => {
  const end = `@${tool?.source ?? ""}`;
  return tool && id.endsWith(end) ? id.slice(0, -end.length) : id;
};

/** Tools of one manifest that the other does not have, by their plain identity. */
function alone(own: Manifest, other: Manifest): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const id of Object.keys(own.tools).sort()) {
    const plain = plainOf(id, own.tools[id]);
    if (!Object.hasOwn(other.tools, id)) out.set(plain, [...(out.get(plain) ?? []), id]);
  }
  return out;
}

const isAlike = (a: ManifestTool | undefined, b: ManifestTool | undefined): number =>
  Number(a?.source === b?.source) * 4 + Number(a?.digest === b?.digest) * 2 + Number(a?.inputSchema === b?.inputSchema);

/**
 * What tools of a head were called in its base, where that is another identity: the file stands in it where two tools share a
 * name, so that a file that moves, or a namesake that appears, changes it; and somebody may say that a tool has a new name.
 *
 * @param renamed new identity to old one; counts where the base has the old one alone, and the head the new one alone, and where the
 *   old one's server is the same, or is gone as well.
 */
export function formerNames(base: Manifest, head: Manifest, renamed: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  const [gone, fresh] = [alone(base, head), alone(head, base)];
  for (const [plain, ids] of fresh) {
    const free = [...(gone.get(plain) ?? [])];
    // Those that are most alike find each other first.
    const ranked = ids
      .flatMap((id) => free.map((old) => ({ id, old, alike: isAlike(base.tools[old], head.tools[id]) })))
      .sort((a, b) => b.alike - a.alike);
    for (const { id, old } of ranked) if (!out.has(id) && ![...out.values()].includes(old)) out.set(id, old);
  }
  for (const [id, old] of Object.entries(renamed)) {
    const isNew = Object.hasOwn(head.tools, id) && !Object.hasOwn(base.tools, id) && !out.has(id);
    const isGone = Object.hasOwn(base.tools, old) && !Object.hasOwn(head.tools, old) && ![...out.values()].includes(old);
    // On another server, beside the one that it was on, it is another tool: what it is combined with there is new.
    const server = serverIn(old);
    const isSameServer = serverIn(id) === server || !Object.keys(head.tools).some((one) => serverIn(one) === server);
    if (isNew && isGone && isSameServer) out.set(id, old);
  }
  return out;
}

/** A base with its tools under the identities that they have in the head. Its digests are as they were. */
export function underNewNames(base: Manifest, former: ReadonlyMap<string, string>): Manifest {
  if (former.size === 0) return base;
  const now = new Map([...former].map(([id, old]) => [old, id]));
  return { ...base, tools: Object.fromEntries(Object.entries(base.tools).map(([id, tool]) => [now.get(id) ?? id, tool])) };
}

/** What is said of names that the configuration declares. */
export const renamedTools = (former: ReadonlyMap<string, string>, renamed: Readonly<Record<string, string>> = {}): Diagnostic[] =>
  [...former].flatMap(([id, old]) =>
    renamed[id] === old
      ? [
          diagnosticOf(
            id,
            info("tool.renamed", `It is \`${visible(old)}\` under a new name, as the configuration says, and is compared with it.`),
          ),
        ]
      : [],
  );
