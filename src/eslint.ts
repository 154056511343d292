/** `toolfence/eslint`: the ESLint plugin. */
import { rules } from "../rules/index.ts";
import { version } from "./host/version.ts";

interface FlatConfig {
  readonly name: string;
  readonly plugins: Record<string, unknown>;
  readonly rules: Readonly<Record<string, "error" | "warn">>;
}

const configs: { recommended: FlatConfig; strict: FlatConfig } = {
  recommended: { name: "toolfence/recommended", plugins: {}, rules: { "toolfence/no-undeclared-capability": "error" } },
  strict: { name: "toolfence/strict", plugins: {}, rules: { "toolfence/no-undeclared-capability": "error" } },
};

const plugin = { meta: { name: "toolfence", namespace: "toolfence", version: version() }, rules, configs };
for (const config of Object.values(configs)) config.plugins["toolfence"] = plugin;

export default plugin;
export { plugin as "module.exports" };
