/** @file
 * UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/** The code point at the start of `text`. @param length receives its 1..4 bytes, or 0 when the
 * bytes there are not UTF-8 or `text` is empty. @return the code point, 0 on failure. */
uint32_t utf8_decode(span text, size_t *length);

/** Writes `point` (a scalar value) as UTF-8. @param out room for 4 bytes. @return 1..4. */
size_t utf8_encode(uint32_t point, char out[4]);

/** Bytes of valid UTF-8 at the start of `text`: `text.len` when all of it is. */
size_t utf8_valid_prefix(span text);

/** True when all of `text` is UTF-8. An empty text is. */
static inline bool utf8_valid(span text) { return utf8_valid_prefix(text) == text.len; }

/** How many of 8 bytes begin no code point. */
static inline size_t utf8_inside(uint64_t bytes) {
  uint64_t inside = bytes & ~(bytes << 1) & 0x8080808080808080u;
  return (size_t)((inside >> 7) * 0x0101010101010101u >> 56);
}

/** Number of code points of a valid UTF-8 text. */
size_t utf8_count(span text);

/** Byte offset of code point number `index` (from 0) of a valid text; its length when beyond. */
size_t utf8_offset(span text, size_t index);
