import { callShapes } from "./calls.ts";
import { classShapes, decoratorShapes, sinkShapes } from "./declarations.ts";
import { MCP } from "./package-names.ts";

/** Exported names that stay framework primitives even where the framework's own source is at hand. */
export const frameworkExports: ReadonlySet<string> = new Set([
  ...callShapes.filter(({ does }) => does === undefined).flatMap((shape) => shape.packages.map((name) => `${name} ${shape.callee}`)),
  ...classShapes.flatMap((shape) => shape.packages.map((name) => `${name} ${shape.base}`)),
  ...decoratorShapes.flatMap((shape) => shape.packages.map((name) => `${name} ${shape.decorator}`)),
  ...[...MCP].flatMap((name) => [`${name} McpServer`, `${name} Server`, `${name} CallToolRequestSchema`, `${name} ListToolsRequestSchema`]),
  ...sinkShapes.flatMap((shape) => shape.packages.map((name) => `${name} ${shape.callee}`)),
  "@tanstack/ai toolDefinition",
  "langchain createAgent",
  "langchain initChatModel",
  "@langchain/langgraph createReactAgent",
  "ai generateText",
  "ai streamText",
  "ai generateObject",
  "@openai/agents run",
  "toolfence withPolicy",
  "toolfence definePolicy",
  "fastmcp FastMCP",
  "genkit genkit",
  "genkit Genkit",
  "mcp-use MCPServer",
  "@smythos/sdk Agent",
  "@microsoft/teams.ai ChatPrompt",
]);
