import { ALONE_CALLS, DENIED_CALLS, JUDGED_CALLS } from "./seccomp-calls.ts";

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
const KILL = 0x8000_0000;
const errno = (code: number): number => 0x0005_0000 | code;
const EPERM = 1;
const ENOSYS = 38;
const ENOTSUP = 95;
/** Offsets in `struct seccomp_data`; of an argument the low word, as both machines are little-endian. */
const AT = { nr: 0, arch: 4, argument: (index: number): number => 16 + 8 * index } as const;

const SOCKETS = { inet: 2, inet6: 10 } as const;
/** Pairs that cannot send to an address: streams, and packets in sequence; the rest of the argument are flags. */
const PAIRS = { mask: 0xf, stream: 1, sequence: 5 } as const;
/** `CLONE_NEW…`: every namespace there is. */
const NAMESPACES = 0x7e02_0000;
/** Commands by which a process types into a terminal that it shares. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

type Instruction = readonly [code: number, yes: number, no: number, k: number];
const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const give = (action: number): Instruction => [RETURN, 0, 0, action];

/** `if (value == k) return action`, two instructions. */
const onEqual = (k: number, action: number): Instruction[] => [[EQUALS, 0, 1, k], give(action)];

/** If the call is `nr`, runs `body` (which must return), else goes on behind it. */
const onCall = (nr: number, body: readonly Instruction[]): Instruction[] => [[EQUALS, 0, body.length, nr], ...body];

type Numbers = { readonly [M in Machine]?: number };
const onEach = (
  calls: Readonly<Record<string, Numbers>>,
  machine: Machine,
  body: (call: Numbers) => readonly Instruction[],
): Instruction[] =>
  Object.values(calls).flatMap((call) => {
    const nr = call[machine];
    return nr === undefined ? [] : onCall(nr, body(call));
  });

function aloneRules(machine: Machine, network: boolean): Instruction[] {
  const { absent, denied, ofAnother, utimensat } = ALONE_CALLS;
  const high = (argument: number): number => AT.argument(argument) + 4;
  const zeroOnly = (...offsets: readonly number[]): Instruction[] => [
    ...offsets.flatMap((offset): Instruction[] => [load(offset), [EQUALS, 1, 0, 0], give(errno(EPERM))]),
    give(ALLOW),
  ];
  return [
    ...onEach(denied, machine, () => [give(errno(EPERM))]),
    ...onEach(absent, machine, () => [give(errno(ENOTSUP))]),
    ...onEach(ofAnother, machine, (call) => zeroOnly(AT.argument((call as { readonly argument: number }).argument))),
    ...onCall(utimensat[machine], zeroOnly(AT.argument(1), high(1))),
    ...(network ? [] : onCall(JUDGED_CALLS.socket[machine], [give(errno(EPERM))])),
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
export function seccompFilter(machine: Machine, alone?: { readonly network: boolean }): Buffer {
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
      load(AT.argument(1)),
      [AND, 0, 0, PAIRS.mask],
      ...onEqual(PAIRS.stream, ALLOW),
      ...onEqual(PAIRS.sequence, ALLOW),
      give(errno(EPERM)),
    ]),
    ...onCall(JUDGED_CALLS.ioctl[machine], [
      load(AT.argument(1)),
      ...onEqual(TIOCSTI, errno(EPERM)),
      ...onEqual(TIOCLINUX, errno(EPERM)),
      give(ALLOW),
    ]),
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
