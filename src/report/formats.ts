import type { Report } from "../schema/report.ts";
import { printGithub } from "./github.ts";
import { printMarkdown } from "./markdown.ts";
import { printReport } from "./report-text.ts";
import { printSarif } from "./sarif.ts";

/** What a renderer may need to know beside the report. */
export interface Surroundings {
  readonly version: string;
  /** The path from the repository's root to the folder that was judged, with a `/` at its end; empty when it is the root. */
  readonly prefix: () => string;
}

/** Every form that a report can take. */
export const FORMATS: Readonly<Record<string, (report: Report, around: Surroundings) => string>> = {
  text: (report) => printReport(report),
  json: (report) => `${escaped(JSON.stringify(report, null, 2))}\n`,
  markdown: (report) => printMarkdown(report),
  github: (report, { prefix }) => printGithub(report, prefix()),
  sarif: (report, { version, prefix }) => printSarif(report, version, prefix()),
};

/** JSON in which no character turns the writing around or hides: it means the same. */
const escaped = (json: string): string =>
  json.replaceAll(
    /[\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
