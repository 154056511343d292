import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { toolfence } from "../support/cli.ts";
import { folder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");
const fixture = (name: string): string => join(root, "fixtures", name);
const npm = (name: string): string => join(root, "node_modules/@modelcontextprotocol", name);

interface ScanJson {
  tools: {
    name: string;
    effects: { capability: string; path: unknown[] }[];
    unknowns: unknown[];
    findings: { message: string; line: number }[];
  }[];
  root: string;
}
const scanJson = async (dir: string): Promise<ScanJson> => JSON.parse((await toolfence(root, "scan", dir, "--json")).out) as ScanJson;

describe("scan", () => {
  test("the filesystem server: every tool, reads and writes told apart, with evidence", async () => {
    const { tools } = await scanJson(npm("server-filesystem"));
    const table = Object.fromEntries(tools.map((tool) => [tool.name, [...new Set(tool.effects.map((effect) => effect.capability))]]));
    expect(table).toEqual({
      create_directory: ["fs.read", "fs.write.create"],
      directory_tree: ["fs.read"],
      edit_file: ["fs.read", "fs.write", "fs.write.delete", "fs.write.modify"],
      get_file_info: ["fs.read"],
      list_allowed_directories: [],
      list_directory: ["fs.read"],
      list_directory_with_sizes: ["fs.read"],
      move_file: ["fs.read", "fs.write", "fs.write.delete"],
      read_file: ["fs.read"],
      read_media_file: ["fs.read"],
      read_multiple_files: ["fs.read"],
      read_text_file: ["fs.read"],
      search_files: ["fs.read"],
      write_file: ["fs.read", "fs.write", "fs.write.delete", "fs.write.modify"],
    });
    for (const tool of tools) for (const effect of tool.effects) expect(effect.path.length).toBeGreaterThan(0);
  });

  test("the memory server: its singleton is followed", async () => {
    const { tools } = await scanJson(npm("server-memory"));
    const readOnly = tools.filter((tool) => tool.effects.every((effect) => effect.capability === "fs.read")).map((tool) => tool.name);
    expect(tools.length).toBe(9);
    expect(readOnly).toEqual(["open_nodes", "read_graph", "search_nodes"]);
    expect(tools.flatMap((tool) => tool.unknowns)).toEqual([]);
  });

  test("the schema of the runtime section holds what may be configured", async () => {
    const schema = JSON.parse((await toolfence(root, "schema", "runtime")).out) as object;
    const runtime = new Ajv({ strict: false }).compile(schema);
    expect([runtime({ mode: "report", repeatedCalls: 3 }), runtime({ mode: "lax" }), runtime({ repeatedcalls: 3 })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("its JSON is what its published schema says", async () => {
    const schema = JSON.parse((await toolfence(root, "schema", "scan")).out) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    for (const dir of [npm("server-filesystem"), fixture("frameworks/ai-sdk"), fixture("frameworks/mcp-v2")]) {
      const found: unknown = await scanJson(dir);
      expect(validate(found), JSON.stringify(validate.errors)).toBe(true);
      expect(validate({ ...(found as object), extra: 1 })).toBe(false);
    }
  });

  test("does not depend on the working directory", async () => {
    const strip = (text: string): unknown => ({ ...(JSON.parse(text) as object), stats: null });
    const here = await toolfence(root, "scan", "fixtures/frameworks/mcp-v2", "--json");
    const there = await toolfence(fixture("frameworks/mcp-v2"), "scan", "--json");
    expect(strip(here.out)).toEqual(strip(there.out));
  });
});

describe("check", () => {
  test.each([
    ["mcp-v1", "tag_note", "fs.write"],
    ["mcp-v2", "forecast_pro", "env.read"],
    ["ai-sdk", "gitPush", "exec.spawn"],
    ["langchain", "clean", "fs.write.delete"],
    ["openai-agents", "close_ticket", "net.connect"],
    ["claude-agent-sdk", "list_keys", "fs.read"],
    ["mastra", "calculate", "code.eval"],
  ])("%s: `%s` is under-declared, its neighbour is honest", async (name, tool, capability) => {
    const { code, out } = await toolfence(root, "check", fixture(`frameworks/${name}`), "--json");
    const { diagnostics } = JSON.parse(out) as { diagnostics: { id: string; message: string }[] };
    expect(code).toBe(1);
    expect(diagnostics.map((one) => one.id)).toEqual(["tool.undeclared"]);
    expect(diagnostics[0]?.message).toContain(`Tool \`${tool}\` uses \`${capability}\``);
  });
});

/** A repository whose base commit holds a fixture and its manifest. */
async function repository(): Promise<{ dir: string; commit: () => void; use: (name: string) => void }> {
  const dir = folder({});
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example", ...args], { cwd: dir, stdio: "ignore" });
  };
  const use = (name: string): void => {
    cpSync(fixture(`widening/${name}`), dir, { recursive: true });
  };
  use("base");
  git("init", "-q");
  await toolfence(dir, "manifest");
  const commit = (): void => {
    git("add", "-A");
    git("commit", "-q", "-m", "x");
  };
  commit();
  return { dir, commit, use };
}

describe("manifest and verify", () => {
  test("nothing changed: 0", async () => {
    const { dir } = await repository();
    expect(await toolfence(dir, "verify", "--base", "HEAD")).toMatchObject({ code: 0 });
    expect(await toolfence(dir, "manifest", "--check")).toMatchObject({ code: 0, out: "" });
  });

  test("widened: 1, with an example of what is newly allowed", async () => {
    const { dir, use } = await repository();
    use("wider");
    expect((await toolfence(dir, "manifest", "--check")).code).toBe(1);
    await toolfence(dir, "manifest");
    const { code, out } = await toolfence(dir, "verify", "--base", "HEAD");
    expect(code).toBe(1);
    expect(out).toContain("tool.fs.write.widened");
    expect(out).toContain("newly allowed, for example: $WORKSPACE/.env");
  });

  test("narrowed: 0", async () => {
    const { dir, use } = await repository();
    use("narrower");
    await toolfence(dir, "manifest");
    const { code, out } = await toolfence(dir, "verify", "--base", "HEAD");
    expect(code).toBe(0);
    expect(out).toContain("tool.fs.write.narrowed");
  });

  test("a stale manifest gates", async () => {
    const { dir, use } = await repository();
    use("narrower");
    const { code, out } = await toolfence(dir, "verify", "--base", "HEAD");
    expect(code).toBe(1);
    expect(out).toContain("manifest.stale");
  });

  test.each([
    ["HEAD~9", "is not a commit here"],
    ["nowhere.json", "is not a commit here"],
    ["--upload-pack=x", "is not a revision"],
  ])("no base at `%s`: 2", async (base, words) => {
    const { dir } = await repository();
    const { code, err, out } = await toolfence(dir, "verify", `--base=${base}`);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(words);
  });

  test("no tool where the base had some: 2", async () => {
    const { dir } = await repository();
    writeFileSync(join(dir, "tools.ts"), "export const nothing = 1;\n");
    expect(await toolfence(dir, "verify", "--base", "HEAD")).toMatchObject({ code: 2, out: "" });
  });

  test("a manifest that was edited by hand is refused", async () => {
    const { dir } = await repository();
    const file = join(dir, "toolfence.manifest.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("reports/**", "**"));
    const { code, err } = await toolfence(dir, "verify", "--base", "toolfence.manifest.json");
    expect(code).toBe(2);
    expect(err).toContain("digest does not match");
  });
});

describe("bad input is one clear line and the right code", () => {
  const tool =
    'import { tool } from "ai";\nexport const t = tool({ description: "x", inputSchema: {}, execute: async () => fetch("https://a.example") });\n';

  test("a syntax error in one file is an unknown; the scan goes on", async () => {
    const dir = folder({
      "good.ts": tool,
      "uses.ts":
        'import { tool } from "ai";\nimport { help } from "./bad.ts";\nexport const u = tool({ description: "x", inputSchema: {}, execute: async () => help() });\n',
      "bad.ts": "export function help( {{{\n",
    });
    const { code, out } = await toolfence(dir, "scan", "--json");
    const { tools } = JSON.parse(out) as { tools: { name: string; unknowns: { reason: string }[] }[] };
    expect(code).toBe(0);
    expect(tools.map((one) => [one.name, one.unknowns.map((unknown) => unknown.reason)])).toEqual([
      ["t", []],
      ["u", ["unknown.parse"]],
    ]);
  });

  test("a misspelt key in the policy file names the nearest", async () => {
    const dir = folder({ "a.ts": tool, "toolfence.policy.json": '{ "tools": { "x": { "fs": { "raed": [] } } } }' });
    const { code, err, out } = await toolfence(dir, "scan");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe("toolfence: `toolfence.policy.json` is not valid: tools.x.fs.raed: unknown key `raed` (write `read`).\n");
  });

  test("an empty folder has no tools", async () => {
    expect(await toolfence(folder({}), "scan")).toMatchObject({ code: 0, out: expect.stringContaining("0 tools in") as string });
  });

  test("a binary file with a `.ts` name does not stop the scan", async () => {
    const dir = folder({
      "a.ts": tool,
      "b.ts": Buffer.from([0, 1, 2, 255, 254, 0, 0x72, 0x65, 0x67, 0x69, 0x73, 0x74, 0x65, 0x72, 0x54, 0x6f, 0x6f, 0x6c, 0x28]),
    });
    expect(await toolfence(dir, "scan")).toMatchObject({ code: 0, err: "" });
  });

  test("a folder that is not there", async () => {
    expect(await toolfence(root, "scan", "no-such-folder")).toMatchObject({ code: 2, out: "" });
  });

  test("links that leave the root are reported, not followed; a loop ends", async () => {
    const dir = folder({ "a.ts": tool, "sub/x.ts": "export {};\n" });
    symlinkSync("/etc", join(dir, "outside"));
    symlinkSync("..", join(dir, "sub/loop"));
    symlinkSync("/nothing/here", join(dir, "dangling"));
    symlinkSync("self", join(dir, "self"));
    const { code, err } = await toolfence(dir, "scan");
    expect(code).toBe(0);
    expect(err).toBe("toolfence: `outside` is a link that leaves the root and was not followed.\n");
  });

  test("unknown commands, options and schemas name the nearest", async () => {
    expect((await toolfence(root, "scna")).err).toContain("did you mean `scan`?");
    expect((await toolfence(root, "scan", "--jsno")).err).toContain("did you mean `--json`?");
    expect((await toolfence(root, "schema", "scann")).err).toContain("did you mean `scan`?");
    expect((await toolfence(root, "scan", "--jsno")).code).toBe(2);
  });

  test("hostile names are made visible", async () => {
    const dir = folder({
      "a.ts": tool
        .replace('"https://a.example"', '"https://a.example/\\u001b[2J\\u202e"')
        .replace("description", "name: 'x\\u001b]0;y', description"),
    });
    const { out } = await toolfence(dir, "scan");
    expect(Array.from(out).some((c) => c === "\u001b" || c === "\u202e")).toBe(false);
  });

  test("an unreadable folder is reported (as an unprivileged user, whom file modes bind)", () => {
    const dir = folder({ "a.ts": tool, "secret/b.ts": tool });
    mkdirSync(join(dir, "secret"), { recursive: true });
    chmodSync(join(dir, "secret"), 0o000);
    chmodSync(dir, 0o755);
    const script = join(root, "dist/src/cli/main.js");
    const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const result = spawnSync(process.execPath, [script, "scan", dir], { ...unprivileged, encoding: "utf8", cwd: "/" });
    chmodSync(join(dir, "secret"), 0o755);
    expect(result.status).toBe(0);
    expect(result.stderr).toBe("toolfence: `secret` cannot be read and was left out.\n");
    expect(result.stdout).toContain("1 tool in");
  });
});

test("a reader that has read enough is no error, and the exit code is the command's", () => {
  const script = join(root, "dist/src/cli/main.js");
  // More than a pipe holds.
  const tools = Array.from(
    { length: 400 },
    (_, i) => `export const t${i} = tool({ description: "d", execute: () => fetch("https://${i}.example.com") });`,
  );
  const dir = folder({ "t.ts": `import { tool } from "ai";\n${tools.join("\n")}` });
  const whole = spawnSync(process.execPath, [script, "scan", "--json", dir], { encoding: "utf8", maxBuffer: 2 ** 26 });
  expect([whole.status, whole.stdout.length > 2 ** 17]).toEqual([0, true]);
  const piped = `"${process.execPath}" "${script}" scan --json "${dir}" | head -c 10; exit "\${PIPESTATUS[0]}"`;
  const { status, stderr, stdout } = spawnSync("bash", ["-c", piped], { encoding: "utf8" });
  expect([status, stderr, stdout.length]).toEqual([0, "", 10]);
});
