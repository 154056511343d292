import { describe, expect, test } from "vitest";
import { runInNewContext } from "node:vm";
import { argumentsDigest } from "../../../src/runtime/approval/digest.ts";

const cycle = (key: string): object => {
  const made: Record<string, unknown> = {};
  made[key] = made;
  return made;
};
class Point {
  readonly #hidden: number;
  readonly x = 1;
  constructor(hidden: number) {
    this.#hidden = hidden;
  }
  get hidden(): number {
    return this.#hidden;
  }
}

describe("the same arguments have the same digest", () => {
  test.each<readonly [string, () => unknown, () => unknown]>([
    ["keys in another order", () => ({ a: 1, b: { c: 2, d: 3 } }), () => ({ b: { d: 3, c: 2 }, a: 1 })],
    ["objects of another realm", () => ({ a: [1] }), () => runInNewContext("({ a: [1] })") as unknown],
    ["objects without a prototype", () => ({ a: 1 }), () => Object.assign(Object.create(null) as object, { a: 1 })],
    ["NaN", () => [NaN], () => [NaN]],
    ["patterns", () => /a/gu, () => /a/gu],
    ["bytes", () => Buffer.from("abc"), () => Buffer.from("abc")],
    ["dates", () => new Date(5), () => new Date(5)],
    ["maps", () => new Map([["a", new Set([1])]]), () => new Map([["a", new Set([1])]])],
    ["cycles", () => cycle("a"), () => cycle("a")],
  ])("%s", (_, a, b) => {
    expect(argumentsDigest(a())).toBe(argumentsDigest(b()));
  });

  test("what cannot be looked into is the same as itself", () => {
    const [point, blob] = [new Point(1), new Blob(["a"])];
    expect(argumentsDigest({ point, blob })).toBe(argumentsDigest({ blob, point }));
  });
});

test("other arguments have another digest: of all these, no two are alike", () => {
  const bytes = new Uint8Array([1, 2, 3, 4]);
  const all: unknown[] = [
    undefined,
    null,
    0,
    -0,
    NaN,
    Infinity,
    -Infinity,
    1n,
    "1n",
    1,
    "1",
    "NaN",
    true,
    "",
    {},
    [],
    [null],
    [[]],
    { a: null },
    { a: NaN },
    { a: { $number: "NaN" } },
    { a: [1, 2] },
    { a: [[1], 2] },
    { "a,b": 1 },
    new Map(),
    new Map([["a", 1]]),
    new Map([[1, "a"]]),
    new Map([["a", new Map([["b", 1]])]]),
    new Set(),
    new Set(["a", 1]),
    new Set([["a", 1]]),
    { $map: [["a", 1]] },
    new Date(0),
    new Date(1),
    new Date(NaN),
    "1970-01-01T00:00:00.000Z",
    /a/u,
    /a/gu,
    "/a/u",
    new URL("https://a.example/"),
    "https://a.example/",
    new URLSearchParams("a=1"),
    new URLSearchParams("a=2"),
    bytes,
    new Uint8Array([1, 2, 3]),
    new Uint16Array(bytes.buffer),
    bytes.buffer,
    Buffer.from(bytes),
    { $bytes: "AQIDBA==" },
    new Blob(["a"]),
    new Blob(["b"]),
    new Point(1),
    new Point(2),
    new Headers({ a: "1" }),
    new Headers({ a: "2" }),
    new Error("a"),
    new Error("b"),
    Object.assign(["/etc/shadow"], { [Symbol.iterator]: () => ["safe"].values() }),
    ["safe"],
    Object.create(Object.assign(Object.create(null) as object, { p: 1 })),
    [undefined],
    { a: undefined },
    () => 1,
    () => 1,
    { f: () => 1 },
    Object.assign(["in/a"], { path: "in/secret" }),
    ["in/a"],
    Object.defineProperty({ path: "in/secret" }, "toJSON", { value: () => ({ path: "in/safe" }) }),
    { path: "in/safe" },
    { path: "in/secret" },
    Object.defineProperty({}, "path", { value: "in/secret" }),
    { [Symbol("path")]: "in/secret" },
    Object.assign(new Date(7), { getTime: () => 8 }),
    new Date(7),
    new Date(8),
    Object.assign(/b/u, { toString: () => "/c/u" }),
    /c/u,
    Object.assign(new Map([["a", 2]]), { path: "b" }),
    new Map([["a", 2]]),
    new (class Two extends Map<string, number> {})([["a", 2]]),
    Object.assign(new URL("https://b.example/"), { own: 1 }),
    new URL("https://b.example/"),
    Symbol("a"),
    cycle("a"),
    { a: "@1" },
    { a: cycle("a") },
  ];
  const digests = all.map(argumentsDigest);
  const alike = digests.flatMap((one, i) => digests.flatMap((other, j) => (i < j && one === other ? [[all[i], all[j]]] : [])));
  expect(alike).toEqual([]);
});

test("an instance is the same as itself, whatever it holds", () => {
  const match = "a=1".match(/(?<key>\w)=(?<value>\d)/u);
  const one = Object.assign(new Point(1), { groups: match?.groups, more: { a: 1 }, f: () => 1 });
  expect(argumentsDigest(one)).toBe(argumentsDigest(one));
  const before = argumentsDigest(one);
  one.more.a = 2;
  expect(argumentsDigest(one)).not.toBe(before);
});

test("what throws when it is looked at is never the same, not even as itself", () => {
  const loud = {
    get a(): never {
      throw new Error("no");
    },
  };
  expect(argumentsDigest(loud)).not.toBe(argumentsDigest(loud));
});
