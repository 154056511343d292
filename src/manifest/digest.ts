import { createHash } from "node:crypto";
import { canonical } from "../model/canonical.ts";

/** `sha256:` over the stable JSON of a value. Detects accidents, not forgery. */
export const digestOf = (value: unknown): string =>
  `sha256:${createHash("sha256")
    .update(canonical(value) ?? "")
    .digest("hex")}`;
