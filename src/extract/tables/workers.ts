import { TEXTUAL } from "../eval/domain/common-names.ts";
import type { Table } from "./format.ts";

/** What an agent of Cloudflare's package does beside serving its tools. */
export const AGENT_ROWS: Readonly<Record<string, string>> = {
  "callTool getPrompt readResource connect routeAgentRequest": "net.connect",
};

/** What the platform of Cloudflare Workers hands to the classes that it runs: bindings, each of which reaches a service. */
export const workerTypes: Readonly<Record<string, Table>> = {
  "type:Binding": {
    rest: "net.connect",
    rows: {
      load: "code.eval ->self",
      "prepare bind getByName": "->self",
      "idFromName idFromString newUniqueId": "pure",
      "get getExisting": "net.connect ->self",
    },
  },
  // What a worker's class is given beside its calls.
  "type:Entrypoint": { rest: "pure", rows: {}, links: { env: "type:Env", ctx: "type:EntrypointContext", new: "type:Entrypoint" } },
  // A Durable Object that is an agent, or serves tools.
  "type:WorkersAgent": {
    rest: "pure",
    rows: AGENT_ROWS,
    links: { env: "type:Env", ctx: "type:EntrypointContext", new: "type:WorkersAgent" },
  },
  "type:EntrypointContext": { rest: "pure", rows: {}, links: { container: "type:Service", exports: "type:Env", facets: "type:Env" } },
  // A binding by whatever name, or a text.
  "type:Env": {
    rest: "net.connect",
    rows: {
      [[...TEXTUAL, "toString", "valueOf", "toJSON"].join(" ")]: "pure",
      "prepare bind getByName": "->self",
      "idFromName idFromString newUniqueId": "pure",
      "get getExisting": "net.connect ->self",
      load: "code.eval ->self",
    },
  },
};
