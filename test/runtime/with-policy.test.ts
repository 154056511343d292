import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, expectTypeOf, test } from "vitest";
import { definePolicy, PolicyDeniedError, withPolicy } from "../../src/index.ts";
import { folder } from "../support/folder.ts";

const echo = (args: { path: string }): string => args.path;

describe("withPolicy", () => {
  const dir = (): string => folder({ "in/a.txt": "a", "out/b.txt": "b" });

  test("lets a path inside a grant through, and nothing else", () => {
    const base = dir();
    expect(echo({ path: join(base, "out/b.txt") })).toContain("b.txt");
    const gated = withPolicy({ fs: { read: [`${base}/in/**`] } }, echo);
    expect(gated({ path: join(base, "in/a.txt") })).toBe(join(base, "in/a.txt"));
    expect(() => gated({ path: join(base, "out/b.txt") })).toThrow(PolicyDeniedError);
    expect(() => gated({ path: join(base, "in/../out/b.txt") })).toThrow(PolicyDeniedError);
    expect(() => gated({ path: `file://${base}/out/b.txt` })).toThrow(PolicyDeniedError);
    expect(() => gated({ path: "~/.ssh/id_rsa" })).toThrow(PolicyDeniedError);
  });

  test("says what it cannot gate", () => {
    for (const [given, shown] of [
      ["x", "x"],
      [null, "null"],
      [undefined, "undefined"],
      [7, "7"],
    ] as const)
      expect(() => withPolicy({}, given as unknown as object)).toThrow(
        new TypeError(`\`withPolicy\` takes a function or a tool, and was given \`${shown}\`.`),
      );
    class Tool {
      readonly name = "t";
      execute(): number {
        return 1;
      }
    }
    expect(() => withPolicy({}, Object.freeze(new Tool()))).toThrow(
      new TypeError("The tool is frozen, so that its `execute` cannot be gated. Wrap it before it is frozen, or wrap a plain object."),
    );
    // A plain object is copied, so that a frozen one is no hindrance.
    expect(withPolicy({}, Object.freeze({ name: "t", execute: () => 1 })).execute()).toBe(1);
  });

  test("follows links before it decides", () => {
    const base = dir();
    symlinkSync(join(base, "out"), join(base, "in/link"));
    const gated = withPolicy({ fs: { read: [`${base}/in/**`] } }, echo);
    expect(() => gated({ path: join(base, "in/link/b.txt") })).toThrow(PolicyDeniedError);
    expect(() => gated({ path: join(base, "in/link/new.txt") })).toThrow(PolicyDeniedError);
  });

  test("looks into nested arguments, and does not mind prose", () => {
    const gated = withPolicy({}, (args: unknown) => args);
    expect(() => gated({ a: [{ b: "/etc/passwd" }] })).toThrow(PolicyDeniedError);
    for (const text of ["hello", "a/b", "https://x.example/a", "/ slash", "line\n/etc/passwd", "5/3", "//comment"])
      expect(gated({ text })).toEqual({ text });
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    expect(gated(cyclic)).toBe(cyclic);
  });

  test("a guard that needs a session refuses without one", () => {
    expect(() => withPolicy({ constraints: { maxInvocations: 3 } }, echo)({ path: "x" })).toThrow(PolicyDeniedError);
    expect(() => withPolicy({ approval: "always" }, echo)({ path: "x" })).toThrow(PolicyDeniedError);
  });

  test("keeps plain objects apart, and private fields working", () => {
    const plain = { name: "t", execute: echo };
    const gated = withPolicy({}, plain);
    expect(gated).not.toBe(plain);
    expect(plain.execute).toBe(echo);
    class Tool {
      readonly #secret = 7;
      async invoke(_: string): Promise<number> {
        return Promise.resolve(this.#secret);
      }
    }
    const instance = withPolicy({}, new Tool());
    return expect(instance.invoke("x")).resolves.toBe(7);
  });

  test("keeps the types", () => {
    expectTypeOf(withPolicy({}, echo)).toEqualTypeOf<typeof echo>();
    expectTypeOf(withPolicy({}, { execute: echo, extra: 1 })).toEqualTypeOf<{ execute: typeof echo; extra: number }>();
  });

  test("a wrong policy is an error that names what is wrong", () => {
    expect(() => definePolicy({ fs: { raed: [] } } as never)).toThrow("`fs.raed`: unknown key `raed` (write `read`)");
    expect(() => definePolicy({ fs: { read: ["$WORKSPACE/!x"] } })).toThrow(
      "`fs.read[0]`: `!` has no meaning in a pattern in `$WORKSPACE/!x` at character 12",
    );
    expect(() => withPolicy({}, { name: "no executor" })).toThrow("has no executor");
  });

  test("the working directory may change; `$WORKSPACE` does not", () => {
    const before = process.cwd();
    const base = dir();
    mkdirSync(join(base, "notes"), { recursive: true });
    writeFileSync(join(base, "notes/x"), "");
    const gated = withPolicy({ fs: { read: ["$WORKSPACE/**"] } }, echo);
    try {
      process.chdir(base);
      expect(() => gated({ path: join(base, "notes/x") })).toThrow(PolicyDeniedError);
    } finally {
      process.chdir(before);
    }
  });
});
