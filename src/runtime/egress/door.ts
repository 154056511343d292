import { randomBytes, timingSafeEqual } from "node:crypto";
import type { AddressInfo, Socket } from "node:net";
import { Server } from "node:net";
import type { Egress } from "./proxy.ts";
import { siphash } from "./siphash.ts";

/** Where a sandbox without a network of its own reaches its proxy. */
export interface Door {
  /** Of this machine's loopback, where anybody can knock. */
  readonly port: number;
  /** Sixteen bytes, in hexadecimal: what answers the question that every connection begins with. The launcher has it, and nobody else. */
  readonly key: string;
  close(): void;
}

const KEY_BYTES = 16;
const QUESTION_BYTES = 8;
const ANSWER_MS = 10_000;
/** Clients that have been asked and have not answered. Whoever is on this machine can be one: beyond so many the first of them is let go of. */
const MOST_WAITING = 128;

/** Asks a client, and hands it on when it answers by the key; ends all others. What answers once answers no other question. */
function ask(client: Socket, key: Buffer, waiting: Set<Socket>, known: (client: Socket) => void): void {
  const [first] = waiting;
  if (waiting.size >= MOST_WAITING) first?.destroy();
  waiting.add(client);
  client.unref();
  const late = setTimeout(() => client.destroy(), ANSWER_MS).unref();
  const question = randomBytes(QUESTION_BYTES);
  const answer = siphash(key, question);
  client.on("error", () => client.destroy());
  const read = (): void => {
    const said = client.read(answer.length) as Buffer | null;
    if (said === null) return;
    clearTimeout(late);
    client.off("readable", read);
    if (said.length !== answer.length || !timingSafeEqual(said, answer)) {
      client.destroy();
      return;
    }
    waiting.delete(client);
    client.ref();
    // In a turn of its own: only then does a new listener hear of what is there already.
    setImmediate(known, client);
  };
  client.on("readable", read);
  client.once("close", () => {
    clearTimeout(late);
    waiting.delete(client);
  });
  client.write(question);
}

/** Lets an egress serve a port of the loopback, for those alone who have a key. It keeps no process from ending. */
export async function openDoor(egress: Egress): Promise<Door> {
  const key = randomBytes(KEY_BYTES);
  const behind = new Server();
  const waiting = new Set<Socket>();
  egress.serve(behind);
  const front = new Server({ allowHalfOpen: true }, (client) => {
    ask(client, key, waiting, (known) => behind.emit("connection", known));
  });
  await new Promise<void>((done, failed) => {
    front.once("error", failed);
    front.listen(0, "127.0.0.1", done);
  });
  // One that cannot be accepted is no fault of the others.
  front.on("error", () => undefined).unref();
  const close = (): void => {
    front.close();
    for (const client of waiting) client.destroy();
  };
  return { port: (front.address() as AddressInfo).port, key: key.toString("hex"), close };
}
