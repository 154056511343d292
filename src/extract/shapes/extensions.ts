import type { CallShape } from "./format.ts";
import { PI } from "./package-names.ts";

/** Tools that an extension or a script registers with its host: an editor, a coding agent. */
export const extensionShapes: readonly CallShape[] = [
  {
    framework: "vscode",
    packages: ["@microsoft/vscode-azext-utils"],
    callee: "registerLMTool",
    name: "A0",
    exec: ["A1.invoke", "A1.prepareInvocation"],
  },
  { framework: "vscode", packages: ["vscode"], callee: "registerTool", name: "A0", exec: ["A1.invoke", "A1.prepareInvocation"] },
  {
    framework: "pi",
    packages: PI,
    callee: "registerTool",
    name: "A0.name|A1.name",
    exec: ["A0.execute"],
    config: "A0",
    loose: "definition",
    input: 1,
  },
  { framework: "pi", packages: PI, callee: "defineTool", name: "A0.name|KEY", exec: ["A0.execute"], config: "A0", input: 1 },
  { framework: "opencode", packages: ["@opencode-ai/plugin"], callee: "tool", name: "KEY", exec: ["A0.execute"], config: "A0" },
  {
    framework: "genaiscript",
    packages: ["genaiscript"],
    callee: "defTool",
    name: "A0",
    exec: ["A3"],
    config: "A2",
    loose: "named-function",
  },
];
