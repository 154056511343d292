import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One case of a list in `fixtures/bypass`. */
export interface ListedCase {
  readonly kind: "pos" | "neg";
  readonly name: string;
  readonly families: readonly string[];
  readonly tolerated: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a case list; its form stands in `fixtures/bypass/README.md`. */
export function readCases(text: string): ListedCase[] {
  return text
    .split(/^#(?=pos |neg )/mu)
    .slice(1)
    .map((chunk) => {
      const [head = "", ...lines] = chunk.trimEnd().split("\n");
      const [title = "", families = "", idea] = head.split("|");
      const [kind, name = ""] = title.trim().split(" ");
      if ((kind !== "pos" && kind !== "neg") || idea === undefined) throw new Error(`bad head: ${head}`);
      const all = families
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean);
      return {
        kind,
        name,
        families: all.filter((one) => !one.endsWith("?")),
        tolerated: all.filter((one) => one.endsWith("?")).map((one) => one.slice(0, -1)),
        files: filesOf(lines),
      };
    });
}

function filesOf(lines: readonly string[]): Map<string, string> {
  const flags = new Set(lines.filter((line) => /^!\w+$/u.test(line)).map((line) => line.slice(1)));
  const isCommonJs = flags.has("cjs");
  const entry = isCommonJs ? "index.cjs" : flags.has("cts") ? "index.cts" : "index.ts";
  const heads = isCommonJs
    ? [`const { tool } = require("ai");`, `const { z } = require("zod");`]
    : [`import { tool } from "ai";`, `import { z } from "zod";`];
  let body: string[] = flags.has("noauto") ? [] : heads;
  const files = new Map<string, string[]>([[entry, body]]);
  let inside = false;
  for (const line of lines) {
    if (/^!\w+$/u.test(line)) continue;
    if (line.startsWith("@@ ")) files.set(line.slice(3).trim(), (body = []));
    else if (line.startsWith("%%")) {
      body.push(...(inside ? ["  },", "});"] : opening(line.slice(2), isCommonJs)));
      inside = !inside;
    } else body.push(line);
  }
  return new Map([...files].map(([name, list]) => [name, `${list.join("\n")}\n`]));
}

function opening(list: string, isCommonJs: boolean): string[] {
  const params = list.trim().split(",").filter(Boolean);
  return [
    `${isCommonJs ? "exports.probe = " : "export const probe = "}tool({`,
    `  description: "probe",`,
    `  inputSchema: z.object({ ${params.map((one) => `${one}: z.string()`).join(", ")} }),`,
    `  execute: async (${params.length > 0 ? `{ ${params.join(", ")} }` : ""}) => {`,
  ];
}

/** Writes a case's files below a folder. */
export function writeCase(folder: string, { files }: ListedCase): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
