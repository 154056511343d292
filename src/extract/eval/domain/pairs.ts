const FIRST_ROOM = 1 << 14;

/**
 * Numbers for pairs of whole numbers of 32 bits: the same pair has the same number, from 1 upwards. What is made of
 * several things has a number as well, pair by pair (hash consing), and no text has to be put together for it.
 */
export class Pairs {
  #first = new Int32Array(FIRST_ROOM);
  #second = new Int32Array(FIRST_ROOM);
  /** Numbers of pairs; twice as much room as there are pairs. */
  #slots = new Int32Array(2 * FIRST_ROOM);
  #count = 0;

  /** The number of a pair, which is made if it is new. */
  of(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(first, second) & mask;
    for (let found = this.#slots[slot] ?? 0; found !== 0; found = this.#slots[slot] ?? 0) {
      if (this.#first[found] === first && this.#second[found] === second) return found;
      slot = (slot + 1) & mask;
    }
    const made = ++this.#count;
    if (made === this.#first.length) {
      this.#grow();
      this.#count--;
      return this.of(first, second);
    }
    this.#slots[slot] = made;
    this.#first[made] = first;
    this.#second[made] = second;
    return made;
  }

  #grow(): void {
    const room = 2 * this.#first.length;
    const [first, second, slots] = [new Int32Array(room), new Int32Array(room), new Int32Array(2 * room)];
    first.set(this.#first);
    second.set(this.#second);
    for (let number = 1; number < this.#first.length; number++) {
      let slot = hash(first[number] ?? 0, second[number] ?? 0) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number;
    }
    [this.#first, this.#second, this.#slots] = [first, second, slots];
  }
}

/** Spreads two whole numbers over the places of a table. */
export function hash(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e37_79b1) ^ Math.imul(second, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 15);
}
