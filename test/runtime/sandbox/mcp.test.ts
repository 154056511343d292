import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, test } from "vitest";
import { probe } from "../../../src/runtime/sandbox/backend.ts";
import type { BackendName } from "../../../src/runtime/sandbox/backends/names.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";

const root = join(import.meta.dirname, "../../..");
const main = join(root, "dist/src/cli/main.js");
const server = (name: string): string => join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content.map(({ text }) => text).join("");

/** A client of a server that `toolfence run` holds, as an agent would start it. */
async function connected(dir: string, policy: object, backend: BackendName, command: readonly string[]): Promise<Client> {
  writeFileSync(join(dir, "policy.json"), JSON.stringify(policy));
  const client = new Client({ name: "test", version: "1.0.0" });
  const args = [main, "run", "--policy", "policy.json", "--backend", backend, "--", ...command];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: dir, stderr: "ignore" }));
  return client;
}

describe.skipIf(noSandbox !== undefined).each<BackendName>(["bubblewrap", "landlock", "firejail"])(
  "a third-party server under %s",
  (backend) => {
    test("serves a real client, long answers whole, and reaches what it may and nothing else", async () => {
      const found = await probe(backend);
      if ("reason" in found) throw new Error(found.reason);
      const dir = realpathSync(folder({ "ws/a.txt": "x".repeat(200_000), "secret.txt": "s3cret" }, "/var/tmp"));
      const packages = join(root, "node_modules");
      const policy = { fs: { read: [`${packages}/**`, "$WORKSPACE/ws/**"], write: ["$WORKSPACE/ws/**"] }, exec: [process.execPath] };
      // The server itself would let it read all of the folder.
      const client = await connected(dir, policy, backend, [process.execPath, server("filesystem"), join(dir, "ws"), dir]);
      try {
        expect((await client.listTools()).tools.length).toBeGreaterThan(10);
        const read = (path: string) => client.callTool({ name: "read_text_file", arguments: { path: join(dir, path) } });
        expect(textOf(await read("ws/a.txt"))).toBe("x".repeat(200_000));
        expect(textOf(await read("secret.txt"))).toMatch(/ENOENT|EACCES|denied/u);
        await client.callTool({ name: "write_file", arguments: { path: join(dir, "ws/new.txt"), content: "y".repeat(100_000) } });
        expect(readFileSync(join(dir, "ws/new.txt"), "utf8").length).toBe(100_000);
      } finally {
        await client.close();
      }
    });

    test("keeps what it knows in the one folder that it may write", async () => {
      const dir = realpathSync(folder({}, "/var/tmp"));
      mkdirSync(join(dir, "memory"));
      const policy = { fs: { read: [`${join(root, "node_modules")}/**`], write: ["$WORKSPACE/memory/**"] } };
      const file = join(dir, "memory/graph.jsonl");
      const client = await connected(dir, policy, backend, [
        "/usr/bin/env",
        `MEMORY_FILE_PATH=${file}`,
        process.execPath,
        server("memory"),
      ]);
      try {
        const entities = [{ name: "Ada", entityType: "person", observations: ["writes programs"] }];
        await client.callTool({ name: "create_entities", arguments: { entities } });
        expect(readFileSync(file, "utf8")).toContain("Ada");
        expect(textOf(await client.callTool({ name: "search_nodes", arguments: { query: "Ada" } }))).toContain("writes programs");
      } finally {
        await client.close();
      }
    });
  },
);
