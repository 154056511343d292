import type { IncomingMessage, RequestOptions, ServerResponse } from "node:http";
import { Agent, createServer as createHttpServer } from "node:http";
import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HostPattern } from "../../model/host.ts";
import type { Scope } from "../../model/scope.ts";
import type { Resolve } from "./dial.ts";
import { dial, NotDialled, systemResolve, Unwanted } from "./dial.ts";
import { answerTo, refuse } from "./answers.ts";
import { Budget, MAX_BYTES } from "./budget.ts";
import { forward } from "./forward.ts";
import { join } from "./join.ts";
import type { Form } from "./rules.ts";
import { readSocks, reply, REPLY } from "./socks.ts";
import type { Target } from "./target.ts";
import { parseAuthority } from "./target.ts";
import { upgrade } from "./upgrade.ts";

/** One decision of the proxy, as it goes to the log. `target` is as it was asked for. */
export interface EgressDecision {
  readonly verdict: "allow" | "deny";
  readonly protocol: "connect" | "http" | "socks5";
  readonly target: string;
  readonly reason?: string;
}

export interface EgressOptions {
  readonly scope: Scope<HostPattern>;
  readonly onDecision?: ((decision: EgressDecision) => void) | undefined;
  /** How names become addresses; the system's resolver where nothing else is given. */
  readonly resolve?: Resolve | undefined;
  readonly maxConnections?: number;
  /** More than these bytes, from and to hosts together, end all connections, and there are no others. */
  readonly maxBytes?: number;
  readonly idleMs?: number;
}

const HEADER_MS = 10_000;
const REQUEST_MS = 600_000;
/** How often it is looked for requests that take longer. */
const CHECK_MS = 1000;
const MAX_CONNECTIONS = 256;
const IDLE_MS = 300_000;
/** Requests of one connection, and those of all may be as many as connections. */
const MAX_WAITING = 16;
/** Connections to one host that are kept for another request. */
const MAX_FREE = 64;

export interface Egress {
  /** Serves every connection that a listening socket accepts, wherever the socket was made. */
  serve(server: Server): void;
  /** Ends all connections. */
  close(): void;
}

/**
 * A proxy (HTTP `CONNECT` and absolute form, SOCKS5) that lets through what a policy grants.
 * Who may use it is said by the listening socket alone: each sandbox has one of its own.
 */
