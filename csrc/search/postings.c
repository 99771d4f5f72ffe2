#include "search/postings.h"

#include <string.h>

#include "base/bytes.h"

typedef uint32_t lanes __attribute__((vector_size(16)));

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "lanes are loaded as the file has them");

unsigned postings_bits(const uint32_t *values, size_t count) {
  uint32_t all = 0;
  for (size_t i = 0; i < count; i++) all |= values[i];
  return all == 0 ? 0 : 32 - (unsigned)__builtin_clz(all);
}

void postings_pack(buffer *out, const uint32_t values[POSTINGS_BLOCK], unsigned bits) {
  uint32_t words[POSTINGS_BLOCK] = {0};
  for (unsigned i = 0; i < POSTINGS_BLOCK; i++) {
    unsigned bit = i / 4 * bits, lane = i % 4, shift = bit % 32;
    if (bits == 0) break;
    words[bit / 32 * 4 + lane] |= values[i] << shift;
    if (shift + bits > 32) words[(bit / 32 + 1) * 4 + lane] |= values[i] >> (32 - shift);
  }
  for (unsigned i = 0; i < 4 * bits; i++) buffer_u32(out, words[i]);
}

static lanes load(const char *data) {
  lanes word;
  memcpy(&word, data, sizeof(word));
  return word;
}

void postings_unpack(const char *data, unsigned bits, uint32_t values[POSTINGS_BLOCK]) {
  if (bits == 0) {
    memset(values, 0, POSTINGS_BLOCK * sizeof(*values));
    return;
  }
  const lanes mask = (lanes){} + (bits == 32 ? ~0u : (1u << bits) - 1);
  lanes word = load(data);
  unsigned shift = 0;
  for (unsigned row = 0; row < 32; row++) {
    lanes value = word >> shift;
    shift += bits;
    if (shift >= 32 && row < 31) {
      data += 16;
      word = load(data);
      shift -= 32;
      if (shift > 0) value |= word << (bits - shift);
    }
    value &= mask;
    memcpy(values + row * 4, &value, sizeof(value));
  }
}
