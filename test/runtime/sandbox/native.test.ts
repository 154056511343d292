import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../dist/native");
/** `e_machine` of the header of a program. */
const MACHINES = { x64: 0x3e, arm64: 0xb7 } as const;
const listed = existsSync(join(folder, "launchers.json"))
  ? (JSON.parse(readFileSync(join(folder, "launchers.json"), "utf8")) as Readonly<Record<string, string>>)
  : {};

test.each(Object.entries(MACHINES))(
  "the launchers for %s are programs for it that need no library, of the digest that is listed",
  (machine, code) => {
    const built = ["landlock", "inside"].filter((name) => existsSync(join(folder, `${name}-${machine}`)));
    if (built.length === 0) {
      if (machine === process.arch && process.env["REQUIRE_SANDBOX"] === "1")
        throw new Error("the launchers are required here, and are not built");
      console.warn(`skipped: launchers for ${machine}, for which no compiler is there`);
      return;
    }
    for (const name of built) {
      const bytes = readFileSync(join(folder, `${name}-${machine}`));
      expect([name, bytes.subarray(1, 4).toString(), bytes.readUInt16LE(18)]).toEqual([name, "ELF", code]);
      expect(bytes.includes("/ld-linux")).toBe(false);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(listed[`${name}-${machine}`]);
    }
  },
);
