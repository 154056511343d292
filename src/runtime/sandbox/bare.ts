import { limiterHere } from "./backend.ts";
import type { Start } from "./start.ts";
import { limited, tasksOfUser } from "./limits.ts";
import type { Plan } from "./plan.ts";

/** How a command is started that nothing holds: its variables and folder, and its limits where the system can set them. */
export function bare(
  plan: Plan,
  cwd: string,
  command: readonly string[],
): Pick<Start, "launcher" | "ending" | "front" | "options" | "filter" | "hops" | "bare" | "command"> {
  const limiter = limiterHere();
  // All processes of the user are counted.
  const limits = { ...plan.limits, processes: plan.limits.processes + (limiter === undefined ? 0 : tasksOfUser()) };
  const [launcher = "", ...rest] = limiter === undefined ? command : limited(limiter, limits, command);
  // `/tmp` is everybody's here.
  const environment = Object.fromEntries(Object.entries(plan.environment).filter(([name]) => name !== "HOME"));
  return {
    launcher,
    command: rest,
    ending: "SIGKILL",
    front: [],
    options: [],
    filter: Buffer.alloc(0),
    hops: 0,
    bare: { environment, cwd },
  };
}
