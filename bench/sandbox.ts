/** A confined command against a plain one, a worker's call against a plain child's, a proxied request against a plain proxy's. `npm run bench:sandbox`
 *
 * A process that was itself handed descriptors open starts programs more slowly, since each is covered: run it from one that was not.
 */
import { fork, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcp } from "node:net";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { normalise } from "../src/model/policy.ts";
import { createEgress } from "../src/runtime/egress/proxy.ts";
import { currentRoots } from "../src/runtime/roots.ts";
import { probe, systemLayout } from "../src/runtime/sandbox/backend.ts";
import { bubblewrapArguments } from "../src/runtime/sandbox/backends/bubblewrap.ts";
import { planSandbox } from "../src/runtime/sandbox/plan.ts";
import { limited } from "../src/runtime/sandbox/limits.ts";
import { prepare } from "../src/runtime/sandbox/prepare.ts";
import { runConfined } from "../src/runtime/sandbox/run.ts";
import { seccompFilter } from "../src/runtime/sandbox/seccomp.ts";
import { isolate } from "../src/runtime/worker/isolate.ts";
import { median, row } from "./timing.ts";

const folder = mkdtempSync(join(tmpdir(), "toolfence-bench-"));
const policy = { fs: { read: [`${folder}/**`], write: [`${folder}/**`] } };

/** Milliseconds of each round; the sides take turns. */
async function timed(rounds: number, ...sides: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const out: number[][] = sides.map(() => []);
  for (let round = -3; round < rounds; round++)
    for (const [index, side] of sides.entries()) {
      const start = performance.now();
      await side();
      if (round >= 0) out[index]?.push(performance.now() - start);
    }
  return out;
}
const ended = (command: string, args: readonly string[]): Promise<void> =>
  new Promise((done) => {
    spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] }).on("close", () => {
      done();
    });
  });

const prepared = await prepare(policy, {});
const bare = [
  ...prepared.told({ code: [], channel: false, link: false, variables: {} }).options,
  "--",
  ...limited(prepared.backend.limiter, prepared.plan.limits, ["/bin/true"]),
];
/** As between the calls of a tool: the sandbox for the next one is made meanwhile. */
const BETWEEN_MS = 50;
const [plain, launcher, confined, , warm, proxied] = await timed(
  25,
  () => ended("/bin/true", []),
  () => ended(prepared.backend.launcher, bare),
  () => runConfined(["/bin/true"], { policy }),
  () => wait(BETWEEN_MS),
  () => runConfined(["/bin/true"], { policy, warm: true }),
  () => runConfined(["/bin/true"], { policy: { ...policy, net: ["example.com"] } }),
);
row("confined command, no network", median(confined), "ms", "plain spawn", median(plain));
row("  the launcher alone, with the same arguments", median(launcher), "ms", "plain spawn", median(plain));
row("  more than the launcher alone", median(confined) - median(launcher), "ms");
row("  more than plain", median(confined) - median(plain), "ms");
row("confined command, its sandbox made since the last one", median(warm), "ms", "plain spawn", median(plain));
row("  more than plain", median(warm) - median(plain), "ms");
const [alone, inRow] = await timed(
  25,
  () => runConfined(["/bin/true"], { policy: { ...policy, env: ["A"] } }),
  () => runConfined(["/bin/true"], { policy: { ...policy, env: ["A"] }, warm: true }),
);
row("confined command, its sandbox being made while it waits", median(inRow), "ms", "made for it", median(alone));
row("confined command, hosts by proxy", median(proxied), "ms", "plain spawn", median(plain));

for (const backend of ["landlock", "firejail"] as const) {
  const found = await probe(backend);
  if ("reason" in found) {
    console.log(`no ${backend} here: ${found.reason}`);
    continue;
  }
  const [own, theirs, again] = await timed(
    15,
    () => runConfined(["/bin/true"], { policy, backend }),
    () => ended("/usr/bin/firejail", ["--quiet", "--noprofile", "--read-only=/", `--read-write=${folder}`, "--net=none", "/bin/true"]),
    () => ended("/bin/true", []),
  );
  row(`confined command by ${backend}`, median(own), "ms", "plain spawn", median(again));
  if (backend === "firejail") row("  firejail as others call it", median(theirs), "ms", "plain spawn", median(again));
}

