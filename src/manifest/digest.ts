import { createHash } from "node:crypto";
import stringify from "json-stable-stringify";

/** `sha256:` over the stable JSON of a value. Detects accidents, not forgery. */
export const digestOf = (value: unknown): string =>
  `sha256:${createHash("sha256")
    .update(stringify(value) ?? "")
    .digest("hex")}`;
