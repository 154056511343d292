import type { Launches } from "./commands.ts";
import { launchesOfArgv, launchesOfLine } from "./commands.ts";
import { isContentName } from "./data/names.ts";
import { ownValue } from "./own-value.ts";
import type { Found } from "./strings.ts";
import type { Use } from "./use.ts";

/** Where the arguments of a program stand, beside it. */
export const ARGUMENTS = ["args", "arguments", "argv", "params", "parameters"];
const wordOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** Where the folder stands in which a command runs, beside it. */
const FOLDERS = [
  "cwd",
  "workdir",
  "work_dir",
  "workingDirectory",
  "working_directory",
  "workingDir",
  "working_dir",
  "dir",
  "directory",
  "folder",
];
/** The folder in which a command is to run, as an argument beside it says. */
export const folderBeside = (holder: object | null): string | undefined =>
  FOLDERS.map((key) => ownValue(holder, key)).find((value) => typeof value === "string");

/** How many words the commands of one call may have, and how many commands it may be. */
const MOST = { commands: 1000, words: 50_000 };
/** What was asked to run so far. */
export interface Told {
  /** Whether the code may hand words to a shell, joined: nothing says that it does not. */
  readonly joins: boolean;
  readonly lists: Set<unknown>;
  words: number;
  commands: number;
}
export const nothingTold = (joins: boolean): Told => ({ joins, lists: new Set(), words: 0, commands: 0 });
export const isTooMuch = ({ words, commands }: Told): boolean => words > MOST.words || commands > MOST.commands;

/** What a shell does not read as one word. */
const SPECIAL = /[;&|<>`$()\n]/u;

/** Lists of words beside a program under another name than those of arguments: where words may be joined, these may be, too. */
const otherLists = (holder: object | null, name: string): readonly string[][] =>
  Object.keys(holder ?? {}).flatMap((key) => {
    const list = key === name || ARGUMENTS.includes(key) || isContentName(key) ? undefined : ownValue(holder, key);
    return Array.isArray(list) && list.every((one) => typeof one !== "object") ? [list.map(wordOf)] : [];
  });

/**
 * A command line, or a program with its arguments beside it or in one list. Where there are two readings, both count.
 *
 * @param joins whether the words may be joined to a line that a shell reads.
 */
export function commandUse(
  { name, text, holder }: Pick<Found, "name" | "text" | "holder">,
  out: Use[],
  told: Told,
  joins = told.joins,
): void {
  if (isTooMuch(told)) return;
  const folder = folderBeside(holder);
  const add = (words: readonly string[], launches: (words: readonly string[]) => Launches | undefined): void => {
    told.commands++;
    told.words += words.length;
    if (!isTooMuch(told)) out.push({ k: "command", text: words.join(" "), launches: launches(words) ?? null, folder });
  };
  const line = (text: string): void => add([text], () => launchesOfLine(text));
  const joined = (words: readonly string[]): void => {
    if (joins && words.some((word) => SPECIAL.test(word))) line(words.join(" "));
  };
  const own = ownValue(holder, name);
  if (Array.isArray(own)) {
    // `commands`, an element with a blank, or all where the first has one: each is a line of its own.
    // Else a program and its arguments, told once.
    if (told.lists.has(own)) return;
    const words = own.map(wordOf);
    const isOne = !/\s/u.test(`${text}${words[0] ?? ""}`) && !/s$/iu.test(name) && words.every((word) => word !== "");
    if (!isOne) {
      line(text);
      return;
    }
    told.lists.add(own);
    add(words, launchesOfArgv);
    joined(words);
    return;
  }
  for (const words of otherLists(holder, name)) joined([text, ...words]);
  const beside = ARGUMENTS.map((key) => ownValue(holder, key)).find((value) => typeof value === "string" || Array.isArray(value));
  if (beside === undefined) {
    line(text);
    return;
  }
  const words = Array.isArray(beside) ? beside.map(wordOf) : null;
  if (words && !/\s/u.test(text)) {
    add([text, ...words], launchesOfArgv);
    joined([text, ...words]);
  } else line([text, ...(words ?? [wordOf(beside)])].join(" "));
}
