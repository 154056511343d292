import type { Tree } from "./tree.ts";
import { treeOf } from "./tree.ts";

/** How a step runs the gate: what would have it judge something else, by name. Empty where nothing is said. */
export type Terms = Readonly<Record<string, string>>;

/** A command of a script that runs the gate. */
export interface GateCommand {
  readonly terms: Terms;
  /** Whether the script goes on, and ends well, where it fails. */
  readonly isSwallowed: boolean;
}

/** A value of YAML as text, a list a line each; empty where it is none. */
export const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.map(textOf).join("\n")
      : typeof value === "number" || typeof value === "boolean"
        ? String(value)
        : "";

/** First words of a command that runs nothing of what follows. */
const SAYS: ReadonlySet<string> = new Set("echo printf cat true : type which command grep exit return test [".split(" "));
/** First words that turn a failure into something else. */
const TURNS: ReadonlySet<string> = new Set(["!", "if", "elif", "while", "until"]);
/** What runs a program of a package manager, or has it run for a time: one as good as the other. */
const RUNNERS: ReadonlySet<string> = new Set("npx pnpx bunx pnpm yarn npm bun corepack exec dlx run x time timeout env . { (".split(" "));
const PROGRAM = /^(?:\S*\/)?toolfence(?:@(\S+))?$/u;
const INSTALLED = /^(?:\.\/)?node_modules\/\.bin\//u;

/** Whether a shell ends with the first command that fails; of others the last command decides. */
function endsEarly(shell: string): boolean {
  if (["", "bash", "sh"].includes(shell)) return true;
  const [program = "", ...words] = shell.split(/\s+/u);
  const has = (flags: RegExp): boolean => words.some((word) => flags.test(word));
  return /^(?:ba|da|z)?sh$/u.test(program) && has(/^-[a-z]*e/u) && !has(/^-[a-z]*[cn]/u) && !words.includes("noexec");
}
const endsWithLast = (shell: string): boolean => ["pwsh", "powershell", "cmd"].includes(shell);

interface Simple {
  readonly words: readonly string[];
  /** What stands between it and the next one. */
  readonly then: string;
}

