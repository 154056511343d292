import type { CommandPattern } from "./command.ts";
import type { Atom, Segment } from "./glob/syntax.ts";
import { literalText } from "./path.ts";

/** Programs that run what they are given as code, or start other programs: to grant one freely is to grant all. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  `sh bash dash zsh fish ksh csh tcsh ash busybox cmd powershell pwsh
  node nodejs deno bun tsx ts-node python python2 python3 pypy ruby perl php lua luajit awk gawk mawk tclsh rscript julia
  java jshell groovy scala kotlin swift osascript wscript cscript
  npm npx pnpm pnpx yarn bunx uv uvx pip pipx gem cargo go make cmake gradle mvn ant just
  env xargs find sudo su doas ssh nohup setsid timeout nice ionice chroot unshare nsenter parallel watch script expect
  git vi vim nvim emacs ed sed less more man gdb lldb strace docker podman kubectl systemd-run at crontab eval
  ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1`.split(/\s+/u),
);

const name = (command: string): string =>
  command
    .slice(command.lastIndexOf("/") + 1)
    .replace(/\.(?:exe|cmd|bat)$/iu, "")
    .toLowerCase();

export const isInterpreter = (command: string): boolean => INTERPRETERS.has(name(command)) || /^python\d(?:\.\d+)?$/u.test(name(command));

/** Subcommands behind which it says what is run. */
const LEADS_ON = new Set(["run", "exec", "x", "dlx", "eval", "repl"]);
const isPinned = (segment: Segment | undefined): segment is readonly Atom[] => segment !== undefined && literalText(segment) !== undefined;

/** Whether nothing that is run can be chosen: every argument is a literal, up to the first one that is no option. */
function pinsWhatRuns(list: readonly Segment[]): boolean {
  if (list.includes("{flags}")) return false;
  for (const segment of list) {
    if (!isPinned(segment)) return false;
    const text = literalText(segment) ?? "";
    if (!text.startsWith("-") && !LEADS_ON.has(text)) return true;
  }
  return true;
}

/** Whether a pattern lets a program that can run anything do so: what it runs is not pinned, or options are free. */
export function runsAnything(pattern: CommandPattern): boolean {
  if (pattern.shell) return true;
  if (!isInterpreter(pattern.command)) return false;
  return pattern.lists === null || !pattern.lists.every(pinsWhatRuns);
}
