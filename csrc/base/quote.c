#include "base/quote.h"

static void write_escape(buffer *out, unsigned char c) {
  static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *found = memchr(escaped, c, sizeof escaped - 1);
  if (found != NULL) {
    buffer_byte(out, '\\');
    buffer_byte(out, letters[found - escaped]);
  } else {
    buffer_print(out, "\\u%04x", c);
  }
}

void quote_text(buffer *out, span text) {
  size_t from = 0;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    buffer_append(out, (span){text.data + from, i - from});
    write_escape(out, c);
    from = i + 1;
  }
  buffer_append(out, span_skip(text, from));
}
