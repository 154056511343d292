import { visible } from "../../model/json-text.ts";
import type { Prepared } from "../sandbox/prepare.ts";
import { isSearched, planted } from "../sandbox/survey.ts";

/** What a worker left behind. */
export interface Planted {
  /** Files made or changed that run as code later (hooks, workflows, start-up files), or that the policy denies. */
  readonly files: readonly string[];
  /** Whether all the folders could be searched for such files. */
  readonly isSearched: boolean;
}

/** Names are escaped: they are whatever the worker called them. */
const warnOf = ({ files, isSearched: isWhole }: Planted): void => {
  const names = files.map((file) => `\`${visible(file)}\``).join(", ");
  const all = isWhole ? "" : " Not all the folders that it could write can be searched.";
  process.emitWarning(`A worker left behind what runs as code later: ${names || "perhaps"}.${all}`, { code: "TOOLFENCE_PLANTED" });
};

/** Looks for what a worker that has ended left behind, and tells it. Never fails: whoever is told and fails is warned of. */
export async function tellLeavings(
  { before, after }: Pick<Prepared, "before" | "after">,
  tell: (found: Planted) => unknown = warnOf,
): Promise<void> {
  try {
    const now = await after();
    const found: Planted = { files: planted(before, now), isSearched: isSearched(before, now) };
    if (found.files.length > 0 || !found.isSearched) await tell(found);
  } catch (error) {
    const why = error instanceof Error ? visible(error.message) : "it failed";
    process.emitWarning(`What a worker left behind was not told: ${why}`, { code: "TOOLFENCE_PLANTED" });
  }
}
