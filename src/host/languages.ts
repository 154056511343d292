/** How the parser is told what a file's code is written in, by its ending. */
export const LANGUAGES: Readonly<Record<string, "ts" | "tsx" | "js" | "jsx">> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".js": "jsx",
  ".mjs": "jsx",
  ".cjs": "jsx",
  ".jsx": "jsx",
};

export const SOURCE_EXTENSIONS: readonly string[] = Object.keys(LANGUAGES);
