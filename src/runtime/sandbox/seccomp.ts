import { ALONE_CALLS, DENIED_CALLS, JUDGED_CALLS, OUTWARD_CALLS, PLAIN_REQUESTS, PLAIN_SOCKET_OPTIONS } from "./seccomp-calls.ts";

/** A machine for which a filter can be made, as Node names it. */
export type Machine = "x64" | "arm64";

const AUDIT_ARCH = { x64: 0xc000_003e, arm64: 0xc000_00b7 } as const;
/** Calls of the other ABI of x64 have this bit. */
const X32 = 0x4000_0000;
const LOAD = 0x20;
const EQUALS = 0x15;
const AT_LEAST = 0x35;
const HAS_BITS = 0x45;
const AND = 0x54;
const RETURN = 0x06;
const ALLOW = 0x7fff_0000;
/** Another process answers the call (`SECCOMP_RET_USER_NOTIF`). */
const ASK = 0x7fc0_0000;
const KILL = 0x8000_0000;
const errno = (code: number): number => 0x0005_0000 | code;
const EPERM = 1;
const ENOTTY = 25;
const ENOSYS = 38;
const ENOPROTOOPT = 92;
const EAFNOSUPPORT = 97;
const ENOTSUP = 95;
/** Offsets in `struct seccomp_data`; of an argument the low word, as both machines are little-endian. */
const AT = { nr: 0, arch: 4, argument: (index: number): number => 16 + 8 * index } as const;

const SOCKETS = { inet: 2, inet6: 10 } as const;
/** A stream without a protocol of its own, or TCP: no multipath, which some kernels hold to nothing. */
const STREAM = { mask: 0xf, stream: 1, protocols: [0, 6] } as const;
/** Connects while it sends. */
const FAST_OPEN = 0x2000_0000;
/** Pairs that cannot send to an address: streams, and packets in sequence; the rest of the argument are flags. */
const PAIRS = { unix: 1, mask: 0xf, stream: 1, sequence: 5 } as const;
/** `CLONE_NEW…`: every namespace there is. */
const NAMESPACES = 0x7e02_0000;
/** Commands by which a process types into a terminal that it shares. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** `O_ACCMODE`: the bits that say whether a file is opened to be read, written or both; together they are neither. */
const ACCESS_MODE = 3;

type Instruction = readonly [code: number, yes: number, no: number, k: number];
const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const give = (action: number): Instruction => [RETURN, 0, 0, action];

/** `if (value == k) return action`, two instructions. */
const onEqual = (k: number, action: number): Instruction[] => [[EQUALS, 0, 1, k], give(action)];

/** If the call is `nr`, runs `body` (which must return), else goes on behind it. */
const onCall = (nr: number, body: readonly Instruction[]): Instruction[] => [[EQUALS, 0, body.length, nr], ...body];

/** Loads the request of an `ioctl`, and refuses to type into a terminal. */
const terminal: readonly Instruction[] = [load(AT.argument(1)), ...onEqual(TIOCSTI, errno(EPERM)), ...onEqual(TIOCLINUX, errno(EPERM))];

type Numbers = { readonly [M in Machine]?: number };
const onEach = <C extends Numbers>(
  calls: Readonly<Record<string, C>>,
  machine: Machine,
  body: (call: C) => readonly Instruction[],
): Instruction[] =>
  Object.values(calls).flatMap((call) => {
    const nr = call[machine];
    return nr === undefined ? [] : onCall(nr, body(call));
  });

interface OfAnother extends Numbers {
  /** The argument, by its number, and the value that it must have. */
  readonly own: readonly (readonly [argument: number, value: number])[];
}
interface Opening extends Numbers {
  readonly flags: number;
}

/** How the network is held where there is none of one's own: not at all, by none, or by one that connects for the program. */
export type Alone = "none" | "proxy" | "open";

const NETWORK: Readonly<Record<Alone, (machine: Machine) => readonly Instruction[]>> = {
  open: () => [],
  none: (machine) => onCall(JUDGED_CALLS.socket[machine], [give(errno(EPERM))]),
  proxy: (machine) => [
    ...onCall(JUDGED_CALLS.socket[machine], [
      load(AT.argument(0)),
      [EQUALS, 1, 0, SOCKETS.inet],
      give(errno(EAFNOSUPPORT)),
      load(AT.argument(1)),
      [AND, 0, 0, STREAM.mask],
      [EQUALS, 1, 0, STREAM.stream],
      give(errno(EPERM)),
      load(AT.argument(2)),
      ...STREAM.protocols.flatMap((one) => onEqual(one, ALLOW)),
      give(errno(EPERM)),
    ]),
    ...onCall(OUTWARD_CALLS.connect[machine], [give(ASK)]),
    ...onCall(OUTWARD_CALLS.setsockopt[machine], [
      load(AT.argument(1)),
      ...PLAIN_SOCKET_OPTIONS.flatMap(({ level, names }) =>
        onCall(level, [load(AT.argument(2)), ...names.flatMap((name) => onEqual(name, ALLOW)), give(errno(ENOPROTOOPT))]),
      ),
      give(errno(ENOPROTOOPT)),
    ]),
    ...onEach<Numbers>(OUTWARD_CALLS.listening, machine, () => [give(errno(EPERM))]),
    ...onEach<Opening>(OUTWARD_CALLS.sending, machine, ({ flags }) => [
      load(AT.argument(flags)),
      [HAS_BITS, 0, 1, FAST_OPEN],
      give(errno(EPERM)),
      give(ALLOW),
    ]),
  ],
};

