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

export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.map(textOf).join("\n") : typeof value === "number" ? String(value) : "";

/** First words of a command that runs nothing of what follows. */
const SAYS: ReadonlySet<string> = new Set([
  "echo",
  "printf",
  "cat",
  "true",
  ":",
  "type",
  "which",
  "command",
  "grep",
  "exit",
  "return",
  "test",
  "[",
]);
/** First words that turn a failure into something else. */
const TURNS: ReadonlySet<string> = new Set(["!", "if", "elif", "while", "until"]);
/** What runs a program of a package manager: one as good as the other. */
const RUNNERS: ReadonlySet<string> = new Set([
  "npx",
  "pnpx",
  "bunx",
  "pnpm",
  "yarn",
  "npm",
  "bun",
  "exec",
  "dlx",
  "x",
  "--",
  "-y",
  "--yes",
  "--no",
  "--no-install",
]);
const PROGRAM = /^(?:\S*\/)?toolfence(?:@(\S+))?$/u;
/** Whether a shell ends with the first command that fails. */
const endsEarly = (shell: string): boolean =>
  ["", "bash", "sh", "pwsh", "powershell", "cmd"].includes(shell) || /\s-[a-df-z]*e/u.test(shell);

interface Simple {
  readonly words: readonly string[];
  /** What stands between it and the next one. */
  readonly then: string;
}

/** The simple commands of a script, comments left out. */
function commandsOf(script: string): Simple[] {
  const parts = script
    .replaceAll(/\\\r?\n/gu, " ")
    .replace(/(^|\s)#.*$/gmu, "$1")
    .split(/(\|\||&&|[;|&\n])/u);
  const out: Simple[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const words = (parts[at] ?? "").trim().split(/\s+/u).filter(Boolean);
    if (words.length > 0) out.push({ words: words.map((word) => word.replace(/^["']|["']$/gu, "")), then: parts[at + 1] ?? "" });
  }
  return out;
}

/** The commands of a script that run the gate, with what the surroundings say of it. */
export function gateCommands(script: string, around: Terms, shell = ""): GateCommand[] {
  const commands = commandsOf(script);
  const isOver = commands.findIndex(({ words: [first] }) => first === "exit" || first === "exec");
  const goesOn = commands.some(({ words }) => words.join(" ") === "set +e") || !endsEarly(shell.trim());
  const isApproved = commands.some(({ words }) => words.some((word) => PROGRAM.test(word)) && words.includes("approve"));
  return commands.flatMap(({ words, then }, index): GateCommand[] => {
    const terms = termsOf(words, around);
    if (!terms) return [];
    const next = commands[index + 1]?.words.join(" ") ?? "";
    const isTurned = words.some((word) => TURNS.has(word));
    const isLost = then === "||" || then === "|" || then === "&" || (then === ";" && /^(?:true|:|exit 0)$/u.test(next));
    return [{ terms, isSwallowed: goesOn || isApproved || isTurned || isLost || (isOver !== -1 && isOver < index) }];
  });
}

function termsOf(words: readonly string[], around: Terms): Terms | undefined {
  const at = words.findIndex((word) => PROGRAM.test(word));
  if (at === -1) return undefined;
  const before = words.slice(0, at).filter((word) => !TURNS.has(word));
  const set = before.filter((word) => /^\w+=/u.test(word));
  const runner = before.filter((word) => !set.includes(word));
  if (SAYS.has(runner[0] ?? "")) return undefined;
  const rest = words.slice(at + 1).filter((word) => word !== "then" && word !== "do");
  const [command, ...args] = rest;
  if ((command !== "verify" && command !== "check") || args.includes("--help") || args.includes("-h")) return undefined;
  const { base, directory, flags } = argumentsOf(args);
  const [, version = ""] = PROGRAM.exec(words[at] ?? "") ?? [];
  const program = /\//u.test(words[at] ?? "") ? (words[at] ?? "") : runner.filter((word) => !RUNNERS.has(word)).join(" ");
  const assigned = set.find((word) => word.startsWith("TOOLFENCE_BASE="))?.slice("TOOLFENCE_BASE=".length);
  return {
    ...around,
    command,
    program,
    version,
    base: base ?? assigned ?? around["base"] ?? "",
    directory: [around["directory"] ?? "", directory].filter((one) => one !== "" && one !== ".").join("/"),
    workspaces: flags.includes("--workspaces") ? "yes" : "",
    strict: flags.includes("--strict") ? "yes" : "",
    missing: flags.includes("--allow-missing-base") ? "allowed" : "",
  };
}

/** Options that take a value as the next word. */
const VALUED: ReadonlySet<string> = new Set(["--base", "--format", "-f", "--today"]);

function argumentsOf(args: readonly string[]): { readonly base?: string; readonly directory: string; readonly flags: readonly string[] } {
  let base: string | undefined;
  const rest: string[] = [];
  const flags: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [name = "", value] = (args[at] ?? "").split(/=(.*)/su);
    if (!name.startsWith("-")) {
      if (!/^\d*[<>]/u.test(name)) rest.push(args[at] ?? "");
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
    directory: said("directory") === "." ? "" : said("directory"),
    missing: said("allow-missing-base") === "true" ? "allowed" : "",
  };
}

/** What a workflow, a job or a step says of all that runs in it. */
export function surroundingTerms(levels: readonly Tree[]): Terms {
  const last = (ask: (level: Tree) => unknown): string => textOf(levels.map(ask).findLast((one) => one !== undefined));
  const base = last((level) => treeOf(level["env"])["TOOLFENCE_BASE"] ?? treeOf(level["variables"])["TOOLFENCE_BASE"]);
  const directory = last((level) => level["working-directory"] ?? treeOf(treeOf(level["defaults"])["run"])["working-directory"]);
  return { base, directory: directory.replace(/^\.\/?$/u, "") };
}

/** What is checked out to be judged. */
export function checkoutTerms(steps: readonly Tree[]): Terms {
  const given = steps.filter((step) => /^actions\/checkout@/u.test(textOf(step["uses"]))).map((step) => treeOf(step["with"]));
  const said = (name: string): string =>
    given
      .map((one) => textOf(one[name]))
      .join(" ")
      .trim();
  return { "checkout of": [said("repository"), said("ref")].filter(Boolean).join(" ") };
}

const SEMVER = /^v?(\d+)\.(\d+)\.(\d+)$/u;

/** Terms that only one value weakens. */
const WEAK: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  workspaces: (before) => before === "yes",
  strict: (before) => before === "yes",
  missing: (_, after) => after === "allowed",
  command: (before) => before === "verify",
  version: isBehind,
  ref: (before, after) => SEMVER.test(before) && SEMVER.test(after) && isBehind(before, after),
};

/** Whether a version is not known to be as new as another. */
function isBehind(before: string, after: string): boolean {
  const [a, b] = [SEMVER.exec(before), SEMVER.exec(after)];
  if (!a || !b) return true;
  const differs = [1, 2, 3].find((part) => a[part] !== b[part]);
  return differs !== undefined && Number(b[differs]) < Number(a[differs]);
}

/** The terms by which a step may let through what another one did not. */
export const weakerTerms = (before: Terms, after: Terms): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => {
    const [was, is] = [before[name] ?? "", after[name] ?? ""];
    return was !== is && (WEAK[name]?.(was, is) ?? true);
  });
