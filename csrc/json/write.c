#include "json/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/utf8.h"

/* Most texts are ASCII without anything to escape. */
static void json_write_plain(buffer *out, span text) {
  char *at = buffer_reserve(out, text.len + 2);
  if (at == NULL) { return; }
  at[0] = '"';
  memcpy(at + 1, text.data, text.len);
  at[text.len + 1] = '"';
  out->len += text.len + 2;
}

bool json_write_string(buffer *out, span text) {
  size_t plain = quote_plain(text);
  if (plain == text.len && plain > 0) {
    json_write_plain(out, text);
    return true;
  }
  if (!utf8_valid(span_skip(text, plain))) { return false; }
  json_write_utf8(out, text);
  return true;
}

void json_write_utf8(buffer *out, span text) {
  buffer_byte(out, '"');
  quote_text(out, text);
  buffer_byte(out, '"');
}

void json_write_after(buffer *out, const char *before, span text) {
  buffer_text(out, before);
  if (!json_write_string(out, text)) { out->failed = true; }
}

void json_write_integer(buffer *out, int64_t value) {
  char digits[24], *end = digits + sizeof digits, *at = end;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do { *--at = (char)('0' + rest % 10); } while ((rest /= 10) > 0);
  if (value < 0) { *--at = '-'; }
  buffer_append(out, (span){at, (size_t)(end - at)});
}

bool json_write_number(buffer *out, double value) {
  char digits[32];
  if (!isfinite(value)) { return false; }
  if (fabs(value) <= 9007199254740992.0 && floor(value) >= value) {
    json_write_integer(out, (int64_t)value);
    return true;
  }
  for (int precision = 15; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, value);
    double back = strtod(digits, NULL);
    if (!(back < value) && !(back > value)) { break; }
  }
  buffer_text(out, digits);
  return true;
}
