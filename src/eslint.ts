/** `toolfence/eslint`: the ESLint plugin. */
import { rules } from "../rules/index.ts";
import { version } from "./host/version.ts";

type Level = "error" | "warn";
type Entry = Level | [Level, Readonly<Record<string, unknown>>];

interface FlatConfig {
  readonly name: string;
  readonly files: readonly string[];
  readonly plugins: Record<string, unknown>;
  readonly rules: Readonly<Record<string, Entry>>;
}

/** Options that a configuration sets beside the level. */
const OPTIONS: Readonly<Record<"recommended" | "strict", Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  recommended: {},
  strict: { "no-misleading-annotations": { certainty: "possible" } },
};

/** Named, so that ESLint looks at TypeScript too: without a parser for it, it then says so, and does not pass it over. */
const FILES = ["**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}"];

/** A configuration is what the rules say of themselves. */
function configOf(name: "recommended" | "strict"): FlatConfig {
  const entries = Object.entries(rules).flatMap(([rule, { meta }]): [string, Entry][] => {
    const level = meta.docs?.[name];
    const options = OPTIONS[name][rule];
    return level === undefined ? [] : [[`toolfence/${rule}`, options ? [level, options] : level]];
  });
  return { name: `toolfence/${name}`, files: FILES, plugins: {}, rules: Object.fromEntries(entries) };
}

const configs = { recommended: configOf("recommended"), strict: configOf("strict") };

const plugin = { meta: { name: "toolfence", namespace: "toolfence", version: version() }, rules, configs };
for (const config of Object.values(configs)) config.plugins["toolfence"] = plugin;

export default plugin;
export { plugin as "module.exports" };
