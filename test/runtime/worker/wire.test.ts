import v8 from "node:v8";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wire } from "../../../src/runtime/worker/wire.ts";

const { frame, reader } = wire(v8);

/** What a reader makes of bytes, given in pieces of a length. */
function read(bytes: Buffer, piece = bytes.length, maxBytes = 1_000_000): { heard: unknown[]; broken: string[] } {
  const heard: unknown[] = [];
  const broken: string[] = [];
  const take = reader(
    maxBytes,
    (message) => heard.push(message),
    (why) => broken.push(why),
  );
  for (let at = 0; at < bytes.length; at += piece) take(bytes.subarray(at, at + piece));
  return { heard, broken };
}
const isText = (message: object): boolean => frame(message)[4] === 0x7b;
const framed = (body: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
};

describe("what is said", () => {
  test("arrives as a structured clone of it would, however it is cut", () => {
    const anything = fc.anything({
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withBigInt: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 4 }), fc.integer({ min: 1, max: 9 }), (values, piece) => {
        const bytes = Buffer.concat(values.map((value) => frame({ value })));
        expect(read(bytes, piece)).toStrictEqual({ heard: values.map((value) => asHeard(value)), broken: [] });
      }),
    );
  });

  test("is text where that says the same", () => {
    const plain = { t: "call", id: 1, path: ["add", 0], args: [1, 'é\ud800"', { "a b": [true, null, -1.5e300], ["__proto__"]: {} }] };
    expect(isText(plain)).toBe(true);
    expect(read(frame(plain))).toStrictEqual({ heard: [plain], broken: [] });
    const one = {};
    const hollow = [1];
    hollow.length = 3;
    for (const value of [
      undefined,
      [undefined],
      -0,
      NaN,
      1n,
      new Date(0),
      [one, one],
      hollow,
      Object.assign([1], { more: 2 }),
      new Map(),
      /x/u,
    ])
      expect(isText({ value: [value] })).toBe(false);
  });

  test("keeps what is one thing one thing, and what leads to itself so", () => {
    const one: { self?: object } = {};
    one.self = one;
    const [heard] = read(frame({ value: one })).heard as [{ value: { self: unknown } }];
    expect(heard.value.self).toBe(heard.value);
    const same = { a: 1 };
    const [twice] = read(frame({ value: [same, same] })).heard as [{ value: unknown[] }];
    expect(twice.value[0]).toBe(twice.value[1]);
  });

  test("that cannot be copied is an error of who says it", () => {
    for (const value of [() => 1, { f: () => 1 }, { toJSON: () => "hidden" }, Symbol("s")])
      expect(() => frame({ value })).toThrow(/could not be cloned/u);
  });
});

describe("what is no message", () => {
  test("is told, and no more than may be sent is kept", () => {
    expect(read(framed(Buffer.alloc(99)), 7, 98)).toMatchObject({ heard: [] });
    expect(read(framed(Buffer.alloc(99)), 103, 98).broken).toEqual(["a message of 99 bytes, where 98 may be sent"]);
    for (const body of ["{", '{"a":1}x', "nothing", ""]) expect(read(framed(Buffer.from(body))).broken).toEqual(["what is no message"]);
  });

  test("nested deeper than a clone can be is none", () => {
    const deep = `{"value":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    expect(read(framed(Buffer.from(deep)))).toEqual({ heard: [], broken: ["what is no message"] });
  });
});

/** A message of this value, as a structured clone has it. */
function asHeard(value: unknown): unknown {
  return value === undefined
    ? expect.toSatisfy((one: object) => Object.keys(one).every((key) => key === "value"))
    : v8.deserialize(v8.serialize({ value }));
}
