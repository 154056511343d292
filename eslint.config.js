import js from "@eslint/js";
import eslintPlugin from "eslint-plugin-eslint-plugin";
import n from "eslint-plugin-n";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "coverage/", "fixtures/", "manifests/", "node_modules/"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  regexp.configs.recommended,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ["*.js", "*.mjs"] }, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { n },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Bracket access to index signatures is what the compiler asks for.
      "@typescript-eslint/dot-notation": "off",
      // The overloads of a wrapper must stay apart to be read.
      "@typescript-eslint/unified-signatures": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-console": "error",
      "no-control-regex": "off",
      "n/prefer-node-protocol": "error",
      "regexp/no-control-character": "off",
      "regexp/no-unused-capturing-group": "off",
    },
  },
  {
    files: ["rules/*.ts"],
    ...eslintPlugin.configs.recommended,
    rules: { ...eslintPlugin.configs.recommended.rules, "eslint-plugin/require-meta-docs-url": "off" },
  },
  // Trees come from other parsers and flags are set in callbacks: what the types call certain is not.
  { files: ["src/extract/**/*.ts"], rules: { "@typescript-eslint/no-unnecessary-condition": "off" } },
  {
    files: ["test/**/*.ts", "tools/**/*.ts", "bench/**/*.ts"],
    rules: { "no-console": "off", "@typescript-eslint/no-unsafe-assignment": "off" },
  },
  { files: ["*.js", "*.mjs", "test/**/*.mjs"], ...tseslint.configs.disableTypeChecked },
  {
    files: ["test/**/*.mjs"],
    languageOptions: {
      parserOptions: { projectService: false },
      globals: { process: "readonly", setTimeout: "readonly", fetch: "readonly" },
    },
  },
);
