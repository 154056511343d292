import type { Endpoint, HostPattern, Target } from "../host.ts";
import { isLoopbackName, isPublic, LOCAL_SUFFIXES, targetMatches } from "../host.ts";
import type { Range } from "../ip.ts";
import { cidr, CLASS_NAMES, parseAddress, printAddress, rangesOf } from "../ip.ts";

const MOST = { name: 253, label: 63 } as const;
const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");

/** Labels, the first one to be read, the others as short as can be; without end. */
function* labels(first: string): Generator<string> {
  yield first;
  for (let words = LETTERS; ; words = words.flatMap((word) => LETTERS.map((letter) => word + letter))) yield* words;
}

/** The first label that is not known and leaves room for what follows; undefined where there is no room. */
function freshLabel(first: string, isKnown: (label: string) => boolean, room: number): string | undefined {
  for (const label of labels(first)) {
    if (label.length <= room && !isKnown(label)) return label;
    if (label !== first && label.length > room) return undefined;
  }
  return undefined;
}

/** Addresses that are spelled in IPv6 but are IPv4, and so stand nowhere in IPv6. */
const V4_IN_V6: Range = { family: 6, low: 0xffff_0000_0000n, high: 0xffff_ffff_ffffn };
const EVERY_ADDRESS = [cidr({ family: 4, value: 0n }, 0), cidr({ family: 6, value: 0n }, 0)];

/** Hosts at which membership in some patterns can change: one of each kind that they tell apart. */
export class Specimens {
  readonly #names: ReadonlySet<string>;
  readonly #suffixes: readonly string[];
  readonly #edges: readonly Range[];
  /** A name of one label that no pattern names. */
  readonly single: string;

  constructor(all: readonly HostPattern[]) {
    const suffixes = new Set(all.flatMap(({ target }) => (target.k === "suffix" ? [target.suffix] : [])));
    this.#names = new Set([...all.flatMap(({ target }) => (target.k === "name" ? [target.name] : [])), ...suffixes]);
    const last = new Set([...this.#names, ...LOCAL_SUFFIXES].map((name) => name.slice(name.lastIndexOf(".") + 1)));
    const top = freshLabel("example", (label) => last.has(label), MOST.label) ?? "example";
    this.#suffixes = [top, ...new Set([...suffixes, ...LOCAL_SUFFIXES])].flatMap((suffix) => this.#below(suffix) ?? []);
    this.#edges = [
      ...all.flatMap(({ target }) => (target.k === "range" ? [target.range] : [])),
      ...CLASS_NAMES.flatMap(rangesOf),
      V4_IN_V6,
    ];
    this.single = freshLabel("x-any", (label) => this.#names.has(label), MOST.label) ?? "x-any";
  }

  /** A name below a suffix that no pattern names. */
  #below(suffix: string): string | undefined {
    const room = Math.min(MOST.label, MOST.name - suffix.length - 1);
    const label = freshLabel("x-any", (one) => this.#names.has(`${one}.${suffix}`), room);
    return label === undefined ? undefined : `${label}.${suffix}`;
  }

  /** Those of a target; the plainest first. */
  of(target: Target): string[] {
    const named = [...this.#suffixes, ...this.#names];
    switch (target.k) {
      case "name":
        return [target.name];
      case "suffix":
        return named.filter((name) => name.endsWith(`.${target.suffix}`));
      case "range":
        return this.#addresses([target.range]);
      case "class":
        return [
          ...this.#addresses(rangesOf(target.name)).filter((text) => targetMatches(target, text, parseAddress(text))),
          ...(target.name === "@loopback" ? ["localhost", ...named].filter(isLoopbackName) : []),
        ];
      case "any":
        return [...named, ...this.#addresses(EVERY_ADDRESS)].filter(isPublic);
    }
  }

  /** Addresses of some ranges at which membership in any pattern, or in a class, can change. */
  #addresses(ranges: readonly Range[]): string[] {
    return ranges.flatMap((range) => {
      const values = this.#edges.filter((edge) => edge.family === range.family).flatMap((edge) => [edge.low, edge.high + 1n]);
      return [...new Set([range.low, ...values])]
        .filter((value) => value >= range.low && value <= range.high)
        .map((value) => printAddress({ family: range.family, value }));
    });
  }
}

/** Endpoints at one host at which membership in any of the patterns can change, within `pattern`. */
export function boundaries(pattern: HostPattern, host: string, all: readonly HostPattern[]): Endpoint[] {
  const address = parseAddress(host);
  const here = all.filter((one) => targetMatches(one.target, host, address));
  const ports = new Set([pattern.low]);
  const schemes = new Set(["tcp"]);
  for (const one of here) {
    for (const port of [one.low, one.high + 1]) if (port >= pattern.low && port <= pattern.high) ports.add(port);
    if (one.scheme !== null) schemes.add(one.scheme);
  }
  const spoken =
    pattern.scheme === null ? [...schemes, freshLabel("x-any", (word) => schemes.has(word), MOST.label) ?? "tcp"] : [pattern.scheme];
  return [...ports].flatMap((port) => spoken.map((scheme) => ({ scheme, host, port })));
}
