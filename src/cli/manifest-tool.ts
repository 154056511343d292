import { resolve } from "node:path";
import { readText } from "../host/files.ts";
import { MANIFEST_FILE } from "../model/own-files.ts";
import type { Manifest } from "../schema/manifest.ts";
import { nearest } from "../model/capability.ts";
import { visible } from "../model/json-text.ts";
import { parseManifest } from "./base-state.ts";
import { UserError } from "./io.ts";

/**
 * A tool of the committed manifest, by its whole id or by its name where that is one tool's alone.
 *
 * @throws {UserError} when there is no manifest, no such tool, or several.
 */
export function manifestTool(
  folder: string,
  name: string,
  exitCode = 2,
): { readonly id: string; readonly tool: Manifest["tools"][string] } {
  const text = readText(resolve(folder, MANIFEST_FILE));
  if (text === undefined) throw new UserError(`There is no \`${MANIFEST_FILE}\` here; write it with \`toolfence manifest\`.`, exitCode);
  const { tools } = parseManifest(text, `\`${MANIFEST_FILE}\``);
  const ids = Object.keys(tools);
  const matches = ids.filter((id) => id === name || id.endsWith(`.${name}`));
  const [id] = matches;
  const tool = id === undefined ? undefined : tools[id];
  if (tool && id !== undefined && matches.length === 1) return { id, tool };
  if (matches.length > 1)
    throw new UserError(
      `\`${visible(name)}\` is ${matches.length} tools: ${matches.map((one) => `\`${visible(one)}\``).join(", ")}.`,
      exitCode,
    );
  const close = nearest(
    name,
    ids.map((one) => one.slice(one.lastIndexOf(".") + 1)),
  );
  throw new UserError(
    `There is no tool \`${visible(name)}\`${close === undefined ? "" : `; did you mean \`${visible(close)}\`?`}`,
    exitCode,
  );
}
