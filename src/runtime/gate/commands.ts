import type { Started } from "./data/commands.ts";
import { DENIED_COMMANDS, FORK_BOMB, isShell, LINE_OPTIONS, OPTIONAL_OPERANDS, WRAPPER_OPERANDS, WRAPPERS } from "./data/commands.ts";
import type { SimpleCommand } from "./command-line.ts";
import { isPlainLine } from "./plain.ts";
import { printedBy } from "./printed.ts";
import { parseShell } from "./shell.ts";

/** One program that a command argument starts, with every argument that is known before it runs. */
export interface Launch extends Started {
  /** The program as written: a bare name or a path. */
  readonly command: string;
  /** Whether an argument, or the program itself, is only known when the shell runs. */
  readonly dynamic: boolean;
  readonly shell: boolean;
  readonly assignments: readonly string[];
  readonly reads: readonly string[];
  /** Texts that are fed to it: `<<< 'x'`. */
  readonly strings: readonly string[];
  /** Longer ones, which count where it runs them: a here-document, what `echo` prints before it. */
  readonly scripts: readonly string[];
  /** Whether another program of the line starts it: who may run that one with these arguments may do so. */
  readonly inner: boolean;
}

export interface Launches {
  readonly all: readonly Launch[];
  readonly forkBomb: boolean;
  /** Whether there is one way to read the line. */
  readonly plain: boolean;
}

const MAX_DEPTH = 8;
/** A line that starts more programs is not read. */
const MAX_LAUNCHES = 500;
/** What stands in quotes starts nothing by itself; what a shell is handed to run is read apart. */
const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/gu;
const baseName = (command: string): string =>
  command
    .slice(command.lastIndexOf("/") + 1)
    .replace(/\.(?:exe|cmd|bat|com)$/iu, "")
    .toLowerCase();

/** Every program that a command line starts: in chains, pipes, substitutions, and through `sh -c`, `sudo`, `xargs` and their like. */
export function launchesOfLine(text: string): Launches | undefined {
  const all: Launch[] = [];
  return collect(text, all, [], 0) ? { all, forkBomb: FORK_BOMB.test(text.replace(QUOTED, "''")), plain: isPlainLine(text) } : undefined;
}

/** The same for a program and its arguments, which no shell splits. */
export function launchesOfArgv(argv: readonly string[]): Launches | undefined {
  const all: Launch[] = [];
  const [command = "", ...args] = argv;
  const ok =
    command === "" ||
    unwrap(
      {
        command,
        args,
        dynamic: false,
        shell: false,
        assignments: [],
        fedBy: [],
        writes: [],
        reads: [],
        strings: [],
        scripts: [],
        inner: false,
      },
      all,
      0,
    );
  return ok ? { all, forkBomb: false, plain: true } : undefined;
}

type Raw = Omit<Launch, "program">;

function collect(text: string, out: Launch[], fedBy: readonly string[], depth: number, isInner = false): boolean {
  if (depth > MAX_DEPTH) return false;
  const line = parseShell(text, depth);
  if (!line) return false;
  const pipes = new Map<number, string[]>();
  const printed = new Map<number, readonly string[]>();
  for (const command of line.commands) {
    const feeding = pipes.get(command.pipeline) ?? [];
    const before = out.length;
    const raw = rawOf(command, line.needsShell, [...fedBy, ...feeding]);
    // Of several, a shell reads the last; a pipe stands before them.
    const scripts = raw.scripts.length > 0 ? raw.scripts.slice(-1) : (printed.get(command.pipeline) ?? []);
    if (!unwrap({ ...raw, scripts, inner: isInner }, out, depth)) return false;
    printed.set(command.pipeline, raw.dynamic ? [] : printedBy(baseName(raw.command), raw.args, [...raw.strings.slice(-1), ...scripts]));
    pipes.set(command.pipeline, [...feeding, ...out.slice(before).map((one) => one.program)]);
  }
  // What a substitution prints may be run by the command around it: `bash -c "$(curl …)"`.
  const inner: Launch[] = [];
  for (const nested of line.nested) if (nested !== "" && !collect(nested, inner, [], depth + 1, isInner)) return false;
  const names = inner.map((one) => one.program);
  if (names.length > 0)
    for (const [index, one] of out.entries())
      if (one.dynamic && (isShell(one.program) || one.program === "eval" || one.program === "source" || one.program === "."))
        out[index] = { ...one, args: [], program: one.program === "eval" ? "sh" : one.program, fedBy: [...one.fedBy, ...names] };
  out.push(...inner);
  return true;
}

const INPUT: ReadonlySet<string> = new Set(["<", "<>"]);

function rawOf({ words, assignments, redirects }: SimpleCommand, shell: boolean, fedBy: readonly string[]): Omit<Raw, "inner"> {
  const [command, ...args] = words;
  const files = redirects.filter((one) => !/<<|[<>]&/u.test(one.operator) || !/^(?:\d+|-)?$/u.test(one.target.text));
  return {
    command: command?.text ?? "",
    args: args.map((word) => word.text),
    dynamic: words.some((word) => word.dynamic) || redirects.some((one) => one.target.dynamic),
    shell,
    assignments,
    fedBy,
    writes: files.filter((one) => one.operator.includes(">")).map((one) => one.target.text),
    reads: files.filter((one) => INPUT.has(one.operator)).map((one) => one.target.text),
    strings: redirects.filter((one) => one.operator === "<<<").map((one) => one.target.text),
    scripts: redirects.flatMap(({ body }) => body ?? []),
  };
}

