import { join } from "node:path";
import { expect, test } from "vitest";
import { Analysis } from "../../../src/extract/analyze.ts";
import { MAX_STEPS } from "../../../src/extract/eval/budget.ts";
import { genericFrame } from "../../../src/extract/eval/variables.ts";
import { explore } from "../../../src/extract/explore.ts";
import { DiskWorld } from "../../../src/host/world.ts";
import { folder } from "../../support/folder.ts";

test("what one root has no steps left for is said to be unknown, and found out for the next", () => {
  const dir = folder({ "package.json": '{ "name": "x" }', "t.ts": "export function home() { return process.env.HOME_OF_X; }" });
  const { d } = new Analysis(new DiskWorld(dir, [join(dir, "t.ts")]));
  const mod = d.x.module(join(dir, "t.ts"));
  if (!mod) throw new Error("no module");
  const home = genericFrame(d.x, mod, 1, d.x.top(mod));
  const told = (): string[] => {
    const { effects, unknowns } = explore(d.expander, [home], 10);
    return [...effects.map(({ item }) => `${item.capability} ${item.resource}`), ...unknowns.map(({ item }) => item.reason)];
  };
  for (let step = 0; step <= MAX_STEPS; step++) d.x.value({ k: "void" }, home);
  expect(told()).toEqual(["unknown.budget"]);
  d.x.refuel();
  expect(told()).toEqual(["env.read HOME_OF_X"]);
});
