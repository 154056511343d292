import { defineConfig } from "rolldown";

/** The published entries, each with what it needs and no more: a hundred small modules take long to load one by one. */
export default defineConfig({
  input: {
    index: "src/index.ts",
    runtime: "src/runtime.ts",
    eslint: "src/eslint.ts",
    analyze: "src/analyze.ts",
    cli: "src/cli/main.ts",
  },
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith("/"),
  output: {
    dir: "dist/bundle",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    cleanDir: true,
    // What the entries share is loaded once, so that what one of them notes, the others know.
    codeSplitting: {
      groups: [
        // The model is plain ASCII, which an engine reads faster, but for two lists.
        { name: "model", test: /src\/model\/(?!tool-name|denied)/ },
        { name: "schema", test: /src\/schema\// },
      ],
    },
  },
});
