import { LEAVING, nestedBodies, parts } from "../ir-walk.ts";
import type { CallExpr, Expr, Stmt } from "../ir.ts";
import type { Module } from "./candidates.ts";
import type { Reach } from "./reach.ts";

/** The statements of a body whose ways decide over what may be registered. */
export type Ways = ReadonlySet<Stmt>;

/**
 * Says where the values of a function's conditions and loops decide over what it may register: elsewhere they need not be told.
 */
export class WaysThatLead {
  readonly #reach: Reach;
  readonly #known = new Map<readonly Stmt[], Ways | undefined>();

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /**
   * Statements with a call in them that may lead to a registration, and those that may leave the function, or a loop of it, before such a one.
   *
   * @returns undefined where no call of the body leads to any.
   */
  of(mod: Module, body: readonly Stmt[]): Ways | undefined {
    if (!this.#known.has(body)) this.#known.set(body, this.#find(mod, body));
    return this.#known.get(body);
  }

  #find(mod: Module, body: readonly Stmt[]): Ways | undefined {
    const leading = new Set<Stmt>();
    const leaving: { readonly statement: Stmt; readonly index: number }[] = [];
    let count = 0;
    let last = -1;
    const visit = (statement: Stmt): { leads: boolean; leaves: boolean } => {
      const index = count++;
      const found = { leads: own(statement).some((e) => this.#leads(mod, e)), leaves: LEAVING.has(statement.k) };
      if (found.leads) last = index;
      for (const inner of nestedBodies(statement).flat()) {
        const { leads, leaves } = visit(inner);
        found.leads ||= leads;
        found.leaves ||= leaves;
      }
      if (found.leads) leading.add(statement);
      if (found.leaves) leaving.push({ statement, index });
      return found;
    };
    for (const statement of body) visit(statement);
    if (last === -1) return undefined;
    for (const { statement, index } of leaving) if (index < last) leading.add(statement);
    return leading;
  }

  #leads(mod: Module, e: Expr): boolean {
    if (e.k === "call" && this.#reach.callLeads(mod, e satisfies CallExpr)) return true;
    let found = false;
    parts(e, (part) => {
      found ||= this.#leads(mod, part);
    });
    return found;
  }
}

/** The expressions of a statement that stand in no statement below it. */
function own(statement: Stmt): readonly Expr[] {
  switch (statement.k) {
    case "e":
    case "throw":
      return [statement.e];
    case "ret":
    case "loop":
      return statement.e ? [statement.e] : [];
    case "if":
      return [statement.t];
    case "switch":
      return [statement.d, ...statement.c.flatMap((one) => (one.t ? [one.t] : []))];
    default:
      return [];
  }
}
