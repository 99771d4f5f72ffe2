#include "search/bits.h"

void bits_put(bit_writer *w, buffer *out, uint32_t value, unsigned count) {
  w->bits |= (uint64_t)value << w->count;
  for (w->count += count; w->count >= 8; w->count -= 8) {
    buffer_u8(out, (uint8_t)w->bits);
    w->bits >>= 8;
  }
}

void bits_put_golomb(bit_writer *w, buffer *out, uint32_t value, unsigned k) {
  uint64_t steps = ((uint64_t)value >> k) + 1;
  unsigned zeros = 63 - (unsigned)__builtin_clzll(steps);
  uint64_t rest = value - (((UINT64_C(1) << zeros) - 1) << k);
  bits_put(w, out, 0, zeros);
  bits_put(w, out, 1, 1);
  bits_put(w, out, (uint32_t)rest, zeros + k);
}

void bits_flush(bit_writer *w, buffer *out) {
  if (w->count > 0) bits_put(w, out, 0, 8 - w->count);
}
