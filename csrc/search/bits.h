/** @file
 * Numbers of any width in bits, the lowest bit of a byte first; and numbers that are mostly small,
 * as exponential Golomb codes: of a value v and a parameter k, n zeros, a one, and the n + k low
 * bits of v - ((2^n - 1) << k), where 2^n is the greatest power of two up to (v >> k) + 1.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/bytes.h"

typedef struct bit_writer {
  uint64_t bits;  /**< the first `count` of them are to be written yet, the others are 0 */
  unsigned count; /**< below 32 */
} bit_writer;

/** Appends the `count` (0..32) low bits of `value`, which has no others. */
void bits_put(bit_writer *w, buffer *out, uint32_t value, unsigned count);

/** Appends a code. @param k 0..31 */
void bits_put_golomb(bit_writer *w, buffer *out, uint32_t value, unsigned k);

/** Appends zeros up to the end of a byte. */
void bits_flush(bit_writer *w, buffer *out);

typedef struct bit_reader {
  const unsigned char *at, *end;
  uint64_t bits;
  unsigned count; /**< bits that are at hand */
  bool cut;       /**< what was to be read is not there, and everything behind it is 0 */
} bit_reader;

static inline void bits_fill(bit_reader *r) {
  if (r->end - r->at >= 8) {
    r->bits |= load_u64le(r->at) << r->count;
    r->at += (63 - r->count) / 8;
    r->count |= 56;
  } else {
    for (; r->count < 56 && r->at < r->end; r->count += 8) {
      r->bits |= (uint64_t)*r->at++ << r->count;
    }
  }
}

/** Takes bits that are at hand. */
static inline uint32_t bits_take(bit_reader *r, unsigned count) {
  if (count > r->count) {
    r->at = r->end;
    r->bits = r->count = 0;
    r->cut = true;
    return 0;
  }
  uint32_t value = (uint32_t)(r->bits & ((UINT64_C(1) << count) - 1));
  r->bits >>= count;
  r->count -= count;
  return value;
}

/** Reads `count` (0..32) bits. */
static inline uint32_t bits_get(bit_reader *r, unsigned count) {
  if (r->count < count) { bits_fill(r); }
  return bits_take(r, count);
}

/** Takes `count` bits at once where as many are at hand. */
static inline bool bits_drop(bit_reader *r, unsigned count) {
  if (count > r->count) { return false; }
  r->bits >>= count;
  r->count -= count;
  return true;
}

/** Reads a code. @param k 0..31 */
static inline __attribute__((always_inline)) uint32_t bits_golomb(bit_reader *r, unsigned k) {
  if (r->count < 32) { bits_fill(r); }
  unsigned zeros = (unsigned)__builtin_ctzll(r->bits | UINT64_C(1) << 32);
  uint64_t low = r->bits >> (zeros + 1) & ((UINT64_C(1) << ((zeros + k) & 63)) - 1);
  if (bits_drop(r, 2 * zeros + 1 + k)) { /* nearly always */
    return (uint32_t)((((UINT64_C(1) << zeros) - 1) << k) + low);
  }
  bits_fill(r);
  zeros = (unsigned)__builtin_ctzll(r->bits | UINT64_C(1) << 32);
  bits_take(r, zeros + 1);
  uint32_t rest = bits_get(r, zeros + k > 32 ? 32 : zeros + k);
  return (uint32_t)(((UINT64_C(1) << zeros) - 1) << k) + rest;
}

/** Passes over a code. */
static inline void bits_pass_golomb(bit_reader *r, unsigned k) {
  if (r->count < 32) { bits_fill(r); }
  unsigned zeros = (unsigned)__builtin_ctzll(r->bits | UINT64_C(1) << 32);
  if (!bits_drop(r, 2 * zeros + 1 + k)) { bits_golomb(r, k); }
}
