import stringify from "json-stable-stringify";
import type { Manifest } from "../schema/manifest.ts";
import { manifestSchema } from "../schema/manifest.ts";
import { printKeys, problemsOf } from "../schema/problems.ts";
import { digestOf } from "./digest.ts";

const MAX_BYTES = 20_000_000;

/** Sorted keys, one array element a line, LF, a final newline. */
export const printManifest = (manifest: Manifest): string => `${stringify(manifest, { space: 2 }) ?? ""}\n`;

export type ReadManifest = { readonly ok: true; readonly manifest: Manifest } | { readonly ok: false; readonly reason: string };

/** Reads a manifest; a wrong digest, an unknown version or key is a reason to refuse, never to go on. */
export function readManifest(text: string): ReadManifest {
  if (text.length > MAX_BYTES) return { ok: false, reason: `it is larger than ${MAX_BYTES} bytes` };
  let value: unknown;
  try {
    value = JSON.parse(text.replaceAll("\r\n", "\n"));
  } catch {
    return { ok: false, reason: "it is not JSON" };
  }
  const found = manifestSchema.safeParse(value);
  if (!found.success) {
    const [first] = problemsOf(found.error);
    return { ok: false, reason: first ? `\`${printKeys(first.path)}\`: ${first.message}` : "it has the wrong form" };
  }
  const { digest, ...body } = found.data;
  return digestOf(body) === digest
    ? { ok: true, manifest: found.data }
    : { ok: false, reason: "its digest does not match its content; run `toolfence manifest`" };
}
