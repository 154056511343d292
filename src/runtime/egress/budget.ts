import type { Socket } from "node:net";

/** What may go through one proxy in all, both ways together: four gibibytes, unless it is said otherwise. */
export const MAX_BYTES = 4 * 1024 ** 3;
const CHECK_MS = 200;

/**
 * Counts what goes over some sockets, the closed ones with them, a few times a second.
 *
 * @param spent is called once, when more than `most` bytes have gone over them; what was on its way by then has passed.
 */
export class Budget {
  readonly #open = new Set<Socket>();
  readonly #timer: NodeJS.Timeout;
  #closed = 0;

  constructor(most: number, spent: () => void) {
    this.#timer = setInterval(() => {
      if (this.#spent() <= most) return;
      this.end();
      spent();
    }, CHECK_MS).unref();
  }

  count(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#closed += socket.bytesRead + socket.bytesWritten;
    });
  }

  #spent(): number {
    let all = this.#closed;
    for (const { bytesRead, bytesWritten } of this.#open) all += bytesRead + bytesWritten;
    return all;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
