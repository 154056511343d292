/**
 * The main job, on real input: scan, lint, manifest, a widening pull request, a confined run.
 * Works in a temporary copy, so the working tree stays clean.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";
import { cli } from "../src/cli/cli.ts";
import plugin from "../src/eslint.ts";
import { probe, runConfined } from "../src/runtime.ts";

const root = join(import.meta.dirname, "../..");
const io = (cwd: string) => ({
  cwd,
  out: (text: string) => {
    process.stdout.write(text);
  },
  err: (text: string) => {
    process.stdout.write(text);
  },
});
const title = (text: string): void => {
  process.stdout.write(`\n\u2500\u2500 ${text} ${"\u2500".repeat(Math.max(0, 96 - text.length))}\n\n`);
};
const scratch = mkdtempSync(join(process.platform === "linux" ? "/var/tmp" : root, "toolfence-demo-"));

try {
  title("1. What can the reference filesystem server (npm) touch?");
  await cli(["scan", join(root, "node_modules/@modelcontextprotocol/server-filesystem")], io(root));

  title("2. And the memory server, whose state hides behind a singleton?");
  await cli(["scan", join(root, "node_modules/@modelcontextprotocol/server-memory")], io(root));

  title("3. Seven frameworks: one honest and one under-declared tool each");
  for (const name of ["mcp-v1", "mcp-v2", "ai-sdk", "langchain", "openai-agents", "claude-agent-sdk", "mastra"])
    await cli(["scan", join(root, "fixtures/frameworks", name)], io(root));

  title("4. In the editor: ESLint on an under-declared tool");
  cpSync(join(root, "fixtures/frameworks/mcp-v1"), join(scratch, "lint"), { recursive: true });
  const eslint = new ESLint({
    cwd: join(scratch, "lint"),
    overrideConfigFile: true,
    overrideConfig: [{ files: ["**/*.ts"], languageOptions: { parser: parser } }, plugin.configs.recommended as never],
  });
  for (const result of await eslint.lintFiles(["tools.ts"])) {
    for (const message of result.messages) {
      process.stdout.write(`tools.ts:${message.line}:${message.column}  ${message.message}\n`);
      for (const suggestion of message.suggestions ?? []) process.stdout.write(`    suggestion: ${suggestion.desc}\n`);
    }
  }

  title("5. In the pull request: a manifest, and a change that widens it");
  const repository = join(scratch, "repository");
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=demo", "-c", "user.email=demo@example", ...args], { cwd: repository, stdio: "ignore" });
  };
  cpSync(join(root, "fixtures/widening/base"), repository, { recursive: true });
  await cli(["manifest"], io(repository));
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "base");
  cpSync(join(root, "fixtures/widening/wider"), repository, { recursive: true });
  await cli(["manifest"], io(repository));
  const code = await cli(["verify", "--base", "HEAD"], io(repository));
  process.stdout.write(`exit code ${code}\n`);

  title("6. In production: a tool's command, held by the kernel");
  const backend = await probe("bubblewrap");
  if ("reason" in backend) process.stdout.write(`Not shown here: ${backend.reason}.\n`);
  else {
    cpSync(join(root, "fixtures/widening/base"), join(scratch, "work/reports"), { recursive: true });
    const workspace = join(scratch, "work");
    writeFileSync(join(workspace, "notes.txt"), "");
    const script = `echo report > ${workspace}/reports/today.md && echo "wrote reports/today.md"; echo x > ${workspace}/notes.txt; cat /etc/shadow; (echo > /dev/tcp/127.0.0.1/22) 2>&1`;
    const { stdout, stderr } = await runConfined(["/bin/bash", "-c", script], {
      policy: { fs: { read: ["$WORKSPACE/**"], write: ["$WORKSPACE/reports/**"] } },
      workspace,
    });
    process.stdout.write(`${stdout}\n${stderr}\n`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
