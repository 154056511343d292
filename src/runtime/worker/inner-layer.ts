import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Grants } from "../../model/policy.ts";
import type { Plan } from "../sandbox/plan.ts";

const isBelow = (path: string, folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
const outermost = (folders: readonly string[]): string[] => [...new Set(folders)].filter((path) => !isBelow(path, folders));

/** The module's folder, and what it may import from by the name of a package. */
export function codeFolders(file: string): string[] {
  const out = [dirname(file)];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const packages = join(folder, "node_modules");
    if (existsSync(packages)) out.push(realpathSync.native(packages));
    if (folder === dirname(folder)) return outermost(out);
  }
}

const KERNEL = new Set(["proc", "sys"]);
/** What stands for `/` where all may be written: everything at the top but the kernel's own. */
const topFolders = (): string[] =>
  readdirSync("/", { withFileTypes: true }).flatMap((one) => (one.isDirectory() && !KERNEL.has(one.name) ? [`/${one.name}`] : []));

/** Node's own permission model, as an inner layer: it closes what needs no kernel to be closed. */
export function innerLayer({ exec, code }: Pick<Grants, "exec" | "code">, plan: Plan, temporary: string): string[] {
  const leaves = plan.write.filter((path) => plan.leaves.includes(path));
  // Not `/` whole: who writes a process's own memory, by /proc, is above all of this.
  const granted = plan.write.flatMap((path) => (path === "/" ? topFolders() : leaves.includes(path) ? [] : [path]));
  // Node ends when one rule stands within another.
  const trees = outermost([...granted, temporary, "/dev/shm"]);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return [
    major < 22 || (major === 22 && minor < 13) ? "--experimental-permission" : "--permission",
    "--allow-fs-read=*",
    ...trees.map((path) => `--allow-fs-write=${path}/*`),
    ...[...leaves, "/dev/null"].flatMap((path) => (isBelow(path, trees) ? [] : [`--allow-fs-write=${path}`])),
    ...(exec.allow === "any" ? ["--allow-child-process"] : []),
    ...(code.includes("worker") ? ["--allow-worker"] : []),
    ...(code.includes("native") && major >= 22 ? ["--allow-addons"] : []),
    ...(major >= 25 ? ["--allow-net"] : []),
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=SecurityWarning",
  ];
}
