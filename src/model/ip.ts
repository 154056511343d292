import { at } from "./at.ts";

/** An IP address as an integer in its family; IPv4 in IPv6 clothing is IPv4. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

export const SIZE = { 4: 32n, 6: 128n } as const;

/** Reads IPv4 in every spelling that resolvers accept: dotted, hexadecimal, octal, and with fewer parts. */
function parseV4(text: string): bigint | undefined {
  const parts = text.split(".");
  if (parts.length > 4) return undefined;
  const numbers: bigint[] = [];
  for (const part of parts) {
    if (!/^(?:0x[0-9a-f]*|0[0-7]*|[1-9]\d*)$/iu.test(part)) return undefined;
    numbers.push(/^0[0-7]+$/u.test(part) ? BigInt(`0o${part.slice(1)}`) : BigInt(/^0x$/iu.test(part) ? 0 : part));
  }
  const last = numbers.pop() as bigint;
  if (numbers.some((one) => one > 255n) || last >= 256n ** BigInt(4 - numbers.length)) return undefined;
  return numbers.reduce((sum, one, index) => sum + (one << BigInt(8 * (3 - index))), last);
}

function parseV6(text: string): bigint | undefined {
  let body = text;
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/u.exec(body);
  if (dotted) {
    const v4 = parseV4(at(dotted, 2));
    if (v4 === undefined) return undefined;
    body = `${at(dotted, 1)}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`;
  }
  const halves = body.split("::");
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  if ([...head, ...tail].some((group) => !/^[0-9a-f]{1,4}$/iu.test(group))) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  return [...head, ...Array.from({ length: missing }, () => "0"), ...tail].reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

/** Parses an address in any spelling; undefined when the text is not one. */
export function parseAddress(text: string): Address | undefined {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  if (bare.includes(":")) {
    const value = parseV6(bare.replace(/%.*$/u, ""));
    if (value === undefined) return undefined;
    return value >> 32n === 0xffffn ? { family: 4, value: value & 0xffff_ffffn } : { family: 6, value };
  }
  const value = parseV4(bare);
  return value === undefined ? undefined : { family: 4, value };
}

export function printAddress({ family, value }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(16 * (7 - index))) & 0xffffn).toString(16));
  const runs = [...groups.join(":").matchAll(/(?:^|:)0(?::0)+(?=:|$)/gu)].sort((a, b) => b[0].length - a[0].length);
  const [longest] = runs;
  if (!longest) return groups.join(":");
  const text = groups.join(":");
  const before = text.slice(0, longest.index);
  const after = text.slice(longest.index + longest[0].length);
  return `${before}::${after.replace(/^:/u, "")}`;
}

/** An inclusive range of addresses of one family. */
export interface Range {
  readonly family: 4 | 6;
  readonly low: bigint;
  readonly high: bigint;
}

export function cidr(base: Address, bits: number): Range {
  const host = SIZE[base.family] - BigInt(bits);
  const low = (base.value >> host) << host;
  return { family: base.family, low, high: low + (1n << host) - 1n };
}

/** The kinds of address that reach something other than the public network; each must be granted by name. */
const ADDRESS_CLASSES = {
  // AWS and most others, ECS, EKS, AWS and Google by IPv6, Alibaba, Azure, Oracle.
  "@metadata": [
    "169.254.169.254/32",
    "169.254.170.2/32",
    "169.254.170.23/32",
    "fd00:ec2::254/128",
    "fd00:ec2::23/128",
    "fd20:ce::254/128",
    "100.100.100.200/32",
    "168.63.129.16/32",
    "192.0.0.192/32",
  ],
  "@loopback": ["127.0.0.0/8", "::1/128", "0.0.0.0/8", "::/128"],
  "@link-local": ["169.254.0.0/16", "fe80::/10"],
  "@private": [
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "fc00::/7",
    "fec0::/10",
    "198.18.0.0/15",
    "224.0.0.0/3",
    // Of protocols, among them one that discovers NAT64; to be discarded; Teredo and SIIT, which hide an IPv4 address.
    "192.0.0.0/24",
    "100::/64",
    "2001::/32",
    "::ffff:0:0:0/96",
    "ff00::/8",
    // IPv6 addresses that carry an IPv4 address, and so can lead to any of the above (old compatible ones, NAT64, 6to4).
    "::/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "2002::/16",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type AddressClass = keyof typeof ADDRESS_CLASSES;
export const CLASS_NAMES = Object.keys(ADDRESS_CLASSES) as AddressClass[];

/** Prefixes behind which an IPv4 address stands, and at which bit: old compatible ones, NAT64 (everybody's and one's own), 6to4. */
const CARRIERS = [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 96],
  ["2002::", 16],
] as const;

/** The IPv6 addresses that lead to a range of IPv4 ones. */
const carried = ({ family, low, high }: Range): Range[] =>
  family === 6
    ? []
    : CARRIERS.map(([prefix, bit]) => {
        const { value } = parseAddress(prefix) as Address;
        const shift = SIZE[6] - BigInt(bit) - SIZE[4];
        return { family: 6, low: value + (low << shift), high: value + ((high + 1n) << shift) - 1n };
      });

const parsed = new Map<AddressClass, readonly Range[]>();

/** The addresses of a class, parsed when they are first asked for. */
export function rangesOf(name: AddressClass): readonly Range[] {
  const known = parsed.get(name);
  if (known) return known;
  const ranges = ADDRESS_CLASSES[name].flatMap((text) => {
    const [base = "", bits] = text.split("/");
    const range = cidr(parseAddress(base) as Address, Number(bits));
    return [range, ...carried(range)];
  });
  parsed.set(name, ranges);
  return ranges;
}

const within = (address: Address, range: Range): boolean =>
  address.family === range.family && address.value >= range.low && address.value <= range.high;

/** The class that an address belongs to: the first that holds it, so that metadata is not link-local; undefined for public ones. */
export function classOfAddress(address: Address): AddressClass | undefined {
  return CLASS_NAMES.find((name) => rangesOf(name).some((range) => within(address, range)));
}

export { within };
