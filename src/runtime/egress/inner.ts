import type * as childProcess from "node:child_process";
import type * as network from "node:net";

/**
 * Runs inside the sandbox, in front of the command: opens a listening socket in the sandbox's own
 * network, hands it to the host over Node's channel, and starts the command with the socket as its
 * proxy.
 */
export function inner(require: NodeJS.Require, process: NodeJS.Process, preload: string): void {
  const net = require("node:net") as typeof network;
  const { spawn } = require("node:child_process") as typeof childProcess;
  const [command = "", ...args] = process.argv.slice(1);
  const server = net.createServer();
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as network.AddressInfo;
    process.once("message", () => {
      server.close();
      // Not before the channel is closed: it would be handed on.
      process.once("disconnect", () => setImmediate(start, port));
      process.disconnect();
    });
    process.send?.({ port }, server);
  });
  const start = (port: number): void => {
    const http = `http://127.0.0.1:${port}`;
    const own: Record<string, string> = {};
    for (const name of ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"]) own[name] = http;
    for (const name of ["all_proxy", "ALL_PROXY"]) own[name] = `socks5h://127.0.0.1:${port}`;
    // Names of hosts without ports: where some port of the host's loopback is granted, all go to the proxy.
    const inside = process.env["TOOLFENCE_LOOPBACK"] ? "" : "localhost,127.0.0.1,::1";
    for (const name of ["no_proxy", "NO_PROXY"]) own[name] = inside;
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...own,
      TOOLFENCE_PROXY: String(port),
      NODE_OPTIONS: `--require=${preload}`,
    };
    delete env["NODE_CHANNEL_FD"];
    delete env["NODE_CHANNEL_SERIALIZATION_MODE"];
    const child = spawn(command, args, { stdio: "inherit", env });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"] as const) process.on(signal, () => child.kill(signal));
    child.on("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit((error as NodeJS.ErrnoException).code === "ENOENT" ? 127 : 126);
    });
    child.on("exit", (code, signal) => {
      process.exit(code ?? 128 + (signal === "SIGKILL" ? 9 : signal === "SIGTERM" ? 15 : 2));
    });
  };
}
