import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const made = (
  transports: string,
): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import winston from "winston";
const inner = winston.createLogger({ level: "info", transports: ${transports} });
export const logger = { info: (m: string) => inner.child({ a: 1 }).info(m) };
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("t", {}, async () => { logger.info("a"); return { content: [] }; });`;

test("what logs to a file writes that file, and what logs to the console does not", () => {
  expect(
    toolsOf({ "t.ts": made(`[new winston.transports.Console(), new winston.transports.File({ filename: "/var/log/a.log" })]`) }),
  ).toEqual({
    t: "fs.write /var/log/a.log",
  });
  expect(toolsOf({ "t.ts": made("[new winston.transports.Console()]") })).toEqual({ t: "" });
  expect(toolsOf({ "t.ts": made(`new winston.transports.Http({ host: "log.example" })`) })).toEqual({ t: "net.connect log.example" });
});

const pino = (options: string): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import pino from "pino";
const base = ${options};
const logger = base.child({ name: "a" });
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("t", {}, async () => { logger.info("a"); return { content: [] }; });`;

test.each<[string, string, string]>([
  ["nothing", "pino()", ""],
  ["a level", `pino({ level: "info" })`, ""],
  [
    "a module of another package",
    `pino({ transport: { target: "pino-loki", options: { host: "https://a.io" } } })`,
    "unknown.package:pino-loki",
  ],
  [
    "a module of the program's own",
    `pino({ transport: { targets: [{ target: "./write.js" }, { target: "pino-pretty" }] } })`,
    "unknown.import",
  ],
  [
    "a target, or none",
    `pino({ transport: process.env.DEV ? { target: "pino-pretty", options: { colorize: true } } : undefined }, process.stderr)`,
    "",
  ],
  [
    "targets, or none",
    `pino({ transport: { targets: process.env.DEV ? [{ target: "pino-pretty", options: undefined }] : undefined } })`,
    "",
  ],
  [
    "a file, or none",
    `pino({ transport: process.env.DEV ? undefined : { target: "pino/file", options: { destination: "/var/log/z.log" } } })`,
    "fs.write /var/log/z.log",
  ],
  ["the standard output", `pino({ transport: { target: "pino/file", options: { destination: 1 } } })`, ""],
  ["a target", `pino({ transport: { target: "pino/file", options: { destination: "/var/log/a.log" } } })`, "fs.write /var/log/a.log"],
  [
    "one of several targets",
    `pino({ transport: { targets: [{ target: "pino-pretty", options: {} }, { target: "pino/file", options: { destination: "/var/log/b.log" } }] } })`,
    "fs.write /var/log/b.log",
  ],
  ["a transport", `pino(pino.transport({ target: "pino/file", options: { destination: "/var/log/c.log" } }))`, "fs.write /var/log/c.log"],
  ["a destination", `pino({ level: "info" }, pino.destination("/var/log/d.log"))`, "fs.write /var/log/d.log"],
  ["a destination that is described", `pino({}, pino.destination({ dest: "/var/log/e.log", mkdir: true }))`, "fs.write /var/log/e.log"],
  ["a path", `pino("/var/log/f.log")`, "fs.write /var/log/f.log"],
  ["a path beside options", `pino({ level: "info" }, "/var/log/g.log")`, "fs.write /var/log/g.log"],
  ["one of several streams", `pino({}, pino.multistream([{ stream: pino.destination("/var/log/h.log") }]))`, "fs.write /var/log/h.log"],
  ["the standard error", "pino({}, pino.destination(2))", ""],
  ["the standard error, by a text", `pino({}, pino.destination("2"))`, ""],
  ["the standard error, described", "pino({}, pino.destination({ dest: 2 }))", ""],
])("a logger of pino's writes where it was told to: %s", (_, options, expected) => {
  expect(toolsOf({ "t.ts": pino(options) })).toEqual({ t: expected });
});

test.each<[string, string, string]>([
  ["a path", `{ name: "a", streams: [{ path: "/var/log/a.log" }] }`, "fs.write /var/log/a.log"],
  ["a stream", `{ name: "a", streams: [{ stream: createWriteStream("/var/log/b.log") }] }`, "fs.write /var/log/b.log"],
  ["a stream by itself", `{ name: "a", stream: createWriteStream("/var/log/c.log") }`, "fs.write /var/log/c.log"],
  ["the standard error", `{ name: "a", streams: [{ stream: process.stderr }] }`, ""],
  ["nothing", `{ name: "a" }`, ""],
])("a logger of bunyan's writes where its streams lead: %s", (_, options, expected) => {
  const imports = 'import bunyan from "bunyan"; import { createWriteStream } from "node:fs";';
  expect(toolsOf({ "t.ts": `${imports} ${pino(`bunyan.createLogger(${options})`)}` })).toEqual({ t: expected });
});

