import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "rolldown";

/** Packages of many small modules, of which we use a few: as part of the bundle they are no files to find and open. */
const INSIDE = ["zod", "yaml"];

/** Their licences, which have to go where their code goes. */
const licences = {
  name: "licences",
  generateBundle() {
    const texts = INSIDE.map((name) => {
      const folder = join(import.meta.dirname, "node_modules", name);
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      if (file === undefined) throw new Error(`\`${name}\` has no licence.`);
      return `${name}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    });
    this.emitFile({ type: "asset", fileName: "LICENCES.txt", source: texts.join("\n---\n\n") });
  },
};

const isOurs = (id) => id.startsWith(".") || id.startsWith("/") || INSIDE.includes(id);

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
  external: (id) => !isOurs(id),
  plugins: [licences],
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
