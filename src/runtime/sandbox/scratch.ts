import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";

/** A folder of a run's own, outside of what it may write. */
export const scratchFolder = (): string => mkdtempSync(join(realpathSync.native(tmpdir()), "toolfence-run-"));

/** Takes a folder away in which somebody may have made it hard: folders that are closed, names too long to be said whole. */
export async function removed(folder: string): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    for (const [program, ...args] of [
      ["/bin/chmod", "-R", "u+rwX", folder],
      ["/bin/rm", "-rf", folder],
    ] as const)
      await execa(program, args, { reject: false, stdio: "ignore" });
  }
}
