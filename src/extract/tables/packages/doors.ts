import type { PackageModel } from "./kinds.ts";
import { AGENT_ROWS } from "../workers.ts";
import { NET } from "./kinds.ts";

/** Mostly harmless, with a door. */
export const doorsModels: Readonly<Record<string, PackageModel>> = {
  tsx: { range: ">=4", rest: "pure", rows: { "tsImport require import": "code.load@0", register: "->self" } },
  jsdom: {
    range: ">=16",
    rest: "pure",
    rows: { JSDOM: "!dom", "JSDOM.fromURL": "net.connect@0 !dom", "JSDOM.fromFile": "fs.read@0 !dom" },
  },
  "@ghostery/adblocker-puppeteer": {
    range: ">=1",
    rest: "pure",
    rows: {
      "PuppeteerBlocker.fromPrebuiltAdsAndTracking PuppeteerBlocker.fromPrebuiltAdsOnly PuppeteerBlocker.fromPrebuiltFull PuppeteerBlocker.fromLists":
        NET,
    },
  },
  "@typescript/vfs": { range: ">=1", rest: "pure", rows: { createDefaultMapFromNodeModules: "fs.read", createDefaultMapFromCDN: NET } },
  "@vercel/functions": {
    range: ">=1",
    rest: "pure",
    rows: {
      getCache: "->self",
      "getCache.get getCache.set getCache.delete getCache.expireTag invalidateByTag dangerouslyDeleteByTag": NET,
      getEnv: "env.read",
    },
  },
  "@reduxjs/toolkit": { range: ">=1.8", rest: "pure", rows: { "fetchBaseQuery createApi": NET } },
  agents: {
    range: ">=0.0.50",
    rest: "pure",
    rows: AGENT_ROWS,
    links: Object.fromEntries(["Agent", "McpAgent", "AIChatAgent"].map((name) => [name, "type:WorkersAgent"])),
  },
  "@cloudflare/ai-chat": { range: ">=0", rest: "pure", rows: AGENT_ROWS, links: { AIChatAgent: "type:WorkersAgent" } },
  partyserver: { range: ">=0.0.50", rest: "pure", rows: { routePartykitRequest: NET }, links: { Server: "type:Entrypoint" } },
  cheerio: { range: ">=1.0.0-rc.12", rest: "pure", rows: { fromURL: "net.connect@0" } },
  jose: { range: ">=4", rest: "pure", rows: { createRemoteJWKSet: "net.connect@0" } },
  d3: { range: ">=5", rest: "pure", rows: { "json csv tsv text html xml svg image blob buffer dsv": "net.connect@0" } },
  papaparse: { range: ">=5", rest: "pure", rows: { parse: "!download" } },
  express: { range: ">=4", rest: "pure", rows: { default: "->self", listen: "!listen", static: "fs.read@0" } },
  fastify: { range: ">=3", rest: "pure", rows: { "default fastify": "->self", listen: "!listen" } },
  "gray-matter": { range: ">=4", rest: "pure", rows: { read: "fs.read@0" } },
  "file-type": { range: ">=16", rest: "pure", rows: { fileTypeFromFile: "fs.read@0" } },
  isbinaryfile: { range: ">=4", rest: "fs.read@0", rows: {} },
  qrcode: { range: ">=1", rest: "pure", rows: { toFile: "fs.write@0" } },
  ejs: { range: ">=3", rest: "pure", rows: { "render compile": "code.eval@0", renderFile: "fs.read@0 code.eval" } },
  pug: { range: ">=3", rest: "pure", rows: { "render compile": "code.eval@0", "renderFile compileFile": "fs.read@0 code.eval" } },
  prettier: { range: ">=2", rest: "pure", rows: { "resolveConfig resolveConfigFile getFileInfo": "fs.read@0" } },
  protobufjs: { range: ">=6", rest: "pure", rows: { "load loadSync": "fs.read@0" } },
  typescript: {
    range: ">=4",
    rest: "pure",
    rows: {
      "sys.readFile sys.fileExists sys.directoryExists sys.readDirectory sys.getDirectories readConfigFile findConfigFile createProgram":
        "fs.read@0",
      "sys.writeFile sys.createDirectory": "fs.write@0",
      "sys.deleteFile": "fs.write.delete@0",
      "sys.exit": "control.exit",
    },
  },
  "ts-morph": {
    range: ">=10",
    rest: "pure",
    rows: {
      Project: "fs.read ->self",
      "Project.new.addSourceFileAtPath addSourceFilesAtPaths": "fs.read@0",
      "save saveSync emit": "fs.write",
      deleteImmediately: "fs.write.delete",
    },
  },
  lodash: { range: ">=3", rest: "pure", rows: { template: "code.eval@0", "invoke invokeMap result": "!called" } },
  "lodash-es": { range: ">=3", rest: "pure", rows: { template: "code.eval@0", "invoke invokeMap result": "!called" } },
  "lodash.template": { range: ">=4", rest: "code.eval@0", rows: {} },
  underscore: { range: ">=3", rest: "pure", rows: { template: "code.eval@0", "invoke invokeMap result": "!called" } },
  "@anthropic-ai/claude-agent-sdk": { range: ">=0.1", rest: "pure", rows: { query: "exec.spawn net.connect" } },
};
