import { describe, expect, test } from "vitest";
import { toolRunning, toolsOf } from "../support/tools.ts";

const FS = 'import { readFileSync } from "node:fs";\n';
const READS = 'const reads = async (q: any): Promise<any> => readFileSync("/srv/a");\n';

describe("what a package's object keeps runs once that is used", () => {
  test.each<[string, string]>([
    ['import DataLoader from "dataloader"; const it = new DataLoader(async (keys: any) => keys.map(reads));', "it.load(a.id)"],
    ['import { LRUCache } from "lru-cache"; const it = new LRUCache({ max: 5, fetchMethod: reads });', "it.fetch(a.id)"],
    ['import CircuitBreaker from "opossum"; const it = new CircuitBreaker(reads, {});', "it.fire(a.id)"],
    ['import fastq from "fastq"; const it = fastq.promise(reads, 1);', "it.push(a.id)"],
    ['import async from "async"; const it = async.queue(reads, 1);', "it.push(a.id)"],
    ['import compose from "koa-compose"; const it = compose([reads]);', "it({} as any)"],
    ['import pThrottle from "p-throttle"; const it = pThrottle({ limit: 2, interval: 1 })(reads);', "it(a.id)"],
    [
      `import { StateGraph } from "@langchain/langgraph"; const it = new StateGraph({} as any).addNode("n", reads).addEdge("__start__", "n").compile();`,
      "it.invoke({})",
    ],
    [
      `import { StateGraph } from "@langchain/langgraph"; const g = new StateGraph({} as any).addNode("n", reads).compile(); const it = new StateGraph({} as any).addNode("g", g).compile();`,
      "it.stream({})",
    ],
    [
      `import { StateGraph } from "@langchain/langgraph"; const g = new StateGraph({} as any); g.addNode("n", reads); g.addEdge("__start__", "n"); const it = g.compile();`,
      "it.invoke({})",
    ],
    [
      `import { StateGraph } from "@langchain/langgraph"; import { RunnableLambda } from "@langchain/core/runnables";
       function make() { const g: any = new StateGraph({} as any); g.addNode("m", (x: any) => x).addNode("n", new RunnableLambda({ func: reads })); return g.compile(); } const it = make();`,
      "it.invoke({})",
    ],
    ['import { task } from "@langchain/langgraph"; const it = task("n", reads);', "it(a.id)"],
    ['import { entrypoint } from "@langchain/langgraph"; const it = entrypoint("n", reads);', "it.invoke(a.id)"],
    ['import { RunnableMap } from "@langchain/core/runnables"; const it = RunnableMap.from({ a: reads });', "it.invoke(a.id)"],
    [
      'import { createWorkflow, createStep } from "@mastra/core/workflows"; const it = createWorkflow({ id: "w" } as any).then(createStep({ id: "a", execute: reads } as any)).commit();',
      "(await it.createRunAsync()).start({})",
    ],
    [
      'import { initTRPC } from "@trpc/server"; const t = initTRPC.create(); const it = t.createCallerFactory(t.router({ a: t.procedure.query(reads) }))({});',
      "it.a(a.id)",
    ],
    ['import { createStore } from "zustand/vanilla"; const it = createStore(() => ({ go: reads }));', "it.getState().go(a.id)"],
    ['import { create } from "zustand"; const it = create<any>()(() => ({ go: reads }));', "it.getState().go(a.id)"],
    ['import { createHooks } from "hookable"; const it = createHooks(); it.hook("x", reads);', 'it.callHook("x", a.id)'],
    [
      'import { EventEmitter } from "node:events"; const it = new EventEmitter(); it.prependOnceListener("x", reads);',
      'it.emit("x", a.id)',
    ],
  ])("%s %s", (made, body) => {
    expect(toolRunning(FS + READS + made, body)).toBe("fs.read /srv/a");
  });

  test("a sequence of a framework's may ask a model as well", () => {
    const made = 'import { RunnableSequence } from "@langchain/core/runnables"; const it = RunnableSequence.from([(x: any) => x, reads]);';
    expect(toolRunning(FS + READS + made, "it.invoke(a.id)")).toBe("fs.read /srv/a, net.connect {dynamic}");
  });

  test.each<[string, string]>([
    ['import DataLoader from "dataloader"; const it = new DataLoader(async (keys: any) => keys.map(reads));', "it.clear(a.id)"],
    ['import { LRUCache } from "lru-cache"; const it = new LRUCache({ max: 5, fetchMethod: reads });', "it.get(a.id)"],
    ['import CircuitBreaker from "opossum"; const it = new CircuitBreaker(reads, {});', "it.opened"],
    [
      'import { StateGraph } from "@langchain/langgraph"; const it = new StateGraph({} as any).addNode("n", reads).compile();',
      "it.getGraph()",
    ],
    [
      'import { StateGraph } from "@langchain/langgraph"; const g = new StateGraph({} as any); g.addNode("n", reads); const it = g.compile();',
      "it.getGraph()",
    ],
    ['import { createHooks } from "hookable"; const it = createHooks(); it.hook("x", reads);', 'it.callHook("y", a.id)'],
  ])("and not where it is only looked at: %s %s", (made, body) => {
    expect(toolRunning(FS + READS + made, body)).toBe("");
  });
});

describe("what a container of dependencies hands out", () => {
  const CLASSES =
    'class Db { go() { return readFileSync("/srv/a"); } }\nclass Svc { constructor(private db: Db) {} go() { return this.db.go(); } }\n';

  test.each<[string, string]>([
    ['import { container } from "tsyringe";', "container.resolve(Svc).go()"],
    ['import { Container } from "typedi";', "Container.get(Svc).go()"],
    ['import { Container } from "inversify"; const c = new Container();', 'c.get<Svc>("s").go()'],
    ['import { NestFactory } from "@nestjs/core"; const app = await NestFactory.create({} as any);', "app.get(Svc).go()"],
  ])("is an instance of the class that is asked for: %s %s", (made, body) => {
    expect(toolRunning(FS + CLASSES + made, body)).toBe("fs.read /srv/a");
  });

  test.each<[string, string]>([
    [
      'import { container } from "tsyringe"; container.register("x", { useFactory: () => ({ go() {} }) });',
      '(container.resolve("x") as any).go()',
    ],
    ['import { Container } from "inversify"; const c = new Container();', '(c.get("x") as any).go()'],
    ['import { createContainer } from "awilix"; const c = createContainer();', 'c.resolve<any>("x").go()'],
  ])("is not known where only a name says which: %s %s", (made, body) => {
    expect(toolRunning(FS + made, body)).toBe("unknown.call");
  });
});

test("a container runs the factories that it was given once it is asked for what they make, and not before", () => {
  const container = `import { Container } from "inversify"; import { readFileSync, writeFileSync } from "node:fs";
class Store { save() { writeFileSync("/srv/a", ""); } }
const container = new Container({ defaultScope: "Singleton" });
container.bind("home").toDynamicValue(() => process.env.HOME).inSingletonScope();
container.bind<Store>("store").toDynamicValue((context) => { readFileSync("/etc/a"); return new Store(); }).inSingletonScope();`;
  const tools = `export const kept = tool({ description: "d", inputSchema: {}, execute: async () => container.isBound("store") });
export const made = tool({ description: "d", inputSchema: {}, execute: async () => container.get<Store>("store").save() });`;
  expect(toolsOf({ "t.ts": `import { tool } from "ai"; ${container}\n${tools}` })).toEqual({
    kept: "",
    made: "env.read HOME, fs.read /etc/a, fs.write /srv/a",
  });
});
