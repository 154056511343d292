import { escapedJson } from "../model/json-text.ts";
import type { Report } from "../schema/report.ts";
import type { Room } from "./github.ts";
import { printGithub } from "./github.ts";
import { printMarkdown } from "./markdown.ts";
import { printReport } from "./report-text.ts";
import { printSarif } from "./sarif.ts";

/** What a renderer may need to know beside the report. */
export interface Surroundings {
  readonly version: string;
  /** The path from the repository's root to the folder that was judged, with a `/` at its end; empty when it is the root. */
  readonly prefix: () => string;
  /** Where this is one report of several in one step of a workflow. */
  readonly room?: Room | undefined;
}

/** Every form that a report can take. */
export const FORMATS: Readonly<Record<string, (report: Report, around: Surroundings) => string>> = {
  text: (report) => printReport(report),
  json: (report) => `${escapedJson(JSON.stringify(report, null, 2))}\n`,
  markdown: (report) => printMarkdown(report),
  github: (report, { prefix, room }) => printGithub(report, prefix(), room),
  sarif: (report, { version, prefix }) => printSarif(report, version, prefix()),
};
