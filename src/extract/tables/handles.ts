import type { Table } from "./format.ts";

/**
 * What was opened for later: who uses a handle uses what it was opened on, wherever that was done.
 * A row that begins with `!held` looks at the arguments of the opening.
 */
export const handleTables: Readonly<Record<string, Table>> = {
  "type:FileHandle": {
    isHandle: true,
    rest: "pure",
    rows: {
      "read readFile readLines readv readableWebStream stat": "!heldRead",
      createReadStream: "!heldRead ->type:Stream",
      "write writeFile appendFile writev truncate chmod chown utimes": "!heldWrite",
      createWriteStream: "!heldWrite ->type:Stream",
    },
  },
  /** What `openSync` gives, a number; functions of `node:fs` take it as their first argument. */
  "type:Descriptor": { isHandle: true, rest: "pure", rows: {} },
  "type:FileWriter": { isHandle: true, rest: "pure ->this", rows: { write: "!heldWrite" } },
  "type:Database": {
    isHandle: true,
    rest: "pure",
    rows: {
      "prepare query": "->type:Statement",
      "exec run get all each pragma map": "!sql",
      serialize: "!heldRead",
      backup: "!heldRead fs.write@0",
      transaction: "->0",
      "configure on once": "->this",
      "loadExtension enableLoadExtension": "code.native@0",
    },
  },
  "type:Statement": {
    isHandle: true,
    rest: "pure",
    rows: { "run get all iterate values each map": "!sql", "bind pluck raw expand safeIntegers as": "->this" },
  },
  /** A client of libSQL, of a file or of a server. */
  "type:LibSql": {
    isHandle: true,
    rest: "pure",
    rows: { "execute batch migrate executeMultiple sync": "!libsql", transaction: "!libsql ->this" },
  },
  /** A function that was made of text: that it was made so is no matter of when it is called. */
  "type:Function": { rest: "pure", rows: { "default call apply": "code.eval" } },
  "type:Socket": { isHandle: true, rest: "pure ->this", rows: { connect: "!connect ->this", write: "!heldSocket" } },
  /** Who is at the other end of a connection that somebody else opened. */
  "type:Peer": { isHandle: true, rest: "pure ->this", rows: { "write end send ping pong emit emitWithAck": "net.connect" } },
  "type:Peers": {
    isCollection: true,
    rest: "pure",
    rows: { "write end send ping pong emit": "net.connect", "forEach map filter find some every": "pure =>type:Peer" },
  },
  "type:WebSocketServer": {
    rest: "pure ->this",
    links: { clients: "type:Peers" },
    rows: { "on once addListener prependListener prependOnceListener handleUpgrade": "pure ->this =>type:Peer" },
  },
  "type:SocketIoServer": {
    rest: "pure ->this",
    rows: {
      "on once addListener prependListener prependOnceListener": "pure ->this =>type:Peer",
      "emit emitWithAck send write fetchSockets serverSideEmit serverSideEmitWithAck disconnectSockets socketsJoin socketsLeave":
        "net.connect",
      "listen attach attachApp": "net.listen ->this",
    },
  },
  "type:WebSocket": { isHandle: true, rest: "pure ->this", rows: { "send ping pong": "!heldUrl" } },
  "type:SocketIo": { isHandle: true, rest: "pure ->this", rows: { "emit emitWithAck send write": "!heldUrl" } },
};