/** A peer, where it was put beside: `npm i --no-save @anthropic-ai/sandbox-runtime` (with bubblewrap, socat and ripgrep). */
const PEER: string = "@anthropic-ai/sandbox-runtime";
interface Peer {
  readonly SandboxManager: {
    initialize(config: object): Promise<void>;
    wrapWithSandbox(command: string): Promise<string>;
    reset(): Promise<void>;
  };
}
const peer = await (import(PEER) as Promise<Peer>).catch(() => undefined);
if (!peer) console.log(`no ${PEER} here`);
else {
  const filesystem = { denyRead: [], allowWrite: [folder], denyWrite: [] };
  await peer.SandboxManager.initialize({ network: { allowedDomains: ["example.com"], deniedDomains: [] }, filesystem });
  const [theirs, own, again] = await timed(
    15,
    async () => ended("/bin/sh", ["-c", await peer.SandboxManager.wrapWithSandbox("/bin/true")]),
    () => runConfined(["/bin/true"], { policy: { ...policy, net: ["example.com"] } }),
    () => ended("/bin/true", []),
  );
  row("confined command, hosts by proxy, by sandbox-runtime", median(theirs), "ms", "plain spawn", median(again));
  row("  by us", median(own), "ms", "plain spawn", median(again));
  await peer.SandboxManager.reset();
}

const { grants } = normalise(policy);
const planning = await timed(201, () => {
  const planned = planSandbox(grants, currentRoots(folder), process.env);
  if (planned.ok) bubblewrapArguments(planned.plan, systemLayout(), folder);
  seccompFilter("x64");
  return Promise.resolve();
});
row("plan, arguments and filter", median(planning[0]), "ms");

writeFileSync(join(folder, "tools.mjs"), "export const add = (a, b) => a + b;");
writeFileSync(
  join(folder, "echo.mjs"),
  "process.on('message', ({ id, args: [a, b] }) => process.send({ id, value: a + b })); process.send({ ready: true });",
);
const url = pathToFileURL(join(folder, "tools.mjs")).href;
const [bareBoot, boot] = await timed(
  11,
  () =>
    new Promise<void>((done) => {
      const child = fork(join(folder, "echo.mjs"), { serialization: "advanced" });
      child.once("message", () => {
        child.kill();
        done();
      });
    }),
  async () => {
    const worker = await isolate(url, { policy });
    await worker[Symbol.asyncDispose]();
  },
);
row("worker boots", median(boot), "ms", "bare Node", median(bareBoot));

const worker = await isolate<{ add(a: number, b: number): number }>(url, { policy });
const echo = fork(join(folder, "echo.mjs"), { serialization: "advanced" });
await new Promise((done) => echo.once("message", done));
const [bareCall, call] = await timed(
  3000,
  () =>
    new Promise((done) => {
      echo.once("message", done);
      echo.send({ id: 1, args: [1, 2] });
    }),
  () => worker.add(1, 2),
);
row("call of a worker", median(call), "ms", "plain child", median(bareCall));
const rss = process.memoryUsage().rss;
for (let i = 0; i < 100_000; i++) await worker.add(i, 1);
row("growth of memory over 100,000 calls", (process.memoryUsage().rss - rss) / 1024 / 1024, "MiB");
await worker[Symbol.asyncDispose]();
echo.kill();

const BULK = Buffer.alloc(64 * 1024 * 1024);
const upstream = createServer((asked, response) => response.end(asked.url === "/bulk" ? BULK : "ok"));
const front = createTcp();
const relay = createServer((from, to) => {
  const out = request(
    {
      host: "127.0.0.1",
      port: (upstream.address() as AddressInfo).port,
      path: from.url?.replace(/^http:\/\/[^/]+/u, "") ?? "/",
      agent: relayAgent,
    },
    (answer) => answer.pipe(to),
  );
  from.pipe(out);
});
const { Agent } = await import("node:http");
const relayAgent = new Agent({ keepAlive: true });
for (const server of [upstream, front, relay]) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const { port } = upstream.address() as AddressInfo;
const net = normalise({ net: [`127.0.0.1:${port}`] }).grants["net.connect"];
const egress = createEgress({ scope: net });
egress.serve(front);
const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
const through = (server: typeof front, agent: InstanceType<typeof Agent> | undefined, path = "/"): Promise<void> =>
  new Promise((done) => {
    request(
      { host: "127.0.0.1", port: (server.address() as AddressInfo).port, path: `http://127.0.0.1:${port}${path}`, agent },
      (answer) => {
        answer.resume().on("end", () => {
          done();
        });
      },
    ).end();
  });
const [plainProxy, ours] = await timed(
  500,
  () => through(relay, agents[0]),
  () => through(front, agents[1]),
);
row("request through the egress, kept connection", median(ours), "ms", "plain proxy", median(plainProxy));
const [plainBulk, bulk] = await timed(
  15,
  () => through(relay, agents[0], "/bulk"),
  () => through(front, agents[1], "/bulk"),
);
row(`${BULK.length / 1024 / 1024} MiB through the egress`, median(bulk), "ms", "plain proxy", median(plainBulk));
egress.close();
process.exit(0);
