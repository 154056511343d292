import { randomUUID } from "node:crypto";
import type { Policy } from "../../model/policy.ts";
import { isNamed } from "../../model/exposed-name.ts";
import type { Denial } from "../denied.ts";
import { denialOf } from "../denied.ts";

interface Count {
  started: number;
  completed: number;
}

/** Permissions and revocations in the order in which they were said. */
let order = 0;

/** What one run of an agent has done so far: nothing of it is shared with another run. */
export class SessionState {
  readonly id: string;
  readonly #counts = new Map<string, Count>();
  readonly #approved = new Map<string, { readonly tool: string; readonly at: number }>();
  /** When each tool's permissions were last taken back; undefined stands for all of them. */
  readonly #revoked = new Map<string | undefined, number>();
  readonly #above: SessionState | undefined;
  readonly #limit: number;
  #calls = 0;
  #last = "";
  #repeats = 0;

  /**
   * @param calls how many calls it may make where nothing else is configured.
   * @param above what is taken back there is taken back here.
   */
  constructor(id: string = randomUUID(), calls: number = Infinity, above?: SessionState) {
    this.id = id;
    this.#above = above;
    this.#limit = calls;
  }

  /** Permits exactly this for the rest of the session. @param key tool, arguments and manifest. */
  approve(tool: string, key: string): void {
    this.#approved.set(key, { tool, at: ++order });
  }

  /** Whether it was permitted, and not taken back since. */
  isApproved(key: string): boolean {
    const found = this.#approved.get(key);
    return found !== undefined && !this.#isRevoked(found.tool, found.at);
  }

  /** Takes back what was permitted until now: of one tool, by its name or identity, or of all. */
  revoke(tool?: string): void {
    this.#revoked.set(tool, ++order);
  }

  #isRevoked(id: string, at: number): boolean {
    return (
      [...this.#revoked].some(([tool, later]) => later > at && (tool === undefined || tool === id || isNamed(id, tool))) ||
      (this.#above !== undefined && this.#above.#isRevoked(id, at))
    );
  }

  #countOf(tool: string): Count {
    let count = this.#counts.get(tool);
    if (!count) this.#counts.set(tool, (count = { started: 0, completed: 0 }));
    return count;
  }

  /** Why a call may not be made now. Looks only. */
  refusal(tool: string, { constraints }: Policy, calls: number = this.#limit): Denial | undefined {
    if (this.#calls >= calls)
      return denialOf("limit.calls", "limits.calls", "config", String(calls), `this session has made ${calls} calls`);
    if (!constraints) return undefined;
    const { maxInvocations, onlyAfter } = constraints;
    if (maxInvocations !== undefined && (this.#counts.get(tool)?.started ?? 0) >= maxInvocations)
      return denialOf(
        "constraint.count",
        "constraints.maxInvocations",
        "policy",
        String(maxInvocations),
        `this tool may be called ${maxInvocations === 1 ? "once" : `${maxInvocations} times`} in a session (maxInvocations)`,
      );
    const missing = (onlyAfter ?? []).find((name) => !this.#completed(name));
    return missing === undefined
      ? undefined
      : denialOf("constraint.order", "constraints.onlyAfter", "policy", missing, `\`${missing}\` has to be completed first (onlyAfter)`);
  }

  /** Names in a policy are exposed names; identities end in them. */
  #completed(name: string): boolean {
    return [...this.#counts].some(([tool, count]) => count.completed > 0 && isNamed(tool, name));
  }

  /** Why a call that is like those just before it may not be made once more. Looks only. */
  repetition(tool: string, digest: string, limit: number): Denial | undefined {
    if (`${tool}\0${digest}` !== this.#last || this.#repeats < limit) return undefined;
    return denialOf(
      "constraint.repeated",
      "repeatedCalls",
      "config",
      String(limit),
      `this very call was made ${limit} times in a row; its answer will not change`,
    );
  }

  /** Counts a call that takes place; by its digest too, where repetitions are limited. */
  begin(tool: string, digest?: string): void {
    this.#calls++;
    this.#countOf(tool).started++;
    if (digest === undefined) return;
    const signature = `${tool}\0${digest}`;
    this.#repeats = signature === this.#last ? this.#repeats + 1 : 1;
    this.#last = signature;
  }

  /** Counts a call that came to its end without an error. */
  complete(tool: string): void {
    this.#countOf(tool).completed++;
  }
}
