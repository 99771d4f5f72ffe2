/** @file
 * Bytes written as text: hexadecimal digits, percent-encoding (RFC 3986), and the inside of a JSON
 * string.
 */
#pragma once

#include <stdbool.h>

#include "base/buffer.h"
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

/** Decodes percent-encodings, and "+" to a space when `plus`.
 * @param out room for `text.len` bytes, elsewhere
 * @param[out] length bytes written; where it fails, the place in `text` of the byte at fault
 * @return NULL, or what that byte is, static: not two hex digits, NUL, not UTF-8 */
const char *percent_decode(span text, bool plus, char *out, size_t *length);

/** Appends valid UTF-8 with `"`, `\` and control characters escaped, these as \b \f \n \r \t or
 * \u00xx in lower case; everything else as it is. The quotes around it are left out. */
void quote_text(buffer *out, span text);

/** Appends `text` with `&`, `<`, `>` and both quotes as references, safe between tags and in quoted
 * attributes; NUL becomes U+FFFD. */
void quote_html(buffer *out, span text);

/** Bytes of printable ASCII at the start of `text` that stand as they are in a JSON string. */
size_t quote_plain(span text);
