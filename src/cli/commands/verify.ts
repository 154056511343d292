import { resolve } from "node:path";
import { boundaryOf } from "../../host/boundary.ts";
import { askForJudgement } from "../../host/git.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";

/** State, freshness and widening, in one answer. */
export async function verify(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["json", "format", "base", "regenerate-base", "allow-missing-base"], 1);
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  // Git looks while the rest is loaded.
  const [{ judgeFolder }, { checkFormats, emit }] = await Promise.all([
    import("../gate.ts"),
    import("../output.ts"),
    askForJudgement(folder, boundaryOf(folder), flags.base?.split(":")[0]),
  ]);
  checkFormats(flags);
  return emit((await judgeFolder(folder, flags, io)).report, flags, folder, io);
}
