import { join, resolve } from "node:path";
import { readFolderConfig } from "../../host/config-file.ts";
import { readText } from "../../host/files.ts";
import { BASELINE_FILE } from "../../model/own-files.ts";
import { applyBaseline, readBaseline } from "../../verify/baseline.ts";
import { applyExemptions } from "../../verify/exemptions.ts";
import { applyConfig } from "../../verify/gate-config.ts";
import { stateDiagnostics } from "../../verify/state.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { utcDay } from "../io.ts";
import { checkRules } from "../known-rules.ts";
import { checkFormats, emit } from "../output.ts";
import { scanOrFail } from "../scan.ts";

/** Declare versus do, without ESLint. */
export async function check(argv: readonly string[], io: Io): Promise<number> {
  const { flags, positionals } = readArguments(argv, ["json", "format"], 1);
  checkFormats(flags);
  const folder = resolve(io.cwd, positionals[0] ?? ".");
  const scan = await scanOrFail(folder, io);
  const found = readFolderConfig(folder);
  // A configuration that is wrong has stopped the scan.
  const config = found.ok ? found.config : {};
  checkRules(config, utcDay());
  const baseline = readBaseline(readText(join(folder, BASELINE_FILE)) ?? '{ "baselineVersion": 1, "findings": [] }');
  const state = applyBaseline(stateDiagnostics(scan, config, utcDay()), baseline.ok ? baseline.findings : []);
  const diagnostics = applyExemptions(applyConfig(state, config), config.exemptions, utcDay());
  const exitCode = diagnostics.some((one) => one.gating) ? 1 : 0;
  return emit({ schemaVersion: 1, command: "check", base: null, compared: scan.tools.length, diagnostics, exitCode }, flags, folder, io);
}
