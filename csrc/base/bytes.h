/** @file
 * Little-endian integers in byte order of the file, whatever the machine's, at any alignment;
 * and sizes that cannot wrap. Integers cross the file boundary only through these.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The integer at `at`, which need not be aligned. */
static inline uint16_t load_u16le(const void *at) {
  const unsigned char *b = at;
  return (uint16_t)(b[0] | (unsigned)b[1] << 8);
}

static inline uint32_t load_u32le(const void *at) {
  const unsigned char *b = at;
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint64_t load_u64le(const void *at) {
  const unsigned char *b = at;
  return (uint64_t)load_u32le(b) | (uint64_t)load_u32le(b + 4) << 32;
}

/** Writes `value` at `at`, which need not be aligned. */
static inline void store_u16le(void *at, uint16_t value) {
  unsigned char *b = at;
  b[0] = (unsigned char)(value & 0xff);
  b[1] = (unsigned char)(value >> 8);
}

static inline void store_u32le(void *at, uint32_t value) {
  unsigned char *b = at;
  for (int i = 0; i < 4; i++) { b[i] = (unsigned char)(value >> (8 * i) & 0xff); }
}

static inline void store_u64le(void *at, uint64_t value) {
  unsigned char *b = at;
  for (int i = 0; i < 8; i++) { b[i] = (unsigned char)(value >> (8 * i) & 0xff); }
}

/** `*out = a + b`. @return false, and `*out` undefined, when the sum does not fit. */
static inline bool checked_add(size_t a, size_t b, size_t *out) {
  return !__builtin_add_overflow(a, b, out);
}

/** True when [offset, offset + length) lies inside a whole of `size` bytes; never wraps. */
static inline bool range_inside(uint64_t offset, uint64_t length, uint64_t size) {
  return offset <= size && length <= size - offset;
}
