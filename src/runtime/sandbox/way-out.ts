import type { Door } from "../egress/door.ts";
import { openDoor } from "../egress/door.ts";
import type { Egress, EgressOptions } from "../egress/proxy.ts";
import { createEgress } from "../egress/proxy.ts";
import type { Plan } from "./plan.ts";

/** The egress of one confined start, and the port of the host where it is, if it is one. */
export interface WayOut {
  readonly proxy: Egress;
  readonly door: Door | undefined;
  close(): void;
}

/** Opens what a plan with a list of hosts needs before anything starts; to be closed also where nothing does. */
export async function openWayOut(
  { plan, hasDoor }: { readonly plan: Plan; readonly hasDoor?: true },
  options: Pick<EgressOptions, "onDecision" | "resolve">,
): Promise<WayOut | undefined> {
  if (plan.network !== "proxy") return undefined;
  const proxy = createEgress({ ...options, scope: plan.hosts });
  const door = hasDoor ? await openDoor(proxy) : undefined;
  const close = (): void => {
    door?.close();
    proxy.close();
  };
  return { proxy, door, close };
}
