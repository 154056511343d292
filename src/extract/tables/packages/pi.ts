import type { PackageModel } from "./kinds.ts";

/** What an extension of Pi's is given, and what it may import: sessions are read from memory, what is said is shown; the rest is not known. */
const PI: PackageModel = {
  range: ">=0.20",
  rest: "unlisted",
  rows: {
    "exec ExtensionAPI.exec": "!spawn",
    "appendEntry setSessionName setLabel": "fs.write",
    "createBashTool createReadTool createWriteTool createEditTool createGrepTool createFindTool createLsTool": "->self",
    "createBashTool.execute createLocalBashOperations.exec": "exec.shell",
    "createReadTool.execute createLsTool.execute": "fs.read",
    "createWriteTool.execute": "fs.write",
    "createEditTool.execute": "fs.read fs.write",
    "createGrepTool.execute createFindTool.execute": "fs.read exec.spawn",
    createLocalBashOperations: "->self",
    copyToClipboard: "exec.spawn",
    // A key may stand in a file or in the environment, come from a program, or be renewed.
    "modelRegistry.getApiKey modelRegistry.getApiKeyAndHeaders modelRegistry.getApiKeyForProvider":
      "fs.read env.read exec.shell net.connect",
    "resizeImage isProjectTrusted modelRegistry.find modelRegistry.getAll modelRegistry.getAvailable modelRegistry.hasConfiguredAuth":
      "pure",
    // What is registered is found as a tool; the others are told when something happens.
    "registerTool registerCommand registerShortcut registerFlag registerMessageRenderer registerProvider unregisterProvider on off": "pure",
    "sendMessage sendUserMessage getFlag getSessionName getActiveTools getAllTools setActiveTools getCommands getThinkingLevel setThinkingLevel":
      "pure",
    "getCwd getSessionDir getSessionId getSessionFile getLeafId getLeafEntry getEntry getLabel getBranch getHeader getEntries getTree":
      "pure",
    "ui.select ui.confirm ui.input ui.notify ui.custom ui.editor ui.setStatus ui.setWidget ui.setTitle ui.setFooter ui.setHeader ui.setEditorText ui.getEditorText":
      "pure",
    "ui.setWorkingMessage ui.setWorkingVisible ui.setWorkingIndicator ui.setHiddenThinkingLabel ui.onTerminalInput ui.pasteToEditor ui.getTheme ui.getAllThemes ui.getToolsExpanded ui.setToolsExpanded":
      "pure",
    "theme.fg theme.bg theme.bold theme.italic theme.underline theme.strikethrough theme.inverse fg bg bold italic underline strikethrough inverse":
      "pure",
    "isIdle abort hasPendingMessages shutdown getContextUsage getSystemPrompt waitForIdle": "pure",
    "defineTool isToolCallEventType isBashToolResult isEditToolResult isReadToolResult isWriteToolResult isGrepToolResult isFindToolResult isLsToolResult":
      "pure",
    "convertToLlm serializeConversation estimateTokens calculateContextTokens findCutPoint buildSessionContext parseSessionEntries": "pure",
    "truncateHead truncateTail truncateLine formatSize withFileMutationQueue generateDiffString generateUnifiedPatch renderDiff": "pure",
    "parseFrontmatter stripFrontmatter highlightCode getLanguageFromPath getMarkdownTheme getSelectListTheme getSettingsListTheme": "pure",
    "keyHint keyText rawKeyHint createEventBus truncateToVisualLines formatSkillsForPrompt getAgentDir": "pure",
    "BorderedLoader DynamicBorder CustomEditor CustomMessageComponent Theme DEFAULT_MAX_BYTES DEFAULT_MAX_LINES VERSION": "pure",
  },
};

/** What speaks to models for it. */
const MODELS: PackageModel = {
  range: ">=0.20",
  rest: "unlisted",
  rows: {
    "stream complete streamSimple completeSimple generateImages": "net.connect",
    "getEnvApiKey findEnvKeys": "env.read",
    "loginAnthropic refreshAnthropicToken loginGitHubCopilot refreshGitHubCopilotToken loginOpenAICodex refreshOpenAICodexToken refreshOAuthToken getOAuthApiKey":
      "net.connect",
    "getModel getModels getProviders calculateCost getSupportedThinkingLevels clampThinkingLevel modelsAreEqual getImageModel getImageModels getImageProviders":
      "pure",
    "registerApiProvider unregisterApiProviders clearApiProviders registerOAuthProvider unregisterOAuthProvider getOAuthProviders getOAuthProviderInfoList":
      "pure",
    "StringEnum Type validateToolCall validateToolArguments isContextOverflow parseStreamingJson parseJsonWithRepair repairJson": "pure",
    "createAssistantMessageEventStream formatThrownValue extractDiagnosticError": "pure",
  },
};

/** The loop that asks a model until it has no more calls. */
const AGENT: PackageModel = {
  range: ">=0",
  rest: "pure",
  rows: { "prompt continue agentLoop agentLoopContinue runAgentLoop runAgentLoopContinue streamProxy": "net.connect" },
};

/** Pi's packages, by both of their names. */
export const piModels: Readonly<Record<string, PackageModel>> = Object.fromEntries(
  ["@mariozechner", "@earendil-works"].flatMap((scope) => [
    [`${scope}/pi-coding-agent`, PI],
    [`${scope}/pi-ai`, MODELS],
    [`${scope}/pi-agent-core`, AGENT],
  ]),
);