export function createEgress(options: EgressOptions): Egress {
  const { scope, resolve = systemResolve, idleMs = IDLE_MS, maxConnections = MAX_CONNECTIONS } = options;
  const sockets = new Set<Duplex>();
  let isOver = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setTimeout(idleMs);
    socket.on("timeout", () => socket.destroy());
    return socket;
  };
  const tell = (verdict: "allow" | "deny", protocol: EgressDecision["protocol"], target: string, reason?: string): void => {
    options.onDecision?.({ verdict, protocol, target, ...(reason === undefined ? {} : { reason }) });
  };
  const refusal = (protocol: EgressDecision["protocol"], target: string, reason: string): void => {
    try {
      tell("deny", protocol, target, reason);
    } catch {
      // Refused all the same.
    }
  };
  const end = (): void => {
    isOver = true;
    budget.end();
    for (const socket of sockets) socket.destroy();
  };
  const budget = new Budget(options.maxBytes ?? MAX_BYTES, () => {
    refusal("connect", "", `more than ${options.maxBytes ?? MAX_BYTES} bytes went through`);
    end();
  });
  /** Connects where the policy lets it. What is let through is told first: if that fails, nothing is sent. */
  const reach = async (
    target: Target,
    form: Form,
    protocol: EgressDecision["protocol"],
    isWanted = (): boolean => !isOver,
  ): Promise<Socket> => {
    const text = `${target.host}:${target.port}`;
    const progress = { isTold: false };
    const announce = (reason?: string): void => {
      progress.isTold = true;
      try {
        tell("allow", protocol, text, reason);
      } catch {
        throw new NotDialled("the connection cannot be recorded, and so it is not made", true);
      }
    };
    try {
      const socket = keep(await dial(scope, target, form, resolve, announce, isWanted));
      budget.count(socket);
      return socket;
    } catch (error) {
      if (error instanceof NotDialled && error.isRefusal) refusal(protocol, text, error.message);
      else if (error instanceof NotDialled && !(error instanceof Unwanted) && !progress.isTold) announce(error.message);
      throw error;
    }
  };

  /** Connections that were told, and have not carried a request. */
  const fresh = new WeakSet<Socket>();
  // A request that waited in the agent would have a connection made for it that another may have found before: told, and for nobody.
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: MAX_FREE, timeout: idleMs });
  agent.createConnection = (connection: RequestOptions, done: (error: Error | null, socket?: Duplex) => void) => {
    reach({ host: String(connection.host), port: Number(connection.port) }, "http", "http").then(
      (socket) => {
        fresh.add(socket);
        done(null, socket);
      },
      (error: unknown) => {
        done(error as Error);
      },
    );
    return undefined;
  };

  const http = createHttpServer({
    headersTimeout: HEADER_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    requireHostHeader: false,
    joinDuplicateHeaders: false,
  });
  http.maxHeadersCount = 0;
  // A client that has said all still hears the answer.
  Object.assign(http, { httpAllowHalfOpen: true });
  http.timeout = idleMs;
  // It is handed its connections, and looks for slow ones only once it listens.
  http.emit("listening");
  const telling = {
    refused: refusal,
    allowed: ({ host, port }: Target, socket: Socket): void => {
      if (fresh.delete(socket)) return;
      try {
        tell("allow", "http", `${host}:${port}`);
      } catch {
        throw new NotDialled("the request cannot be recorded, and so it is not sent", true);
      }
    },
  };
  const open = new WeakMap<Socket, number>();
  let openOfAll = 0;
  const answer = (message: IncomingMessage, response: ServerResponse): void => {
    // Requests that are sent without waiting for answers would be held here, all of them.
    const { socket } = message;
    const waiting = (open.get(socket) ?? 0) + 1;
    open.set(socket, waiting);
    openOfAll++;
    response.once("close", () => {
      openOfAll--;
      open.set(socket, (open.get(socket) ?? 1) - 1);
    });
    if (waiting > MAX_WAITING || openOfAll > maxConnections) {
      refusal("http", message.url ?? "", "there are too many requests");
      socket.destroy();
      return;
    }
    forward(message, response, agent, telling);
  };
  http.on("request", answer);
  // Whether it goes on is the server's to say.
  http.on("checkContinue", answer);
  http.on("checkExpectation", answer);
  http.on("connect", (message: IncomingMessage, client: Socket, head: Buffer) => {
    const target = parseAuthority(message.url ?? "");
    if (!target) {
      refusal("connect", message.url ?? "", "it is not `host:port`");
      refuse(client, 400, "The target is not `host:port`.");
      return;
    }
    if ((open.get(client) ?? 0) > 0) {
      // What is still to be answered would be answered in the tunnel.
      refusal("connect", message.url ?? "", "another request is not answered yet");
      client.destroy();
      return;
    }
    void reach(target, "tunnel", "connect", () => !isOver && !client.destroyed).then(
      (upstream) => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        if (head.length > 0) upstream.write(head);
        join(client, upstream);
      },
      (error: unknown) => {
        refuse(client, ...answerTo(error, target));
      },
    );
  });
  http.on("upgrade", (message: IncomingMessage, client: Socket, head: Buffer) => {
    upgrade(message, client, head, agent, telling);
  });
  http.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    refusal("http", "", "the request cannot be read");
    refuse(socket, 400, "The request cannot be read.");
  });

  const socks = async (client: Socket): Promise<void> => {
    const slow = setTimeout(() => client.destroy(), HEADER_MS);
    const asked = await readSocks(client).finally(() => {
      clearTimeout(slow);
    });
    if (!asked.ok) {
      if (!client.readableEnded) refusal("socks5", "", "the request cannot be read, or names no host");
      client.end(asked.code === undefined ? "" : reply(asked.code));
      return;
    }
    try {
      const upstream = await reach(asked.target, "tunnel", "socks5", () => !isOver && !client.destroyed);
      client.write(reply(REPLY.granted));
      join(client, upstream);
    } catch (error) {
      client.end(reply(error instanceof NotDialled && error.isRefusal ? REPLY.refused : REPLY.unreachable));
    }
  };

  const accept = (client: Socket): void => {
    if (isOver) {
      client.destroy();
      return;
    }
    keep(client);
    client.setNoDelay(true);
    client.allowHalfOpen = true;
    if (sockets.size > 2 * maxConnections) {
      refusal("connect", "", "there are too many connections");
      client.resume();
      refuse(client, 503, "There are too many connections.");
      setTimeout(() => client.destroy(), CHECK_MS).unref();
      return;
    }
    const late = setTimeout(() => client.destroy(), HEADER_MS);
    client.once("close", () => {
      clearTimeout(late);
    });
    client.once("readable", () => {
      const first = client.read() as Buffer | null;
      if (!first) {
        client.destroy();
        return;
      }
      clearTimeout(late);
      client.unshift(first);
      if (first[0] !== 5) {
        http.emit("connection", client);
        return;
      }
      void socks(client);
    });
  };

  return {
    serve: (server) => {
      server.on("connection", accept);
      server.on("error", () => undefined);
    },
    close: () => {
      http.close(() => undefined);
      agent.destroy();
      end();
    },
  };
}
