import type * as network from "node:net";
import type * as secure from "node:tls";

/** What is used of a socket beyond its public face: how it starts reading and writing. */
interface Inner {
  connecting: boolean;
  _write(chunk: Buffer, encoding: string, done: (error?: Error | null) => void): void;
  _read(size: number): void;
  push(chunk: Buffer | null): boolean;
  emit(event: string, ...args: unknown[]): boolean;
}

/**
 * Runs before a Node program inside the sandbox: every TCP connection that does not stay inside is
 * made through the proxy, whatever makes it (`fetch`, `http` with any agent, `tls`, WebSocket clients,
 * `net.connect`), on every Node. It is sent as text, so it must use nothing but its parameters.
 */
export function preload(require: NodeJS.Require, process: NodeJS.Process): void {
  const net = require("node:net") as typeof network & { _normalizeArgs(args: unknown[]): [network.TcpNetConnectOpts, unknown] };
  const tls = require("node:tls") as { connect: typeof secure.connect };
  const proxy = Number(process.env["TOOLFENCE_PROXY"]);
  if (!(proxy > 0)) return;
  // Ports of the host's own loopback that are granted; the others are those of whatever listens inside.
  const granted = (process.env["TOOLFENCE_LOOPBACK"] ?? "").split(",").map((range) => range.split("-").map(Number));
  const isGranted = (port: number): boolean => granted.some(([low = 1, high = 0]) => port >= low && port <= high);
  const isInside = (host: string, port: unknown): boolean =>
    /^(?:localhost|.*\.localhost|127(?:\.\d+){1,3}|\[?::1\]?)$/iu.test(host) && !isGranted(Number(port));
  const connect = Reflect.get(net.Socket.prototype, "connect") as (this: network.Socket, options: unknown) => network.Socket;

  /** Speaks to the proxy before anybody hears that the socket is connected. */
  const shake = (socket: network.Socket, target: string): void => {
    const own = socket as unknown as Inner;
    const emit = own.emit.bind(socket);
    let held = Buffer.alloc(0);
    own.emit = (event, ...args) => {
      if (event === "ready") return false;
      if (event !== "connect") return emit(event, ...args);
      own.push = (chunk) => {
        if (chunk === null) {
          socket.destroy(Object.assign(new Error(`The proxy ended the connection to ${target}`), { code: "ECONNRESET" }));
          return false;
        }
        held = Buffer.concat([held, chunk]);
        const end = held.indexOf("\r\n\r\n");
        if (end === -1) return true;
        const [status = ""] = /(?<=^HTTP\/1\.1 )\d+/u.exec(held.toString("latin1")) ?? [];
        if (status !== "200") {
          const why = held
            .subarray(end + 4)
            .toString("utf8")
            .trim();
          socket.destroy(
            Object.assign(new Error(why || `The proxy answers ${status} to ${target}`), {
              code: status === "403" ? "EACCES" : "ENOTFOUND",
            }),
          );
          return false;
        }
        Reflect.deleteProperty(own, "push");
        Reflect.deleteProperty(own, "emit");
        own.connecting = false;
        emit("connect");
        emit("ready");
        const rest = held.subarray(end + 4);
        if (rest.length > 0) own.push(rest);
        return true;
      };
      own._write(Buffer.from(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`), "buffer", () => undefined);
      own._read(0);
      // Whoever writes now waits for `connect`.
      own.connecting = true;
      return true;
    };
  };

  net.Socket.prototype.connect = function (this: network.Socket, ...args: unknown[]) {
    const [options, done] = Array.isArray(args[0])
      ? (args[0] as unknown as [network.TcpNetConnectOpts, unknown])
      : net._normalizeArgs(args);
    const host = options.host ?? "localhost";
    if ((options as { path?: string | null }).path || isInside(host, options.port)) return connect.apply(this, args as [unknown]);
    if (typeof done === "function") this.once("connect", done as () => void);
    shake(this, `${host.includes(":") ? `[${host}]` : host}:${options.port}`);
    return connect.call(this, { host: "127.0.0.1", port: proxy });
  };

  const secured = tls.connect;
  tls.connect = (...args: unknown[]) => {
    const [given, done] = net._normalizeArgs(args) as unknown as [secure.ConnectionOptions, (() => void) | null];
    const more = args.find((one, index) => index > 0 && typeof one === "object" && one !== null) as secure.ConnectionOptions | undefined;
    const options = { ...given, ...more };
    const host = options.host ?? "localhost";
    if (options.socket ?? options.path ?? (isInside(host, options.port) || undefined))
      return Reflect.apply(secured, tls, args) as secure.TLSSocket;
    const socket = new net.Socket();
    const servername = options.servername ?? (net.isIP(host) === 0 ? host : "");
    // Before the socket has a handle: TLS would read from that itself, and so the proxy's answer.
    const out = secured({ ...options, socket, servername }, done ?? undefined);
    socket.on("error", (error) => out.destroy(error));
    // Idle connections that are kept must not keep the program.
    out.ref = () => (socket.ref(), out);
    out.unref = () => (socket.unref(), out);
    // It has no handle of its own that could say.
    Object.defineProperty(out, "remotePort", { get: () => Number(options.port), configurable: true });
    Object.defineProperty(out, "remoteAddress", { get: () => socket.remoteAddress, configurable: true });
    socket.connect({ host, port: Number(options.port) });
    return out;
  };
  // So that `import { connect } from "node:tls"` is the one from here.
  (require("node:module") as { syncBuiltinESMExports(): void }).syncBuiltinESMExports();
}
