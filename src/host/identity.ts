import { basename } from "node:path";
import type { AnalysedTool } from "../extract/facts.ts";
import type { Machine } from "../extract/eval/machine.ts";
import { serverName } from "../extract/servers.ts";
import { identityOf } from "../model/identity.ts";
import { boundaryOf } from "./boundary.ts";
import { posix } from "./files.ts";

type Owner = (file: string) => string | undefined;

/** What stands for the name of a package that has none: its folder, unless that is a checkout, which may have any name. */
const unnamed = (root: string): string => (boundaryOf(root) === root ? "package" : basename(root));

/** `<package>/<server or framework>.<name>`. */
export function plainIdentity(x: Machine, { tool }: AnalysedTool, owner: Owner, root: string): string {
  const server = serverName(x, tool.registered) ?? tool.framework;
  return identityOf(owner(tool.mod.file) ?? unnamed(root), server, tool.name);
}

/** An identity that several tools would share, told apart by the file. */
export const placedIdentity = (plain: string, { tool }: AnalysedTool, root: string): string => `${plain}@${posix(root, tool.mod.file)}`;

/** The identities of all tools of a scan, in their order. */
export function identities(x: Machine, tools: readonly AnalysedTool[], owner: Owner, root: string): string[] {
  const plain = tools.map((one) => plainIdentity(x, one, owner, root));
  const count = new Map<string, number>();
  for (const id of plain) count.set(id, (count.get(id) ?? 0) + 1);
  return tools.map((one, index) => {
    const id = plain[index] ?? one.tool.name;
    return (count.get(id) ?? 0) > 1 ? placedIdentity(id, one, root) : id;
  });
}
