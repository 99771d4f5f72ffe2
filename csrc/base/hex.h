/** @file
 * Bytes as hexadecimal digits.
 */
#pragma once

#include "base/span.h"

/** The value of a digit, of lower or upper case, 0..15; -1 when it is none. */
static inline int hex_value(int digit) {
  if (digit >= '0' && digit <= '9') { return digit - '0'; }
  if (digit >= 'a' && digit <= 'f') { return digit - 'a' + 10; }
  return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

/** Writes `size` bytes as twice as many lower-case digits and a NUL. */
void hex_write(const unsigned char *bytes, size_t size, char *out);

/** Reads exactly `2 * size` lower-case digits. @return false when `text` is not */
bool hex_read(span text, unsigned char *out, size_t size);
