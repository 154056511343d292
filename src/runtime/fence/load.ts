import { readFileSync, statSync } from "node:fs";
import type { Manifest } from "../../schema/manifest.ts";
import { manifestSchema } from "../../schema/manifest.ts";
import { printProblem, problemsOf } from "../../schema/problems.ts";
import { digestOf } from "../../manifest/digest.ts";

const MAX_BYTES = 50 * 1024 * 1024;

/** A fence cannot be put up. */
export class FenceError extends Error {
  override readonly name = "FenceError";
}

/**
 * Reads and checks the reviewed manifest, from a file or as an object.
 *
 * @throws {FenceError} when it cannot be read, has the wrong form or version, does not fit its
 * own digest, or is not the one that was pinned.
 */
export function loadManifest(source: string | object, pinned: string | undefined): Manifest {
  const document = typeof source === "string" ? readDocument(source) : source;
  const where = typeof source === "string" ? `\`${source}\`` : "the manifest";
  const found = manifestSchema.safeParse(document);
  if (!found.success) {
    const [first] = problemsOf(found.error);
    throw new FenceError(
      `${where} is no manifest of this version: ${first ? printProblem(first) : "it has the wrong form"}. Generate it with \`toolfence manifest\`.`,
    );
  }
  const { digest, ...body } = found.data;
  const own = digestOf(body);
  if (digest !== own)
    throw new FenceError(`${where} has the digest \`${digest}\`, and its content has \`${own}\`. Generate it with \`toolfence manifest\`.`);
  if (pinned !== undefined && pinned !== digest)
    throw new FenceError(
      `${where} has the digest \`${digest}\`, and \`${pinned}\` was reviewed. Deploy the reviewed manifest, or pin the new one.`,
    );
  return found.data;
}

function readDocument(file: string): unknown {
  try {
    if (statSync(file).size > MAX_BYTES) throw new FenceError(`\`${file}\` is larger than ${MAX_BYTES} bytes.`);
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch (error) {
    if (error instanceof FenceError) throw error;
    throw new FenceError(`\`${file}\` cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
