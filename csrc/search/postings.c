#include "search/postings.h"

#include <string.h>

typedef uint32_t lanes __attribute__((vector_size(16)));

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "lanes are loaded as the file has them");

unsigned postings_bits(const uint32_t *values, size_t count) {
  uint32_t all = 0;
  for (size_t i = 0; i < count; i++) { all |= values[i]; }
  return all == 0 ? 0 : 32 - (unsigned)__builtin_clz(all);
}

void postings_pack(buffer *out, const uint32_t values[POSTINGS_BLOCK], unsigned bits) {
  uint32_t words[POSTINGS_BLOCK] = {0};
  for (unsigned i = 0; i < POSTINGS_BLOCK; i++) {
    unsigned bit = i / 4 * bits, lane = i % 4, shift = bit % 32;
    words[bit / 32 * 4 + lane] |= values[i] << shift;
    if (shift + bits > 32) { words[(bit / 32 + 1) * 4 + lane] |= values[i] >> (32 - shift); }
  }
  for (unsigned i = 0; i < 4 * bits; i++) { buffer_u32(out, words[i]); }
}

static lanes load(const char *data) {
  lanes word;
  memcpy(&word, data, sizeof(word));
  return word;
}

/* With `bits` known to the compiler every shift is a constant and no branch remains. */
static inline __attribute__((always_inline)) void unpack(const char *data, unsigned bits,
                                                         uint32_t values[POSTINGS_BLOCK]) {
  const lanes mask = (lanes){0} + (bits == 32 ? ~0u : (1u << bits) - 1);
  lanes word = load(data);
  unsigned shift = 0;
#pragma GCC unroll 32
  for (unsigned row = 0; row < 32; row++) {
    lanes value = word >> shift;
    shift += bits;
    if (shift >= 32 && row < 31) {
      data += 16;
      word = load(data);
      shift -= 32;
      if (shift > 0) { value |= word << (bits - shift); }
    }
    value &= mask;
    memcpy(values + row * 4, &value, sizeof(value));
  }
}

void postings_unpack(const char *data, unsigned bits, uint32_t values[POSTINGS_BLOCK]) {
  switch (bits) {
    case 0: memset(values, 0, POSTINGS_BLOCK * sizeof(*values)); return;
    case 1: unpack(data, 1, values); return;
    case 2: unpack(data, 2, values); return;
    case 3: unpack(data, 3, values); return;
    case 4: unpack(data, 4, values); return;
    case 5: unpack(data, 5, values); return;
    case 6: unpack(data, 6, values); return;
    case 7: unpack(data, 7, values); return;
    case 8: unpack(data, 8, values); return;
    case 9: unpack(data, 9, values); return;
    case 10: unpack(data, 10, values); return;
    default: unpack(data, bits, values); return;
  }
}
