import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { passable } from "./passable.ts";

const noOther = process.getuid?.() === 0 ? undefined : "only root can become somebody else";

test.skipIf(noOther)(`other users pass through what is closed to them, and no longer than needed${noOther ? `: ${noOther}` : ""}`, () => {
  const top = mkdtempSync(join(tmpdir(), "private-"));
  const inner = join(top, "open/closed");
  mkdirSync(inner, { recursive: true });
  chmodSync(inner, 0o750);
  writeFileSync(join(inner, "a"), "text");
  const others = (program: string, path: string): string => spawnSync(program, [path], { uid: 65534, gid: 65534, encoding: "utf8" }).stdout;
  const modes = (): number[] => [top, join(top, "open"), inner].map((path) => statSync(path).mode & 0o777);
  const before = modes();
  expect([others("cat", join(inner, "a")), before[0], before[2]]).toEqual(["", 0o700, 0o750]);
  const close = passable(inner);
  expect([others("cat", join(inner, "a")), others("ls", top), ...modes()]).toEqual(["text", "", 0o701, before[1], 0o751]);
  close();
  expect([others("cat", join(inner, "a")), ...modes()]).toEqual(["", ...before]);
});
