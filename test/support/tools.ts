import { scanFolder } from "../../src/analyze.ts";
import { folder } from "./folder.ts";

/** The tools of a small project, by name: their effects, then what is not known of them. */
export function toolsOf(files: Readonly<Record<string, string>>): Record<string, string> {
  const { scan } = scanFolder(folder({ "package.json": '{ "name": "x" }', ...files }));
  return Object.fromEntries(
    scan.tools.map((tool) => [
      tool.name,
      [...tool.effects.map(({ capability, resource }) => `${capability} ${resource}`), ...tool.unknowns.map(({ reason }) => reason)].join(
        ", ",
      ),
    ]),
  );
}

/** What a tool of the AI SDK does that runs an expression on what the model sends (`a`), in a file that begins with some code. */
export const toolRunning = (before: string, body: string, files: Readonly<Record<string, string>> = {}): string | undefined =>
  toolsOf({
    ...files,
    "t.ts": `${before}
import { tool } from "ai";
export const t = tool({ description: "d", inputSchema: {}, execute: async (a: any) => ${body} });`,
  })["t"];
