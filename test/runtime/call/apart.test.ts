import { expect, test } from "vitest";
import type { Policy } from "../../../src/index.ts";
import { withPolicy } from "../../../src/index.ts";
import type { RuntimeConfig } from "../../../src/schema/runtime.ts";
import { markApart } from "../../../src/runtime/call/apart.ts";
import { createFence } from "../../../src/runtime.ts";
import { denialOf } from "../../support/denied.ts";
import { manifestOf } from "../../support/manifest.ts";

const run = (policy: Policy, executor: () => number, config: RuntimeConfig = {}): string =>
  denialOf(createFence({ manifest: manifestOf({ t: { policy } }, config) }).wrap(executor, { name: "t" }));

test("a tool whose policy wants it isolated does not run in the agent's process", () => {
  const here = (): number => 1;
  const worker = markApart(() => 1, "worker");
  const own = markApart(() => 1, "process");
  expect([run({}, here), run({ isolation: "worker" }, here), run({ isolation: "process" }, here)]).toEqual([
    "ran",
    "tool.isolation",
    "tool.isolation",
  ]);
  expect([run({ isolation: "worker" }, worker), run({ isolation: "process" }, worker), run({ isolation: "process" }, own)]).toEqual([
    "ran",
    "tool.isolation",
    "ran",
  ]);
  expect(denialOf(withPolicy({ isolation: "worker" }, here))).toBe("tool.isolation");
  expect(denialOf(withPolicy({ isolation: "worker" }, worker))).toBe("ran");
  expect(
    denialOf(
      createFence({ manifest: manifestOf({ t: { policy: { isolation: "worker" }, origin: "code" } }) }).wrap(
        withPolicy({ isolation: "worker" }, worker),
        { name: "t" },
      ),
    ),
  ).toBe("ran");
});

test("but where the reviewed configuration says so; a fence's own code cannot", () => {
  expect(run({ isolation: "worker" }, () => 1, { isolation: "trust" })).toBe("ran");
  expect(() => createFence({ manifest: manifestOf({ t: { policy: {} } }), config: { isolation: "trust" } })).toThrow(
    "asks less than the reviewed manifest",
  );
});
