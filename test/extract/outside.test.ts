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
