import { describe, expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

describe("a field that code outside its class sets", () => {
  const agent = `export class Agent {
  onEvent?: (text: string) => void;
  log: ((text: string) => void) | null = null;
  handler = (text: string): void => { text.trim(); };
  client: any = null;
  static shared: any = null;
  tell(text: string): void { this.onEvent?.(text); }
  note(text: string): void { if (this.log) this.log(text); }
  handle(text: string): void { this.handler(text); }
  ask(text: string): void { this.client.query(text); }
  share(text: string): void { Agent.shared.query(text); }
}
export const agent = new Agent();
`;
  const wire = (body: string): string => `import { execSync } from "node:child_process";
import { Agent, agent } from "./agent.ts";
class Client { query(text: string): void { execSync(text); } }
export function wire(one: Agent): void { ${body} }
wire(agent);
`;
  const doing = (call: string, body: string): string | undefined =>
    toolRunning(`import { agent } from "./agent.ts"; import "./wire.ts";`, call, { "agent.ts": agent, "wire.ts": wire(body) });
  const EXEC = "exec.shell {param:text}";

  test.each([
    ["a callback", "agent.tell(a.text)", "one.onEvent = (text) => { execSync(text); };"],
    ["a callback that starts as null", "agent.note(a.text)", "one.log = (text) => { execSync(text); };"],
    ["a callback with a default", "agent.handle(a.text)", "one.handler = (text) => { execSync(text); };"],
    ["a service", "agent.ask(a.text)", "one.client = new Client();"],
    ["a service, from outside", "agent.client.query(a.text)", "one.client = new Client();"],
    ["a static service", "agent.share(a.text)", "Agent.shared = new Client();"],
    ["by `Object.assign`", "agent.note(a.text)", "Object.assign(one, { log: (text: string) => { execSync(text); } });"],
    ["by a variable", "agent.tell(a.text)", "const other = one; other.onEvent = (text) => { execSync(text); };"],
  ])("runs: %s", (_name, call, body) => {
    expect(doing(call, body)).toBe(EXEC);
  });

  test("of another class is not this one's", () => {
    expect(
      doing("agent.note(a.text)", "const other = new (class { log: any = null; })(); other.log = (text: string) => { execSync(text); };"),
    ).toBe("");
  });

  test("by a private name, in the class itself", () => {
    const before = `import { execSync } from "node:child_process";
class Log { #say: ((text: string) => void) | null = null; static wire(one: Log) { one.#say = (text) => { execSync(text); }; } tell(text: string) { if (this.#say) this.#say(text); } }
const log = new Log(); Log.wire(log);`;
    expect(toolRunning(before, "log.tell(a.text)")).toBe("exec.shell {param:text}");
  });

  test("takes nothing from what a package's class has", () => {
    const before = `import { Client } from "pg"; class Db extends Client {} const db = new Db(); const query = db.query.bind(db);
(db as any).query = async (...all: any[]) => { console.log(all); return (query as any)(...all); };`;
    expect(toolRunning(before, "db.query(a.sql)")).toBe("net.connect {dynamic}");
  });

  test("that no class declares is known as well", () => {
    const files = {
      "host.js": `class Host { use(plugin) { plugin.setup(this); return this; } } module.exports = Host;`,
      "log.js": `const fs = require("node:fs"); module.exports = { log: { setup(host) { host.say = (text) => fs.appendFileSync("/tmp/log", text); } } };`,
      "tell.js": `module.exports = { tell: { setup(host) { host.tools = [{ name: "tell", description: "d", parameters: {}, handler: async ({ text }) => host.say(text) }]; } } };`,
      "main.js": `const Host = require("./host.js"); const { log } = require("./log.js"); const { tell } = require("./tell.js"); new Host().use(log).use(tell);`,
    };
    expect(toolsOf(files)).toEqual({ tell: "fs.write /tmp/log" });
  });
});

describe("a plugin, whose method a host calls", () => {
  const plugin = `import { tool } from "ai";
export default { setup(host: any) { return tool({ description: "d", inputSchema: {}, execute: async ({ q }) => host.exec(q) }); } };`;
  const preview = `import plugin from "./plugin.ts"; export const seen = plugin.setup({ exec: (q: string) => console.log(q) });`;
  const doing = (more: Record<string, string>): string =>
    Object.values(toolsOf({ "plugin.ts": plugin, "preview.ts": preview, ...more })).join();

  test("is handed what the host hands over", () => {
    expect(doing({})).toBe("");
  });

  test.each([
    [
      "by its name in a text",
      `export const run = (plugins: any[], host: any) => plugins.forEach((one) => one["set" + "up"] ?? one[names[0]!](host)); const names = ["setup"];`,
    ],
    ["once it was taken out", `export const run = (one: any, host: any) => { const { setup } = one; return setup(host); };`],
  ])("may be called by anybody %s", (_name, host) => {
    expect(doing({ "host.ts": host })).toMatch(/unknown/u);
  });
});
