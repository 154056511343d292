import { expect, test } from "vitest";
import { toolsOf } from "../support/tools.ts";

const SERVICE = `import { readFile } from "node:fs/promises"; import { Context, Effect, Layer } from "effect";
export class Files extends Context.Tag("Files")<Files, { search(path: string): Effect.Effect<string> }>() {}
export const one = { search: (path: string) => Effect.tryPromise(() => readFile(path, "utf8")) };`;
const running = (body: string, files: Readonly<Record<string, string>>): string | undefined =>
  toolsOf({
    "t.ts": `import { tool } from "ai"; import { Effect } from "effect"; import * as all from "./files"; import { Files } from "./files";
export const t = tool({ description: "d", inputSchema: {}, execute: (a: any) => Effect.runPromise(Effect.gen(function* () { ${body} })) });`,
    ...files,
  })["t"];
const ASKING = "const files = yield* Files; return yield* files.search(a.path).pipe(Effect.orDie);";

test.each([
  "Layer.succeed(Files, one)",
  "Layer.succeed(Files)(one)",
  "Layer.sync(Files, () => one)",
  "Layer.effect(Files, Effect.succeed(one))",
  "Layer.effect(Files, Effect.gen(function* () { yield* Effect.void; return one; }))",
  "Layer.scoped(Files, Effect.acquireRelease(Effect.sync(() => one), () => Effect.void))",
  "Layer.effect(Files, Effect.gen(function* () { return Files.of({ search: (path) => one.search(path) }); }))",
  "Effect.provideService(Effect.void, Files, one)",
  "Effect.void.pipe(Effect.provideService(Files, one))",
])("what a tag stands for is what is provided for it: %s", (layer) => {
  expect(running(ASKING, { "files.ts": `${SERVICE}\nexport const live = ${layer};` })).toBe("fs.read {param:path}");
});

test("in another module, by a function, and asked for through a module as a whole", () => {
  const files = {
    "files.ts": SERVICE,
    "live.ts": `import { Effect, Layer } from "effect"; import { Files, one } from "./files"; const make = () => Effect.sync(() => one); export const live = Layer.effect(Files, make());`,
  };
  expect(running("return yield* (yield* all.Files).search(a.path);", files)).toBe("fs.read {param:path}");
});

test.each([
  ["a tag that is a constant", `export const Files = Context.GenericTag<{}>("Files"); export const live = Layer.succeed(Files, one);`],
  [
    "a class that says what makes it",
    `export class Files extends Effect.Service<Files>()("Files", { effect: Effect.gen(function* () { return one; }) }) {}`,
  ],
  [
    "a class of the fourth version",
    `export class Files extends Context.Service<Files>()("Files", { make: Effect.succeed(one) }) { static layer = Layer.effect(this, this.make); }`,
  ],
  [
    "modules of the package that are imported by themselves",
    `import * as Tags from "effect/Context"; import * as Layers from "effect/Layer"; import * as Effects from "effect/Effect"; export class Files extends Tags.Tag("Files")<Files, {}>() {} export const live = Layers.succeed(Files, { search: Effects.fn("search")(function* (path: string) { return yield* one.search(path); }) });`,
  ],
  [
    "functions that are made of generators",
    `export class Files extends Effect.Service<Files>()("Files", { sync: () => ({ search: Effect.fn("search")(function* (path: string) { return yield* one.search(path); }) }) }) {}`,
  ],
])("%s", (_name, tag) => {
  expect(running(ASKING, { "files.ts": `${SERVICE.replace(/export class.*\n/u, "")}\n${tag}` })).toBe("fs.read {param:path}");
});

test("what nobody is seen to provide is unknown, whatever it is asked", () => {
  expect(running(ASKING, { "files.ts": SERVICE })).toBe("unknown.abstract");
  expect(running("const one = yield* a.Service; return yield* one.search(a.path);", { "files.ts": SERVICE })).toBe("unknown.abstract");
});

test("a tag is handed to the functions that are given with it", () => {
  const files = { "files.ts": `${SERVICE}\nexport const live = Layer.succeed(Files, one);` };
  expect(running("yield* Effect.flatMap(Files, (files) => files.search(a.path));", files)).toBe("fs.read {param:path}");
});

