import { sedLeadsOut } from "./sed.ts";

/**
 * Programs whose words are programs of their own: scripts of sed and awk, subcommands and settings of git. What of them leads out
 * of what the program's name says.
 */

/** The first word that is no option, and the values of the options that take a script; with neither, nothing. */
function scriptsOf(
  args: readonly string[],
  flags: RegExp,
  files: RegExp,
  values: RegExp,
): { readonly scripts: readonly string[]; readonly isFile: boolean } {
  const scripts: string[] = [];
  let operand: string | undefined;
  let isFile = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    const stuck = flags.exec(arg);
    if (files.test(arg)) isFile = true;
    else if (stuck) scripts.push(stuck[1] === undefined || stuck[1] === "" ? (args[++index] ?? "") : stuck[1]);
    else if (values.test(arg)) index++;
    else if (!arg.startsWith("-") || arg === "-") operand ??= arg;
  }
  return { scripts: scripts.length > 0 ? scripts : operand === undefined || isFile ? [] : [operand], isFile };
}

const sedEscapes = (args: readonly string[]): boolean => {
  const { scripts, isFile } = scriptsOf(args, /^(?:-[nErsuz]*e|--expression=?)(.*)$/su, /^(?:-[nErsuz]*f|--file(?:=|$))/u, /^-l$/u);
  return isFile || scripts.some(sedLeadsOut);
};

/** An awk program without its texts and patterns, in which words that only look like code may stand. */
const bareAwk = (program: string): string =>
  program.replace(/"(?:\\.|[^"\\])*"/gsu, '""').replace(/(^|[\s,(!~&|{;])\/(?:\\.|[^/\\\n])+\//gu, "$1");

const awkEscapes = (args: readonly string[]): boolean => {
  const { scripts, isFile } = scriptsOf(args, /^(?:-e|--source=?)(.*)$/su, /^(?:-[fEi]|--(?:file|exec|include)(?:=|$))/u, /^-[vF]$/u);
  if (isFile) return true;
  return scripts
    .map(bareAwk)
    .some((bare) => /\bsystem\s*\(|\bgetline\b|(?<!\|)\|(?!\|)|\bprintf?\b[^;}\n]*>|@(?:load|include)\b/u.test(bare));
};

const GIT_VALUES = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--super-prefix|--config-env|--exec-path)$/u;
const RUNS = new Set([
  "bisect",
  "difftool",
  "mergetool",
  "filter-branch",
  "daemon",
  "instaweb",
  "send-email",
  "remote-ext",
  "remote-fd",
  "cvsserver",
]);
/** Settings that change how git speaks and merges, and run nothing. */
const PLAIN_SETTINGS =
  /^(?:user\.(?:name|email)|init\.defaultbranch|color\..+|advice\..+|core\.(?:autocrlf|eol|filemode|ignorecase|quotepath|whitespace|abbrev|longpaths|symlinks)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|merge\.(?:ff|conflictstyle)|rebase\.(?:autostash|autosquash)|branch\..+\.(?:remote|merge|rebase)|fetch\.prune|diff\.(?:algorithm|renames|colormoved)|log\..+|commit\.verbose|rerere\.enabled|status\..+)$/iu;
const READS_SETTINGS = /^(?:--(?:get(?:-all|-regexp|-urlmatch|-color|-colorbool)?|list|unset(?:-all)?|remove-section)|-l|list|get|unset)$/u;

/** Whether a command of git runs what it is given, or sets what a later one runs. */
function gitEscapes(args: readonly string[]): boolean {
  const words: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (words.length === 0 && GIT_VALUES.test(arg)) index++;
    else if (words.length > 0 || !arg.startsWith("-")) words.push(arg);
  }
  const [subcommand = "", ...rest] = words;
  if (RUNS.has(subcommand)) return true;
  if (subcommand === "submodule") return rest.includes("foreach") || rest.some((word) => word.startsWith("--config="));
  if (subcommand === "rebase") return rest.some((word) => /^(?:-x|--exec)/u.test(word));
  if (/^(?:init|clone)$/u.test(subcommand)) return rest.some((word) => /^(?:--template|--config=|-c$)/u.test(word));
  if (subcommand !== "config") return false;
  if (rest.some((word) => READS_SETTINGS.test(word))) return false;
  const [name, ...value] = rest.filter((word) => !word.startsWith("-") && word !== "set");
  return (
    rest.some((word) => /^(?:--edit|-e|edit|--add|--replace-all)$/u.test(word)) || (value.length > 0 && !PLAIN_SETTINGS.test(name ?? ""))
  );
}

/** A bundle of tar without a dash, which is its first word alone: `cIf`. */
const tarEscapes = ([first = ""]: readonly string[]): boolean => /^[A-Za-z]+$/u.test(first) && /[FI]/u.test(first);

/** Whether the words of a program, by its name, lead out of what it is granted for. */
export const SCRIPTS: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  sed: sedEscapes,
  awk: awkEscapes,
  gawk: awkEscapes,
  mawk: awkEscapes,
  nawk: awkEscapes,
  git: gitEscapes,
  tar: tarEscapes,
};
