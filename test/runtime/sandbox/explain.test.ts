import { expect, test } from "vitest";
import { explainSandbox } from "../../../src/runtime/sandbox/explain.ts";

const place = { roots: { workspace: "/w", home: "/h", tmp: "/t" }, environment: {} };
const limits = (more: object): string[] =>
  explainSandbox({}, { ...place, ...more }).flatMap(({ by, clause, value }) => (clause === "limits" ? [`${by}: ${value}`] : []));

test("Landlock as root counts no processes, and says so; bubblewrap counts them in a namespace of its own", () => {
  const all = "kernel: memoryMb 4096, processes 256, openFiles 1024, fileBytes 268435456";
  const host = "host: outputBytes 16777216";
  expect(limits({ isRoot: true })).toEqual([all, host]);
  expect(limits({ backend: "landlock" })).toEqual([all, host]);
  expect(limits({ backend: "landlock", isRoot: true })).toEqual([
    "kernel: memoryMb 4096, openFiles 1024, fileBytes 268435456",
    "nothing: processes 256",
    host,
  ]);
});