/** Whether a shell runs what it is fed: with a script of its own, that is the script's affair. */
const readsInput = (args: readonly string[]): boolean =>
  args.some((arg) => /^-[A-Za-z]+$/u.test(arg) && arg.includes("s")) ||
  args.every(
    (arg, index) => /^[-+]|^\/dev\/(?:stdin|fd\/0)$/u.test(arg) || /^(?:[-+][oO]|--rcfile|--init-file)$/u.test(args[index - 1] ?? ""),
  );

/** Adds a launch and what it starts in turn. False where that cannot be told. */
function unwrap(raw: Raw, out: Launch[], depth: number): boolean {
  if (depth > MAX_DEPTH || out.length >= MAX_LAUNCHES) return false;
  const program = baseName(raw.command);
  out.push({ ...raw, program });
  if (isShell(program)) {
    const at = raw.args.findIndex((arg) => /^-[A-Zabd-z]*c[A-Za-z]*$/u.test(arg));
    if (raw.dynamic) return true;
    if (at !== -1) {
      const script = raw.args.slice(at + 1).find((arg) => !/^[-+]/u.test(arg));
      return script === undefined || collect(script, out, [], depth + 1, true);
    }
    return !readsInput(raw.args) || [...raw.strings.slice(-1), ...raw.scripts].every((text) => collect(text, out, [], depth + 1, true));
  }
  for (const line of linesIn(program, raw.args)) if (!raw.dynamic && !collect(line, out, [], depth + 1, true)) return false;
  if (program === "eval" && !raw.dynamic) return collect(raw.args.join(" "), out, [], depth + 1, raw.inner);
  if (program === "find") {
    const at = raw.args.findIndex((arg) => /^-(?:exec|execdir|ok|okdir)$/u.test(arg));
    if (at !== -1) return inner(raw, raw.args.slice(at + 1), out, depth);
  }
  if (EXPORTS.test(program))
    out[out.length - 1] = { ...raw, program, assignments: [...raw.assignments, ...raw.args.filter((arg) => ASSIGNMENT.test(arg))] };
  if (!WRAPPERS.has(program)) return true;
  const argv = afterOptions(program, raw.args, new Set((WRAPPERS.get(program) ?? "").split(" ")));
  if (!inner(raw, argv, out, depth)) return false;
  // Options that we do not know may take a value: then what is meant to start stands further on.
  const options = raw.args.slice(0, raw.args.length - argv.length);
  if (options.some((one) => /^--[^=]+$|^-[A-Za-z]{2,}$/u.test(one)))
    for (let at = 1; at < Math.min(argv.length, MAX_SUFFIXES); at++)
      if (!/^-/u.test(argv[at] ?? "-") && !inner(raw, argv.slice(at), out, depth)) return false;
  const [line = ""] = argv;
  return !/\s/u.test(line) || collect(line, out, [], depth + 1, true);
}

/** Arguments that a program hands to a shell: `su -c 'x'`, `--command=x`, and what `trap` is to run. */
function linesIn(program: string, args: readonly string[]): string[] {
  if (program === "trap") return args.filter((arg) => !arg.startsWith("-")).slice(0, 1);
  const option = LINE_OPTIONS.get(program);
  if (!option) return [];
  const { short, long, valued } = option;
  const end = valued ? args.findIndex((arg, index) => !arg.startsWith("-") && !valued.test(args[index - 1] ?? "")) : -1;
  return (end === -1 ? args : args.slice(0, end)).flatMap((arg, index) => {
    const next = args.slice(index + 1, index + 2);
    if (arg.startsWith("--")) return arg === long ? next : arg.startsWith(`${long}=`) ? [arg.slice(long.length + 1)] : [];
    // Alone or last in a bundle, its value is the next word; else the rest of this one.
    const at = /^-[A-Za-z]/u.test(arg) ? arg.indexOf(short) : -1;
    return at === -1 ? [] : at === arg.length - 1 ? next : [arg.slice(at + 1)];
  });
}

const EXPORTS = /^(?:export|declare|typeset|readonly|local)$/u;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/u;
const MAX_SUFFIXES = 12;

function inner(raw: Raw, argv: readonly string[], out: Launch[], depth: number): boolean {
  const assignments = argv.filter((arg, index) => argv.slice(0, index + 1).every((one) => /^[A-Za-z_]\w*=/u.test(one)));
  const [command, ...args] = argv.slice(assignments.length);
  return (
    command === undefined ||
    unwrap({ ...raw, command, args, assignments: [...raw.assignments, ...assignments], inner: true }, out, depth + 1)
  );
}

/** The arguments of a wrapper after its own options and operands. */
function afterOptions(program: string, args: readonly string[], valued: ReadonlySet<string>): readonly string[] {
  let index = 0;
  while (index < args.length && /^-./u.test(args[index] ?? "")) {
    const option = args[index] ?? "";
    index++;
    if (option === "--") break;
    if (/^-[A-Za-z]$/u.test(option) && valued.has(option.slice(1))) index++;
  }
  if (OPTIONAL_OPERANDS.get(program)?.test(args[index] ?? "") === true) index++;
  return args.slice(index + (WRAPPER_OPERANDS.get(program) ?? 0));
}

/** The kind of denied command that a launch is. */
export const deniedCommand = (one: Launch): (typeof DENIED_COMMANDS)[number] | undefined =>
  DENIED_COMMANDS.find((kind) => kind.matches(one));
