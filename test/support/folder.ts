import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A temporary folder with the given files, removed when the test ends. */
export function folder(files: Readonly<Record<string, string | Buffer>>, below = tmpdir()): string {
  const root = mkdtempSync(join(below, "toolfence-"));
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true });
  });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}
