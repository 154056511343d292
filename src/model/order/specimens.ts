import type { Endpoint, HostPattern } from "../host.ts";
import { HIGHEST_PORT, LOCAL_SUFFIXES, LOWEST_PORT } from "../host.ts";
import type { Range } from "../ip.ts";
import { cidr, CLASS_NAMES, printAddress, rangesOf, SIZE } from "../ip.ts";

/** No name is longer. */
const MOST = 253;
const FIRST = "x-any";
const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");

/** Labels, the first one to be read, the others as short as can be; without end. */
function* labels(first: string): Generator<string> {
  yield first;
  for (let words = LETTERS; ; words = words.flatMap((word) => LETTERS.map((letter) => word + letter))) yield* words;
}

/** The first label that is not known: there are more than anybody names. */
function freshLabel(first: string, isKnown: (label: string) => boolean): string {
  const all = labels(first);
  for (;;) {
    const label = all.next().value as string;
    if (!isKnown(label)) return label;
  }
}

/** Addresses that are spelled in IPv6 but are IPv4, and so stand nowhere in IPv6. */
const V4_IN_V6: Range = { family: 6, low: 0xffff_0000_0000n, high: 0xffff_ffff_ffffn };
const EVERY_ADDRESS = [cidr({ family: 4, value: 0n }, 0), cidr({ family: 6, value: 0n }, 0)];

/** One host of each kind that some patterns tell apart: names first, each kind of host by length. */
export function hostSpecimens(all: readonly HostPattern[]): string[] {
  const suffixes = new Set([...all.flatMap(({ target }) => (target.k === "suffix" ? [target.suffix] : [])), ...LOCAL_SUFFIXES]);
  const names = new Set([...all.flatMap(({ target }) => (target.k === "name" ? [target.name] : [])), ...suffixes]);
  /** A name below a suffix that no pattern names. */
  const below = (suffix: string): string | undefined => {
    const room = MOST - suffix.length - 1;
    const label = freshLabel(room < FIRST.length ? "a" : FIRST, (one) => names.has(`${one}.${suffix}`));
    return label.length > room ? undefined : `${label}.${suffix}`;
  };
  const last = new Set([...names].map((name) => name.slice(name.lastIndexOf(".") + 1)));
  const top = freshLabel("example", (label) => last.has(label));
  const single = freshLabel(FIRST, (label) => names.has(label));
  const made = [top, ...suffixes].flatMap((suffix) => below(suffix) ?? []);
  return [...[...new Set([...names, ...made, single])].sort(byLength), ...addresses(all)];
}

const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/** The addresses at which membership in any range, or in a class, can change. */
function addresses(all: readonly HostPattern[]): string[] {
  const edges = [
    ...EVERY_ADDRESS,
    ...all.flatMap(({ target }) => (target.k === "range" ? [target.range] : [])),
    ...CLASS_NAMES.flatMap(rangesOf),
    V4_IN_V6,
  ];
  const values = edges.flatMap(({ family, low, high }) => [
    { family, value: low },
    { family, value: high + 1n },
  ]);
  const spelled = (family: 4 | 6): string[] =>
    values.flatMap((one) => (one.family === family && one.value < 1n << SIZE[family] ? [printAddress(one)] : []));
  return [4 as const, 6 as const].flatMap((family) => [...new Set(spelled(family))].sort(byLength));
}

/**
 * Endpoints at one host at which membership in any pattern can change.
 *
 * @param here the patterns whose target holds the host.
 */
export function boundaries(host: string, here: readonly HostPattern[]): Endpoint[] {
  const ports = new Set([LOWEST_PORT, ...here.flatMap(({ low, high }) => [low, high + 1])].filter((port) => port <= HIGHEST_PORT));
  const schemes = new Set(["tcp", ...here.flatMap(({ scheme }) => scheme ?? [])]);
  const other = freshLabel(FIRST, (word) => schemes.has(word));
  return [...ports].flatMap((port) => [...schemes, other].map((scheme) => ({ scheme, host, port })));
}
