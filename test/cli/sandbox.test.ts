import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Policy } from "../../src/model/policy.ts";
import { runConfined } from "../../src/runtime.ts";
import { folder } from "../support/folder.ts";
import { toolfence } from "../support/cli.ts";
import { noSandbox } from "../support/sandbox.ts";

const CODE = `import { tool } from "ai"; import { readFileSync } from "node:fs";
import { withPolicy } from "toolfence";
export const read = withPolicy({ fs: { read: ["$WORKSPACE/**"] } }, tool({ description: "d", inputSchema: {}, execute: async () => readFileSync("a.txt", "utf8") }));
export const bare = tool({ description: "d", inputSchema: {}, execute: async () => fetch("https://a.example") });`;

const heads = (out: string): string[] => out.split("\n").filter((line) => /^ {2}\w/u.test(line));

test("a policy is explained clause by clause, with what holds each", async () => {
  const policy = {
    fs: { write: ["$WORKSPACE/out/**"] },
    net: ["api.example"],
    exec: ["git"],
    approval: "always",
    limits: { timeMs: 5000 },
  };
  const dir = folder({ "p.json": JSON.stringify(policy) });
  const { code, err, out } = await toolfence(dir, "sandbox", "explain", "--policy", "p.json");
  expect([code, err]).toEqual([0, ""]);
  expect(heads(out)).toEqual([
    "  fs.read      kernel   none",
    "  fs.write     kernel   $WORKSPACE/out/**",
    "  net.connect  proxy    api.example",
    "  env.read     kernel   none",
    "  exec         gate     git",
    "  limits       kernel   memoryMb 4096, processes 256, openFiles 1024, fileBytes 268435456",
    "  limits       host     timeMs 5000, outputBytes 16777216",
    "  approval     gate     always",
  ]);
  expect(out).toContain(`mounted to be written; in it what runs as code later stays as it is: ${dir}/out`);
});

test("this machine is asked where that is wanted: whether the sandbox works, and whether what is granted is there", async () => {
  const dir = folder({ "p.json": JSON.stringify({ fs: { read: ["$WORKSPACE/in/**"] } }) }, "/var/tmp");
  const here = async (...more: readonly string[]) => toolfence(dir, "sandbox", "explain", "--policy", "p.json", "--here", ...more);
  expect((await toolfence(dir, "sandbox", "explain", "--policy", "p.json")).code).toBe(0);
  const gone = await here();
  expect([gone.code, gone.out.trimEnd().split("\n").at(-1)]).toEqual([
    1,
    `  here: refused: \`${dir}/in\` does not exist; make it, or take it from the policy`,
  ]);
  if (noSandbox !== undefined) return;
  mkdirSync(join(dir, "in"));
  const there = await here();
  expect([there.code, there.out.trimEnd().split("\n").at(-1)]).toEqual([0, "  here: bubblewrap works, and what is granted is there"]);
  const { here: asked } = JSON.parse((await here("--json", "--backend", "landlock")).out) as { here: unknown };
  expect(asked).toEqual({ backend: "landlock", refused: null });
});

test("what only some policies grant is said where it is granted", async () => {
  const dir = folder({
    "p.json": JSON.stringify({
      net: { connect: ["a.example"], listen: ["127.0.0.1:80"] },
      code: ["load"],
      control: ["signal"],
      exec: ["ls"],
    }),
    "open.json": JSON.stringify({ net: { connect: "any", listen: "any" } }),
  });
  const { out } = await toolfence(dir, "sandbox", "explain", "--policy", "p.json");
  expect(heads(out).slice(4, 8)).toEqual([
    "  exec         gate     ls",
    "  net.listen   kernel   127.0.0.1:80",
    "  code         nothing  load",
    "  control      kernel   signal",
  ]);
  expect(out).toContain("judge the command before it starts. What it starts itself");
  const open = await toolfence(dir, "sandbox", "explain", "--policy", "open.json");
  expect(heads(open.out)[5]).toBe("  net.listen   nothing  any");
});

test.each([
  ["a wildcard in a folder", { fs: { read: ["$WORKSPACE/*/x"] } }, "fs.read"],
  ["a deny list of a whole disk", { fs: { write: { allow: "any", deny: ["$WORKSPACE/.env"] } } }, "fs.write"],
  ["making files alone", { fs: { create: ["$WORKSPACE/**"] } }, "fs.write"],
])("what would be refused is said, and is refused: %s", async (_name, policy, clause) => {
  const dir = folder({ "p.json": JSON.stringify(policy) });
  const { code, out } = await toolfence(dir, "sandbox", "explain", "--policy", "p.json", "--json");
  const { clauses } = JSON.parse(out) as { clauses: { clause: string; by: string; how: string }[] };
  const refused = clauses.filter(({ by }) => by === "refused");
  expect([code, refused.map((one) => one.clause)]).toEqual([1, [clause]]);
  if (noSandbox !== undefined) return;
  const ran = runConfined(["/usr/bin/touch", join(dir, "ran")], { policy: policy as Policy, workspace: dir });
  await expect(ran).rejects.toThrow(refused[0]?.how ?? "nothing is refused");
  expect(existsSync(join(dir, "ran"))).toBe(false);
});

