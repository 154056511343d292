/** Puts every mutant to the tests that meet it, in processes that stay. */
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import type { Question, Ready, Verdict } from "./child.js";

interface Setting {
  readonly cwd: string;
  readonly workers: number;
}
type Answer = Ready | Verdict | "gone" | "late";

/** One process with the tests loaded. */
class Child {
  readonly #process: ChildProcess;
  constructor(count: number, atLoad: number, tests: readonly string[], { cwd }: Setting, stderr: "ignore" | "inherit" = "ignore") {
    this.#process = fork(new URL("child.js", import.meta.url), [String(count), String(atLoad), JSON.stringify(tests)], {
      cwd,
      env: { ...process.env, FC_RUNS: process.env["FC_RUNS"] ?? "0.05" },
      stdio: ["ignore", "ignore", stderr, "ipc"],
    });
  }

  /** What it says next; a process that ends or says nothing for `ms` milliseconds is stopped. */
  next(ms: number): Promise<Answer> {
    return new Promise((resolve) => {
      const done = (answer: Answer): void => {
        clearTimeout(timer);
        this.#process.removeAllListeners();
        if (answer === "late" || answer === "gone") this.#process.kill("SIGKILL");
        resolve(answer);
      };
      const timer = setTimeout(() => done("late"), ms);
      this.#process.once("message", (message) => done(message as Answer));
      this.#process.once("exit", () => done("gone"));
      this.#process.once("error", () => done("gone"));
      if (this.#process.exitCode !== null) done("gone");
    });
  }

  ask(question: Question): void {
    this.#process.send(question);
  }

  stop(): void {
    this.#process.removeAllListeners();
    if (this.#process.connected) this.ask("end");
    setTimeout(() => this.#process.kill("SIGKILL"), 2000).unref();
  }
}

const LOADING = 120_000;
/** Whatever its tests take, a mutant is given no longer: all of them together take far less. */
const LONGEST = 180_000;

async function loaded(child: Child): Promise<Ready | undefined> {
  const answer = await child.next(LOADING);
  return typeof answer === "object" && answer.kind === "ready" ? answer : undefined;
}

/** The numbers of the mutants that no test noticed, in order. A mutant that makes a test run far too long is noticed. */
export async function judge(count: number, files: readonly string[], setting: Setting): Promise<number[]> {
  const first = new Child(count, -1, files, setting, "inherit");
  const ready = await loaded(first);
  if (!ready) throw new Error("the tests do not load before any mutation");
  const broken = ready.tests.filter(({ failed }) => failed !== undefined);
  if (broken.length > 0)
    throw new Error(`before any mutation these fail:\n${broken.map(({ name, failed }) => `${name}: ${failed}`).join("\n")}`);

  const cost = ready.tests.map(({ ms }) => ms);
  const atLoad = new Set(ready.atLoad);
  const meeting: number[][] = Array.from({ length: count }, () => []);
  ready.tests.forEach(({ meets }, test) => meets.forEach((id) => meeting[id]?.push(test)));
  const patience = (tests: readonly number[]): number =>
    Math.min(LONGEST, 3000 + 20 * tests.reduce((sum, test) => sum + (cost[test] ?? 0), 0));
  const cheapFirst = (tests: readonly number[]): number[] => tests.toSorted((a, b) => (cost[a] ?? 0) - (cost[b] ?? 0));

  /** Whether it lives when it is on while the files load. */
  const livesFromTheStart = async (mutant: number): Promise<boolean> => {
    const child = new Child(count, mutant, files, setting);
    try {
      if (!(await loaded(child))) return false;
      const tests = cheapFirst([...cost.keys()]);
      child.ask({ mutant, tests });
      const answer = await child.next(patience(tests));
      return typeof answer === "object" && answer.kind === "verdict" && answer.killedBy === undefined;
    } finally {
      child.stop();
    }
  };

  const queue = [...Array(count).keys()];
  const survivors: number[] = [];
  const work = async (given?: Child): Promise<void> => {
    let child = given;
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      if (!child) {
        child = new Child(count, -1, files, setting);
        if (!(await loaded(child))) throw new Error("the tests do not load again");
      }
      const tests = cheapFirst(meeting[mutant] ?? []);
      child.ask({ mutant, tests });
      const answer = await child.next(patience(tests));
      const verdict = typeof answer === "object" && answer.kind === "verdict" ? answer : undefined;
      if (verdict && verdict.killedBy === undefined && (!atLoad.has(mutant) || (await livesFromTheStart(mutant)))) survivors.push(mutant);
      if (verdict && !verdict.clean) child.stop();
      if (!verdict?.clean) child = undefined;
      if (queue.length % 100 === 0) console.error(`${queue.length} to go, ${survivors.length} survived`);
    }
    child?.stop();
  };
  await Promise.all([work(first), ...Array.from({ length: setting.workers - 1 }, () => work())]);
  return survivors.toSorted((a, b) => a - b);
}
