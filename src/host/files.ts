import { closeSync, existsSync, lstatSync, openSync, readFileSync, readSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { SOURCE_EXTENSIONS } from "./languages.ts";

const SKIPPED = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".yarn",
  ".pnpm-store",
  "coverage",
  ".next",
  ".turbo",
  ".cache",
  ".toolfence-cache",
]);
/** Folders of tests, names of files that tests alone load, and endings that say what a file is. */
const TESTS = new RegExp(
  [
    String.raw`(?:^|/)(?:__tests__|__mocks__|__fixtures__|tests?|e2e|spec|test-utils|(?:unit|integration|e2e|acceptance|smoke|functional|type|perf|performance|load|system|browser|conformance|live|contract|regression)-tests)/`,
    String.raw`(?:^|[/.-])(?:test-(?:utils|helpers|setup)|(?:vitest|jest|mocha|karma)[.-](?:[\w-]+[.-])?(?:setup|config|env|environment|globals)|setup-?[tT]ests?)\.[cm]?[jt]sx?$`,
    String.raw`\.(?:(?:test|spec)(?:-d)?|test-utils|e2e|bench|stories|evals?)\.[cm]?[jt]sx?$`,
    String.raw`\.d\.[cm]?ts$`,
  ].join("|"),
  "u",
);

export interface Listing {
  readonly files: readonly string[];
  /** Folders that could not be read, and links that were not followed. */
  readonly problems: readonly { readonly file: string; readonly problem: "unreadable" | "outside" }[];
}

/** A path relative to `root` with `/` separators, so that output does not depend on the system. */
export const posix = (root: string, path: string): string => relative(root, path).split(sep).join("/");

/** Whether a file belongs to tests, mocks or declarations, which are no entries. */
export const isTestFile = (path: string): boolean => TESTS.test(path);

const RELATIVE = /\b(?:from|import|require)[\s(]*["'`](\.[^"'`\n]+)["'`]/gu;

const ANY = /\b(?:from|import|require)[\s(]*["'`]([^"'`\n]+)["'`]/gu;

const specifiersIn = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, specifier = ""]) => specifier);
const isLikeTest = (specifier: string): boolean => TESTS.test(`${specifier}.ts`) || TESTS.test(specifier);

/** The specifiers of all that a text imports. */
export const importsIn = (text: string): string[] => specifiersIn(text, ANY);

/** The specifiers by which a text imports what is named, or placed, like a test. */
export const testImports = (text: string): string[] => importsIn(text).filter(isLikeTest);

/** Whether a text imports what is not looked into by itself: a test's file, or one in a folder that is left out. */
export const importsAside = (text: string): boolean =>
  specifiersIn(text, RELATIVE).some((specifier) => isLikeTest(specifier) || specifier.split("/").some((part) => SKIPPED.has(part)));

/** Whether a folder of this name is never looked into. */
export const isSkipped = (name: string): boolean => SKIPPED.has(name);

/** All source files below a folder, sorted; links are not followed, unreadable folders are reported. */
export function listSources(root: string): Listing {
  const files: string[] = [];
  const problems: { file: string; problem: "unreadable" | "outside" }[] = [];
  const walk = (folder: string): void => {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      problems.push({ file: posix(root, folder), problem: "unreadable" });
      return;
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) walk(path);
      } else if (entry.isSymbolicLink()) {
        // A link to nothing hides nothing.
        if (existsSync(path) && !isInside(root, path)) problems.push({ file: posix(root, path), problem: "outside" });
      } else if (entry.isFile() && SOURCE_EXTENSIONS.some((extension) => entry.name.endsWith(extension))) {
        // A name that is no text names nothing that could be opened.
        if (entry.name.includes("\uFFFD") && !existsSync(path)) problems.push({ file: posix(root, path), problem: "unreadable" });
        else files.push(path);
      }
    }
  };
  walk(root);
  return { files: files.sort(), problems };
}

/** All files of one name below a folder; links are not followed. */
export function filesNamed(root: string, name: string): string[] {
  const walk = (folder: string): string[] => {
    try {
      return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(path);
        return entry.isFile() && entry.name === name ? [path] : [];
      });
    } catch {
      return [];
    }
  };
  return walk(root);
}

/** Whether a path, with all links resolved, lies inside a folder. */
export function isInside(root: string, path: string): boolean {
  try {
    const real = realpathSync(path);
    const base = realpathSync(root);
    return real === base || real.startsWith(base.endsWith(sep) ? base : base + sep);
  } catch {
    return false;
  }
}

const MOST_BYTES = 64 * 1024 * 1024;

/** The text of a file, or undefined when it cannot be read, or is none. */
export function readText(path: string): string | undefined {
  try {
    // A device has no end.
    const status = statSync(path);
    if (!status.isFile() || status.size > MOST_BYTES) return undefined;
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Whether what a file begins with is no text: `.ts` is also the ending of films. */
export function isBinary(path: string): boolean {
  const head = Buffer.alloc(1024);
  try {
    const file = openSync(path, "r");
    try {
      return head.subarray(0, readSync(file, head, 0, head.length, 0)).includes(0);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The one of some files that is there; two are a problem, as nobody could tell which one counts. */
export function oneOf(folder: string, names: readonly string[]): { readonly file: string | undefined; readonly problem?: string } {
  const [file, other] = names.filter((name) => exists(join(folder, name)));
  return other === undefined ? { file } : { file, problem: `\`${other}\` is there beside it; keep one of them` };
}

/** Whether something exists at a path, links not followed. */
export function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // Below something that is no folder, or that cannot be looked into.
  }
}

/** How many bytes a file has; none where there is none. */
export const sizeAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
