import stringify from "json-stable-stringify";
import type { z } from "zod";
import type { Manifest, ManifestV1, ManifestV2, ManifestV3 } from "../schema/manifest.ts";
import { MANIFEST_VERSION, manifestSchema, manifestSchemaV1, manifestSchemaV2, manifestSchemaV3 } from "../schema/manifest.ts";
import { printKeys, problemsOf } from "../schema/problems.ts";
import { duplicateKey, parseJson } from "./json.ts";
import { digestOf } from "./digest.ts";
import { upgrade, upgradeV2, upgradeV3 } from "./upgrade.ts";

const MAX_BYTES = 20_000_000;

/** Sorted keys, one array element a line, LF, a final newline. */
export const printManifest = (manifest: Manifest): string => `${stringify(manifest, { space: 2 }) ?? ""}\n`;

export type ReadManifest =
  { readonly ok: true; readonly manifest: Manifest; readonly version: number } | { readonly ok: false; readonly reason: string };

const refused = (reason: string): ReadManifest => ({ ok: false, reason });

function problemOf(error: z.ZodError): ReadManifest {
  const [first] = problemsOf(error);
  return refused(first ? `\`${printKeys(first.path)}\`: ${first.message}` : "it has the wrong form");
}

/** Reads a manifest of this or an older version; a wrong digest, an unknown version or key is a reason to refuse, never to go on. */
export function readManifest(text: string): ReadManifest {
  if (text.length > MAX_BYTES) return refused(`it is larger than ${MAX_BYTES} bytes`);
  if (text.includes("\uFFFD")) return refused("it is not valid UTF-8");
  const parsed = parseJson(text.replaceAll("\r\n", "\n"));
  if (!parsed.ok) return refused(parsed.reason);
  const twice = duplicateKey(text);
  if (twice !== undefined) return refused(`it has the key \`${twice}\` twice in one object`);
  const version = (parsed.value as { readonly manifestVersion?: unknown } | null)?.manifestVersion;
  if (typeof version === "number" && version > MANIFEST_VERSION)
    return refused(`it is of version \`${version}\`, and this toolfence knows versions up to ${MANIFEST_VERSION}; update toolfence`);
  if (version === 1) {
    const old = manifestSchemaV1.safeParse(parsed.value);
    return old.success ? whole(old.data, () => upgrade(old.data), 1) : problemOf(old.error);
  }
  if (version === 2) {
    const old = manifestSchemaV2.safeParse(parsed.value);
    return old.success ? whole(old.data, () => upgradeV2(old.data), 2) : problemOf(old.error);
  }
  if (version === 3) {
    const old = manifestSchemaV3.safeParse(parsed.value);
    return old.success ? whole(old.data, () => upgradeV3(old.data), 3) : problemOf(old.error);
  }
  const found = manifestSchema.safeParse(parsed.value);
  return found.success ? whole(found.data, () => found.data, MANIFEST_VERSION) : problemOf(found.error);
}

function whole(found: Manifest | ManifestV1 | ManifestV2 | ManifestV3, manifest: () => Manifest, version: number): ReadManifest {
  const { digest, ...body } = found;
  return digestOf(body) === digest
    ? { ok: true, manifest: manifest(), version }
    : refused("its digest does not match its content; run `toolfence manifest`");
}
