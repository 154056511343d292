import type { Socket } from "node:net";

/** Lets two connections speak to each other. What one has said to its end is said to the other, which may go on; when one breaks, both do. */
export function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("error", () => undefined);
    from.once("close", () => {
      // What was said before is still handed over.
      if (from.readableEnded) to.destroySoon();
      else to.destroy();
    });
    from.pipe(to);
  }
}
