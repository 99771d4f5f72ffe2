#include "base/percent.h"

#include "base/hex.h"
#include "base/utf8.h"

/* The place in `text` that byte number `decoded` of its decoded form comes from. */
static size_t place_of(span text, size_t decoded) {
  size_t at = 0;
  while (decoded-- > 0) { at += text.data[at] == '%' ? 3 : 1; }
  return at;
}

const char *percent_decode(span text, bool plus, char *out, size_t *length) {
  size_t written = 0;
  for (size_t i = 0; i < text.len; i++) {
    char byte = text.data[i];
    *length = i;
    if (byte == '%') {
      int high = text.len - i > 2 ? hex_value(text.data[i + 1]) : -1;
      int low = high < 0 ? -1 : hex_value(text.data[i + 2]);
      if (low < 0) { return "is a percent sign without two hexadecimal digits behind it"; }
      byte = (char)(high << 4 | low);
      i += 2;
    } else if (byte == '+' && plus) {
      byte = ' ';
    }
    if (byte == '\0') { return "stands for NUL, which is not accepted"; }
    out[written++] = byte;
  }
  size_t valid = utf8_valid_prefix((span){out, written});
  *length = valid == written ? written : place_of(text, valid);
  return valid == written ? NULL : "begins what is not UTF-8 when it is decoded";
}
