import type { Duplex } from "node:stream";
import { deserialize, serialize } from "node:v8";

/** The host's end of the pipe to a worker. What the other end sends is not trusted. */
export class Link {
  readonly #pipe: Duplex;
  readonly #maxBytes: number;
  readonly #broken: (why: string) => void;

  /**
   * @param maxBytes longest message that is taken.
   * @param hear what is done with a message.
   * @param broken what is done when the other end sends what is no message, or one too long.
   */
  constructor(pipe: Duplex, maxBytes: number, hear: (message: unknown) => void, broken: (why: string) => void) {
    this.#pipe = pipe;
    this.#maxBytes = maxBytes;
    this.#broken = broken;
    let held: Buffer[] = [];
    let length = 0;
    pipe.on("error", () => undefined);
    pipe.on("data", (chunk: Buffer) => {
      held.push(chunk);
      length += chunk.length;
      for (;;) {
        if (length < 4) return;
        if ((held[0]?.length ?? 0) < 4) held = [Buffer.concat(held)];
        const size = held[0]?.readUInt32BE(0) ?? 0;
        if (size > maxBytes) {
          broken(`a message of ${size} bytes, where ${maxBytes} may be sent`);
          return;
        }
        if (length < 4 + size) return;
        const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
        held = [all.subarray(4 + size)];
        length -= 4 + size;
        try {
          hear(deserialize(all.subarray(4, 4 + size)));
        } catch {
          broken("what is no message");
          return;
        }
      }
    });
  }

  /** @throws when the message cannot be copied. */
  send(message: unknown): void {
    const body = serialize(message);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    this.#pipe.write(Buffer.concat([head, body]));
    // Whoever asks and never reads would fill our memory.
    if (this.#pipe.writableLength > 2 * this.#maxBytes + body.length) this.#broken("questions, and read no answers");
  }
}
