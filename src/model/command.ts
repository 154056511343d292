import { codePoints } from "./at.ts";
import type { Language } from "./glob/automaton.ts";
import { matchSegment, matchSegments } from "./glob/match.ts";
import type { Segment } from "./glob/syntax.ts";
import { expandBraces } from "./glob/braces.ts";
import { checkText, LIMITS, parseSegment, printSegment } from "./glob/syntax.ts";
import type { Path, PathPattern } from "./path.ts";
import { matchPath, parsePath } from "./path.ts";
import type { Parsed } from "./result.ts";
import { failed, parsed } from "./result.ts";
import { SAFE_COMMANDS, safeArguments } from "./safe-commands.ts";

/** A command as it is started: the name or absolute path, its arguments, whether a shell reads it, and where (if that is known). */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly shell: boolean;
  readonly cwd?: Path;
}

/** A set of invocations of one command. `args` or `cwd` null: any. */
export interface CommandPattern {
  readonly command: string;
  readonly args: readonly string[] | null;
  readonly lists: readonly (readonly Segment[])[] | null;
  readonly shell: boolean;
  readonly cwd: readonly PathPattern[] | null;
  readonly text: string;
}

/** How an author writes a command with its arguments. */
export interface CommandInput {
  readonly command: string;
  readonly args: "any" | readonly string[];
  readonly shell?: true | undefined;
  readonly cwd?: readonly string[] | undefined;
}

const NO_PUNCTUATION: Readonly<Record<string, string>> = {};
const NOT_A_COMMAND = /[\s*?[\]{}|&;<>()$`"'\\!]/u;

/**
 * Parses a command with argument patterns, position by position; `**` is any further arguments.
 * No wildcard matches an argument that starts with `-` (`rg --pre=./x.sh` runs a script), except
 * after a literal `--`; `{flags}` says "any options here". `safe:NAME` is a program with the arguments that its profile lists.
 */
export function parseCommand(input: string | CommandInput): Parsed<CommandPattern> {
  const { command, args, shell, cwd }: CommandInput = typeof input === "string" ? { command: input, args: "any" } : input;
  const checked = checkText(command);
  if (!checked.ok) return checked;
  if (command.startsWith(SAFE))
    return args === "any" && !shell && !cwd
      ? parseSafe(command)
      : failed("a safe command has its own arguments", 0, `write \`${command}\` alone`);
  if (command === "" || NOT_A_COMMAND.test(command))
    return failed(
      `\`${command}\` is not a command`,
      Math.max(0, command.search(NOT_A_COMMAND)),
      "name one program, without wildcards or shell syntax; put arguments into `args`",
    );
  if (command.includes("/") && !command.startsWith("/"))
    return failed("command is a relative path", 0, "write a bare name or an absolute path");
  const folders: PathPattern[] = [];
  for (const folder of cwd ?? []) {
    const found = parsePath(folder);
    if (!found.ok) return found;
    folders.push(found.value);
  }
  const lists = args === "any" ? parsed(null) : parseArguments(args);
  if (!lists.ok) return lists;
  const pattern = {
    command,
    args: args === "any" ? null : [...args],
    lists: lists.value,
    shell: shell === true,
    cwd: cwd ? folders : null,
  };
  return parsed({ ...pattern, text: printCommand(pattern) });
}

const SAFE = "safe:";
const safe = new Map<string, Parsed<CommandPattern>>();

function parseSafe(text: string): Parsed<CommandPattern> {
  const known = safe.get(text);
  if (known) return known;
  const command = text.slice(SAFE.length);
  const rows = safeArguments(command);
  if (!rows)
    return failed(`there is no profile \`${text}\``, SAFE.length, `write one of ${SAFE_COMMANDS.map((name) => SAFE + name).join(", ")}`);
  const lists: (readonly Segment[])[] = [];
  for (const row of rows) {
    const found = parseArguments(row);
    if (!found.ok) return found;
    lists.push(...found.value);
  }
  const pattern = parsed({ command, args: null, lists, shell: false, cwd: null, text });
  safe.set(text, pattern);
  return pattern;
}

/** The one spelling of a command pattern: the bare name where nothing else is said, else JSON. */
function printCommand({ command, args, shell, cwd }: Omit<CommandPattern, "text" | "lists">): string {
  if (args === null && !shell && cwd === null) return command;
  const folders = cwd && { cwd: cwd.map((one) => one.text).sort() };
  return JSON.stringify({ command, args: args ?? "any", ...(shell ? { shell } : {}), ...folders });
}

/** Reads what a command pattern's `text` holds. */
export function readCommand(text: string): Parsed<CommandPattern> {
  if (!text.startsWith("{")) return parseCommand(text);
  try {
    return parseCommand(JSON.parse(text) as CommandInput);
  } catch {
    return failed("this is no command", 0, "write a name, or an object with `command` and `args`");
  }
}

/** A pattern may speak of so many arguments. */
const MOST_ARGUMENTS = 256;

function parseArguments(args: readonly string[]): Parsed<readonly (readonly Segment[])[]> {
  if (args.length > MOST_ARGUMENTS)
    return failed("there are too many arguments", 0, `use at most ${MOST_ARGUMENTS}, or \`**\` for the rest`);
  let lists: Segment[][] = [[]];
  let size = 0;
  for (const arg of args) {
    const alternatives = parseArgument(arg);
    if (!alternatives.ok) return alternatives;
    size = size * alternatives.value.length + lists.length * alternatives.value.reduce((sum, one) => sum + one.length + 1, 0);
    if (lists.length * alternatives.value.length > LIMITS.alternatives || size > LIMITS.expanded)
      return failed(
        "arguments have too many alternatives",
        0,
        `use at most ${LIMITS.alternatives}, of ${LIMITS.expanded} characters when they are written out`,
      );
    lists = lists.flatMap((head) => alternatives.value.map((one) => [...head, one]));
  }
  return parsed(lists);
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

/** Whether a pattern can match in a folder; an unknown folder is in none. */
const inFolder = (pattern: CommandPattern, cwd: Path | undefined): boolean =>
  pattern.cwd === null || (cwd !== undefined && pattern.cwd.some((folder) => matchPath(folder, cwd)));

/** Whether a pattern matches an invocation, its arguments aside. */
export const matchCommandHead = (pattern: CommandPattern, { command, shell, cwd }: Omit<Invocation, "args">): boolean =>
  pattern.command === command && (pattern.shell || !shell) && inFolder(pattern, cwd);

/** Whether a pattern matches an invocation. */
export function matchCommand(pattern: CommandPattern, event: Invocation): boolean {
  if (!matchCommandHead(pattern, event)) return false;
  if (!pattern.lists) return true;
  const texts = event.args.map(codePoints);
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

/** Any arguments at all, options included. */
export const ANY_ARGUMENTS: Language = [{ segments: ["**"] }];

/** The arguments that patterns match, as a language. */
export const argumentLanguage = (patterns: readonly CommandPattern[]): Language =>
  patterns.flatMap((pattern) => pattern.lists?.map((segments) => ({ segments, guarded: true })) ?? ANY_ARGUMENTS);
