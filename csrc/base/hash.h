/** @file
 * A hash for tables in memory. It is written to no file, and who chooses the keys can make them
 * collide: tables that clients fill are bounded.
 */
#pragma once

#include <stdint.h>

#include "base/span.h"

/** FNV-1a of 64 bits, its upper bits mixed into the lower. O(bytes). */
static inline uint64_t hash_of(span key) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < key.len; i++) {
    hash = (hash ^ (unsigned char)key.data[i]) * 0x100000001b3u;
  }
  return hash ^ hash >> 31;
}

/* SipHash-2-4 of 128 bits: a keyed hash. Without the key nobody can recover the input or predict
 * the hash of any other. Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012),
 * with the longer output of their reference implementation. Pure. */

/** Hashes `text`. @param key its 16 bytes, each half loaded little-endian */
void siphash(span text, const uint64_t key[2], uint64_t out[2]);