function aloneRules(machine: Machine, network: Alone): Instruction[] {
  const { absent, denied, ofAnother, open, openat2 } = ALONE_CALLS;
  const { kind, kinds, single } = PLAIN_REQUESTS;
  return [
    ...onEach<Numbers>(denied, machine, () => [give(errno(EPERM))]),
    ...onEach<Numbers>(absent, machine, () => [give(errno(ENOTSUP))]),
    ...onEach<OfAnother>(ofAnother, machine, ({ own }) => [
      ...own.flatMap(([argument, value]): Instruction[] => [load(AT.argument(argument)), [EQUALS, 1, 0, value], give(errno(EPERM))]),
      give(ALLOW),
    ]),
    ...onEach<Opening>(open, machine, ({ flags }) => [
      load(AT.argument(flags)),
      [AND, 0, 0, ACCESS_MODE],
      ...onEqual(ACCESS_MODE, errno(EPERM)),
      give(ALLOW),
    ]),
    ...onEqual(openat2[machine], errno(ENOSYS)),
    ...onCall(JUDGED_CALLS.ioctl[machine], [
      ...terminal,
      ...single.flatMap((request) => onEqual(request, ALLOW)),
      [AND, 0, 0, kind],
      ...kinds.flatMap((one) => onEqual(one, ALLOW)),
      give(errno(ENOTTY)),
    ]),
    ...NETWORK[network](machine),
  ];
}

/**
 * A filter of system calls (classic BPF, `struct sock_filter[]`) for a machine: everything that
 * a sandboxed program has no use for answers `EPERM`; foreign ABIs end the process.
 *
 * Source of the lists: Chromium's and codex's sandboxes; `socket` makes IPv4 and IPv6 alone, so that
 * no socket of the host's (abstract or by path) can be reached, whatever is mounted.
 *
 * @param alone where no namespaces stand around: then the filter also holds the network, if it is none, and what
 *   Landlock leaves open.
 */
export function seccompFilter(machine: Machine, alone?: { readonly network: Alone }): Buffer {
  const program: Instruction[] = [
    load(AT.arch),
    [EQUALS, 1, 0, AUDIT_ARCH[machine]],
    give(KILL),
    load(AT.nr),
    ...(machine === "x64" ? ([[AT_LEAST, 0, 1, X32], give(KILL)] satisfies Instruction[]) : []),
  ];
  for (const numbers of Object.values(DENIED_CALLS)) {
    const nr = numbers[machine];
    if (nr !== undefined) program.push(...onEqual(nr, errno(EPERM)));
  }
  if (alone) program.push(...aloneRules(machine, alone.network));
  // Its flags lie in memory, where a filter cannot look: programs fall back on `clone`.
  program.push(...onEqual(JUDGED_CALLS.clone3[machine], errno(ENOSYS)));
  program.push(
    ...onCall(JUDGED_CALLS.socket[machine], [
      load(AT.argument(0)),
      ...onEqual(SOCKETS.inet, ALLOW),
      ...onEqual(SOCKETS.inet6, ALLOW),
      give(errno(EPERM)),
    ]),
    ...onCall(JUDGED_CALLS.socketpair[machine], [
      load(AT.argument(0)),
      [EQUALS, 1, 0, PAIRS.unix],
      give(errno(EPERM)),
      load(AT.argument(1)),
      [AND, 0, 0, PAIRS.mask],
      ...onEqual(PAIRS.stream, ALLOW),
      ...onEqual(PAIRS.sequence, ALLOW),
      give(errno(EPERM)),
    ]),
    ...onCall(JUDGED_CALLS.ioctl[machine], [...terminal, give(ALLOW)]),
    ...onCall(JUDGED_CALLS.clone[machine], [load(AT.argument(0)), [HAS_BITS, 0, 1, NAMESPACES], give(errno(EPERM)), give(ALLOW)]),
    give(ALLOW),
  );
  const out = Buffer.alloc(program.length * 8);
  program.forEach(([code, yes, no, k], index) => {
    out.writeUInt16LE(code, index * 8);
    out.writeUInt8(yes, index * 8 + 2);
    out.writeUInt8(no, index * 8 + 3);
    out.writeUInt32LE(k >>> 0, index * 8 + 4);
  });
  return out;
}
