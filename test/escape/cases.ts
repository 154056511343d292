/**
 * Attacks of a confined command on its host. Each is a shell script that prints `open` when it
 * worked; `$W` may be written, `$OUT` may not, `$T` is a name of this run's own, `$P` the probe.
 */
export interface Escape {
  readonly id: string;
  readonly name: string;
  readonly attack: string;
  /** Where an attack leaves its mark outside: it worked only when the mark is there (a private copy is none). */
  readonly mark?: string;
  /** Seconds to wait for the mark. */
  readonly late?: number;
  /** Variables that the host has, and the policy grants. */
  readonly variables?: Readonly<Record<string, string>>;
  /** It works when the host reaches what listens at `$LISTEN`. */
  readonly reached?: true;
}

const SECRET = 'grep -q s3cret "$FILE" && echo open';

export const ESCAPES: readonly Escape[] = [
  { id: "1", name: "write a file outside the root", attack: 'echo x > "$OUT/$T-1"', mark: "$OUT/$T-1" },
  { id: "2", name: "write through `..`", attack: 'echo x > "$W/../out/$T-2"', mark: "$OUT/$T-2" },
  { id: "3", name: "write through a link made inside", attack: 'ln -s "$OUT" "$W/$T/3"; echo x > "$W/$T/3/$T-3"', mark: "$OUT/$T-3" },
  { id: "4", name: "hard link to a file outside, write", attack: 'ln "$OUT/victim" "$W/$T/4" && echo x >> "$W/$T/4" && echo open' },
  { id: "5", name: "write through a hard link that was there", attack: 'echo "$T" >> "$W/linked" && echo open' },
  { id: "5b", name: "write through one among the packages", attack: 'echo "$T" >> "$W/node_modules/linked" && echo open' },
  { id: "6", name: "write the host's /tmp", attack: 'echo x > "/tmp/$T-6"', mark: "/tmp/$T-6" },
  { id: "7", name: "write the host's /dev/shm", attack: 'echo x > "/dev/shm/$T-7"', mark: "/dev/shm/$T-7" },
  { id: "8", name: "read a private key", attack: `FILE="$KEY"; ${SECRET}` },
  { id: "9", name: "read it through /proc/self/root", attack: `FILE="/proc/self/root$KEY"; ${SECRET}` },
  { id: "10", name: "write through /proc/self/root", attack: 'echo x > "/proc/self/root$OUT/$T-10"', mark: "$OUT/$T-10" },
  { id: "11", name: "read a host process's environment", attack: 'FILE="/proc/$HOSTPID/environ"; ' + SECRET },
  { id: "12", name: "read through a host process's root", attack: 'FILE="/proc/$HOSTPID/root$KEY"; ' + SECRET },
  { id: "13", name: "write through a host process's cwd", attack: 'echo x > "/proc/$HOSTPID/cwd/$T-13"', mark: "$OUT/$T-13" },
  { id: "14", name: "see a host process's memory map", attack: 'head -c1 "/proc/$HOSTPID/maps" > /dev/null && echo open' },
  { id: "15", name: "what a host process has open", attack: 'FILE="/proc/$HOSTPID/fd/3"; ' + SECRET },
  {
    id: "16",
    name: "the environment of whatever else runs inside",
    attack:
      'for one in /proc/[0-9]*; do test "$one" != "/proc/$$" && grep -qz VICTIM_TOKEN "$one/environ" 2>/dev/null && echo open && break; done',
  },
  { id: "17", name: "signal a host process", attack: '"$P" kill "$HOSTPID"' },
  { id: "17b", name: "make the user's other processes wait", attack: '"$P" renice "$HOSTPID"' },
  { id: "18", name: "trace a host process", attack: '"$P" ptrace "$HOSTPID"' },
  { id: "19", name: "read a host process's memory", attack: '"$P" vmread "$HOSTPID" "$ADDRESS"' },
  { id: "20", name: "take a descriptor of a host process", attack: '"$P" pidfd "$HOSTPID"' },
  { id: "21", name: "make the system writable again", attack: "mount -o remount,rw / && echo open" },
  { id: "22", name: "a user namespace in the sandbox", attack: '"$P" userns' },
  { id: "22b", name: "a user namespace by clone", attack: '"$P" usernsclone' },
  { id: "23", name: "remount in a namespace of its own", attack: '"$P" remount "$W"' },
  {
    id: "24",
    name: "mount the folder over itself, without what is mounted in it",
    attack: `unshare -Urm sh -c "mount --bind '$W' '$W' && echo '# x' >> '$W/.git/config'" && echo open`,
  },
  { id: "25", name: "make a device of a disk", attack: 'mknod "$W/$T/25" b 8 0 && echo open' },
  { id: "26", name: "write the kernel's log", attack: "echo x > /dev/kmsg && echo open" },
  { id: "27", name: "the virtual machines of the kernel", attack: "(exec 3<>/dev/kvm) && echo open" },
  { id: "28", name: "a network interface of one's own", attack: "(exec 3<>/dev/net/tun) && echo open" },
  { id: "29", name: "chmod outside", attack: '"$P" chmod "$OUT/victim"' },
  { id: "29b", name: "chmod outside, by a descriptor for neither reading nor writing", attack: '"$P" fchmod "$OUT/victim"' },
  { id: "29c", name: "set a flag of a file outside", attack: '"$P" flags "$OUT/victim"' },
  { id: "30", name: "set times outside", attack: '"$P" utimes "$OUT/victim"' },
  { id: "30b", name: "set times outside, by a descriptor", attack: '"$P" futimes "$OUT/victim"' },
  { id: "31", name: "set an extended attribute outside", attack: '"$P" setxattr "$OUT/victim"' },
  { id: "32", name: "truncate outside", attack: '"$P" truncate "$OUT/empty"' },
  { id: "33", name: "move a file from outside into the root", attack: 'mv "$OUT/$T-move" "$W/$T/" && echo open' },
  { id: "34", name: "learn whether a secret exists", attack: '"$P" stat "$KEY"' },
  { id: "34b", name: "hear what happens in a folder outside", attack: '"$P" inotify "$OUT"' },
  { id: "35", name: "write a git hook", attack: 'echo x > "$W/.git/hooks/$T-pre-commit" && echo open' },
  { id: "36", name: "write the git configuration", attack: 'echo "# x" >> "$W/.git/config" && echo open' },
  { id: "37", name: "move the git folder away", attack: 'mv "$W/.git" "$W/$T.git" && mv "$W/$T.git" "$W/.git" && echo open' },
  { id: "38", name: "make a start-up file", attack: 'echo x > "$W/$T-38/.bashrc" && echo open' },
  { id: "39", name: "make an editor's task", attack: 'mkdir "$W/$T-39/.vscode" && echo x > "$W/$T-39/.vscode/tasks.json" && echo open' },
  {
    id: "40",
    name: "plant a program in node_modules/.bin",
    attack: 'mkdir -p "$W/$T-40/node_modules/.bin" && echo x > "$W/$T-40/node_modules/.bin/tsc" && echo open',
  },
  {
    id: "41",
    name: "plant a workflow",
    attack: 'mkdir -p "$W/$T-41/.github/workflows" && echo x > "$W/$T-41/.github/workflows/x.yml" && echo open',
  },
  { id: "42", name: "plant .npmrc", attack: 'echo x > "$W/$T-42/.npmrc" && echo open' },
  { id: "43", name: "overwrite the manifest", attack: 'echo x >> "$W/toolfence.manifest.json" && echo open' },
  { id: "44", name: "gain privileges by a set-user-id program", attack: "grep -q 'NoNewPrivs:.*0' /proc/self/status && echo open" },
  { id: "45", name: "the program that the kernel starts on a crash", attack: "echo x > /proc/sys/kernel/core_pattern && echo open" },
  { id: "46", name: "the kernel's emergency keys", attack: "echo h > /proc/sysrq-trigger && echo open" },
  { id: "47", name: "the program that a group of processes ends with", attack: "echo x > /sys/fs/cgroup/release_agent && echo open" },
  { id: "48", name: "an abstract socket of the host", attack: '"$P" abstract "$ABSTRACT"' },
  { id: "49", name: "a socket of the host by path, in the root", attack: '"$P" pathsocket "$W/host.sock"' },
  { id: "50", name: "System V shared memory of the host", attack: '"$P" shm "$SHM"' },
  { id: "51", name: "read a file of the host's /dev/shm", attack: `FILE="/dev/shm/$SHARED"; ${SECRET}` },
  { id: "52", name: "a POSIX message queue of the host", attack: '"$P" mqueue "$QUEUE"' },
  { id: "53", name: "the user's keyring", attack: '"$P" keyctl' },
  { id: "54", name: "add a key to it", attack: '"$P" addkey' },
  { id: "55", name: "a descriptor that was left open", attack: '"$P" fd 9' },
  { id: "56", name: "a folder that was left open", attack: `FILE=/proc/self/fd/10/secret; ${SECRET}` },
  { id: "57", name: "type into the terminal", attack: '"$P" tiocsti' },
  { id: "58", name: "paste into the kernel's console", attack: '"$P" tioclinux' },
  { id: "59", name: "TCP to the host's loopback", attack: '"$P" tcp "$PORT"' },
  { id: "60", name: "TCP to a neighbour", attack: '"$P" tcp "$PORT" 10.99.7.1' },
  { id: "61", name: "TCP to a metadata service", attack: '"$P" tcp "$PORT" 169.254.169.254' },
  { id: "62", name: "UDP there and back", attack: '"$P" udp "$UDP"' },
  { id: "63", name: "ping", attack: '"$P" ping' },
  { id: "64", name: "a raw packet socket", attack: '"$P" packet' },
  { id: "65", name: "a socket of the kernel's cryptography", attack: '"$P" alg' },
  { id: "66", name: "a socket to the hypervisor", attack: '"$P" vsock' },
  { id: "67", name: "a netlink socket", attack: '"$P" netlink' },
  { id: "68", name: "io_uring", attack: '"$P" iouring' },
  { id: "69", name: "bpf", attack: '"$P" bpf' },
  { id: "70", name: "performance counters", attack: '"$P" perf' },
  { id: "71", name: "userfaultfd", attack: '"$P" userfaultfd' },
  { id: "71b", name: "a file handle instead of a path", attack: '"$P" handle "$W"' },
  { id: "72", name: "a token in the environment", attack: 'test -n "$HOST_TOKEN" && echo open' },
  {
    id: "73",
    name: "a library that is put in front of the command",
    attack: 'test -n "$LD_PRELOAD" && echo open',
    variables: { LD_PRELOAD: "$OUT/early.so" },
  },
  { id: "74", name: "500 processes", attack: '"$P" forks 500' },
  { id: "75", name: "600 MiB of memory", attack: '"$P" memory 600' },
  { id: "76", name: "a file of 64 MiB", attack: '"$P" filesize 64 "$W/$T/76"' },
  { id: "77", name: "5,000 open files", attack: '"$P" files 5000' },
  { id: "78", name: "the host talks to what listens inside", attack: '"$P" listen "$LISTEN"', reached: true },
  {
    id: "79",
    name: "a process that outlives the command",
    attack: 'setsid sh -c "sleep 0.7; echo x > \\"$W/$T/79\\"" > /dev/null 2>&1 < /dev/null & sleep 0.1',
    mark: "$W/$T/79",
    late: 1.2,
  },
  {
    id: "79b",
    name: "processes that outlive the command, each followed by another",
    attack: '"$P" chains 24 1500 "$W/$T/79b" > /dev/null 2>&1 < /dev/null; sleep 0.1',
    mark: "$W/$T/79b",
    late: 2.5,
  },
  {
    id: "81",
    name: "a library that is put in front of the launcher",
    attack: "/bin/true",
    variables: { LD_PRELOAD: "$OUT/early.so", EARLY: "$OUT/$T-81" },
    mark: "$OUT/$T-81",
  },
  {
    id: "82",
    name: "a module that is put in front of a launcher in Node",
    attack: '"$NODE" -e 0',
    variables: { NODE_OPTIONS: "--require=$OUT/early.cjs", EARLY: "$OUT/$T-82" },
    mark: "$OUT/$T-82",
  },
];
