import type { CommandPattern } from "./command.ts";
import type { Segment } from "./glob/syntax.ts";
import { literalText } from "./path.ts";

/** Programs that run what they are given as code: to grant one freely is to grant all. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  `sh bash dash zsh fish ksh csh tcsh ash busybox toybox cmd powershell pwsh
  node nodejs deno bun tsx ts-node python pypy ruby perl php lua luajit awk gawk mawk tclsh rscript julia
  java jshell groovy scala kotlin swift osascript wscript cscript
  npm npx pnpm pnpx yarn bunx uv uvx pip pipx gem cargo go make cmake gradle mvn ant just
  git vi vim nvim emacs ed sed less more man crontab eval`.split(/\s+/u),
);

/** Programs that start others, behind operands of their own. */
const WRAPPERS: ReadonlySet<string> = new Set(
  `env xargs find sudo su doas ssh nohup setsid timeout nice ionice chroot unshare nsenter parallel watch script expect stdbuf flock
  tmux screen time strace gdb lldb docker podman kubectl systemd-run at
  ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1`.split(/\s+/u),
);

/** Programs of which an option names another one to be started. */
const BY_OPTION: ReadonlySet<string> = new Set("tar rsync zip".split(" "));

/** What a command is called, without folders, endings and the number of its version (`/usr/bin/python3.12`). */
const name = (command: string): string => {
  const base = command.replace(/^.*\/(?=[^/])|\/+$/gu, "").toLowerCase();
  const bare = base.replace(/\.(?:exe|cmd|bat)$/u, "");
  return WRAPPERS.has(bare) ? bare : bare.replace(/-?\d[\d.]*$/u, "");
};

export const isInterpreter = (command: string): boolean => INTERPRETERS.has(name(command)) || WRAPPERS.has(name(command));

/** Subcommands behind which it says what is run. */
const LEADS_ON = new Set(["run", "exec", "x", "dlx", "eval", "repl"]);

/** Whether nothing that is run can be chosen: every argument is a literal, up to the first one that is no option, nor may be the value of one. */
function pinsWhatRuns(list: readonly Segment[]): boolean {
  if (list.includes("{flags}")) return false;
  let mayBeValue = false;
  for (const segment of list) {
    const text = literalText(segment);
    if (text === undefined) return false;
    const isOption = text.startsWith("-") && text !== "-";
    if (!isOption && !mayBeValue && !LEADS_ON.has(text)) return true;
    mayBeValue = isOption && text !== "--" && !text.includes("=");
  }
  return true;
}

const areLiteral = (list: readonly Segment[]): boolean => list.every((segment) => literalText(segment) !== undefined);

/** Whether a pattern lets a program that can run anything do so: what it runs is not pinned, or options are free. */
export function runsAnything({ command, lists, shell }: CommandPattern): boolean {
  if (shell) return true;
  const called = name(command);
  if (BY_OPTION.has(called)) return lists === null || lists.some((list) => list.includes("{flags}"));
  if (WRAPPERS.has(called)) return !lists?.every(areLiteral);
  return INTERPRETERS.has(called) && !lists?.every(pinsWhatRuns);
}
