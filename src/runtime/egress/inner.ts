import type * as childProcess from "node:child_process";
import type * as network from "node:net";

/**
 * Runs inside the sandbox, in front of the command: opens a listening socket in the sandbox's own
 * network, hands it to the host over Node's channel, and starts the command with the socket as its
 * proxy: the first argument says by which variables, as JSON.
 */
export function inner(require: NodeJS.Require, process: NodeJS.Process): void {
  const net = require("node:net") as typeof network;
  const { spawn } = require("node:child_process") as typeof childProcess;
  const [variables = "{}", command = "", ...args] = process.argv.slice(1);
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
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...(JSON.parse(variables.replaceAll("{port}", String(port))) as Record<string, string>),
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
