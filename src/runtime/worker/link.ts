import type { Duplex } from "node:stream";
import v8 from "node:v8";
import { wire } from "./wire.ts";

const { frame, reader } = wire(v8);

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
    pipe.on("error", () => undefined);
    pipe.on("data", reader(maxBytes, hear, broken));
  }

  /** @throws when the message cannot be copied. */
  send(message: object): void {
    const sent = frame(message);
    this.#pipe.write(sent);
    // Whoever asks and never reads would fill our memory.
    if (this.#pipe.writableLength > 2 * this.#maxBytes + sent.length) this.#broken("questions, and read no answers");
  }
}
