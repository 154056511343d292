import { describe, expect, test } from "vitest";
import type { InputShape } from "../../src/model/input/shape.ts";
import { compareInput } from "../../src/verify/input.ts";
import { facts, toolWith } from "./tools.ts";

const shape = (path: InputShape | null, more: readonly string[] = [], rest?: InputShape): InputShape | null =>
  path && {
    kind: "object",
    properties: [...more.map((name) => ({ name, shape: { kind: "string" } as const })), { name: "path", shape: path }],
    ...(rest && { rest }),
  };
const named = (...values: string[]): InputShape => ({ kind: "named", values });
const text: InputShape = { kind: "string" };
let digests = 0;
const tool = (input: InputShape | null, policy: Parameters<typeof toolWith>[0] = null): ReturnType<typeof toolWith> =>
  toolWith(policy, facts("fs.read {param:path}"), { input, inputSchema: `sha256:${digests++}` });
const rows = (base: ReturnType<typeof tool>, next: ReturnType<typeof tool>): string[] =>
  compareInput(base, next).map(({ id, gating, witness }) => `${id}${gating ? `! ${witness ?? ""}` : ""}`);

describe("an input schema against what it was", () => {
  test("more of an argument that gets into a resource gates, and the reverse does not", () => {
    expect(rows(tool(shape(named("a"))), tool(shape(text)))).toEqual(["tool.input.widened! path = a text"]);
    expect(rows(tool(shape(text)), tool(shape(named("a"))))).toEqual(["tool.input.narrowed"]);
  });

  test("what is not decided counts as more", () => {
    const pattern = (re: string): InputShape => ({ kind: "string", checks: [re] });
    expect(rows(tool(shape(pattern("/^a/"))), tool(shape(pattern("/^b/"))))).toEqual([
      "tool.input.unknown! path = a string that is not /^a/",
    ]);
    expect(rows(tool(shape(named("a"))), tool({ kind: "opaque", digest: "sha256:x" }))).toEqual([
      "tool.input.unknown! the arguments = a value that was not read",
    ]);
    expect(rows(tool(shape(named("a"))), tool(null))).toEqual(["tool.input.unknown! the arguments = a value that was not read"]);
  });

  test("within a policy it is said, and so is an argument that gets into nothing", () => {
    const policy = { fs: { read: ["$WORKSPACE/**"] } };
    expect(rows(tool(shape(named("a")), policy), tool(shape(text), policy))).toEqual(["tool.input.widened"]);
    expect(rows(tool(shape(text)), tool(shape(text, ["note"])))).toEqual(["tool.input.widened"]);
  });

  test("an argument that gets into a resource and is only let in by what else may be sent", () => {
    const unnamed = (rest?: InputShape): InputShape => ({ kind: "object", properties: [], ...(rest && { rest }) });
    expect(rows(tool(unnamed()), tool(unnamed({ kind: "any" })))).toEqual(["tool.input.widened! * = any value"]);
    expect(rows(tool(shape(text)), tool(shape(text, [], { kind: "any" })))).toEqual(["tool.input.widened"]);
  });

  test("an argument that may be left out is no more of it", () => {
    const optional: InputShape = { kind: "object", properties: [{ name: "path", optional: true, shape: text }] };
    expect(rows(tool(shape(text)), tool(optional))).toEqual(["tool.input.widened"]);
  });

  test("a change of words is a change", () => {
    expect(rows(tool(shape(text)), tool(shape(text)))).toEqual(["tool.input.changed"]);
    expect(rows(tool(null), tool(shape(text)))).toEqual(["tool.input.changed"]);
  });
});
