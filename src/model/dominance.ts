import { inside, and, findWord } from "./glob/search.ts";
import { runsAnything } from "./interpreters.ts";
import { pathFormula } from "./order/paths.ts";
import type { PathPattern } from "./path.ts";
import { languageOf, ROOTS } from "./path.ts";
import type { Grants } from "./policy.ts";
import { region } from "./region.ts";
import type { Scope } from "./scope.ts";
import { isNone } from "./scope.ts";
import { codePaths } from "./sensitive.ts";

type Facet = keyof Grants;

/** A grant that implies others: whoever has it can give himself the rest. Raises severity and groups rows; the order never uses it. */
export interface Dominance {
  readonly id: string;
  readonly reason: string;
  /** The facet whose grant implies the others. */
  readonly by: Facet;
  readonly over: readonly Facet[];
  readonly holds: (grants: Grants) => boolean;
}

const FILES: readonly Facet[] = ["fs.read", "fs.write.create", "fs.write.modify", "fs.write.delete"];
const OUTSIDE: readonly Facet[] = [...FILES, "net.connect", "net.listen", "net.resolve", "env.read", "env.write"];

/** Whether a scope lets something be written that later runs as code. */
const writesCode = (scope: Scope<PathPattern>): boolean =>
  !isNone(scope) &&
  ROOTS.some((root) => findWord("paths", and(inside(languageOf(codePaths(), root)), pathFormula(region(scope), root))).k !== "none");

export const DOMINANCES: readonly Dominance[] = [
  {
    id: "exec.any",
    reason: "a program that can be told to run anything reads, writes and connects as it likes",
    by: "exec",
    over: [...OUTSIDE, "control", "code"],
    holds: ({ exec }) => exec.allow === "any" || exec.allow.some(runsAnything),
  },
  {
    id: "code",
    reason: "code that is made up at run time does what this process can do",
    by: "code",
    over: [...OUTSIDE, "exec", "control"],
    holds: ({ code }) => code.length > 0,
  },
  {
    id: "fs.write.create.code",
    reason: "a new file among those that later run as code is code",
    by: "fs.write.create",
    over: [...OUTSIDE, "exec", "control", "code"],
    holds: (grants) => writesCode(grants["fs.write.create"]),
  },
  {
    id: "fs.write.modify.code",
    reason: "a changed file among those that later run as code is code",
    by: "fs.write.modify",
    over: [...OUTSIDE, "exec", "control", "code"],
    holds: (grants) => writesCode(grants["fs.write.modify"]),
  },
  {
    id: "net.any",
    reason: "whoever may connect anywhere may look up any name",
    by: "net.connect",
    over: ["net.resolve"],
    holds: (grants) => grants["net.connect"].allow === "any",
  },
];

/** The dominances that some grants have and others do not: what was just handed over. */
export const newlyDominant = (base: Grants, next: Grants): readonly Dominance[] =>
  DOMINANCES.filter((one) => one.holds(next) && !one.holds(base));
