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
