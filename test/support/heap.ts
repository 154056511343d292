import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The bytes of the heap that something still holds: what is garbage is collected first, so that a bound of it means something. */
export async function heldBytes(): Promise<number> {
  // What a promise or a timer of the last call holds is let go of in a later turn.
  await new Promise((done) => setTimeout(done, 50));
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
