import type { Use } from "../model/risk.ts";

/** Once each, in order. */
export const lines = (list: readonly string[]): string[] => [...new Set(list)].sort();

/** How often each reason occurs; places and names of code are left out, so that moving and renaming change nothing. */
export function countReasons(reasons: readonly string[]): string[] {
  const count = new Map<string, number>();
  for (const reason of reasons) count.set(reason, (count.get(reason) ?? 0) + 1);
  return [...count].map(([reason, times]) => `${reason} ${times}`).sort();
}

/** A line of facts: a capability, and what it is used on. */
export const useOfLine = (line: string): Use => ({
  capability: line.slice(0, line.indexOf(" ")),
  resource: line.slice(line.indexOf(" ") + 1),
});