/** Expressions of the host as one word each, redirections and comments left out. */
const plainScript = (script: string): string =>
  script
    .replaceAll(/\\\r?\n/gu, " ")
    .replaceAll(/\$\{\{(.*?)\}\}/gsu, (_, inner: string) => `\${{${inner.replaceAll(/\s/gu, "").replaceAll(/[;&|<>]/gu, "~")}}}`)
    .replace(/(^|\s)#.*$/gmu, "$1")
    .replaceAll(/(?<![<\w])\d?(?:>>?|<)(?!<)\s*(?:&\d|"[^"\n]*"|[^\s;&|]+)/gu, " ");

/** The simple commands of a script. */
function commandsOf(script: string): Simple[] {
  const parts = plainScript(script).split(/(\|\||&&|[;|&\n])/u);
  const out: Simple[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const words = (parts[at] ?? "").trim().split(/\s+/u).filter(Boolean);
    const plain = words.map((word) => word.replace(/^\((?=.)|(?<=[^}(])\)$/gu, "").replaceAll(/^["']|["']$|(?<==)["']/gu, ""));
    if (words.length > 0) out.push({ words: plain, then: parts[at + 1] ?? "" });
  }
  return out;
}

const isFailure = (words: readonly string[]): boolean => (words[0] === "exit" && words[1] !== "0") || words[0] === "false";

/** Commands after which failures are none, or nothing is run, or something else is. */
const UNDOES = [/^set (?:\S+ )*(?:\+\w*e|\+o errexit|-[a-z]*n|-o noexec)/u, /^trap /u, /^alias /u];
/** Variables that say which program is run. */
const LEADING = /^(?:PATH|NODE_OPTIONS|npm_config_\w+)=/iu;

/** Whether a block of commands fails before it ends. */
function failsBefore(commands: readonly Simple[], from: number, ends: readonly string[]): boolean {
  for (const { words } of commands.slice(from)) {
    if (ends.includes(words[0] ?? "")) return false;
    if (isFailure(words.filter((word) => word !== "then" && word !== "{"))) return true;
  }
  return false;
}

/** Whether something else answers for the failure of a command: what stands behind `||`, or a list of `&&` that is not the end. */
function isAnswered(commands: readonly Simple[], index: number): boolean {
  let at = index;
  while (commands[at]?.then === "&&") at++;
  const { then } = commands[at] ?? { then: "" };
  if (then !== "||") return at !== index && at < commands.length - 1;
  const next = commands[at + 1];
  if (!next) return true;
  if (next.words[0] === "{") return !failsBefore(commands, at + 1, ["}"]);
  return !isFailure(next.words) || next.then === "||";
}

/** Whether a script approves by itself what it then judges. */
export const approves = (script: string): boolean =>
  commandsOf(script).some(({ words }) => {
    const at = words.findIndex((word) => PROGRAM.test(word));
    return at !== -1 && !SAYS.has(words[0] ?? "") && words[at + 1] === "approve";
  });

const MAX_SCRIPT = 65_536;

/** The commands of a script that run the gate, with what the surroundings say of it. */
export function gateCommands(script: string, given: Terms, shell = ""): GateCommand[] {
  // Nobody writes one so long by hand; what is not read is not there.
  if (script.length > MAX_SCRIPT) return [];
  const commands = commandsOf(script);
  const isOver = commands.findIndex(({ words: [first] }) => first === "exit" || first === "exec");
  // What comes of a block, a function or a text between marks is not followed.
  const isUnclear = /[)}]\s*(?:\|\|?|&(?!&))|<<|\(\)\s*\{/u.test(plainScript(script));
  const goesOn = isUnclear || approves(script) || commands.some(({ words }) => UNDOES.some((one) => one.test(words.join(" "))));
  const hasPipefail = shell.trim() === "bash" || commands.some(({ words }) => words[0] === "set" && words.includes("pipefail"));
  let around = given;
  let led: readonly string[] = [];
  return commands.flatMap(({ words, then }, index): GateCommand[] => {
    const set = words.find((word) => word.startsWith("TOOLFENCE_BASE="));
    const folder = words[0] === "cd" || words[0] === "pushd" ? words[1] : undefined;
    if (words[0] === "export") led = [...led, ...words.filter((word) => LEADING.test(word))];
    if (set !== undefined && !words.some((word) => PROGRAM.test(word))) around = { ...around, base: set.slice("TOOLFENCE_BASE=".length) };
    if (folder !== undefined) around = { ...around, directory: folderOf(around["directory"] ?? "", folder) };
    const terms = termsOf(words, around, led);
    if (!terms) return [];
    const next = commands[index + 1]?.words ?? [];
    const failsLater =
      words[0] === "if" && words[1] === "!" && next[0] === "then" && failsBefore(commands, index + 1, ["fi", "else", "elif"]);
    const isTurned = words.some((word) => TURNS.has(word)) && !failsLater;
    const isLost =
      isAnswered(commands, index) ||
      (then === "|" && !hasPipefail) ||
      then === "&" ||
      (then === ";" && /^(?:true|:|exit 0)$/u.test(next.join(" ")));
    const isLast = index === commands.length - 1;
    const isHeld = endsEarly(shell.trim()) || (isLast && endsWithLast(shell.trim()));
    return [{ terms, isSwallowed: goesOn || isTurned || isLost || !isHeld || (isOver !== -1 && isOver < index) }];
  });
}

/** A folder within another one, as paths say it. */
function folderOf(...parts: readonly string[]): string {
  const all = parts.flatMap((part) => part.replace(/\$\{\{github\.workspace\}\}\/?/u, "").split("/"));
  return all.filter((part) => part !== "" && part !== ".").join("/");
}

function termsOf(words: readonly string[], around: Terms, exported: readonly string[]): Terms | undefined {
  const at = words.findIndex((word) => PROGRAM.test(word));
  if (at === -1) return undefined;
  const before = words.slice(0, at).filter((word) => !TURNS.has(word));
  const set = before.filter((word) => /^\w+=/u.test(word));
  const runner = before.filter((word) => !set.includes(word) && word !== "then" && word !== "do" && word !== "else");
  if (SAYS.has(runner[0] ?? "")) return undefined;
  const rest = words.slice(at + 1).filter((word) => word !== "then" && word !== "do");
  const [command, ...args] = rest;
  if ((command !== "verify" && command !== "check") || args.some((arg) => ["--help", "-h", "--version", "-v"].includes(arg)))
    return undefined;
  const { base, directory, flags } = argumentsOf(args);
  const [, version = ""] = PROGRAM.exec(words[at] ?? "") ?? [];
  const own = words[at] ?? "";
  const program = own.includes("/") && !INSTALLED.test(own) ? [own] : [];
  const others = runner.filter((word, index) => !RUNNERS.has(word) && !/^\d+[smh]?$/u.test(word) && isTold(word, runner[index - 1] ?? ""));
  const led = [...exported, ...set.filter((word) => LEADING.test(word))];
  // A script of the package, which may be called as the program is.
  const script = runner.at(-1) === "run" && runner.includes("npm") ? ["run"] : [];
  const assigned = set.find((word) => word.startsWith("TOOLFENCE_BASE="))?.slice("TOOLFENCE_BASE=".length);
  return {
    ...around,
    command,
    program: [...led, ...others, ...script, ...program].join(" "),
    version,
    base: base ?? assigned ?? around["base"] ?? "",
    directory: folderOf(around["directory"] ?? "", directory),
    workspaces: flags.includes("--workspaces") ? "yes" : "",
    strict: flags.includes("--strict") ? "yes" : "",
    missing: flags.includes("--allow-missing-base") ? "allowed" : "",
  };
}

/** Whether a word in front of the program says which one is run: packages and registries do, other options do not. */
const isTold = (word: string, before: string): boolean =>
  /^(?:-p|--package|--registry|-w|--prefix|-C|--dir)/u.test(word) ||
  /^(?:--filter|-F)$/u.test(before) ||
  !word.startsWith("-") ||
  word === "-r" ||
  word === "--recursive";

/** Options that take a value as the next word. */
const VALUED: ReadonlySet<string> = new Set(["--base", "--format", "-f", "--today"]);

function argumentsOf(args: readonly string[]): { readonly base?: string; readonly directory: string; readonly flags: readonly string[] } {
  let base: string | undefined;
  const rest: string[] = [];
  const flags: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [name = "", value] = (args[at] ?? "").split(/=(.*)/su);
    if (!name.startsWith("-")) {
      rest.push(args[at] ?? "");
      continue;
    }
    flags.push(name);
    const said = value ?? (VALUED.has(name) ? args[++at] : undefined);
    if (name === "--base") base = said ?? "";
  }
  return { ...(base !== undefined && { base }), directory: rest.join(" "), flags };
}

