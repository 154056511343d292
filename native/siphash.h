/* SipHash-2-4 of eight bytes (Aumasson and Bernstein, 2012): a short answer that only who has the key can give. For `dial.h`. */
#include <stdint.h>

static uint64_t turned(uint64_t value, int bits) { return value << bits | value >> (64 - bits); }

static void sip_round(uint64_t v[4]) {
  v[0] += v[1]; v[1] = turned(v[1], 13) ^ v[0]; v[0] = turned(v[0], 32);
  v[2] += v[3]; v[3] = turned(v[3], 16) ^ v[2];
  v[0] += v[3]; v[3] = turned(v[3], 21) ^ v[0];
  v[2] += v[1]; v[1] = turned(v[1], 17) ^ v[2]; v[2] = turned(v[2], 32);
}

/* Both machines that this is for are little-endian, as the hash is. */
static uint64_t siphash(const uint64_t key[2], uint64_t message) {
  const uint64_t blocks[2] = { message, 8ULL << 56 };
  uint64_t v[4] = { key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573 };
  for (int block = 0; block < 2; block++) {
    v[3] ^= blocks[block];
    for (int i = 0; i < 2; i++) sip_round(v);
    v[0] ^= blocks[block];
  }
  v[2] ^= 0xff;
  for (int i = 0; i < 4; i++) sip_round(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}
