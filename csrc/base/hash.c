#include "base/hash.h"

#include "base/bytes.h"

typedef struct state {
  uint64_t a, b, c, d;
} state;

static uint64_t rotate(uint64_t value, unsigned bits) {
  return value << bits | value >> (64 - bits);
}

static void rounds(state *s, int count) {
  while (count-- > 0) {
    s->a += s->b;
    s->c += s->d;
    s->b = rotate(s->b, 13) ^ s->a;
    s->d = rotate(s->d, 16) ^ s->c;
    s->a = rotate(s->a, 32);
    s->c += s->b;
    s->a += s->d;
    s->b = rotate(s->b, 17) ^ s->c;
    s->d = rotate(s->d, 21) ^ s->a;
    s->c = rotate(s->c, 32);
  }
}

static void take_word(state *s, uint64_t word) {
  s->d ^= word;
  rounds(s, 2);
  s->a ^= word;
}

static uint64_t finish(state *s, unsigned padding) {
  if (padding == 0xee) {
    s->c ^= padding;
  } else {
    s->b ^= padding;
  }
  rounds(s, 4);
  return s->a ^ s->b ^ s->c ^ s->d;
}

/* The last word holds the bytes that are left, and the length in its highest byte. */
static uint64_t last_word(span rest, size_t length) {
  uint64_t word = (uint64_t)length << 56;
  for (size_t i = 0; i < rest.len; i++) { word |= (uint64_t)(unsigned char)rest.data[i] << 8 * i; }
  return word;
}

void siphash(span text, const uint64_t key[2], uint64_t out[2]) {
  state s = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du ^ 0xee,
             key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
  span rest = text;
  for (; rest.len >= sizeof(uint64_t); rest = span_skip(rest, sizeof(uint64_t))) {
    take_word(&s, load_u64le(rest.data));
  }
  take_word(&s, last_word(rest, text.len));
  out[0] = finish(&s, 0xee);
  out[1] = finish(&s, 0xdd);
}
