import { listSources } from "./files.ts";
import { memberOf } from "./members.ts";
import { Workspace } from "./workspace.ts";

/** The folders of a workspace's packages, sorted; empty where the root names none. */
export function workspaceFolders(root: string): string[] {
  return new Workspace(root, listSources(root).files).packages
    .map((one) => one.folder)
    .filter(memberOf(root))
    .sort();
}
