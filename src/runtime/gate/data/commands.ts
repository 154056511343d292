import { posix } from "node:path";
import type { DeniedCommandKind } from "../../../model/denied.ts";

/** A program as it is started, with what is known of the pipe that it stands in. */
export interface Started {
  /** The program's own name, without its folder. */
  readonly program: string;
  readonly args: readonly string[];
  /** Programs before it in the same pipe. */
  readonly fedBy: readonly string[];
  /** What its output is redirected to. */
  readonly writes: readonly string[];
}

/** A kind of command that no tool runs, whatever its policy grants, until the operator writes a command rule. */
export interface DeniedCommand {
  readonly name: Exclude<DeniedCommandKind, ":(){ :|:& };:">;
  readonly says: string;
  readonly matches: (one: Started) => boolean;
}

const SHELLS: ReadonlySet<string> = new Set("sh bash dash zsh ash ksh fish csh tcsh".split(" "));
const READERS_OF_CODE: ReadonlySet<string> = new Set("python python2 python3 perl ruby node nodejs php lua deno bun osascript".split(" "));
const DOWNLOADERS: ReadonlySet<string> = new Set("curl wget fetch http https aria2c lynx w3m".split(" "));
const DECODERS: ReadonlySet<string> = new Set("base64 base32 xxd uudecode openssl".split(" "));

export const isShell = (program: string): boolean => SHELLS.has(program);

const flags = (args: readonly string[]): string[] => args.filter((arg) => arg.startsWith("-"));
const operands = (args: readonly string[]): string[] => {
  const open = args.indexOf("--");
  return open === -1 ? args.filter((arg) => !arg.startsWith("-")) : [...operands(args.slice(0, open)), ...args.slice(open + 1)];
};
const hasShort = (args: readonly string[], letters: RegExp): boolean =>
  flags(args).some((arg) => /^-[A-Za-z]+$/u.test(arg) && letters.test(arg));
const hasLong = (args: readonly string[], name: string): boolean => args.some((arg) => arg === name || arg.startsWith(`${name}=`));

const bare = (path: string): string => (path.startsWith("/") ? posix.normalize(path).replace(/(?<=.)\/$/u, "") : path);
const SYSTEM = /^\/(?:\*|bin|boot|dev|etc|home|lib|lib64|opt|proc|root|sbin|srv|sys|usr|var|Users|System|Library|Applications)?\/?\*?$/u;
/** The whole disk, a whole home, or a folder that a system is made of. */
const isEverythingBelow = (path: string): boolean =>
  SYSTEM.test(bare(path)) || /^~[\w-]*\/?\*?$/u.test(path) || /^\/(?:home|Users)\/[^/]+\/?\*?$/u.test(bare(path));

const readsCode = ({ program, args }: Started): boolean =>
  (SHELLS.has(program) || READERS_OF_CODE.has(program) || program === "source" || program === ".") &&
  (operands(args).filter((arg) => arg !== "/dev/stdin").length === 0 || args.includes("-s")) &&
  !hasShort(args, SHELLS.has(program) ? /^-[A-Za-z]*[cn]/u : /^-[A-Za-z]*[cem]/u) &&
  !args.includes("--version");

