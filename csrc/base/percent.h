/** @file
 * Percent-encoding (RFC 3986).
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/** Decodes percent-encodings, and "+" to a space when `plus`.
 * @param out room for `text.len` bytes, elsewhere
 * @param[out] length bytes written; where it fails, the place in `text` of the byte at fault
 * @return NULL, or what that byte is, static: not two hex digits, NUL, not UTF-8 */
const char *percent_decode(span text, bool plus, char *out, size_t *length);
