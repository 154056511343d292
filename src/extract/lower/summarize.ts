import type { ScopeManager } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { ModuleSummary } from "../ir.ts";
import { packPos } from "../ir.ts";
import { Context } from "./context.ts";
import { openFunction } from "./functions.ts";
import { lowerBlock } from "./statements.ts";

/** An empty summary that says why there is nothing in it. */
export function failedSummary(file: string, failed: NonNullable<ModuleSummary["failed"]>): ModuleSummary {
  return {
    file,
    fns: [{ n: "", pn: [], pt: [], pd: [], b: [], up: -1, at: 0 }],
    vars: [],
    classes: [],
    exports: [],
    stars: [],
    cjs: [],
    getters: [],
    imports: [],
    failed,
  };
}

/**
 * Summarises one parsed module. Pure: the same text gives the same summary, whichever
 * ESTree parser produced `program`, and its scopes.
 *
 * A tree that is nested too deeply for the stack gives a `budget` failure, not an exception.
 */
export function summarize(file: string, text: string, program: TSESTree.Program, scopes: () => ScopeManager): ModuleSummary {
  try {
    const c = new Context(text, scopes());
    const top = openFunction(c, "", program, { up: -1, at: packPos(1, 0) });
    c.own(program, top);
    const fn = c.fns[top];
    if (fn) fn.b = lowerBlock(c, program.body);
    c.settle();
    return {
      file,
      fns: c.fns,
      vars: c.vars,
      classes: c.classes,
      exports: c.exports,
      stars: c.stars,
      cjs: c.cjs,
      getters: [...c.getters],
      imports: [...c.imports],
    };
  } catch (error) {
    if (error instanceof RangeError) return failedSummary(file, { reason: "budget", message: "nested too deeply", line: 1 });
    throw error;
  }
}
