/** What puts something into what a name stands for, behind the name: `registry.push(`, `table[key] =`, `table.key ??=`. */
export const FILLS =
  /\s*!?\??(?:\.(?:push|unshift|splice|set|add|append)\s*\(|(?:\[[^\]\n]{1,120}\]|\.[\w$]+)\s*(?:\?\?|\|\|)?=(?![=>]))/uy;
/** The same before it: `Object.assign(table, …)`. */
const ASSIGNS = /\bassign\(\s*$/u;
const MOST_BEFORE = 64;

/** What hands on what others export, or may: `export { … }`, `export * from`. */
const HANDS_ON = /(?:^|[\s;}])export\s*(?:\*|\{)/u;

/** What a name goes on with, and what stands before one that is a member of something else. */
const PART = /^[\w$]/u;
const MEMBER = /^[\w$.]/u;

/** Whether a text puts something into what a name stands for. The name is looked for first: it is seldom there. */
export function fills(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (MEMBER.test(text[at - 1] ?? "") || PART.test(text[end] ?? "")) continue;
    FILLS.lastIndex = end;
    if (FILLS.test(text) || ASSIGNS.test(text.slice(Math.max(0, at - MOST_BEFORE), at))) return true;
  }
  return false;
}

/** Whether a module may hand on what it imports. */
export const handsOn = (text: string): boolean => text.includes("export") && HANDS_ON.test(text);
