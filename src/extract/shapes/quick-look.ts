import { escapePattern } from "../../model/escape-pattern.ts";
import { callShapes } from "./calls.ts";
import { TYPE_ENDING } from "./definitions.ts";
import { classShapes, decoratorShapes, fileShapes, sinkShapes } from "./declarations.ts";

const nameOf = (shape: { readonly callee: string } | { readonly base: string } | { readonly decorator: string }): string =>
  "callee" in shape ? shape.callee : "base" in shape ? shape.base : shape.decorator;
const SHAPES = [...callShapes, ...classShapes, ...decoratorShapes, ...sinkShapes];
const DECLARING = [...callShapes, ...classShapes, ...decoratorShapes];

/** Words that say nothing by themselves. */
const EVERYDAY = new Set(["from", "function", "server", "client", "shell", "bash", "computer", "tool", "Tool"]);
/** `tool` and `Tool` as they must stand where something is declared with them: called, or taken under another name. */
const CALLED = /\b[Tt]ool\s*(?:\(|<[^;{}()]{0,200}>\s*\(|as\b|`)/u;

/** Names by which a file gives itself away as one that may declare tools. */
const NAMES = new RegExp(
  `\\b(?:${[...new Set(DECLARING.map(nameOf))].filter((name) => !EVERYDAY.has(name)).join("|")}|toolDefinition|inputSchema|input_schema|functionDeclarations|bindTools|withPolicy|similes)\\b|\\b(?:extends|implements)\\s+\\w*(?:Tool|Skill)(?:Base)?\\b`,
  "u",
);
/** A file that imports a framework may register with it, under whatever name. */
const IMPORTS = new RegExp(
  `["'](?:${[...new Set(SHAPES.flatMap((shape) => shape.packages))].map(escapePattern).join("|")})(?:/[^"']*)?["']`,
  "u",
);
const RUNS = /\b(?:execut(?:e|able)|handler|customHandler|handle|func|callback|impl|logic|invoke|run|exec|perform)\b/u;
const DEFINITION = [
  /\b\w*[dD]escription\b|\btoolSpec\b/u,
  RUNS,
  /\b(?:parameters|params|schema|args|paramsSchema|argsSchema|inputShape)\b/u,
];

/** An object of a type that says what it is. */
const TYPED = new RegExp(`\\b(?:const|let)\\s+\\w+\\s*:\\s*\\w*(?:Action|Tool|Skill)${TYPE_ENDING}\\b`, "u");

/** A server that speaks the protocol by itself. */
const BY_HAND = /(?:case\s+|[!=]==?\s*)["'`]tools\/call["'`]/u;

/** What a model's API is told of a tool, as OpenAI takes it. */
const DESCRIPTION = [/\btype["']?\s*:\s*["']function["']/u, /\bparameters\b/u, /\bname\b/u];

/** A choice by the name of a tool: `handlers[toolName]`, `handlers[call.function.name]`, `handlers.get(call.toolName)`. */
const CHOSEN =
  /(?:[\w$)\]]\s*\[|\.get\()\s*(?:[\w$.?!]{0,80}(?:tool_?name|tool\w{0,80}[.?!]{1,4}name|function(?:Call)?[.?!]{1,4}name|fn[.?!]{1,4}name|function_?name)\b|[\w$.?!]{0,75}[.?!]{5}|[\w$.?!]{80})/iu;

/** A choice out of a table of tools by a name: `toolMap[call.name]`. */
const TABLE = /\btool\w*\s*\[\s*[\w$.?!]*name\b/iu;

/** A function that says that it runs tools, and chooses among them by the name of one. */
const BRANCHES = [
  /\b(?:handle|run|exec(?:ute)?|call|invoke|dispatch|process|perform|on)(?:_?\w{0,40}(?:[Tt]ool|[Ff]unction)\w*\s*[=(]|\(\s*tool_?[nN]ame\b)/u,
  /tool_?[nN]ame\s*[!=]==?|switch\s*\(\s*[\w.]*[tT]ool_?[nN]ame|(?<![\w$.])name\s*[!=]==?|switch\s*\(\s*name\s*\)/u,
];

/** A call of a method whose name is computed: `server[KEY](...)`. */
const COMPUTED_CALL = /[\w)\]]\s*(?:\?\.)?\[(?!\s*\d+\s*\])[^\]\n]{1,120}\]\s*(?:\?\.)?\(/u;

/** A copy of something with another function in it: `{ ...META, run: async () => 1 }`. */
const COPIED = /\{\s*\.\.\.[\w$.]+\s*,/u;

/** The schema of a request that can be for one tool alone. */
const REQUEST = /\bname["']?\s*:\s*(?:'"[\w.:/-]+"'|"'[\w.:/-]+'"|\w+\.literal\()/u;

/** A decorator that says that it makes a tool of a method: `@McpTool({ description })`. */
const DECORATED = /@(?:\w+\.)?\w*(?:[tT]ool|Action|Skill|Function)\s*\(/u;

/** Handlers that a toolkit of Effect is given. */
const TOOLKIT = /\.(?:toLayer|toHandlers|toContext)\s*\(|toolkit(?:\w{0,80}\.of\(|\w{81})/iu;

/** What is made of a function and of what stands elsewhere: `new Action(async (sent) => 1, LOOK)`, `toTool(LOOK, (sent) => 1)`. */
const PAIRED =
  /\b\w*(?:Tool|Action|Skill)(?:Definition)?\(\s*(?:\w+\s*,\s*)?(?:async\b|function\b|\([^()]*\)\s*(?::[^=]{1,60})?=>|\w+\s*=>)/u;

/** What keeps what runs beside what stands elsewhere: `server.register(LOOK, run)`. */
const KEPT =
  /\.(?:register|(?:register|add|define)(?:Tool|Action|Skill|Handler|Function))\(\s*[\w$.]+\s*,\s*(?:async\b|function\b|\([^()]*\)\s*(?::[^=]{1,60})?=>|[\w$.]+\s*(?:=>|[,)]))/u;

/** Whether a file may declare a tool in words that do not stand in it, with what it imports from one that holds tools. */
export const mayDeclareUnnamed = (text: string): boolean =>
  /\bimport\b|\brequire\b/u.test(text) && (COMPUTED_CALL.test(text) || (COPIED.test(text) && RUNS.test(text)));

/** `\u0054ool` is `Tool` in code and in its texts. */
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/gu;

/** A text in which letters stand for themselves. */
const spelled = (text: string): string =>
  /\\[ux]/u.test(text)
    ? text.replace(ESCAPE, (all, ...codes: (string | undefined)[]) => {
        const code = Number.parseInt(codes.slice(0, 3).find((one) => one !== undefined) ?? "", 16);
        return code >= 0x20 && code < 0x7f ? String.fromCodePoint(code) : all;
      })
    : text;

/** A cheap look at a file: whether it can hold a tool at all. `path` has `/` between its parts. */
export const mayHoldTools = (given: string, path = ""): boolean => mayHold(spelled(given), path);

const mayHold = (text: string, path: string): boolean =>
  NAMES.test(text) ||
  CALLED.test(text) ||
  (/[Tt]ool|action|\.function\(/u.test(text) && IMPORTS.test(text)) ||
  DEFINITION.every((pattern) => pattern.test(text)) ||
  TYPED.test(text) ||
  BY_HAND.test(text) ||
  CHOSEN.test(text) ||
  TABLE.test(text) ||
  REQUEST.test(text) ||
  DECORATED.test(text) ||
  TOOLKIT.test(text) ||
  PAIRED.test(text) ||
  KEPT.test(text) ||
  BRANCHES.every((pattern) => pattern.test(text)) ||
  DESCRIPTION.every((pattern) => pattern.test(text)) ||
  fileShapes.some((shape) => shape.path.test(path));
