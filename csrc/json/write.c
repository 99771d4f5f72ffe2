#include "json/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/quote.h"
#include "base/utf8.h"

bool json_write_string(buffer *out, span text) {
  if (!utf8_valid(text)) return false;
  buffer_byte(out, '"');
  quote_text(out, text);
  buffer_byte(out, '"');
  return true;
}

void json_write_after(buffer *out, const char *before, span text) {
  buffer_text(out, before);
  if (!json_write_string(out, text)) out->failed = true;
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
