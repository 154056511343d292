/**
 * A process that holds the mutated sources and their tests, and answers which mutants the tests notice.
 * Arguments: the number of mutants, the one that is on while the files load (-1 for none), the test files as JSON.
 */
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { finish, TESTS } from "./vitest.js";

export interface Ready {
  readonly kind: "ready";
  /** The mutants that are met while the files load. */
  readonly atLoad: readonly number[];
  readonly tests: readonly { readonly name: string; readonly ms: number; readonly meets: readonly number[]; readonly failed?: string }[];
}
export interface Verdict {
  readonly kind: "verdict";
  /** The test that noticed. */
  readonly killedBy?: string;
  /** Whether that test passes again once the mutant is off: otherwise something of it was kept. */
  readonly clean: boolean;
}
export type Question = { readonly mutant: number; readonly tests: readonly number[] } | "end";

const [count, atLoad, files] = process.argv.slice(2);
const met = new Uint8Array(Number(count));
let active = Number(atLoad);
Object.assign(globalThis, {
  $mutant: (id: number) => {
    met[id] = 1;
    return id === active;
  },
});
const taken = (): number[] => {
  const out = [...met.keys()].filter((id) => met[id] === 1);
  met.fill(0);
  return out;
};
const failure = async (index: number): Promise<string | undefined> => {
  try {
    await TESTS[index]?.run();
    return undefined;
  } catch (error) {
    return String(error);
  }
};
const say = (message: Ready | Verdict): void => void process.send?.(message);

async function answer({ mutant, tests }: Exclude<Question, "end">): Promise<Verdict> {
  active = mutant;
  for (const index of tests) {
    if ((await failure(index)) === undefined) continue;
    active = -1;
    return { kind: "verdict", killedBy: TESTS[index]?.name ?? "", clean: (await failure(index)) === undefined };
  }
  active = -1;
  return { kind: "verdict", clean: true };
}

process.on("message", (question: Question) => {
  void (question === "end" ? finish().then(() => process.exit(0)) : answer(question).then(say));
});

for (const file of JSON.parse(files ?? "[]") as string[]) await import(pathToFileURL(file).href);
const loaded = taken();
const tests = [];
// With a mutant on from the start, the tests are what it is asked about, later.
for (const [index, { name }] of active === -1 ? TESTS.entries() : []) {
  const start = performance.now();
  const failed = await failure(index);
  tests.push({ name, ms: performance.now() - start, meets: taken(), ...(failed !== undefined && { failed }) });
}
say({ kind: "ready", atLoad: loaded, tests });
