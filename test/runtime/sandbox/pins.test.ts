import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Policy } from "../../../src/model/policy.ts";
import type { Applied } from "../../../src/runtime/sandbox/apply.ts";
import { apply } from "../../../src/runtime/sandbox/apply.ts";
import type { Backend } from "../../../src/runtime/sandbox/backend.ts";
import { probe } from "../../../src/runtime/sandbox/backend.ts";
import { diagnose } from "../../../src/runtime/sandbox/diagnose.ts";
import { examine } from "../../../src/runtime/sandbox/examine.ts";
import { launch } from "../../../src/runtime/sandbox/launch.ts";
import { pinned, pinOf, programPin } from "../../../src/runtime/sandbox/pins.ts";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";

test("a path is pinned by what stands there itself, with no link on the way", () => {
  const dir = realpathSync(folder({ "a/file": "", "b/file": "" }));
  symlinkSync("a", join(dir, "link"));
  const at = (name: string): string | undefined => pinOf(join(dir, name));
  expect(at("a")).toMatch(/^\d+:\d+$/u);
  expect(at("a")).not.toBe(at("b"));
  expect([at("link"), at("link/file"), at("none")]).toEqual([undefined, undefined, undefined]);
  expect([...pinned([join(dir, "a/file"), join(dir, "none")]).keys()]).toEqual([join(dir, "a/file")]);
});

/** Who looks at what was mounted: our own program inside, or we, where that is not there. */
type Looking = "inside" | "outside";
/** A launcher as it is where our own program is not there. */
const without = ({ name, launcher, ending, limiter, hops }: Backend): Backend => ({ name, launcher, ending, limiter, hops });
async function prepared(policy: Policy, workspace: string, looking: Looking): Promise<Applied & { readonly backend: Backend }> {
  const backend = await probe();
  if ("reason" in backend) throw new Error(backend.reason);
  if (looking === "inside") return { ...apply({ ...examine(policy, { workspace }), backend }), backend };
  const alone = without(backend);
  return { ...apply({ ...examine(policy, { workspace }), backend: alone }), backend: alone };
}

