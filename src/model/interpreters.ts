import type { CommandPattern } from "./command.ts";

/** Programs that run what they are given as code, or start other programs: to grant one freely is to grant all. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  `sh bash dash zsh fish ksh csh tcsh ash busybox cmd powershell pwsh
  node nodejs deno bun tsx ts-node python python2 python3 pypy ruby perl php lua luajit awk gawk mawk tclsh Rscript julia
  java jshell groovy scala kotlin swift osascript wscript cscript
  npm npx pnpm pnpx yarn bunx uv uvx pip pipx gem cargo go make cmake gradle mvn ant just
  env xargs find sudo su doas ssh nohup setsid timeout nice ionice chroot unshare nsenter parallel watch script expect
  git vi vim nvim emacs ed sed less more man gdb lldb strace docker podman kubectl systemd-run at crontab eval
  ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1`.split(/\s+/u),
);

const name = (command: string): string => command.slice(command.lastIndexOf("/") + 1).replace(/\.(?:exe|cmd|bat)$/u, "");

export const isInterpreter = (command: string): boolean => INTERPRETERS.has(name(command)) || /^python\d(?:\.\d+)?$/u.test(name(command));

/** Whether a pattern lets a program that can run anything do so: no argument is pinned, or options are free. */
export function runsAnything(pattern: CommandPattern): boolean {
  if (pattern.shell) return true;
  if (!isInterpreter(pattern.command)) return false;
  return pattern.lists === null || pattern.lists.some((list) => typeof list[0] === "string" || list.includes("{flags}"));
}
