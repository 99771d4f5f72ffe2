/** @file
 * Blocks of 128 integers of the same width, and bounds-checked varints.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "search/format.h"

/** Bits of the greatest of `count` values: 0..32. */
unsigned postings_bits(const uint32_t *values, size_t count);

/** Appends 128 values of `bits` (0..32) bits: 16 × bits bytes. Value i goes to lane i % 4, and the
 * 32-bit words of the four lanes alternate, so that four values unpack at once. */
void postings_pack(buffer *out, const uint32_t values[POSTINGS_BLOCK], unsigned bits);

/** Reads 128 values. @param data 16 × bits readable bytes. @param bits 0..32. */
void postings_unpack(const char *data, unsigned bits, uint32_t values[POSTINGS_BLOCK]);

/** Value `index` of 128 packed ones of at most 8 bits. */
static inline uint32_t postings_one(const char *data, unsigned bits, unsigned index) {
  unsigned bit = index / 4 * bits;
  const char *word = data + 16 * (bit / 32) + 4 * (index % 4);
  uint64_t low = bits == 0 ? 0 : load_u32le(word) >> bit % 32;
  if (bit % 32 + bits > 32) { low |= (uint64_t)load_u32le(word + 16) << (32 - bit % 32); }
  return (uint32_t)low & ((1u << bits) - 1);
}

/** Reads a varint below 2^32 at `*at`, before `end`. @return its value and `*at` behind it; at a
 * malformed or cut one 0 and `*at = end`. */
static inline uint32_t postings_varint(const unsigned char **at, const unsigned char *end) {
  const unsigned char *p = *at;
  if (p < end && *p < 128) {
    *at = p + 1;
    return *p;
  }
  uint32_t value = 0;
  for (unsigned shift = 0; shift < 35 && p < end; shift += 7) {
    value |= (uint32_t)(*p & 127) << shift;
    if (*p++ < 128) {
      *at = p;
      return value;
    }
  }
  *at = end;
  return 0;
}
