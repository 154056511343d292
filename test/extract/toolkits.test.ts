import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const TOOLS = `import { Effect, Schema } from "effect"; import { rmSync, readFileSync } from "node:fs";
import { Tool, Toolkit } from "effect/unstable/ai";
const kit = Toolkit.make(Tool.make("look", { parameters: Schema.Struct({ path: Schema.String }) }), Tool.make("wipe", {}));`;
const LOOK = "fs.read {param:path}";
const BOTH = { look: LOOK, wipe: "fs.write.delete /srv/x" };

test.each([
  [
    "as they are",
    `kit.toLayer({ look: ({ path }) => Effect.sync(() => readFileSync(path)), wipe: () => Effect.sync(() => rmSync("/srv/x")) })`,
  ],
  [
    "out of a computation",
    `kit.toLayer(Effect.gen(function* () { yield* Effect.log("x"); return kit.of({ look: ({ path }) => Effect.sync(() => readFileSync(path)), wipe: Effect.fn("wipe")(function* () { rmSync("/srv/x") }) }) }))`,
  ],
])("tools of a toolkit of Effect are what its handlers do: given %s", (_, given) => {
  expect(toolsOf({ "t.ts": `${TOOLS}\nexport const layer = ${given};` })).toEqual(BOTH);
});

test("of @effect/ai, in another module than the toolkit", () => {
  const kit = `import { AiTool, AiToolkit } from "@effect/ai"; export const kit = AiToolkit.make(AiTool.make("look", {}));`;
  const layer = `import { Effect } from "effect"; import { readFileSync } from "node:fs"; import { kit } from "./kit.js";
    export const layer = kit.toLayer({ look: ({ path }) => Effect.sync(() => readFileSync(path)) });`;
  expect(toolsOf({ "kit.ts": kit, "t.ts": layer })).toEqual({ look: LOOK });
});

test("a handler that comes by a spread has its name, too", () => {
  const given = `const more = { wipe: () => Effect.sync(() => rmSync("/srv/x")) };
    export const layer = kit.toLayer({ look: ({ path }) => Effect.sync(() => readFileSync(path)), ...more });`;
  expect(toolsOf({ "t.ts": `${TOOLS}\n${given}` })).toEqual(BOTH);
});

test("what others make layers of is no tool", () => {
  const other = `import { Effect, RpcGroup } from "effect"; import { rmSync } from "node:fs"; const group = RpcGroup.make("g");
    export const layer = group.toLayer({ wipe: () => Effect.sync(() => rmSync("/srv/x")) });`;
  expect(toolsOf({ "t.ts": other })).toEqual({});
});

test("a service with accessors is called through its class", () => {
  const service = `import { Effect } from "effect"; import { rmSync } from "node:fs"; import { AiTool, AiToolkit } from "@effect/ai";
class Files extends Effect.Service<Files>()("Files", { accessors: true, effect: Effect.gen(function* () { return { wipe: (path: string) => Effect.sync(() => rmSync(path)) } }) }) {}
export const layer = AiToolkit.make(AiTool.make("wipe", {})).toLayer({ wipe: ({ path }) => Files.wipe(path).pipe(Effect.orDie) });`;
  expect(toolsOf({ "t.ts": service })).toEqual({ wipe: "fs.write.delete {param:path}" });
});

test("a class that is a toolkit, and one with more said of it", () => {
  const kits = `import { Effect } from "effect"; import { Tool, Toolkit } from "effect/unstable/ai"; import { rmSync, readFileSync } from "node:fs";
    class Kit extends Toolkit.make(Tool.make("look", {})) {}
    export const one = Kit.toLayer({ look: ({ path }) => Effect.sync(() => readFileSync(path)) });
    export const other = Toolkit.make(Tool.make("wipe", {})).annotate(1, 2).toLayer({ wipe: () => Effect.sync(() => rmSync("/srv/x")) });`;
  expect(toolsOf({ "t.ts": kits })).toEqual(BOTH);
});
