import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "rolldown";

const fileOf = (name, file) => join(import.meta.dirname, "node_modules", name, file);
const aboutOf = (name) => JSON.parse(readFileSync(fileOf(name, "package.json"), "utf8"));

/** Some packages with all that they need. */
const withNeeds = (names) => {
  const all = new Set(names);
  // A set that grows while it is walked.
  for (const name of all) for (const need of Object.keys(aboutOf(name).dependencies ?? {})) all.add(need);
  return [...all].sort();
};

/** Packages of many small modules, of which we use a few: as part of the bundle they are no files to find and open. */
const INSIDE = withNeeds(["zod", "yaml", "json-stable-stringify"]);

/** Their licences, which have to go where their code goes. */
const licences = {
  name: "licences",
  generateBundle() {
    const texts = INSIDE.map((name) => {
      const file = readdirSync(fileOf(name, "")).find((one) => /^licen[cs]e/i.test(one));
      // What is in the public domain has no text.
      const text = file === undefined ? aboutOf(name).license : readFileSync(fileOf(name, file), "utf8").trim();
      if (text === undefined) throw new Error(`\`${name}\` has no licence.`);
      return `${name}\n\n${text}\n`;
    });
    this.emitFile({ type: "asset", fileName: "LICENCES.txt", source: texts.join("\n---\n\n") });
  },
};

const isOurs = (id) => id.startsWith(".") || id.startsWith("/") || INSIDE.some((name) => id === name || id.startsWith(`${name}/`));

/** What the launchers are, for the bundle to hold them to; without any it goes by the list that is built with them. */
const launchers = join(import.meta.dirname, "dist/native/launchers.json");
const pinned = existsSync(launchers) ? { __TOOLFENCE_LAUNCHERS__: readFileSync(launchers, "utf8") } : {};

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
  transform: { define: pinned },
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
