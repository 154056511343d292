import { join } from "node:path";
import type { Assumption } from "../model/assumptions.ts";
import { parseAssumption } from "../model/assumptions.ts";
import { CONFIG_FILES } from "../model/own-files.ts";
import type { PathPattern } from "../model/path.ts";
import { matchPath, parsePath } from "../model/path.ts";
import type { Config } from "../schema/config.ts";
import { configSchema } from "../schema/config.ts";
import { printProblem, problemsOf } from "../schema/problems.ts";
import { oneOf, readText } from "./files.ts";
import { readDocument } from "./yaml.ts";

export type ReadConfig = { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly problems: readonly string[] };

/** Checks the text of a configuration, JSON or YAML. Nothing in it is executed. */
export function readConfig(text: string): ReadConfig {
  const document = readDocument(text);
  if (!document.ok) return { ok: false, problems: [document.reason] };
  const found = configSchema.safeParse(document.value ?? {});
  if (!found.success) return { ok: false, problems: problemsOf(found.error).map(printProblem) };
  const bad = (found.data.ignore ?? []).flatMap((text) => {
    const pattern = parsePath(text);
    return pattern.ok ? [] : [`\`ignore\`: ${pattern.error.message} in \`${text}\`; ${pattern.error.hint}`];
  });
  const wrong = (found.data.assumptions ?? []).flatMap((written, index) => {
    const assumption = parseAssumption(written);
    return assumption.ok ? [] : [`\`assumptions[${index}]\`: ${assumption.error.message}; ${assumption.error.hint}`];
  });
  const problems = [...bad, ...wrong];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: found.data };
}

/** The configuration of a folder; empty where it has none. */
export function readFolderConfig(folder: string): ReadConfig & { readonly file: string } {
  const { file, problem } = oneOf(folder, CONFIG_FILES);
  if (file === undefined) return { ok: true, config: {}, file: "" };
  if (problem !== undefined) return { ok: false, problems: [problem], file };
  const text = readText(join(folder, file));
  return { ...(text === undefined ? { ok: false as const, problems: ["it cannot be read"] } : readConfig(text)), file };
}

/** The assumptions of a configuration, ready to apply. */
export const assumptionsOf = (config: Config): Assumption[] =>
  (config.assumptions ?? []).flatMap((written) => {
    const found = parseAssumption(written);
    return found.ok ? [found.value] : [];
  });

/** Whether a configuration says of a file, by its path below the root, that it declares no tools of this package. */
export function ignorer(config: Config): (path: string) => boolean {
  const patterns = (config.ignore ?? []).flatMap((text): PathPattern[] => {
    const found = parsePath(text);
    return found.ok ? [found.value] : [];
  });
  return (path) => patterns.some((pattern) => matchPath(pattern, { root: "$WORKSPACE", segments: path.split("/") }));
}
