import { importsIn, testImports } from "./files.ts";

/**
 * The sources of a program: what is named, or placed, like a test is none of them, unless another of them loads it.
 *
 * @param files all sources, in their order
 * @param leadsTo the file that a specifier leads to
 */
export function productsOf(
  files: readonly string[],
  isTest: (file: string) => boolean,
  textOf: (file: string) => string | undefined,
  leadsTo: (from: string, specifier: string) => string | undefined,
): readonly string[] {
  const tests = new Set(files.filter(isTest));
  if (tests.size === 0) return files;
  const found = new Set(files.filter((file) => !tests.has(file)));
  // A set that grows while it is walked.
  for (const file of found) {
    const text = textOf(file) ?? "";
    // Beside one of them, any may be another.
    for (const specifier of tests.has(file) ? importsIn(text) : testImports(text)) {
      const to = leadsTo(file, specifier);
      if (to !== undefined && tests.has(to)) found.add(to);
    }
  }
  return files.filter((file) => found.has(file));
}
