#include "base/quote.h"

#include "base/bytes.h"

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

/* One in each of eight bytes. */
static const uint64_t ones = 0x0101010101010101u;

/* True when some byte of eight is one that is escaped: below the space, a quote or a backslash. The
   lowest bit that is set in each term is exact, the ones above it may be set by its borrow. */
static bool any_escaped(uint64_t eight) {
  uint64_t quotes = eight ^ ones * '"', backslashes = eight ^ ones * '\\';
  uint64_t controls = (eight - ones * 0x20) & ~eight;
  return ((controls | ((quotes - ones) & ~quotes) | ((backslashes - ones) & ~backslashes)) &
          ones * 0x80) != 0;
}

void quote_text(buffer *out, span text) {
  size_t from = 0;
  for (size_t i = 0; i < text.len; i++) {
    while (text.len - i > 8 && !any_escaped(load_u64le(text.data + i))) i += 8;
    unsigned char c = (unsigned char)text.data[i];
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    buffer_append(out, (span){text.data + from, i - from});
    write_escape(out, c);
    from = i + 1;
  }
  buffer_append(out, span_skip(text, from));
}

/* True when all of eight bytes are printable ASCII that stands as it is. */
static bool all_plain(const char *at) {
  uint64_t eight = load_u64le(at);
  bool others = ((eight | (eight + ones)) & ones * 0x80) != 0; /* DEL, or not ASCII */
  return !others && !any_escaped(eight);
}

size_t quote_plain(span text) {
  size_t i = 0;
  while (text.len - i >= 8 && all_plain(text.data + i)) i += 8;
  /* The last eight overlap those before. */
  if (i > 0 && text.len - i < 8 && all_plain(text.data + text.len - 8)) return text.len;
  while (i < text.len && (unsigned char)text.data[i] - 0x20u < 0x5f && text.data[i] != '"' &&
         text.data[i] != '\\') {
    i++;
  }
  return i;
}
