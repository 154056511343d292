import { resolve } from "node:path";
import type { Scan } from "../../schema/scan.ts";
import type { Diagnostic, Report } from "../../schema/report.ts";
import { readArguments } from "../args.ts";
import type { Io } from "../io.ts";
import { printReport } from "../../report/report-text.ts";
import { scanOrFail } from "../scan.ts";

/** The findings of a scan as gating diagnostics. */
export const stateDiagnostics = (scan: Scan): Diagnostic[] =>
  scan.tools.flatMap((tool) =>
    tool.findings.map((one): Diagnostic => ({
      id: `tool.${one.id}`,
      severity: "high",
      gating: one.severity === "error",
      tool: tool.id,
      message: one.message,
      witness: null,
      file: one.file,
      line: one.line,
    })),
  );

export function emit(report: Report, json: boolean | undefined, io: Io): number {
  io.out(json ? `${JSON.stringify(report, null, 2)}\n` : printReport(report));
  return report.exitCode;
}

/** Declare versus do, without ESLint. */
export function check(argv: readonly string[], io: Io): number {
  const { flags, positionals } = readArguments(argv, ["json", "format"], 1);
  const diagnostics = stateDiagnostics(scanOrFail(resolve(io.cwd, positionals[0] ?? "."), io));
  return emit(
    { schemaVersion: 1, command: "check", base: null, diagnostics, exitCode: diagnostics.some((one) => one.gating) ? 1 : 0 },
    flags.json,
    io,
  );
}