describe.skipIf(noSandbox !== undefined).each<Looking>(["inside", "outside"])(
  "a folder that is exchanged between the check and the mount, %s",
  (looking) => {
    const place = (): string => {
      const dir = realpathSync(folder({ "secret/x": "" }));
      mkdirSync(join(dir, "ws/out"), { recursive: true });
      return dir;
    };
    const policy = { fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/out/**"] } };
    const run = async (one: Applied & { readonly backend: Backend }, dir: string, isHeld = true): Promise<string | undefined> => {
      const command = ["/bin/sh", "-c", `echo x > '${dir}/ws/out/new'`];
      const { refused, stderr } = await launch({
        ...(isHeld ? one.backend : without(one.backend)),
        ...one.told({ code: [], channel: false, link: false, variables: {} }),
        ...(isHeld ? one.command(command) : { command }),
        filter: one.filter,
        pins: isHeld ? one.pins : undefined,
        hosts: one.hosts,
        interactive: false,
        timeMs: undefined,
        outputBytes: 1000,
      });
      return refused === "" && stderr.startsWith("inside: ") ? diagnose("bubblewrap", stderr).reason : refused;
    };
    const exchange = (dir: string): void => {
      renameSync(join(dir, "ws/out"), join(dir, "ws/old"));
      renameSync(join(dir, "secret"), join(dir, "ws/out"));
    };

    test("is written elsewhere without pins, and refused with them", async () => {
      const [open, held] = [place(), place()];
      for (const dir of [open, held]) {
        const one = await prepared(policy, join(dir, "ws"), looking);
        exchange(dir);
        expect(await run(one, dir, dir === held)).toBe(
          dir === open ? undefined : `\`${dir}/ws/out\` was exchanged for something else while it was mounted`,
        );
      }
      expect([readdirSync(join(open, "ws/out")), readdirSync(join(held, "ws/out"))]).toEqual([["new", "x"], ["x"]]);
    });

    test("so is what is protected in it", async () => {
      const dir = place();
      mkdirSync(join(dir, "ws/out/.git/hooks"), { recursive: true });
      const one = await prepared(policy, join(dir, "ws"), looking);
      renameSync(join(dir, "ws/out/.git/hooks"), join(dir, "ws/out/.git/old"));
      mkdirSync(join(dir, "ws/out/.git/hooks"));
      expect(await run(one, dir)).toContain(".git/hooks` was exchanged");
      expect(existsSync(join(dir, "ws/out/new"))).toBe(false);
    });

    test("a launcher that fails late is a refusal, and no answer of the command", async () => {
      const dir = place();
      const one = await prepared(policy, join(dir, "ws"), looking);
      renameSync(join(dir, "ws/out"), join(dir, "ws/gone"));
      expect(await run(one, dir)).toBe("");
    });
  },
);

test.skipIf(noSandbox !== undefined)(
  "and nothing else changes: a command that ends at once, one that fails, one that is not there, one that may not be run",
  async () => {
    const dir = folder({ "ws/a": "a", "ws/script": "true" });
    const options = { policy: { fs: { read: ["$WORKSPACE/**"] } }, workspace: join(dir, "ws") };
    expect((await runConfined(["/bin/cat", join(dir, "ws/a")], options)).stdout).toBe("a");
    expect((await runConfined(["/bin/sh", "-c", "exit 3"], options)).exitCode).toBe(3);
    expect((await runConfined(["no-such-command"], options)).exitCode).toBe(127);
    expect((await runConfined([join(dir, "ws/script")], options)).exitCode).toBe(126);
    await expect(runConfined(["/bin/true"], { ...options, cwd: "/etc" })).rejects.toThrow("is outside what the policy grants");
  },
);

describe.skipIf(noSandbox !== undefined)("a program that is granted by its name", () => {
  const FOLDERS = ["/usr/local/bin", "/usr/bin", "/bin"];
  test("is the one that its name leads to", () => {
    const dir = folder({ "a/tool": "", "b/tool": "" });
    expect(programPin("tool", [join(dir, "a"), join(dir, "b")])).toBe(pinOf(join(realpathSync(dir), "a/tool")));
    expect(programPin(join(dir, "b/tool"), [])).toBe(pinOf(join(realpathSync(dir), "b/tool")));
    expect([programPin("none", FOLDERS), programPin("./tool", FOLDERS), programPin("/usr", FOLDERS)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("is not started where another one stands in its place by then", async () => {
    const dir = realpathSync(folder({ "ws/other": "" }));
    const one = await prepared({ fs: { write: ["$WORKSPACE/**"] } }, join(dir, "ws"), "inside");
    const run = (program: string | undefined) =>
      launch({
        ...one.backend,
        ...one.told({ code: [], channel: false, link: false, variables: {} }),
        ...one.command(["touch", join(dir, "ws/made")], program),
        filter: one.filter,
        hosts: one.hosts,
        interactive: false,
        timeMs: undefined,
        outputBytes: 1000,
      });
    const other = await run(programPin("true", FOLDERS));
    expect([other.refused, other.stderr, existsSync(join(dir, "ws/made"))]).toEqual([
      "",
      "inside: it was exchanged for something else: touch",
      false,
    ]);
    const same = await run(programPin("touch", FOLDERS));
    expect([same.refused, same.exitCode, existsSync(join(dir, "ws/made"))]).toEqual([undefined, 0, true]);
    // As the policy says it.
    const granted = { policy: { exec: ["echo"] }, workspace: dir };
    expect((await runConfined(["echo", "x"], granted)).stdout).toBe("x");
  });
});

test.skipIf(noSandbox !== undefined)("more protected names than an argument list holds are looked at all the same", async () => {
  const deep = `ws${`/${"n".repeat(240)}`.repeat(6)}`;
  // Their names and those of the folders around them are some 590,000 bytes.
  const dir = realpathSync(folder(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${deep}/${n}/.npmrc`, ""]))));
  const { stdout, exitCode } = await runConfined(["/bin/sh", "-c", `echo x > ${deep}/7/.npmrc; echo y > made; cat made`], {
    policy: { fs: { write: ["$WORKSPACE/**"] } },
    workspace: dir,
    cwd: dir,
  });
  expect([exitCode, stdout, readFileSync(join(dir, `${deep}/7/.npmrc`), "utf8")]).toEqual([0, "y", ""]);
});
