// Our plugin on our own code; needs `npm run build` first.
import parser from "@typescript-eslint/parser";
import toolfence from "./dist/src/eslint.js";

export default [
  { files: ["**/*.ts"], languageOptions: { parser } },
  { ...toolfence.configs.strict, files: ["**/*.ts"] },
  { ignores: ["fixtures/", "dist/"] },
];
