import type { Launches } from "./commands.ts";
import { launchesOfArgv, launchesOfLine } from "./commands.ts";
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

/** A command line, or a program with its arguments beside it or in one list. Where there are two readings, both count. */
export function commandUse({ name, text, holder }: Pick<Found, "name" | "text" | "holder">, out: Use[], told: Told): void {
  if (isTooMuch(told)) return;
  const folder = folderBeside(holder);
  const add = (words: readonly string[], launches: (words: readonly string[]) => Launches | undefined): void => {
    told.commands++;
    told.words += words.length;
    if (!isTooMuch(told)) out.push({ k: "command", text: words.join(" "), launches: launches(words) ?? null, folder });
  };
  const line = (text: string): void => add([text], () => launchesOfLine(text));
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
    return;
  }
  const beside = ARGUMENTS.map((key) => ownValue(holder, key)).find((value) => typeof value === "string" || Array.isArray(value));
  if (beside === undefined) {
    line(text);
    return;
  }
  const words = Array.isArray(beside) ? beside.map(wordOf) : null;
  if (words && !/\s/u.test(text)) {
    add([text, ...words], launchesOfArgv);
    if (told.joins && words.some((word) => /[;&|<>`$()\n]/u.test(word))) line([text, ...words].join(" "));
  } else line([text, ...(words ?? [wordOf(beside)])].join(" "));
}
