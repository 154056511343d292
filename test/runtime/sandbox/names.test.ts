import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { probe } from "../../../src/runtime/sandbox/backend.ts";
import { BACKENDS } from "../../../src/runtime/sandbox/backends/names.ts";
import { ConfinementRefused } from "../../../src/runtime/sandbox/examine.ts";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";

const working = await Promise.all(BACKENDS.map(async (name) => ("launcher" in (await probe(name)) ? [name] : [])));
const backends = noSandbox === undefined ? working.flat() : [];
for (const name of BACKENDS)
  if (!backends.includes(name)) {
    if (process.env["REQUIRE_SANDBOX"] === "1") throw new Error(`${name} is required here, and does not work`);
    console.warn(`skipped: names of roots by ${name}, which does not work here`);
  }

/** A name, and beside it what a careless launcher would take it for. */
const NAMES: readonly (readonly [name: string, ...besides: string[]])[] = [
  ["a b", "a", "b"],
  ["a  b", "a b"],
  ["it's"],
  ['q"q'],
  ["$(touch x)", "x"],
  ["a;b", "a"],
  ["a\\b", "ab"],
  ["new\nline", "new", "line"],
  ["-rf"],
  ["~"],
  ["${HOME}"],
  ["naïve-ü", "naive-u"],
  ["a*b", "axb"],
  ["[ab]", "a", "b"],
  ["x,y", "x", "y"],
];
/** What firejail would read otherwise is refused; nothing of the others is. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  firejail: ["a  b", "it's", 'q"q', "$(touch x)", "a;b", "a\\b", "new\nline", "~", "${HOME}", "a*b", "[ab]", "x,y"],
};

describe.each(backends)("a root by %s", (backend) => {
  test.each(NAMES)("called %j is the one that is granted, or is refused", async (name, ...besides) => {
    const top = folder({}, "/var/tmp");
    for (const one of [name, ...besides]) mkdirSync(join(top, one));
    const workspace = join(top, name);
    const script = `echo x > "$1/new"; for one in "$2"/*; do test "$one" = "$1" || echo x > "$one/new"; done 2>/dev/null; exit 0`;
    const run = runConfined(["/bin/sh", "-c", script, "sh", workspace, top], {
      policy: { fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/**"] } },
      workspace,
      backend,
    });
    if (REFUSED[backend]?.includes(name) === true) {
      await expect(run).rejects.toThrow(ConfinementRefused);
      expect(existsSync(join(workspace, "new"))).toBe(false);
    } else {
      expect((await run).stderr).toBe("");
      expect(readFileSync(join(workspace, "new"), "utf8")).toBe("x\n");
    }
    expect(besides.filter((one) => existsSync(join(top, one, "new")))).toEqual([]);
  });

  test("that is missing, or a link, is an error", async () => {
    const top = folder({ "real/.keep": "" }, "/var/tmp");
    symlinkSync(join(top, "real"), join(top, "link"));
    for (const name of ["missing", "link"])
      await expect(runConfined(["/bin/true"], { policy: { fs: { write: [`${top}/${name}/**`] } }, backend })).rejects.toThrow(
        ConfinementRefused,
      );
  });
});