test.each<[string, string]>([
  [`pino.destination("/var/log/a.log")`, "fs.write /var/log/a.log"],
  [`pino.destination({ dest: "/var/log/a.log" })`, "fs.write /var/log/a.log"],
  ["pino.destination(2)", ""],
  ["pino.destination()", ""],
])("opening %s: %s", (call, expected) => {
  const code = `import { tool } from "ai"; import pino from "pino";
export const t = tool({ description: "d", inputSchema: {}, execute: async () => { ${call}; } });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: expected });
});

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import pino from "pino"; import * as R from "ramda"; import { execSync } from "node:child_process";
const server = new McpServer({ name: "s", version: "1" });
`;

test.each<[string, string, string]>([
  ["the console", "", "(console as any)[q.level](q.text);"],
  ["the console, in a method", "const say = (level: string, text: string) => { (console as any)[level](text); };", "say(q.level, q.text);"],
  ["a logger of pino's", "const log = pino();", "(log as any)[q.level](q.text);"],
  [
    "a logger that is handed in",
    "let currentLogger: any; export function setLogger(one: any) { currentLogger = one; }",
    "currentLogger[q.level](q.text);",
  ],
  ["a package that does nothing", "", "(R as any)[q.name](q.text);"],
])("by whatever name that is chosen, %s does nothing", (_, before, body) => {
  expect(toolsOf({ "t.ts": `${HEAD}${before}\nserver.registerTool("t", {}, async (q: any) => { ${body} });` })).toEqual({ t: "" });
});

test.each<[string, string, string, string]>([
  [
    "a logger of one's own",
    "const logger: any = { run: (c: string) => execSync(c), log() {} };",
    "logger[q.level](q.text);",
    "exec.shell {param:text}",
  ],
  [
    "a logger of pino's that writes a file",
    `const log = pino(pino.destination("/var/log/a.log"));`,
    "(log as any)[q.level](q.text);",
    "fs.write /var/log/a.log",
  ],
  [
    "something that is called otherwise",
    "let helper: any; export function setHelper(one: any) { helper = one; }",
    "helper[q.name](q.text);",
    "unknown.call",
  ],
  ["a module", `import * as cp from "node:child_process";`, "(cp as any)[q.name](q.text);", "unknown.call"],
])("and %s does what it does", (_, before, body, expected) => {
  expect(toolsOf({ "t.ts": `${HEAD}${before}\nserver.registerTool("t", {}, async (q: any) => { ${body} });` })).toEqual({ t: expected });
});

const writing = (before: string, log: string): Record<string, string> =>
  toolsOf({
    "t.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import winston from "winston"; import Transport from "winston-transport";
import { appendFileSync } from "node:fs";
${before}
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("t", {}, async () => { ${log}; return { content: [] }; });`,
  });

test.each([
  [
    "a transport of a class of the program's own",
    `class Safe extends winston.transports.File { constructor(o: object) { super({ ...o, filename: "/var/log/own.log" }); } }
     const logger = winston.createLogger({ transports: [new Safe({})] });`,
    `logger.info("a")`,
    "fs.write /var/log/own.log",
  ],
  [
    "one without a constructor",
    `class Safe extends winston.transports.File {} const logger = winston.createLogger({ transports: [new Safe({ filename: "/var/log/b.log" })] });`,
    `logger.warn("a")`,
    "fs.write /var/log/b.log",
  ],
  [
    "one that does the writing itself",
    `class Own extends Transport { log(info: { message: string }, next: () => void) { appendFileSync("/var/log/c.log", info.message); next(); } }
     const logger = winston.createLogger({ transports: [new Own()] });`,
    `logger.child({ a: 1 }).info("a")`,
    "fs.write /var/log/c.log",
  ],
  [
    "one that is added later",
    `const logger = winston.createLogger(); logger.add(new winston.transports.File({ filename: "/var/log/d.log" }));`,
    `logger.info("a")`,
    "fs.write /var/log/d.log",
  ],
  [
    "one that is set later",
    `const logger = winston.createLogger(); logger.configure({ transports: [new winston.transports.File({ filename: "/var/log/e.log" })] });`,
    `logger.info("a")`,
    "fs.write /var/log/e.log",
  ],
  [
    "one of the logger of the library itself",
    `winston.add(new winston.transports.File({ filename: "/var/log/f.log" }));`,
    `winston.error("a")`,
    "fs.write /var/log/f.log",
  ],
  ["a set that something else is added to", `const logger = winston.createLogger(); new Set<string>().add("a");`, `logger.info("a")`, ""],
])("what a logger writes to: %s", (_name, before, log, does) => {
  expect(writing(before, log)).toEqual({ t: does });
});

test.each<[string, string, string]>([
  ["a file", `{ file: new FileTransport({ path: "/var/log/a.log" }) }`, "fs.write /var/log/a.log"],
  ["an address", `{ http: new HttpTransport({ url: "https://log.example/in" }) }`, "net.connect https://log.example:443"],
  ["a store", `{ up: new UpstashTransport({ upstashUrl: "https://a.example", upstashToken: "t" }) }`, "net.connect {dynamic}"],
  [
    "two of these",
    `{ ...{ file: new FileTransport({ path: "/var/log/a.log" }) }, other: new FileTransport({ path: "/var/log/b.log" }) }`,
    "fs.write /var/log/a.log, fs.write /var/log/b.log",
  ],
  ["what does it by itself", `{ own: new Own() }`, "fs.write /var/log/c.log"],
  ["nothing", `{}`, ""],
])("a logger of Mastra's writes where its transports lead: %s", (_, transports, expected) => {
  const code = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { appendFileSync } from "node:fs";
import { PinoLogger } from "@mastra/loggers"; import { FileTransport } from "@mastra/loggers/file";
import { HttpTransport } from "@mastra/loggers/http"; import { UpstashTransport } from "@mastra/loggers/upstash";
import { LoggerTransport } from "@mastra/core/logger";
class Own extends LoggerTransport { _transform(chunk: any, _encoding: string, next: () => void) { appendFileSync("/var/log/c.log", chunk); next(); } }
const log = new PinoLogger({ name: "a", transports: ${transports} });
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("t", {}, async () => { log.info("a"); return { content: [] }; });`;
  expect(toolsOf({ "t.ts": code })).toEqual({ t: expected });
});