export const DENIED_COMMANDS: readonly DeniedCommand[] = [
  {
    name: "rm -rf /",
    says: "deletes a whole disk, home or system folder",
    matches: ({ program, args }) =>
      program === "rm" &&
      (hasShort(args, /r/iu) ||
        args.some((arg) => arg.length > 3 && "--recursive".startsWith(arg)) ||
        hasLong(args, "--no-preserve-root")) &&
      operands(args).some(isEverythingBelow),
  },
  {
    name: "find / -delete",
    says: "deletes a whole disk, home or system folder",
    matches: ({ program, args }) =>
      program === "find" &&
      args.some((arg) => !arg.startsWith("-") && isEverythingBelow(arg)) &&
      (args.includes("-delete") ||
        args.some(
          (arg, index) => /^-(?:exec|execdir|ok|okdir)$/u.test(arg) && /(?:^|\/)(?:rm|shred|unlink)$/u.test(args[index + 1] ?? ""),
        )),
  },
  {
    name: "mkfs",
    says: "makes a file system",
    matches: ({ program }) => /^(?:mkfs(?:\..+)?|mke2fs|mkswap|wipefs|fdisk|sfdisk|parted)$/u.test(program),
  },
  {
    name: "dd of=/dev/…",
    says: "writes to a disk",
    matches: ({ program, args, writes }) =>
      (program === "dd" && args.some((arg) => /^of=\/+dev\/(?!null$|stdout$|stderr$|tty$)/u.test(arg))) ||
      writes.some((path) => /^\/+dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|loop|dm-|mapper\/|mem|kmem)/u.test(path)),
  },
  { name: "shutdown", says: "stops the machine", matches: ({ program }) => /^(?:shutdown|reboot|halt|poweroff)$/u.test(program) },
  {
    name: "init 0",
    says: "stops the machine",
    matches: ({ program, args }) =>
      (/^(?:init|telinit)$/u.test(program) && /^[06]$/u.test(args[0] ?? "")) ||
      (program === "systemctl" && operands(args).some((arg) => /^(?:poweroff|reboot|halt|kexec|rescue|emergency)$/u.test(arg))),
  },
  {
    name: "chmod 777",
    says: "lets everybody write",
    matches: ({ program, args }) =>
      program === "chmod" && operands(args).some((arg) => /^0*[0-7]?777$|^(?:a|ug?o)[+=]r?wx?$|^=r?wx?$|^[agu]*o[agou]*[+=]r?w/u.test(arg)),
  },
  {
    name: "curl | sh",
    says: "runs what it downloads or decodes",
    matches: (one) => readsCode(one) && one.fedBy.some((program) => DOWNLOADERS.has(program) || DECODERS.has(program)),
  },
  {
    name: "nc -e",
    says: "gives a remote machine a shell",
    matches: ({ program, args, writes }) =>
      (/^(?:nc|ncat|netcat|nc\.traditional|nc\.openbsd)$/u.test(program) &&
        (hasShort(args, /[ec]/u) || hasLong(args, "--exec") || hasLong(args, "--sh-exec"))) ||
      (program === "socat" && args.some((arg) => /^(?:exec|system):/iu.test(arg))) ||
      [...args, ...writes].some((arg) => /^\/dev\/(?:tcp|udp)\//u.test(arg)),
  },
  { name: "history -c", says: "hides what was done", matches: ({ program, args }) => program === "history" && hasShort(args, /[cw]/u) },
];

/** A shell function that calls itself twice. */
export const FORK_BOMB = /(?<![\w:.])([\w:.]{1,64})\s{0,9}\(\s{0,9}\)\s{0,9}\{\s{0,9}\1\s*\|\s*\1\s*&\s*\}\s*;\s*\1/u;

/** Programs that start the program named in their arguments, and their options that take a value. */
export const WRAPPERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sudo: "u g h p C D R T U r t",
    doas: "u C",
    env: "u C S",
    nice: "n",
    nohup: "",
    setsid: "",
    stdbuf: "i o e",
    time: "f o",
    timeout: "k s",
    ionice: "c n p",
    xargs: "I L n P s d E a",
    command: "",
    builtin: "",
    exec: "a",
    busybox: "",
    toybox: "",
    chroot: "",
    unbuffer: "",
    watch: "n",
    flock: "w E c",
    unshare: "S G R w",
    nsenter: "t S G",
    strace: "e o p s a b E I O P S u U X",
    ltrace: "a D e l n o p s u w x",
    taskset: "p",
    chrt: "T P D p",
    setpriv: "",
    setarch: "",
    prlimit: "p",
    script: "c E I O B m o T",
  }),
);
/** Options whose value a shell reads: the letter, and the long name; where they stand before every other word, the other options that take one. */
export const LINE_OPTIONS: ReadonlyMap<string, { readonly short: string; readonly long: string; readonly valued?: RegExp }> = new Map(
  Object.entries({
    su: { short: "c", long: "--command" },
    runuser: { short: "c", long: "--command" },
    script: { short: "c", long: "--command" },
    flock: { short: "c", long: "--command" },
    // Behind their first word, options are those of another program.
    npx: { short: "c", long: "--call", valued: /^(?:-[pw]|--package|--workspace)$/u },
    env: { short: "S", long: "--split-string", valued: /^(?:-[uC]|--unset|--chdir)$/u },
  }),
);
/** Wrappers with an operand of their own before the program. */
export const WRAPPER_OPERANDS: ReadonlyMap<string, number> = new Map([
  ["timeout", 1],
  ["chroot", 1],
  ["flock", 1],
  ["taskset", 1],
  ["chrt", 1],
]);

/** Wrappers whose operand may be left out. */
export const OPTIONAL_OPERANDS: ReadonlyMap<string, RegExp> = new Map([
  [
    "setarch",
    /^(?:linux(?:32|64)|uname26|x86_64|i[3-6]86|aarch64|arm\w*|ppc\w*|s390x?|riscv\w*|mips\w*|sparc\w*|parisc\w*|alpha\w*|ia64)$/u,
  ],
]);

