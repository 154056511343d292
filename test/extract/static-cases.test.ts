import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Analysis } from "../../src/extract/analyze.ts";
import { elementsOf } from "../../src/extract/eval/meaning/containers.ts";
import { factsOf } from "../../src/extract/facts.ts";
import { listSources } from "../../src/host/files.ts";
import { DiskWorld } from "../../src/host/world.ts";

interface Truth {
  id: string;
  file: string;
  cap: string;
  res?: string;
}

const root = join(import.meta.dirname, "../../fixtures/static");
const truth = JSON.parse(readFileSync(join(import.meta.dirname, "static-truth.json"), "utf8")) as Truth[];
const world = new DiskWorld(root, listSources(root).files);

/** What the words of the truth file are in ours. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "fs.read": ["fs.read"],
  "fs.write": ["fs.write"],
  net: ["net"],
  env: ["env"],
  exec: ["exec"],
  code: ["code.eval"],
  worker: ["code.worker"],
  native: ["code.native"],
  process: ["control"],
  unknown: ["code.load"],
};

function seen(file: string): { effects: string[]; unknowns: string[] } {
  const analysis = new Analysis(world);
  const mod = analysis.d.x.module(join(root, file));
  if (!mod) throw new Error(`no ${file}`);
  const { x } = analysis.d;
  const exported = elementsOf(x, [x.in.atom({ k: "ns", mod })]);
  const frames = exported.flatMap((atom) => {
    if (atom.k !== "fn") return [];
    const fn = atom.mod.sum.fns[atom.f];
    const required = (fn?.pn ?? []).filter((_, index) => !fn?.pd[index]);
    return [
      x.in.frame(
        atom.mod,
        atom.f,
        atom.up,
        required.map((name) => x.data(`param:${name}`)),
        null,
      ),
    ];
  });
  const { effects, unknowns } = factsOf(analysis.d, [x.top(mod), ...frames]);
  return { effects: effects.map((one) => `${one.capability} ${one.resource}`), unknowns: unknowns.map((one) => one.reason) };
}

const positives = truth.filter((one) => one.cap !== "none" && !one.id.includes("-neg-"));
const negatives = truth.filter((one) => one.cap === "none" || one.id.includes("-neg-"));

/** Cases whose answer is an unknown with a reason, not an exact capability. */
const KNOWN_UNKNOWN = new Set(["54-third-party-helper"]);

describe("tricky one-file cases", () => {
  test.each(positives)("$id", ({ id, file, cap, res }) => {
    const { effects, unknowns } = seen(file);
    const names = NAMES[cap] ?? [cap];
    if (KNOWN_UNKNOWN.has(id)) {
      expect(unknowns.length).toBeGreaterThan(0);
      return;
    }
    const found = effects.filter((effect) => names.some((name) => effect.startsWith(name)));
    expect(found, `${effects.join("; ")} | ${unknowns.join("; ")}`).not.toEqual([]);
    if (res && res !== "$arg" && res !== "*") expect(found.some((effect) => effect.includes(res.replace(/^\.\//u, "")))).toBe(true);
  });

  test.each(negatives)("$id is no alarm", ({ file }) => {
    expect(seen(file)).toEqual({ effects: [], unknowns: [] });
  });

  test("all cases are here", () => {
    expect(positives.length).toBe(55);
    expect(negatives.length).toBe(11);
  });
});
