import { relative, resolve } from "node:path";
import { nearest } from "../model/capability.ts";
import { sizeAt } from "../host/files.ts";
import { appendText, leadsAway, replaceText } from "../host/write.ts";
import { placeOf } from "../host/git.ts";
import { version } from "../host/version.ts";
import { FORMATS } from "../report/formats.ts";
import { MOST, printMarkdown } from "../report/markdown.ts";
import type { Report } from "../schema/report.ts";
import { visible } from "../model/json-text.ts";
import type { Arguments } from "./args.ts";
import type { Io } from "./io.ts";
import { UserError } from "./io.ts";

interface Sink {
  readonly format: string;
  readonly file: string | undefined;
}

/** `--format FORMAT[=FILE]`, any number of them; `--json` is short for `--format json`. */
function sinksOf(flags: Arguments["flags"]): Sink[] {
  const asked = [...(flags.format ?? []), ...(flags.json ? ["json"] : [])];
  if (asked.length === 0 && process.env["GITHUB_ACTIONS"] === "true") asked.push("text", "github");
  return (asked.length === 0 ? ["text"] : asked).map((text): Sink => {
    const at = text.indexOf("=");
    const format = at === -1 ? text : text.slice(0, at);
    if (!Object.hasOwn(FORMATS, format)) {
      const close = nearest(format, Object.keys(FORMATS));
      throw new UserError(
        `Unknown format \`${format}\`${close === undefined ? "." : `; did you mean \`${close}\`?`} Formats: ${Object.keys(FORMATS).join(", ")}.`,
      );
    }
    return { format, file: at === -1 ? undefined : text.slice(at + 1) };
  });
}

/** Forms that do not say what was compared with. */
const BASELESS: ReadonlySet<string> = new Set(["github", "sarif"]);

/** Checks the formats before any work is done. */
export const checkFormats = (flags: Arguments["flags"]): void => void sinksOf(flags);

/** Writes a report in every form that was asked for, and GitHub's job summary where there is one; gives back its exit code. */
export function emit(report: Report, flags: Arguments["flags"], folder: string, io: Io): number {
  const around = { version: version(), prefix: () => placeOf(folder)?.prefix ?? "" };
  const sinks = sinksOf(flags);
  // Where no form that was asked for says it.
  if (report.base !== null && sinks.every(({ format }) => BASELESS.has(format)))
    io.err(`toolfence: compared with ${visible(report.base)}.\n`);
  for (const { format, file } of sinks) {
    // Room is what a step of a workflow has: what goes to a file is shown by somebody else.
    const text = FORMATS[format]?.(report, { ...around, ...(file === undefined && { room: io.room }) }) ?? "";
    if (file === undefined) io.out(text);
    else replaceText(resolve(io.cwd, file), text);
  }
  const summary = process.env["GITHUB_STEP_SUMMARY"];
  if (summary !== undefined && summary !== "") appendText(summary, printMarkdown(report, MOST.summary - sizeAt(summary)));
  return report.exitCode;
}

/** @throws {UserError} where a file of the repository would be written somewhere else. */
export function refuseLinks(root: string, path: string): void {
  const why = leadsAway(root, path);
  if (why !== undefined) throw new UserError(`\`${visible(relative(root, path))}\` is not written: ${why}; remove the link.`);
}
