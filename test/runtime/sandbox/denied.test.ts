import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runConfined } from "../../../src/runtime/sandbox/run.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";

const FILES = {
  "w/a.txt": "plain",
  "w/.env": "s3cret",
  "w/keys/a.pem": "s3cret",
  "w/deep/er/keys/b.pem": "s3cret",
  "w/node_modules/x/c.pem": "s3cret",
  "w/private/.git/hooks/pre-commit": "s3cret",
  "w/out/.keep": "",
};
const made = () => {
  const dir = folder(FILES, "/var/tmp");
  symlinkSync(join(dir, "w/.env"), join(dir, "w/link"));
  return dir;
};
const read = (dir: string, policy: object, script: string, more: object = {}) =>
  runConfined(["/bin/sh", "-c", script], { policy, workspace: join(dir, "w"), ...more });
const LOOK = "grep -rl s3cret . 2>/dev/null | sort; cat link 2>/dev/null; cat a.txt";

describe.skipIf(noSandbox !== undefined)("what a policy denies in a granted folder", () => {
  test("is not there to be read: a file, a folder, names anywhere; without the denial it is", async () => {
    const dir = made();
    const free = await read(dir, { fs: { read: ["$WORKSPACE/**"] } }, LOOK);
    expect(free.stdout.split("\n").filter((line) => line.startsWith("./")).length).toBe(5);
    const deny = ["$WORKSPACE/.env", "$WORKSPACE/private/**", "$WORKSPACE/**/*.pem"];
    const held = await read(dir, { fs: { read: { allow: ["$WORKSPACE/**"], deny } } }, LOOK);
    expect(held.stdout).toBe("plain");
    const literal = await read(dir, { fs: { read: { allow: ["$WORKSPACE/**"], deny: deny.slice(0, 2) } } }, LOOK);
    expect(literal.stdout.split("\n").filter((line) => line.startsWith("./"))).toEqual([
      "./deep/er/keys/b.pem",
      "./keys/a.pem",
      "./node_modules/x/c.pem",
    ]);
  });

  test("stays away whatever is done to it, also where the folder may be written", async () => {
    const dir = made();
    const policy = {
      fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/.env", "$WORKSPACE/keys/**"] }, write: ["$WORKSPACE/**"] },
    };
    const tries = [
      "mv .env x; cat x",
      "cp .env x; cat x",
      "ln .env x; cat x",
      "rm .env; cat .env",
      "chmod 777 keys; cat keys/a.pem",
      "mv keys k2; cat k2/a.pem",
      "umount .env; cat .env",
      "cat /proc/self/root$PWD/.env",
    ];
    for (const script of tries) {
      const { stdout } = await read(dir, policy, script);
      expect(stdout, script).not.toContain("s3cret");
    }
    expect([readFileSync(join(dir, "w/.env"), "utf8"), readFileSync(join(dir, "w/keys/a.pem"), "utf8")]).toEqual(["s3cret", "s3cret"]);
  });

  test("is not written; what is made anew under such a name is told", async () => {
    const dir = made();
    const script = "echo x >> .env; echo x > keys/a.pem; echo x > out/new.pem; echo x > out/ok; rm -f deep/er/keys/b.pem; cat .env";
    const policy = { fs: { write: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/.env", "$WORKSPACE/**/*.pem"] } } };
    const { planted, stdout } = await read(dir, policy, script);
    expect(stdout).toBe("s3cret");
    expect(["w/.env", "w/keys/a.pem", "w/deep/er/keys/b.pem", "w/out/ok"].map((path) => readFileSync(join(dir, path), "utf8"))).toEqual([
      "s3cret",
      "s3cret",
      "s3cret",
      "x\n",
    ]);
    expect(planted).toEqual([join(dir, "w/out/new.pem")]);
    const free = spawnSync("/bin/sh", ["-c", script], { cwd: join(dir, "w"), encoding: "utf8" });
    expect([free.status, readFileSync(join(dir, "w/keys/a.pem"), "utf8")]).toEqual([0, "x\n"]);
  });

  test("is refused where it has a second name, and by Landlock, which takes nothing out", async () => {
    const dir = made();
    const policy = { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/.env"] } } };
    await expect(read(dir, policy, "true", { backend: "landlock" })).rejects.toThrow("Landlock takes nothing out of a granted folder");
    linkSync(join(dir, "w/.env"), join(dir, "w/other"));
    await expect(read(dir, policy, "true")).rejects.toThrow("other` as well");
  });

  test("that is not there is nothing to hide", async () => {
    const dir = made();
    const policy = { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/gone", "$WORKSPACE/gone/**"] } } };
    expect((await read(dir, policy, "cat a.txt")).stdout).toBe("plain");
    expect(existsSync(join(dir, "w/gone"))).toBe(false);
  });

  const BOTH = ["$WORKSPACE/**"];
  test.each<readonly [string, object, string]>([
    ["a link", { read: { allow: BOTH, deny: ["$WORKSPACE/link"] } }, "leads through a link"],
    ["something behind a link", { read: { allow: BOTH, deny: ["$WORKSPACE/linked/*"] } }, "leads through a link"],
    ["something behind a link, for writing", { write: { allow: BOTH, deny: ["$WORKSPACE/linked/a.pem"] } }, "leads through a link"],
    ["all that is granted", { read: { allow: ["$WORKSPACE/keys/**"], deny: BOTH } }, "denies all of"],
    ["all that is granted for writing", { write: { allow: ["$WORKSPACE/out/**"], deny: BOTH } }, "denies all of"],
    [
      "a file that is granted by itself",
      { write: { allow: ["$WORKSPACE/.env"], deny: ["$WORKSPACE/**/.env"] } },
      "is granted to be written, and denied",
    ],
    ["what has a second name in a folder", { read: { allow: BOTH, deny: ["$WORKSPACE/keys/**"] } }, "other` as well"],
    ["names where one is no text", { read: { allow: BOTH, deny: ["$WORKSPACE/**/*.x"] } }, "is no UTF-8"],
  ])("%s: refused", async (what, fs, words) => {
    const dir = made();
    symlinkSync(join(dir, "w/keys"), join(dir, "w/linked"));
    if (what.includes("second name")) linkSync(join(dir, "w/keys/a.pem"), join(dir, "w/out/other"));
    if (what.includes("no text"))
      writeFileSync(Buffer.concat([Buffer.from(`${dir}/w/keys/`), Buffer.from([0xff]), Buffer.from(".x")]), "s3cret");
    await expect(read(dir, { fs }, "true")).rejects.toThrow(words);
  });

  test("a folder is not to be written because it may be read", async () => {
    const dir = made();
    await expect(read(dir, { fs: { read: ["$WORKSPACE/out/**"], write: ["$WORKSPACE/out"] } }, "true")).rejects.toThrow(
      "is a folder, and the policy grants a file",
    );
  });

  test("is not moved away with the folder that holds it, for the next one to read", async () => {
    const dir = made();
    const policy = { fs: { read: { allow: BOTH, deny: ["$WORKSPACE/deep/er/keys/b.pem"] }, write: BOTH } };
    await read(dir, policy, "mv deep shallow; mv deep/er deep/est; mv deep/er/keys deep/er/k");
    expect((await read(dir, policy, "grep -r s3cret deep shallow")).stdout).toBe("");
    expect(readFileSync(join(dir, "w/deep/er/keys/b.pem"), "utf8")).toBe("s3cret");
  });

  test("a folder that cannot be listed is not looked into by guessing", () => {
    const dir = made();
    chmodSync(join(dir, "w/keys"), 0o311);
    const script = `import { runConfined } from ${JSON.stringify(join(import.meta.dirname, "../../../dist/src/runtime.js"))};
      const policy = { fs: { read: { allow: ["$WORKSPACE/**"], deny: ["$WORKSPACE/**/*.pem"] } } };
      console.log((await runConfined(["/bin/sh", "-c", "cat keys/a.pem a.txt"], { policy, workspace: ${JSON.stringify(join(dir, "w"))} })).stdout);`;
    spawnSync("chown", ["-R", "65534", dir]);
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const free = spawnSync("cat", [join(dir, "w/keys/a.pem")], { ...user, encoding: "utf8" });
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { ...user, cwd: "/", encoding: "utf8" });
    expect([free.stdout, stdout.trim(), stderr]).toEqual(["s3cret", "plain", ""]);
  });

  test("that lies elsewhere, or has its other names there, is no hindrance", async () => {
    const dir = made();
    mkdirSync(join(dir, "store"));
    linkSync(join(dir, "w/keys/a.pem"), join(dir, "store/a"));
    symlinkSync(join(dir, "store"), join(dir, "elsewhere"));
    const deny = ["$WORKSPACE/keys/**", `${dir}/elsewhere/**`, `${dir}/store/**`];
    const policy = { fs: { read: { allow: BOTH, deny }, write: { allow: ["$WORKSPACE/out/**"], deny: [`${dir}/elsewhere/**`] } } };
    expect((await read(dir, policy, "cat a.txt keys/a.pem 2>/dev/null")).stdout).toBe("plain");
  });

  test("one name, one below another, and one of any letter", async () => {
    const dir = made();
    const deny = ["$WORKSPACE/?????", "$WORKSPACE/deep/**", "$WORKSPACE/deep/er/keys/b.pem"];
    const { stdout } = await read(dir, { fs: { read: { allow: BOTH, deny } } }, "cat a.txt .env; ls deep");
    expect(stdout).toBe("s3cret");
  });
});

describe.skipIf(noSandbox !== undefined)("a pattern that no mount says", () => {
  const policy = { fs: { read: ["$WORKSPACE/keys/*.txt", "$WORKSPACE/a.txt"] } };

  test("is refused, and says what would be granted", async () => {
    const dir = made();
    await expect(read(dir, policy, "true")).rejects.toThrow(
      `\`fs.read\` cannot be held: \`$WORKSPACE/keys/*.txt\` has a wildcard that a mount cannot express: all of \`${dir}/w/keys\` would be granted; \`losses: "accept"\` takes that`,
    );
  });

  test("grants the tightest folder where that is accepted, and says so", async () => {
    const dir = made();
    const { losses, stdout } = await read(dir, policy, "cat a.txt keys/a.pem .env 2>/dev/null", { losses: "accept" });
    expect(stdout).toBe("plains3cret");
    expect(losses).toEqual([
      `fs.read: \`$WORKSPACE/keys/*.txt\` has a wildcard that a mount cannot express: all of \`${dir}/w/keys\` would be granted`,
    ]);
  });

  test("is never the whole disk", async () => {
    await expect(read(made(), { fs: { read: ["/*/x"] } }, "true", { losses: "accept" })).rejects.toThrow("cannot be held");
  });
});