test("what is granted beyond the policy is told, where it is accepted", async () => {
  const dir = folder({ "p.json": JSON.stringify({ fs: { read: ["$WORKSPACE/*/x"], write: ["$WORKSPACE/out/**"] } }) });
  const { code, out } = await toolfence(dir, "sandbox", "explain", "--policy", "p.json", "--accept-losses");
  expect([code, heads(out)[0]]).toEqual([0, "  fs.read      partly   $WORKSPACE/*/x"]);
  expect(out).toContain(`would be granted`);
});

test("`any` is held by nothing, and that is said", async () => {
  const dir = folder({ "p.json": JSON.stringify({ fs: { read: "any", write: "any" }, net: "any", exec: "any" }) });
  const { out } = await toolfence(dir, "sandbox", "explain", "--policy", "p.json");
  expect(
    heads(out)
      .filter((line) => line.includes(" any"))
      .map((line) => line.trim().split(/\s+/u)),
  ).toEqual([
    ["fs.read", "nothing", "any"],
    ["fs.write", "nothing", "any"],
    ["net.connect", "nothing", "any"],
    ["exec", "nothing", "any"],
  ]);
});

test("a tool is explained by its policy, or by what its code was seen to do", async () => {
  const dir = folder({ "package.json": '{ "name": "x" }', "t.ts": CODE });
  expect((await toolfence(dir, "manifest")).code).toBe(0);
  const read = await toolfence(dir, "sandbox", "explain", "read");
  expect([read.code, read.out.split("\n")[0]]).toEqual([0, "`x/ai-sdk.read`, by its policy:"]);
  const bare = await toolfence(dir, "sandbox", "explain", "bare");
  expect(bare.out).toContain("by what its code was seen to do");
  expect(heads(bare.out)[2]).toBe("  net.connect  proxy    https://a.example");
  expect(await toolfence(dir, "sandbox", "explain", "raed")).toEqual({
    code: 2,
    out: "",
    err: "toolfence: There is no tool `raed`; did you mean `read`?\n",
  });
});

test.each([
  [["sandbox"], "toolfence sandbox explain TOOL"],
  [["sandbox", "explain"], "toolfence sandbox explain TOOL"],
  [["sandbox", "explain", "--policy", "gone.json"], "gone.json` cannot be read as a policy."],
  [["sandbox", "explain", "x"], "There is no `toolfence.manifest.json` here"],
])("%j is answered with what to write", async (argv, words) => {
  const { code, err } = await toolfence(folder({}), ...argv);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

const readable = { fs: { read: ["$WORKSPACE/**"] } };
test("how macOS or a container would hold a command is printed, and nothing is run", async () => {
  const dir = folder({ "p.json": JSON.stringify(readable), "hosts.json": '{ "net": ["a.example"] }' });
  const print = (...args: string[]) => toolfence(dir, "sandbox", "arguments", ...args, "--", "touch", `${dir}/it's`);
  const docker = await print("--policy", "p.json", "--backend", "docker", "--image", "node:22");
  expect(docker.code).toBe(0);
  expect(docker.out).toMatch(/^cd \S+ && env -i PATH=\S+ .* docker run --rm .* -- node:22 '.*it'\\''s'\n$/u);
  expect(docker.err).toContain("toolfence: not held by docker: the filter of system calls is the engine's own.");
  const mac = await print("--policy", "p.json", "--backend", "seatbelt", "--json");
  const { file, args } = JSON.parse(mac.out) as { readonly file: string; readonly args: readonly string[] };
  expect([file, args[0], args.at(-1)]).toEqual(["/usr/bin/sandbox-exec", "-p", `${dir}/it's`]);
  expect(args[1]).toContain(`(allow file-read* (subpath "${dir}"))`);
  expect(existsSync(join(dir, "it's"))).toBe(false);
});

test.each([
  [["--policy", "p.json", "--backend", "docker"], "needs an image"],
  [["--policy", "p.json", "--backend", "docker", "--image=--privileged"], "needs an image"],
  [["--policy", "p.json", "--backend", "bubblewrap"], "what runs here is run by `toolfence run`"],
  [["--policy", "p.json", "--backend", "seatbelt", "--proxy-port", "x"], "write a port"],
  [["--policy", "hosts.json", "--backend", "seatbelt"], "`--proxy-port`"],
  [["--policy", "hosts.json", "--backend", "podman", "--image", "a"], "`net.connect` cannot be held"],
  [["--policy", "odd.json", "--backend", "seatbelt"], "`TF_ODD_A.B` is no name of a variable in a shell"],
  [["--policy", "p.json", "--backend", "docker", "--image", "a\u202eb"], "write `--json`"],
])("what cannot be printed is said: %j", async (argv, words) => {
  const dir = folder({
    "p.json": JSON.stringify(readable),
    "hosts.json": '{ "net": ["a.example"] }',
    "odd.json": '{ "env": ["TF_ODD_*"] }',
  });
  vi.stubEnv("TF_ODD_A.B", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, err, out } = await toolfence(dir, "sandbox", "arguments", ...argv, "--", "ls");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(words);
});
