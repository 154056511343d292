// Ways by which code inside a process reaches what it may not, each tried in turn. Returns what it got hold of.
import { createRequire, syncBuiltinESMExports } from "node:module";
import * as captured from "node:fs";

const require = createRequire(import.meta.url);
const read = captured.readFileSync;
const text = async (promise) => String(await promise);

export const vectors = {
  "fs.readFileSync": ({ secret }) => require("node:fs").readFileSync(secret, "utf8"),
  "fs.promises": ({ secret }) => require("node:fs").promises.readFile(secret, "utf8"),
  "import of fs": async ({ secret }) => (await import("node:fs")).readFileSync(secret, "utf8"),
  "JSON by the loader": ({ secretJson }) => JSON.stringify(require(secretJson)),
  openAsBlob: async ({ secret }) => (await require("node:fs").openAsBlob(secret)).text(),
  child_process: ({ secret }) => text(require("node:child_process").execFileSync("/bin/cat", [secret])),
  "a reference from before": ({ secret }) => read(secret, "utf8"),
  "process.binding": ({ secret }) => {
    const fs = process.binding("fs");
    return String(fs.readFileUtf8?.(secret, 0) ?? fs.internalModuleReadJSON?.(secret));
  },
  "a worker thread": ({ secret }) =>
    new Promise((done, fail) => {
      const { Worker } = require("node:worker_threads");
      const worker = new Worker(
        `require("worker_threads").parentPort.postMessage(require("fs").readFileSync(${JSON.stringify(secret)}, "utf8"))`,
        { eval: true },
      );
      worker.on("message", done).on("error", fail);
    }),
  loadEnvFile: ({ secretEnv }) => {
    process.loadEnvFile(secretEnv);
    return process.env.SECRET_IN_FILE;
  },
  "/proc/self/environ": () => /HOST_TOKEN=(\w+)/u.exec(read("/proc/self/environ", "utf8"))?.[1],
  "the host's environment": () => process.env.HOST_TOKEN,
  "sqlite reads": ({ secret }) => {
    const { DatabaseSync } = require("node:sqlite");
    return JSON.stringify(new DatabaseSync(":memory:").prepare(`ATTACH '${secret}' AS x`).run());
  },
  "sqlite creates": ({ outside }) => {
    const { DatabaseSync } = require("node:sqlite");
    new DatabaseSync(`${outside}/made.sqlite`).exec("create table t (x)");
    return "made.sqlite";
  },
  "a report": ({ outside }) => {
    process.report.directory = outside;
    process.report.writeReport("report.json");
    return captured.existsSync(`${outside}/report.json`) ? "report.json" : null;
  },
  "a heap snapshot": ({ outside }) => require("node:v8").writeHeapSnapshot(`${outside}/heap.snapshot`) && "heap.snapshot",
  "a native addon": ({ addon }) => {
    try {
      process.dlopen({ exports: {} }, addon);
    } catch (error) {
      // What loads has run already, whether or not it is a module.
      if (!process.env.ADDON_RAN) throw error;
    }
    return process.env.ADDON_RAN;
  },
  "a patched startsWith": ({ secret }) => {
    const kept = String.prototype.startsWith;
    String.prototype.startsWith = () => true;
    try {
      return read(secret, "utf8");
    } finally {
      String.prototype.startsWith = kept;
    }
  },
  "a patched getStore": ({ secret }) => {
    require("node:async_hooks").AsyncLocalStorage.prototype.getStore = () => undefined;
    return read(secret, "utf8");
  },
  "builtins synced anew": ({ secret }) => {
    syncBuiltinESMExports();
    return captured.readFileSync(secret, "utf8");
  },
  "a link in a folder that may be written": ({ secret, inside }) => {
    captured.symlinkSync(secret, `${inside}/link`);
    return read(`${inside}/link`, "utf8");
  },
  tcp: ({ port }) =>
    new Promise((done, fail) => {
      require("node:net")
        .connect(port, "127.0.0.1")
        .on("data", (data) => done(String(data)))
        .on("error", fail);
    }),
  "a unix socket": ({ socket }) =>
    new Promise((done, fail) => {
      require("node:net")
        .connect(socket)
        .on("data", (data) => done(String(data)))
        .on("error", fail);
    }),
  udp: ({ udp }) =>
    new Promise((done, fail) => {
      const socket = require("node:dgram").createSocket("udp4");
      socket.on("message", (data) => done(String(data)));
      socket.send("x", udp, "127.0.0.1", (error) => error && fail(error));
      setTimeout(fail, 500, new Error("no answer"));
    }),
  fetch: async ({ http: port }) => (await fetch(`http://127.0.0.1:${port}/`)).text(),
  "process.kill": ({ victim }) => process.kill(victim, 0) && "alive",
  "inspector.open": () => {
    const inspector = require("node:inspector");
    inspector.open(0, "127.0.0.1");
    const url = inspector.url();
    inspector.close();
    return url;
  },
};

export async function attempt(name, world) {
  try {
    const late = new Promise((_, fail) => setTimeout(fail, 3000, new Error("nothing came")).unref());
    return { got: (await Promise.race([vectors[name](world), late])) ?? null };
  } catch (error) {
    return { stopped: error.code ?? error.message };
  }
}