test("what a computation hands back is what its functions do", () => {
  const files = {
    "files.ts": `${SERVICE}\nexport const open = (dir: string) => Effect.promise(async () => ({ dir, search: one.search }));`,
  };
  expect(running("const files = yield* all.open('x'); yield* files.search(a.path);", files)).toBe("fs.read {param:path}");
});

test.each(["this", "{ self: this }"])("a generator that is given %s has it", (self) => {
  const code = `class Store { read = (path: string) => all.one.search(path); load(path: string) { return Effect.gen(${self}, function* (this: any) { return yield* this.read(path); } as any); } } const store = new Store();`;
  expect(
    running("return yield* all.load(a.path);", {
      "files.ts": `${SERVICE}\nconst all = { one };\n${code}\nexport const load = (path: string) => store.load(path);`,
    }),
  ).toBe("fs.read {param:path}");
});

test.each([
  ["by hand", `const provide = (tag: any) => Layer.succeed(tag, { search: () => Effect.void }); export const other = provide(Files);`],
  [
    "by one that is called as Effect's are",
    `const own = { succeed: (tag: any, kept: any) => Layer.succeed(tag, kept.inner) }; export const other = own.succeed(Files, { search: () => Effect.void });`,
  ],
  ["under another name", `const Other = Files; export const other = Layer.succeed(Other, one);`],
  ["in a list", `const given = [Files, one] as const; export const other = Layer.succeed(...given);`],
  ["by what is not seen through", `export const other = Layer.effect(Files, Effect.tryPromise(() => import("elsewhere")));`],
])("what is provided beside what is seen is unknown: %s", (_name, more) => {
  const files = { "files.ts": `${SERVICE}\nexport const live = Layer.succeed(Files, { search: () => Effect.void });\n${more}` };
  expect(running(ASKING, files)).toMatch(/unknown/u);
});

test("a pipe of what nobody knows is unknown", () => {
  const files = { "files.ts": `${SERVICE}\nimport { it } from "elsewhere"; export const made = it;` };
  expect(running("return all.made.pipe((one: any) => one);", files)).toMatch(/unknown/u);
});

test.each(["Effect.all([Files])", "Effect.all({ files: Files })"])("several are asked for at once: %s", (asked) => {
  const files = { "files.ts": `${SERVICE}\nexport const live = Layer.succeed(Files, one);` };
  const taken = asked.includes("{") ? "{ files }" : "[files]";
  expect(running(`const ${taken} = yield* ${asked}; return yield* files.search(a.path);`, files)).toBe("fs.read {param:path}");
  expect(running("return yield* Files.pipe(Effect.flatMap((files) => files.search(a.path)));", files)).toBe("fs.read {param:path}");
});

test("services of the platform", () => {
  const said = (body: string): string | undefined =>
    toolsOf({
      "t.ts": `import { tool } from "ai"; import { Effect } from "effect"; import { Command, FileSystem, HttpApiClient, HttpClient, Worker } from "@effect/platform";
export const t = tool({ description: "d", inputSchema: {}, execute: (a: any) => Effect.runPromise(Effect.gen(function* () { ${body} })) });`,
    })["t"];
  expect(said("const fs = yield* FileSystem.FileSystem; yield* fs.readFileString(a.path); yield* fs.remove(a.path);")).toBe(
    "fs.read {param:path}, fs.write.delete {param:path}",
  );
  expect(said("yield* Command.string(Command.make('ls', a.path));")).toBe("exec.spawn ls");
  expect(said("const http = (yield* HttpClient.HttpClient).pipe(HttpClient.filterStatusOk); yield* http.get('https://a.example');")).toBe(
    "net.connect {dynamic}",
  );
  expect(said("const api = yield* HttpApiClient.make(a.api); yield* api.users.get(a.path);")).toMatch(/^net\.connect .*unknown/u);
  expect(said("const pool = yield* Worker.makePool({ size: 1 }); yield* pool.executeEffect(a);")).toMatch(/unknown/u);
  expect(said("const http = yield* HttpClient.HttpClient; yield* http.get('https://a.example');")).toBe("net.connect {dynamic}");
});
