#include "json/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

/** The letter of a two-character escape, or 0. */
static char short_escape(unsigned char c) {
  switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
  }
}

static void write_escape(buffer *out, unsigned char c) {
  static const char digits[] = "0123456789abcdef";
  char letter = short_escape(c);
  buffer_byte(out, '\\');
  if (letter != 0) {
    buffer_byte(out, letter);
    return;
  }
  buffer_text(out, "u00");
  buffer_byte(out, digits[c >> 4]);
  buffer_byte(out, digits[c & 15]);
}

bool json_write_string(buffer *out, span text) {
  if (!utf8_valid(text)) return false;
  buffer_byte(out, '"');
  size_t from = 0;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    buffer_append(out, (span){text.data + from, i - from});
    write_escape(out, c);
    from = i + 1;
  }
  buffer_append(out, span_skip(text, from));
  buffer_byte(out, '"');
  return true;
}

void json_write_integer(buffer *out, int64_t value) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%lld", (long long)value);
  buffer_append(out, (span){digits, (size_t)length});
}

bool json_write_number(buffer *out, double value) {
  char digits[32];
  if (!isfinite(value)) return false;
  if (fabs(value) <= 9007199254740992.0 && floor(value) >= value) {
    json_write_integer(out, (int64_t)value);
    return true;
  }
  for (int precision = 15; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, value);
    double back = strtod(digits, NULL);
    if (!(back < value) && !(back > value)) break;
  }
  buffer_text(out, digits);
  return true;
}
