/**
 * As much of vitest as the mutated tests use, in one process that stays: loading the tests takes a second, and each
 * mutant needs a few milliseconds of them.
 */
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import { format } from "node:util";

type Body = (...values: unknown[]) => unknown;
export interface OneTest {
  readonly name: string;
  readonly run: () => unknown;
}

/** The one thing that tests replace here: a method, until it is put back. */
export const vi = {
  spyOn: <T extends object>(target: T, key: keyof T): { mockReturnValue: (value: unknown) => { mockRestore: () => void } } => ({
    mockReturnValue: (value) => {
      const before = target[key];
      target[key] = (() => value) as T[keyof T];
      return { mockRestore: () => void (target[key] = before) };
    },
  }),
};

let leaving: (() => unknown)[] = [];
export const onTestFinished = (body: () => unknown): void => void leaving.push(body);
async function running(body: () => unknown): Promise<void> {
  leaving = [];
  try {
    await body();
  } finally {
    for (const one of leaving.reverse()) await one();
  }
}

/** Every test that the loaded files register. */
export const TESTS: OneTest[] = [];
const LAST: (() => unknown)[] = [];
const titles: string[] = [];

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
export const expect: unknown = chai.expect;

/** A chain of any length that answers to anything: types are held by the compiler. */
const chain: object = new Proxy(() => chain, { get: () => chain });
export const expectTypeOf = (): object => chain;

const each =
  (one: (name: string, body: Body) => void) =>
  (cases: readonly unknown[]) =>
  (name: string, body: Body): void => {
    for (const values of cases) {
      const list = Array.isArray(values) ? (values as unknown[]) : [values];
      one(format(name, ...list), () => body(...list));
    }
  };

const addTest = (name: string, ...rest: readonly unknown[]): void => {
  // Between name and body there may be options, which say nothing here.
  const body = rest.find((one): one is Body => typeof one === "function");
  if (body) TESTS.push({ name: [...titles, name].join(" > "), run: () => running(body) });
};
const addSuite = (name: string, body: Body): void => {
  titles.push(name);
  body();
  titles.pop();
};
const skipIf =
  (isSkipped: boolean) =>
  (name: string, ...rest: readonly unknown[]): void => {
    if (!isSkipped) addTest(name, ...rest);
  };
export const test: unknown = Object.assign(addTest, { each: each(addTest), skipIf });

export const describe: unknown = Object.assign(addSuite, { each: each(addSuite) });
export const afterAll = (body: () => unknown): void => void LAST.push(body);

/** Runs what was left for the end. */
export async function finish(): Promise<void> {
  for (const body of LAST) await body();
}
