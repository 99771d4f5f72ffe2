#include "search/bits.h"

void bits_put(bit_writer *w, buffer *out, uint32_t value, unsigned count) {
  w->bits |= (uint64_t)value << w->count;
  w->count += count;
  if (w->count < 32) { return; }
  buffer_u32(out, (uint32_t)w->bits);
  w->bits >>= 32;
  w->count -= 32;
}

void bits_put_golomb(bit_writer *w, buffer *out, uint32_t value, unsigned k) {
  uint64_t steps = ((uint64_t)value >> k) + 1;
  unsigned zeros = 63 - (unsigned)__builtin_clzll(steps);
  uint64_t rest = value - (((UINT64_C(1) << zeros) - 1) << k);
  bool brief = 2 * zeros + 1 + k <= 32; /* nearly always */
  if (brief) { rest = rest << (zeros + 1) | UINT64_C(1) << zeros; }
  if (!brief) { bits_put(w, out, 0, zeros); }
  if (!brief) { bits_put(w, out, 1, 1); }
  bits_put(w, out, (uint32_t)rest, brief ? 2 * zeros + 1 + k : zeros + k);
}

void bits_flush(bit_writer *w, buffer *out) {
  for (unsigned left = (w->count + 7) / 8; left > 0; left--, w->bits >>= 8) {
    buffer_u8(out, (uint8_t)w->bits);
  }
  w->count = 0;
}
