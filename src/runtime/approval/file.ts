import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { z } from "zod";

const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/u);
const line = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("grant"),
    id: z.string().min(1),
    tool: z.string().min(1),
    arguments: sha,
    manifest: z.string().nullable(),
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
    by: z.string(),
  }),
  z.strictObject({ op: z.literal("revoke"), id: z.string().min(1), at: z.iso.datetime() }),
]);

/** A permission that outlives its session: one tool, exactly these arguments, under this manifest, until a day. */
export type Standing = Omit<Extract<z.infer<typeof line>, { op: "grant" }>, "op">;

const DAY = 24 * 60 * 60 * 1000;
export const STANDING_DAYS = 30;

/**
 * Standing permissions in a file of JSON Lines, to which lines are only added. A line that cannot
 * be read grants nothing. Several processes may use it at once.
 */
export class StandingApprovals {
  readonly #file: string;
  readonly #now: () => Date;

  constructor(file: string, now: () => Date = () => new Date()) {
    this.#file = file;
    this.#now = now;
  }

  /** What stands now: granted, not revoked, not expired. Oldest first. */
  list(): Standing[] {
    if (!existsSync(this.#file)) return [];
    const standing = new Map<string, Standing>();
    for (const text of readFileSync(this.#file, "utf8").split("\n")) {
      const found = line.safeParse(parse(text));
      if (!found.success) continue;
      if (found.data.op === "revoke") standing.delete(found.data.id);
      else {
        const { id, tool, arguments: digest, manifest, created, expires, by } = found.data;
        standing.set(id, { id, tool, arguments: digest, manifest, created, expires, by });
      }
    }
    const now = this.#now().toISOString();
    return [...standing.values()].filter((one) => one.expires > now);
  }

  covers(tool: string, argumentsDigest: string, manifest: string | null): Standing | undefined {
    return this.list().find((one) => one.tool === tool && one.arguments === argumentsDigest && one.manifest === manifest);
  }

  grant(tool: string, argumentsDigest: string, manifest: string | null, by: string, days = STANDING_DAYS): Standing {
    const now = this.#now();
    const standing: Standing = {
      id: randomUUID(),
      tool,
      arguments: argumentsDigest,
      manifest,
      created: now.toISOString(),
      expires: new Date(now.getTime() + days * DAY).toISOString(),
      by,
    };
    this.#add({ op: "grant", ...standing });
    return standing;
  }

  /** Takes a permission back. False where none of that id stands. */
  revoke(id: string): boolean {
    if (!this.list().some((one) => one.id === id)) return false;
    this.#add({ op: "revoke", id, at: this.#now().toISOString() });
    return true;
  }

  #add(entry: z.infer<typeof line>): void {
    // A torn last line of a crashed process must not swallow this one.
    appendFileSync(this.#file, `${endsOpen(this.#file) ? "\n" : ""}${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }
}

const endsOpen = (file: string): boolean => {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  return text !== "" && !text.endsWith("\n");
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