/** Options by which a program that looks harmless starts another one, or reads or writes files that no argument names. */
export const ESCAPING_OPTIONS: Readonly<Record<string, RegExp>> = {
  git: /^(?:-c \S[^\s=]*=.*|--config-env(?:=.*)?|--exec-path=.*|--upload-pack(?:=.*)?|--receive-pack(?:=.*)?|--open-files-in-pager(?:=.*)?|-O.*|--ext-diff|--textconv)$/u,
  sort: /^(?:--compress-program(?:=.*)?|--files0-from(?:=.*)?|--random-source(?:=.*)?)$/u,
  wc: /^--files0-from(?:=.*)?$/u,
  du: /^--files0-from(?:=.*)?$/u,
  tar: /^(?:--checkpoint-action(?:=.*)?|--to-command(?:=.*)?|--use-compress-program(?:=.*)?|--rsh-command(?:=.*)?|-I.*|--info-script(?:=.*)?|-F.*)$/u,
  rg: /^(?:--pre(?:=.*)?|--hostname-bin(?:=.*)?)$/u,
  grep: /^(?:-f.*|--file(?:=.*)?|--exclude-from(?:=.*)?)$/u,
  find: /^-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)$/u,
  fd: /^(?:-x|-X|--exec|--exec-batch)$/u,
  jq: /^(?:-f|--from-file|-L.*|--library-path|--argfile|--rawfile|--slurpfile)$/u,
  rsync: /^(?:-e.*|--rsh(?:=.*)?|--rsync-path(?:=.*)?)$/u,
  ssh: /^-o.*(?:ProxyCommand|LocalCommand|PermitLocalCommand|KnownHostsCommand)/iu,
  scp: /^(?:-S.*|-o.*ProxyCommand.*)$/iu,
  curl: /^(?:-K.*|--config(?:=.*)?)$/u,
  wget: /^(?:--use-askpass(?:=.*)?|-e.*|--execute(?:=.*)?|--config(?:=.*)?)$/u,
  zip: /^(?:-T{2}.*|--unzip-command(?:=.*)?)$/u,
  man: /^(?:-P.*|--pager(?:=.*)?|-H.*|--html(?:=.*)?)$/u,
  date: /^(?:-f.*|--file(?:=.*)?)$/u,
};

/** Long options that do so, also shortened: GNU programs take every beginning that is one option's alone. */
export const ESCAPING_LONG: Readonly<Record<string, readonly string[]>> = {
  tar: ["checkpoint-action", "to-command", "use-compress-program", "rsh-command", "info-script", "new-volume-script"],
  sort: ["compress-program", "files0-from", "random-source"],
  rsync: ["rsh", "rsync-path"],
  fd: ["exec", "exec-batch"],
  grep: ["file", "exclude-from"],
  wget: ["use-askpass", "execute", "config"],
  curl: ["config"],
  man: ["pager", "html"],
  zip: ["unzip-command"],
  git: ["upload-pack", "receive-pack", "exec", "exec-path", "config-env", "open-files-in-pager", "ext-diff", "textconv", "extcmd"],
};

/** Long options of their own that are the beginning of one of those. */
export const EXACT_LONG: ReadonlySet<string> = new Set(["exclude", "text", "checkpoint", "exec-batch-size"]);

/** Letters that do so anywhere in a bundle of short ones (`tar -cIx`, `rsync -ave sh`). */
export const ESCAPING_LETTERS: Readonly<Record<string, RegExp>> = {
  tar: /^-[A-Za-z]*[IF]/u,
  rsync: /^-[A-Za-z]*e/u,
  fd: /^-[A-Za-z]*[xX]/u,
  grep: /^-[A-Za-z]*f/u,
  jq: /^-[A-Za-z]*[fL]/u,
  curl: /^-[A-Za-z]*K/u,
  man: /^-[A-Za-z]*[PH]/u,
};

/** Programs that fetch the URLs among their words. */
export const FETCHES: ReadonlySet<string> = new Set(
  `curl wget aria2c http https xh lynx w3m links yt-dlp git svn hg scp sftp rsync ssh npm npx pnpm yarn bunx pip pip3 pipx uv uvx cargo go gem
  docker podman skopeo helm kubectl psql mysql mongosh redis-cli websocat`.split(/\s+/u),
);

/** Words in an argument by which a program reads its environment. */
export const READS_ENVIRONMENT: Readonly<Record<string, RegExp>> = {
  jq: /\$ENV\b|(?:^|[^.\w"])env\b(?!"|\s*:)/u,
  awk: /\bENVIRON\b/u,
  gawk: /\bENVIRON\b/u,
  printenv: /^/u,
};
