const LEAST_BITS = 512;
/** Spreads the bits of a hash for the second probe (Fibonacci hashing). */
const GOLDEN = 0x9e37_79b1;

const FNV_OFFSET = 0x811c_9dc5;
const FNV_PRIME = 0x0100_0193;

/** Whether a UTF-16 unit is one of `[A-Za-z0-9_]`. */
const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;

/** The hashes (32 bits, FNV-1a) of the longest runs of word characters in a text. */
function* hashesIn(text: string): Iterable<number> {
  let hash = FNV_OFFSET;
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isWordUnit(unit)) {
      hash = Math.imul(hash ^ unit, FNV_PRIME);
      isInside = true;
    } else if (isInside) {
      yield hash;
      hash = FNV_OFFSET;
      isInside = false;
    }
  }
  if (isInside) yield hash;
}

/** The words that a text must have, for `WordFilter.mayHold`: those in `wanted`, whose ends end words. */
export const wordsOf = (wanted: string): readonly number[] => [...hashesIn(wanted)];

/**
 * Says of a text which words it does not have: a Bloom filter (Bloom 1970) with two probes and one or two bits a character, so
 * that looking for a word in all files of a repository reads the few that may have it.
 */
export class WordFilter {
  readonly #bits: Uint32Array;
  readonly #mask: number;

  constructor(text: string) {
    const size = Math.max(LEAST_BITS, 2 ** Math.ceil(Math.log2(text.length + 1)));
    this.#bits = new Uint32Array(size / 32);
    this.#mask = size - 1;
    for (const hash of hashesIn(text)) {
      this.#set(hash);
      this.#set(Math.imul(hash, GOLDEN) >>> 7);
    }
  }

  /** Whether a text may have all words; `false` is certain. */
  mayHold(words: readonly number[]): boolean {
    return words.every((hash) => this.#has(hash) && this.#has(Math.imul(hash, GOLDEN) >>> 7));
  }

  #set(hash: number): void {
    const bit = hash & this.#mask;
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  #has(hash: number): boolean {
    const bit = hash & this.#mask;
    return (((this.#bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}
