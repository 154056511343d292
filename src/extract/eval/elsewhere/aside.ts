/** Folders whose code uses what stands beside them, and is not used by it. */
const ASIDE = /\/(?:examples?|samples?|demos?|test-?apps?|test-cli|playgrounds?)\//u;

export const isAside = (file: string): boolean => ASIDE.test(file);

/**
 * Files that may answer for code of another file: what an example implements or hands in says nothing of the library that it is an
 * example of, as long as that has anything of its own.
 */
export function answering(from: string, files: readonly string[]): readonly string[] {
  if (isAside(from)) return files;
  const own = files.filter((file) => !isAside(file));
  return own.length > 0 ? own : files;
}
