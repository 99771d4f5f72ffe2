#include "base/hex.h"

void hex_write(const unsigned char *bytes, size_t size, char *out) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < size; i++) {
    *out++ = digits[bytes[i] >> 4];
    *out++ = digits[bytes[i] & 15];
  }
  *out = '\0';
}

static int lower_value(char digit) { return digit >= 'A' && digit <= 'F' ? -1 : hex_value(digit); }

bool hex_read(span text, unsigned char *out, size_t size) {
  if (text.len != 2 * size) { return false; }
  for (size_t i = 0; i < size; i++) {
    int high = lower_value(text.data[2 * i]), low = lower_value(text.data[2 * i + 1]);
    if (high < 0 || low < 0) { return false; }
    out[i] = (unsigned char)(high << 4 | low);
  }
  return true;
}
