import type { Language } from "./glob/automaton.ts";
import { codePoints, matchSegment, matchSegments } from "./glob/match.ts";
import type { Segment } from "./glob/syntax.ts";
import { checkText, expandBraces, parseSegment, printSegment } from "./glob/syntax.ts";
import type { Parsed } from "./result.ts";
import { failed, parsed } from "./result.ts";

/** A command as it is started: the name or absolute path, its arguments, and whether a shell reads it. */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

/** A set of invocations of one command. `args` null: any arguments at all. */
export interface CommandPattern {
  readonly command: string;
  readonly args: readonly string[] | null;
  readonly lists: readonly (readonly Segment[])[] | null;
  readonly shell: boolean;
  readonly text: string;
}

const NO_PUNCTUATION: Readonly<Record<string, string>> = {};

/**
 * Parses a command with argument patterns, position by position; `**` is any further arguments.
 * No wildcard matches an argument that starts with `-` (`rg --pre=./x.sh` runs a script), except
 * after a literal `--`; `{flags}` says "any options here".
 */
export function parseCommand(command: string, args: readonly string[] | "any" = "any", shell = false): Parsed<CommandPattern> {
  const checked = checkText(command);
  if (!checked.ok) return checked;
  if (command === "" || /[\s*?[\]{}|&;<>()$`"'\\!]/u.test(command))
    return failed(
      `\`${command}\` is not a command`,
      Math.max(0, command.search(/[\s*?[\]{}|&;<>()$`"'\\!]/u)),
      "name one program, without wildcards or shell syntax; put arguments into `args`",
    );
  if (command.includes("/") && !command.startsWith("/"))
    return failed("command is a relative path", 0, "write a bare name or an absolute path");
  const text = (list: readonly string[] | null): string =>
    `${command}${list === null ? "" : list.map((arg) => ` ${JSON.stringify(arg)}`).join("")}${shell ? " (shell)" : ""}`;
  if (args === "any") return parsed({ command, args: null, lists: null, shell, text: text(null) });
  let lists: Segment[][] = [[]];
  for (const arg of args) {
    const alternatives = parseArgument(arg);
    if (!alternatives.ok) return alternatives;
    lists = lists.flatMap((head) => alternatives.value.map((one) => [...head, one]));
    if (lists.length > 256) return failed("arguments have too many alternatives", 0, "use at most 256");
  }
  return parsed({ command, args: [...args], lists, shell, text: text(args) });
}

function parseArgument(text: string): Parsed<readonly Segment[]> {
  if (text === "**" || text === "{flags}") return parsed([text]);
  const checked = checkText(text);
  if (!checked.ok) return checked;
  const expanded = expandBraces(text);
  if (!expanded.ok) return expanded;
  const out: Segment[] = [];
  for (const alternative of expanded.value) {
    const atoms = parseSegment(alternative, 0, NO_PUNCTUATION);
    if (!atoms.ok) return atoms;
    out.push(atoms.value);
  }
  return parsed(out);
}

const DASHES = "--";

/** Whether a pattern matches an invocation. */
export function matchCommand(pattern: CommandPattern, { command, args, shell }: Invocation): boolean {
  if (pattern.command !== command || (shell && !pattern.shell)) return false;
  if (!pattern.lists) return true;
  const texts = args.map(codePoints);
  return pattern.lists.some((list) => {
    const open = list.findIndex((segment) => printSegment(segment) === DASHES);
    const guarded = (index: number): boolean => open === -1 || index < open;
    return matchSegments(
      list,
      texts,
      (segment, text, index) => matchSegment(segment, text, guarded(index)),
      (kind, text, index) => (kind === "{flags}" ? text[0] === 0x2d : !(guarded(index) && text[0] === 0x2d)),
    );
  });
}

export const argumentLanguage = (patterns: readonly CommandPattern[]): Language => ({
  lists: patterns.flatMap((pattern) => pattern.lists ?? [["**"]]),
  guarded: true,
});