/** What an action is given that would have it judge something else. */
export function actionTerms(uses: string, given: Tree, around: Terms): Terms | undefined {
  const [action = "", ref = ""] = uses.split("@");
  if (!/(?:^|\/)toolfence(?:\/|$)/u.test(action)) return undefined;
  const said = (name: string): string => textOf(given[name]);
  return {
    ...around,
    program: action,
    version: said("version"),
    ref,
    base: said("base") || (around["base"] ?? ""),
    directory: folderOf(said("directory")),
    workspaces: said("workspaces") === "true" ? "yes" : "",
    missing: said("allow-missing-base") === "true" ? "allowed" : "",
  };
}

/** What a workflow, a job or a step says of all that runs in it. */
export function surroundingTerms(levels: readonly Tree[]): Terms {
  const last = (ask: (level: Tree) => unknown): string => textOf(levels.map(ask).findLast((one) => one !== undefined));
  const base = last((level) => treeOf(level["env"])["TOOLFENCE_BASE"] ?? treeOf(level["variables"])["TOOLFENCE_BASE"]);
  const directory = last((level) => level["working-directory"] ?? treeOf(treeOf(level["defaults"])["run"])["working-directory"]);
  return { base, directory: folderOf(directory.replaceAll(/\s/gu, "")) };
}

/** The head of the pull request, by its own names. */
const HEAD = /^\$\{\{\s*github\.(?:event\.pull_request\.head\.(?:sha|ref)|head_ref|sha|ref)\s*\}\}$/u;

/** What is checked out to be judged; what is put into a folder of its own stands beside it. */
export function checkoutTerms(steps: readonly Tree[]): Terms {
  const given = steps.filter((step) => /^actions\/checkout@/u.test(textOf(step["uses"]))).map((step) => treeOf(step["with"]));
  const own = given.filter((one) => one["path"] === undefined);
  const said = (name: string): string =>
    own
      .map((one) => textOf(one[name]).replace(HEAD, ""))
      .join(" ")
      .trim();
  return { "checkout of": [said("repository"), said("ref")].filter(Boolean).join(" ") };
}

const NUMBERS = /^[v^~=]*(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-[\w.]+)?$/u;

/** Whether a version is not known to be as new as another; in place of none that can be compared, as the one that judges. */
function isBehind(before: string, after: string, current: string): boolean {
  const [a, b] = [NUMBERS.exec(before) ?? NUMBERS.exec(current), NUMBERS.exec(after)];
  if (!a || !b) return true;
  const differs = [1, 2, 3].find((part) => a[part] !== undefined && b[part] !== undefined && a[part] !== b[part]);
  return differs !== undefined && Number(b[differs]) < Number(a[differs]);
}

const isCommit = (ref: string): boolean => /^[0-9a-f]{40}$/u.test(ref);

/** Terms that only one value weakens. */
const WEAK: Readonly<Record<string, (before: string, after: string, current: string) => boolean>> = {
  workspaces: (before) => before === "yes",
  strict: (before) => before === "yes",
  missing: (_, after) => after === "allowed",
  command: (before) => before === "verify",
  version: isBehind,
  // One commit for another may be newer; a branch may be anything.
  ref: (before, after) =>
    !isCommit(after) &&
    (!NUMBERS.test(after) ? NUMBERS.test(before) || isCommit(before) : NUMBERS.test(before) && isBehind(before, after, before)),
};

/** The terms by which a step may let through what another one did not. @param current the version of toolfence that judges. */
export const weakerTerms = (before: Terms, after: Terms, current: string): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => {
    const [was, is] = [before[name] ?? "", after[name] ?? ""];
    if (name === "ref" && before["program"] !== after["program"]) return false;
    // Every package is judged, wherever it stands.
    if (name === "directory" && after["workspaces"] === "yes" && is === "") return false;
    return was !== is && (WEAK[name]?.(was, is, current) ?? true);
  });
