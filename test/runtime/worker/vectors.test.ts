import { execFileSync, fork, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcp } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { isolate } from "../../../src/runtime/worker/isolate.ts";
import { folder } from "../../support/folder.ts";
import { noSandbox } from "../../support/sandbox.ts";

interface Attempts {
  attempt(name: string, world: object): Promise<{ readonly got?: unknown; readonly stopped?: string }>;
}

/** Vectors that need what this Node does not have. */
const isThere = (name: string): boolean => !name.startsWith("sqlite") || Number(process.versions.node.split(".")[0]) >= 22;

test.skipIf(noSandbox !== undefined)(
  "code in a worker reaches nothing that its policy does not grant; the same code outside does",
  async () => {
    const root = folder(
      {
        "home/secret.txt": "s3cret",
        "home/secret.json": '{"s3cret":1}',
        "home/.env": "SECRET_IN_FILE=s3cret\n",
        "outside/.keep": "",
        "in-free/.keep": "",
        "in-held/.keep": "",
        "addon.c": '#include <stdlib.h>\n__attribute__((constructor)) static void run(void) { setenv("ADDON_RAN", "s3cret", 1); }\n',
      },
      "/var/tmp",
    );
    mkdirSync(join(root, "code"));
    copyFileSync(join(import.meta.dirname, "vectors.mjs"), join(root, "code/vectors.mjs"));
    execFileSync("gcc", ["-shared", "-fPIC", "-o", join(root, "code/addon.node"), join(root, "addon.c")]);
    const http = createServer((_, response) => response.end("s3cret"));
    await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
    const unix = createTcp((socket) => socket.end("s3cret"));
    await new Promise<void>((done) => unix.listen(join(root, "in-held/host.sock"), done));
    const tcp = createTcp((socket) => socket.end("s3cret"));
    await new Promise<void>((done) => tcp.listen(0, "127.0.0.1", done));
    const udp = createSocket("udp4", (_, from) => {
      udp.send("s3cret", from.port, from.address);
    });
    await new Promise<void>((done) => udp.bind(0, "127.0.0.1", done));
    const victim = spawn("/bin/sleep", ["600"], { stdio: "ignore" });
    process.env["HOST_TOKEN"] = "s3cret";
    onTestFinished(() => {
      delete process.env["HOST_TOKEN"];
      victim.kill();
      for (const one of [http, unix, tcp, udp]) one.close();
    });
    const world = (kind: "free" | "held"): object => ({
      secret: join(root, "home/secret.txt"),
      secretJson: join(root, "home/secret.json"),
      secretEnv: join(root, "home/.env"),
      outside: join(root, "outside"),
      inside: join(root, `in-${kind}`),
      addon: join(root, "code/addon.node"),
      socket: join(root, "in-held/host.sock"),
      port: (tcp.address() as AddressInfo).port,
      http: (http.address() as AddressInfo).port,
      udp: udp.address().port,
      victim: victim.pid,
    });
    const url = pathToFileURL(join(root, "code/vectors.mjs")).href;
    const { vectors } = (await import(url)) as { vectors: Record<string, unknown> };
    const names = Object.keys(vectors).filter(isThere);

    // Free: a process of its own, so that what is patched there stays there.
    writeFileSync(
      join(root, "free.mjs"),
      `import { attempt } from ${JSON.stringify(url)}; process.on("message", async ({ name, world }) => process.send(await attempt(name, world)));`,
    );
    const free = new Map<string, unknown>();
    for (const name of names) {
      const control = fork(join(root, "free.mjs"), { stdio: "ignore" });
      control.send({ name, world: world("free") });
      free.set(
        name,
        await new Promise((done) => {
          control.once("message", done);
          control.once("exit", (code) => {
            done({ stopped: `ended with ${String(code)}` });
          });
        }),
      );
      control.kill("SIGKILL");
    }
    const works = names.filter((name) => (free.get(name) as { got?: unknown }).got != null);

    const worker = await isolate<Attempts>(url, { policy: { fs: { write: [`${join(root, "in-held")}/**`] } } });
    const held = new Map<string, unknown>();
    for (const name of names)
      held.set(name, await worker.attempt(name, world("held")).catch((error: unknown) => ({ stopped: (error as Error).message })));
    await worker[Symbol.asyncDispose]();
    const through = names.filter((name) => (held.get(name) as { got?: unknown }).got != null);
    console.log(`vectors: ${works.length} of ${names.length} work outside, ${names.length - through.length} are held inside`);
    expect(through.map((name) => [name, held.get(name)])).toEqual([]);
    expect(existsSync(join(root, "outside/made.sqlite"))).toBe(works.includes("sqlite creates"));
    expect(works.length).toBeGreaterThanOrEqual(20);
  },
);
