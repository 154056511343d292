import { createRequire } from "node:module";
import type * as Yaml from "yaml";

/** What a text of JSON or YAML holds, or why it is neither. */
export type Document = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

let loaded: typeof Yaml | undefined;

/**
 * Reads JSON or YAML; nothing in it is executed, and aliases cannot blow it up. What reads it is loaded with the first text.
 *
 * @param isLastOfKeys whether a key may stand twice, the last one counting, as some read it.
 */
export function readDocument(text: string, isLastOfKeys = false): Document {
  loaded ??= createRequire(import.meta.url)("yaml") as typeof Yaml;
  try {
    return { ok: true, value: loaded.parse(text, { maxAliasCount: 50, uniqueKeys: !isLastOfKeys, logLevel: "error" }) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : "it is not YAML or JSON" };
  }
}
