#include "base/quote.h"

#include "base/bytes.h"

/* The letter of each escape that has one; 0 for other bytes. */
static const char letters[0x60] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f',
                                   ['\r'] = 'r', ['"'] = '"',  ['\\'] = '\\'};

static void write_escape(buffer *out, unsigned char c) {
  if (letters[c] == '\0') {
    buffer_print(out, "\\u%04x", c);
    return;
  }
  buffer_byte(out, '\\');
  buffer_byte(out, letters[c]);
}

/* One in each of eight bytes. */
static const uint64_t ones = 0x0101010101010101u;

/* Marks, by their highest bit, the bytes of eight that are escaped: below the space, a quote or a
   backslash. The lowest mark is exact, the ones above it may be set by a borrow. */
static uint64_t marks_of_escaped(uint64_t eight) {
  uint64_t quotes = eight ^ ones * '"', backslashes = eight ^ ones * '\\';
  uint64_t controls = (eight - ones * 0x20) & ~eight;
  return (controls | ((quotes - ones) & ~quotes) | ((backslashes - ones) & ~backslashes)) &
         ones * 0x80;
}

/* Offset of the next byte at or behind `i` that is escaped, or the end. */
static size_t next_escaped(span text, size_t i) {
  for (; text.len - i >= 8; i += 8) {
    uint64_t marks = marks_of_escaped(load_u64le(text.data + i));
    if (marks != 0) return i + (size_t)__builtin_ctzll(marks) / 8;
  }
  while (i < text.len && (unsigned char)text.data[i] >= 0x20 && text.data[i] != '"' &&
         text.data[i] != '\\') {
    i++;
  }
  return i;
}

void quote_text(buffer *out, span text) {
  size_t from = 0;
  buffer_reserve(out, text.len);
  for (;;) {
    size_t to = next_escaped(text, from);
    buffer_append(out, (span){text.data + from, to - from});
    if (to == text.len) return;
    write_escape(out, (unsigned char)text.data[to]);
    from = to + 1;
  }
}

/* True when all of eight bytes are printable ASCII that stands as it is. */
static bool all_plain(const char *at) {
  uint64_t eight = load_u64le(at);
  bool others = ((eight | (eight + ones)) & ones * 0x80) != 0; /* DEL, or not ASCII */
  return !others && marks_of_escaped(eight) == 0;
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
