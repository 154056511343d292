const MASK = 0xffff_ffff_ffff_ffffn;
const turned = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & MASK;

/** SipHash-2-4 of eight bytes, as `native/siphash.h` has it (Aumasson and Bernstein, 2012). @param key sixteen bytes. */
export function siphash(key: Buffer, message: Buffer): Buffer {
  const [low, high] = [key.readBigUInt64LE(0), key.readBigUInt64LE(8)];
  let [a, b, c, d] = [low ^ 0x736f6d6570736575n, high ^ 0x646f72616e646f6dn, low ^ 0x6c7967656e657261n, high ^ 0x7465646279746573n];
  const round = (): void => {
    a = (a + b) & MASK;
    b = turned(b, 13n) ^ a;
    a = turned(a, 32n);
    c = (c + d) & MASK;
    d = turned(d, 16n) ^ c;
    a = (a + d) & MASK;
    d = turned(d, 21n) ^ a;
    c = (c + b) & MASK;
    b = turned(b, 17n) ^ c;
    c = turned(c, 32n);
  };
  for (const block of [message.readBigUInt64LE(0), 8n << 56n]) {
    d ^= block;
    round();
    round();
    a ^= block;
  }
  c ^= 0xffn;
  for (let i = 0; i < 4; i++) round();
  const out = Buffer.alloc(8);
  out.writeBigUInt64LE(a ^ b ^ c ^ d);
  return out;
}
