import { join, resolve } from "node:path";
import { readFolderConfig } from "../../host/config-file.ts";
import { readText } from "../../host/files.ts";
import { replaceText } from "../../host/write.ts";
import { BASELINE_FILE } from "../../model/own-files.ts";
import { printBaseline, readBaseline } from "../../verify/baseline.ts";
import { stateDiagnostics } from "../../verify/state.ts";
import { visible } from "../../model/json-text.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { UserError, utcDay } from "../io.ts";
import { scanOrFail } from "../scan.ts";

/** `baseline prune`: takes entries out that no finding answers to. Nothing can be put in: a baseline only shrinks. */
export async function baseline(argv: readonly string[], io: Io): Promise<number> {
  const { positionals } = readArguments(argv, [], 2);
  const [action = "", dir = "."] = positionals;
  if (action !== "prune") throw new UserError(`Unknown action \`${visible(action)}\`; write \`baseline prune\`.`);
  const folder = resolve(io.cwd, dir);
  const text = readText(join(folder, BASELINE_FILE));
  if (text === undefined) throw new UserError(`There is no \`${BASELINE_FILE}\` here.`);
  const read = readBaseline(text);
  if (!read.ok) throw new UserError(`\`${BASELINE_FILE}\` is not valid: ${visible(read.reason)}.`);
  const scan = await scanOrFail(folder, io);
  const config = readFolderConfig(folder);
  const now = new Set(stateDiagnostics(scan, config.ok ? config.config : {}, utcDay()).map((one) => one.fingerprint));
  const kept = read.findings.filter((one) => now.has(one));
  replaceText(join(folder, BASELINE_FILE), printBaseline(kept));
  io.err(`toolfence: ${read.findings.length - kept.length} of ${read.findings.length} entries removed.\n`);
  return 0;
}
