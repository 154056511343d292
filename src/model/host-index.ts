import type { Endpoint, HostPattern } from "./host.ts";
import { matchHost, readHost, targetMatches } from "./host.ts";
import type { Range } from "./ip.ts";

/** The patterns of a list by what they say of the host, so that few are held against each endpoint. */
class Index {
  readonly #names = new Map<string, HostPattern[]>();
  readonly #suffixes = new Map<string, HostPattern[]>();
  readonly #blocks = new Map<string, { readonly family: 4 | 6; readonly bits: bigint; readonly at: Map<bigint, HostPattern[]> }>();
  readonly #kinds: HostPattern[] = [];

  constructor(patterns: readonly HostPattern[]) {
    for (const pattern of patterns) {
      const { target } = pattern;
      if (target.k === "name") add(this.#names, target.name, pattern);
      else if (target.k === "suffix") add(this.#suffixes, target.suffix, pattern);
      else if (target.k === "range") this.#block(target.range, pattern);
      else this.#kinds.push(pattern);
    }
  }

  /** Blocks are aligned to their size: one look-up for each size tells those that hold an address. */
  #block({ family, low, high }: Range, pattern: HostPattern): void {
    const bits = BigInt((high - low).toString(2).length) - (high === low ? 1n : 0n);
    const key = `${family}/${bits}`;
    const blocks = this.#blocks.get(key) ?? { family, bits, at: new Map<bigint, HostPattern[]>() };
    add(blocks.at, low >> bits, pattern);
    this.#blocks.set(key, blocks);
  }

  /** The patterns whose target holds the host of an endpoint. */
  at(endpoint: Endpoint): HostPattern[] {
    const { address, name } = readHost(endpoint);
    if (name === undefined) return [];
    const out = this.#kinds.filter((one) => targetMatches(one.target, name, address));
    if (address) {
      for (const { family, bits, at } of this.#blocks.values())
        if (family === address.family) out.push(...(at.get(address.value >> bits) ?? []));
      return out;
    }
    out.push(...(this.#names.get(name) ?? []));
    for (let dot = name.indexOf("."); this.#suffixes.size > 0 && dot !== -1; dot = name.indexOf(".", dot + 1))
      out.push(...(this.#suffixes.get(name.slice(dot + 1)) ?? []));
    return out;
  }
}

function add<K>(map: Map<K, HostPattern[]>, key: K, pattern: HostPattern): void {
  const known = map.get(key);
  if (known) known.push(pattern);
  else map.set(key, [pattern]);
}

const indexes = new WeakMap<readonly HostPattern[], Index>();

/** The patterns of a list whose target holds the host of an endpoint, whatever its port and scheme. */
export function hostsAt(patterns: readonly HostPattern[], endpoint: Endpoint): readonly HostPattern[] {
  const index = indexes.get(patterns) ?? new Index(patterns);
  indexes.set(patterns, index);
  return index.at(endpoint);
}

/** Whether any of some patterns matches an endpoint. */
export const matchAnyHost = (patterns: readonly HostPattern[], endpoint: Endpoint): boolean =>
  hostsAt(patterns, endpoint).some((one) => matchHost(one, endpoint));
