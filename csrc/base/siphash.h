/** @file
 * SipHash-2-4 of 128 bits: a keyed hash. Who does not know the key can neither find what was hashed
 * nor foretell the hash of anything. Source: Aumasson and Bernstein, "SipHash: a fast short-input
 * PRF" (2012), with the longer output of their reference implementation. Pure.
 */
#pragma once

#include <stdint.h>

#include "base/span.h"

/** Hashes `text`. @param key its 16 bytes, each half loaded little-endian */
void siphash(span text, const uint64_t key[2], uint64_t out[2]);
