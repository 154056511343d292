import stringify from "json-stable-stringify";
import type { z } from "zod";
import type { Manifest } from "../schema/manifest.ts";
import {
  MANIFEST_VERSION,
  manifestSchema,
  manifestSchemaV1,
  manifestSchemaV2,
  manifestSchemaV3,
  manifestSchemaV4,
  manifestSchemaV5,
  manifestSchemaV6,
  manifestSchemaV7,
} from "../schema/manifest.ts";
import { printKeys, problemsOf } from "../schema/problems.ts";
import { escapedJson } from "../model/json-text.ts";
import { duplicateKey, parseJson } from "./json.ts";
import { digestOf } from "./digest.ts";
import { upgrade, upgradeV2, upgradeV3, upgradeV4, upgradeV5, upgradeV6, upgradeV7 } from "./upgrade.ts";

/** The unit by which the digest of the whole goes. */
export const WHOLE = "";

/** The unit by which one assumption goes. */
export const assumptionUnit = (line: string): string => `(assumptions) ${line}`;

/** The line, one-based, at which a printed manifest says what a tool or another unit may do: its digest, or its beginning. */
export function digestLines(text: string): ReadonlyMap<string, number> {
  const out = new Map<string, number>();
  let tool: string | undefined;
  let part: string | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, name] = /^ {4}(".*"): \{$/u.exec(line) ?? [];
    if (name !== undefined) tool = JSON.parse(name) as string;
    else if (tool !== undefined && line.startsWith('      "digest":')) out.set(tool, index + 1);
    if (line.startsWith('  "digest":')) out.set(WHOLE, index + 1);
    if (part === "assumptions") {
      const [, said] = /^ {4}(".*?"),?$/u.exec(line) ?? [];
      if (said !== undefined) out.set(assumptionUnit(JSON.parse(said) as string), index + 1);
    }
    const [, begun] = /^ {2}"(startup|unattributed|assumptions)": [{[]/u.exec(line) ?? [];
    if (begun !== undefined) out.set(`(${begun})`, index + 1);
    if (/^ {2}"/u.test(line)) part = begun;
  }
  return out;
}

const MAX_BYTES = 20_000_000;
/** No line of JSON begins so. */
const CONFLICT = /^(?:<{7}|>{7})(?: |$)/mu;

/**
 * Sorted keys, one array element a line, LF, a final newline. What hides or turns the writing around is escaped, and so is a
 * replacement character that stands in the source: where one stands as itself, bytes were no text.
 */
export const printManifest = (manifest: Manifest): string => `${escapedJson(stringify(manifest, { space: 2 }) ?? "")}\n`;

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
  if (CONFLICT.test(text)) return refused("it has conflict markers; merge the code, then run `toolfence manifest`");
  const parsed = parseJson(text.replaceAll("\r\n", "\n"));
  if (!parsed.ok) return refused(parsed.reason);
  const twice = duplicateKey(text);
  if (twice !== undefined) return refused(`it has the key \`${twice}\` twice in one object`);
  const version = (parsed.value as { readonly manifestVersion?: unknown } | null)?.manifestVersion;
  if (typeof version === "number" && version > MANIFEST_VERSION)
    return refused(`it is of version \`${version}\`, and this toolfence knows versions up to ${MANIFEST_VERSION}; update toolfence`);
  return (OLDER.get(version) ?? CURRENT)(parsed.value);
}

type Reader = (value: unknown) => ReadManifest;

const reader =
  <M extends { readonly digest: string; readonly manifestVersion: number }>(
    schema: z.ZodType<M>,
    upgraded: (found: M) => Manifest,
  ): Reader =>
  (value) => {
    const found = schema.safeParse(value);
    if (!found.success) return problemOf(found.error);
    const { digest, ...body } = found.data;
    return digestOf(body) === digest
      ? { ok: true, manifest: upgraded(found.data), version: found.data.manifestVersion }
      : refused("its digest does not match its content; run `toolfence manifest`");
  };

const CURRENT = reader(manifestSchema, (found) => found);
const OLDER: ReadonlyMap<unknown, Reader> = new Map<unknown, Reader>([
  [1, reader(manifestSchemaV1, upgrade)],
  [2, reader(manifestSchemaV2, upgradeV2)],
  [3, reader(manifestSchemaV3, upgradeV3)],
  [4, reader(manifestSchemaV4, upgradeV4)],
  [5, reader(manifestSchemaV5, upgradeV5)],
  [6, reader(manifestSchemaV6, upgradeV6)],
  [7, reader(manifestSchemaV7, upgradeV7)],
]);
