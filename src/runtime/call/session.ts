import { randomUUID } from "node:crypto";
import type { Policy } from "../../model/policy.ts";
import type { Denial } from "../denied.ts";

interface Count {
  started: number;
  completed: number;
}

/** What one run of an agent has done so far: nothing of it is shared with another run. */
export class SessionState {
  readonly id: string;
  readonly #counts = new Map<string, Count>();
  readonly approved = new Set<string>();
  readonly #limit: number;
  #calls = 0;
  #last = "";
  #repeats = 0;

  /** @param calls how many calls it may make where nothing else is configured. */
  constructor(id: string = randomUUID(), calls: number = Infinity) {
    this.id = id;
    this.#limit = calls;
  }

  #countOf(tool: string): Count {
    let count = this.#counts.get(tool);
    if (!count) this.#counts.set(tool, (count = { started: 0, completed: 0 }));
    return count;
  }

  /** Why a call may not be made now. Looks only. */
  refusal(tool: string, { constraints }: Policy, calls: number = this.#limit): Denial | undefined {
    const refuse = (id: Denial["id"], clause: string, value: string, reason: string, origin: Denial["origin"]): Denial => ({
      id,
      clause,
      origin,
      value,
      reason,
      change: clause,
    });
    if (this.#calls >= calls) return refuse("limit.calls", "limits.calls", String(calls), `this session has made ${calls} calls`, "config");
    if (!constraints) return undefined;
    const { maxInvocations, onlyAfter } = constraints;
    if (maxInvocations !== undefined && (this.#counts.get(tool)?.started ?? 0) >= maxInvocations)
      return refuse(
        "constraint.count",
        "constraints.maxInvocations",
        String(maxInvocations),
        `this tool may be called ${maxInvocations === 1 ? "once" : `${maxInvocations} times`} in a session (maxInvocations)`,
        "policy",
      );
    const missing = (onlyAfter ?? []).find((name) => !this.#completed(name));
    return missing === undefined
      ? undefined
      : refuse("constraint.order", "constraints.onlyAfter", missing, `\`${missing}\` has to be completed first (onlyAfter)`, "policy");
  }

  /** Names in a policy are exposed names; identities end in them. */
  #completed(name: string): boolean {
    return [...this.#counts].some(([tool, count]) => count.completed > 0 && (tool === name || tool.endsWith(`.${name}`)));
  }

  /** Why a call that is like those just before it may not be made once more. */
  repeated(tool: string, input: () => string, limit: number | undefined): Denial | undefined {
    if (limit === undefined) return undefined;
    const signature = `${tool}\0${input()}`;
    this.#repeats = signature === this.#last ? this.#repeats + 1 : 1;
    this.#last = signature;
    if (this.#repeats <= limit) return undefined;
    return {
      id: "constraint.repeated",
      clause: "repeatedCalls",
      origin: "config",
      value: String(limit),
      reason: `this very call was made ${limit} times in a row; its answer will not change`,
      change: "repeatedCalls",
    };
  }

  /** Counts a call that takes place. */
  begin(tool: string): void {
    this.#calls++;
    this.#countOf(tool).started++;
  }

  /** Takes back a call that was counted and then did not take place. */
  cancel(tool: string): void {
    this.#calls--;
    this.#countOf(tool).started--;
  }

  /** Counts a call that came to its end without an error. */
  complete(tool: string): void {
    this.#countOf(tool).completed++;
  }
}
