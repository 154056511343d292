import { join } from "node:path";
import { expect, test } from "vitest";
import { Analysis } from "../../../src/extract/analyze.ts";
import { MAX_STEPS } from "../../../src/extract/eval/fixpoint/budget.ts";
import { genericFrame } from "../../../src/extract/eval/meaning/variables.ts";
import { explore } from "../../../src/extract/explore.ts";
import { DiskWorld } from "../../../src/host/world.ts";
import { folder } from "../../support/folder.ts";

const CODE = `const env = process.env; const pick = (a: boolean) => (a ? { all: env } : { all: {} });
export function home() { const { all } = pick(Math.random() > 0.5); return all.HOME_OF_X; }`;

/** What the last function of a module does, once where a number of steps is left for it and once where there are enough. */
function toldTwice(code: string, left: number): string[][] {
  const dir = folder({ "package.json": '{ "name": "x" }', "t.ts": code });
  const { d } = new Analysis(new DiskWorld(dir, [join(dir, "t.ts")]));
  const mod = d.x.module(join(dir, "t.ts"));
  if (!mod) throw new Error("no module");
  const home = genericFrame(d.x, mod, mod.sum.fns.length - 1, d.x.top(mod));
  const told = (): string[] => {
    const { effects, unknowns } = explore(d.expander, [home], 10);
    return [...effects.map(({ item }) => `${item.capability} ${item.resource}`), ...unknowns.map(({ item }) => item.reason)];
  };
  for (let step = 0; step <= MAX_STEPS - left; step++) d.x.value({ k: "void" }, home);
  const first = told();
  d.x.refuel();
  return [first, told()];
}

test("what one root has no steps left for is said to be unknown, and found out for the next", () => {
  expect(toldTwice("export function home() { return process.env.HOME_OF_X; }", 0)).toEqual([["unknown.budget"], ["env.read HOME_OF_X"]]);
});

test("whenever the steps of a root end, the next one finds out what it has the steps for", () => {
  const all = Array.from({ length: 40 }, (_, left) => toldTwice(CODE, left)[1]);
  expect(new Set(all.map((one) => one?.join()))).toEqual(new Set(["env.read HOME_OF_X"]));
});
