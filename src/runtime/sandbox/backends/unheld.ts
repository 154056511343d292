import type { BackendName } from "./names.ts";
import type { Plan, Unheld } from "../plan.ts";
import { unheldByFirejail } from "./firejail.ts";
import { unheldByLandlock } from "./landlock.ts";

/** What of a plan each backend cannot hold. */
export const UNHELD: Readonly<Record<BackendName, (plan: Plan) => Unheld[]>> = {
  bubblewrap: () => [],
  landlock: unheldByLandlock,
  firejail: unheldByFirejail,
};
