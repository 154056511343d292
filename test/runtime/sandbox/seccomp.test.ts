import { describe, expect, test } from "vitest";
import type { Machine } from "../../../src/runtime/sandbox/seccomp.ts";
import { seccompFilter } from "../../../src/runtime/sandbox/seccomp.ts";
import { ALONE_CALLS, DENIED_CALLS, JUDGED_CALLS } from "../../../src/runtime/sandbox/seccomp-calls.ts";

test.each(["x64", "arm64"] as const)("the filter for %s is whole instructions, and ends by letting through", (machine) => {
  const filter = seccompFilter(machine);
  expect(filter.length % 8).toBe(0);
  expect(filter.subarray(-8)).toEqual(Buffer.from([6, 0, 0, 0, 0, 0, 0xff, 0x7f]));
  expect(filter.readUInt32LE(12)).toBe(machine === "x64" ? 0xc000003e : 0xc00000b7);
});

const ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;

/** A machine for classic BPF over `struct seccomp_data`, written from the kernel's description of it. */
function judge(filter: Buffer, arch: number, nr: number, ...args: readonly number[]): number {
  const data = Buffer.alloc(64);
  data.writeInt32LE(nr, 0);
  data.writeUInt32LE(arch, 4);
  args.forEach((arg, index) => data.writeUInt32LE(arg, 16 + 8 * index));
  let value = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const code = filter.readUInt16LE(at * 8);
    const k = filter.readUInt32LE(at * 8 + 4);
    const jump = (yes: boolean): number => filter.readUInt8(at * 8 + (yes ? 2 : 3));
    if (code === 0x06) return k;
    else if (code === 0x20) value = data.readUInt32LE(k);
    else if (code === 0x54) value = (value & k) >>> 0;
    else if (code === 0x15) at += jump(value === k);
    else if (code === 0x35) at += jump(value >= k);
    else if (code === 0x45) at += jump((value & k) !== 0);
    else throw new Error(`no such instruction: ${code}`);
  }
  throw new Error("the filter has no end");
}

describe.each(["x64", "arm64"] as const)("the filter for %s answers", (machine: Machine) => {
  const filter = seccompFilter(machine);
  const { clone, clone3, ioctl, socket, socketpair } = JUDGED_CALLS;
  const call = (nr: number, ...args: readonly number[]): number => judge(filter, ARCH[machine], nr, ...args);

  test("`EPERM` to every call that is denied", () => {
    for (const numbers of Object.values(DENIED_CALLS)) if (numbers[machine] !== undefined) expect(call(numbers[machine])).toBe(EPERM);
  });

  test("by the arguments of those that are judged", () => {
    expect([1, 2, 10, 16, 17, 40].map((family) => call(socket[machine], family, 1))).toEqual([EPERM, ALLOW, ALLOW, EPERM, EPERM, EPERM]);
    // Of this machine alone; streams and packets in sequence, with and without flags; datagrams could be sent to an address.
    expect([1, 5, 1 | 0o2000000, 2, 2 | 0o4000].map((type) => call(socketpair[machine], 1, type))).toEqual([
      ALLOW,
      ALLOW,
      ALLOW,
      EPERM,
      EPERM,
    ]);
    expect([2, 10, 30].map((family) => call(socketpair[machine], family, 1))).toEqual([EPERM, EPERM, EPERM]);
    expect([0x5412, 0x541c, 0x5401].map((command) => call(ioctl[machine], 0, command))).toEqual([EPERM, EPERM, ALLOW]);
    expect([0x11, 0x10000011, 0x40000011].map((flags) => call(clone[machine], flags))).toEqual([ALLOW, EPERM, EPERM]);
    expect(call(clone3[machine])).toBe(ENOSYS);
  });

  test("with the end of the process to a foreign machine, and lets a plain call pass", () => {
    expect(judge(filter, 0x40000003, 0)).toBe(KILL);
    expect(call(machine === "x64" ? 0 : 63)).toBe(ALLOW);
    if (machine === "x64") expect(call(0x40000000)).toBe(KILL);
  });
});

describe.each(["x64", "arm64"] as const)("the filter for %s where there are no namespaces", (machine: Machine) => {
  const { absent, denied, ofAnother, open: opening, openat2 } = ALONE_CALLS;
  const [closed, open] = [seccompFilter(machine, { network: "none" }), seccompFilter(machine, { network: "open" })];
  const call = (filter: Buffer, nr: number, ...args: readonly number[]): number => judge(filter, ARCH[machine], nr, ...args);
  const numbers = (calls: Readonly<Record<string, { readonly x64?: number; readonly arm64?: number }>>): number[] =>
    Object.values(calls).flatMap((one) => one[machine] ?? []);

  test("denies what changes a file's modes, times and attributes, and says that there are none of these", () => {
    expect(new Set(numbers(denied).map((nr) => call(closed, nr)))).toEqual(new Set([EPERM]));
    expect(new Set(numbers(absent).map((nr) => call(closed, nr)))).toEqual(new Set([0x0005005f]));
    expect(
      numbers(denied)
        .map((nr) => call(seccompFilter(machine), nr))
        .every((answer) => answer === ALLOW),
    ).toBe(true);
  });

  test("lets a process set what is its own", () => {
    for (const { own, [machine]: nr } of Object.values(ALONE_CALLS.ofAnother)) {
      const given = [7, 7, 7];
      for (const [argument, value] of own) given[argument] = value;
      expect(call(closed, nr, ...given)).toBe(ALLOW);
      for (const [argument] of own) expect(call(closed, nr, ...given.map((value, index) => (index === argument ? 42 : value)))).toBe(EPERM);
    }
    expect(Object.keys(ofAnother)).toHaveLength(7);
  });

  test("opens files to read, to write and for both, and not for neither", () => {
    const { open: byName, openat } = opening;
    const flags = [0, 1, 2, 3, 3 | 0o2000000];
    const answers = [ALLOW, ALLOW, ALLOW, EPERM, EPERM];
    expect(flags.map((one) => call(closed, openat[machine], 3, 0, one))).toEqual(answers);
    if (machine === "x64") expect(flags.map((one) => call(closed, byName.x64, 0, one))).toEqual(answers);
    expect(call(closed, openat2[machine])).toBe(ENOSYS);
  });

  test("makes plain requests of a descriptor, and sets no flags of a file", () => {
    const request = (one: number): number => call(closed, JUDGED_CALLS.ioctl[machine], 0, one);
    // TCGETS, TCGETS2, FIONREAD, FIOCLEX, SIOCGIFCONF, FICLONE.
    expect(new Set([0x5401, 0x802c542a, 0x541b, 0x5451, 0x8912, 0x40049409].map(request))).toEqual(new Set([ALLOW]));
    // Into a terminal; then FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR, FS_IOC_SETVERSION, FS_IOC_ENABLE_VERITY.
    expect([0x5412, 0x541c].map(request)).toEqual([EPERM, EPERM]);
    expect(new Set([0x40086602, 0x401c5820, 0x40087602, 0x40806685].map(request))).toEqual(new Set([0x00050019]));
  });

  test("makes sockets of the network where it is granted", () => {
    expect([1, 2, 10].map((family) => call(closed, JUDGED_CALLS.socket[machine], family, 1))).toEqual([EPERM, EPERM, EPERM]);
    expect([1, 2, 10].map((family) => call(open, JUDGED_CALLS.socket[machine], family, 1))).toEqual([EPERM, ALLOW, ALLOW]);
  });
});
