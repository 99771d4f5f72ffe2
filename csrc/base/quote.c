#include "base/quote.h"

#include "base/bytes.h"

/* The letter of each escape that has one; 0 for other bytes. */
static const char letters[0x60] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f',
                                   ['\r'] = 'r', ['"'] = '"',  ['\\'] = '\\'};

/* Bytes that are quoted at a time, and the most that one of them becomes. */
enum { PIECE = 1024, LONGEST_ESCAPE = 6 };

static char *write_escape(char *to, unsigned char c) {
  static const char digits[] = "0123456789abcdef";
  *to++ = '\\';
  if (letters[c] != '\0') {
    *to++ = letters[c];
    return to;
  }
  memcpy(to, "u00", 3);
  to[3] = digits[c >> 4];
  to[4] = digits[c & 0xf];
  return to + 5;
}

/* One in each of eight bytes. */
static const uint64_t ones = 0x0101010101010101u;

/* Marks, by their highest bit, the bytes of eight that are escaped: below the space, a quote or a
   backslash. The lowest mark is exact, the ones above it may be set by a borrow. */
static uint64_t marks_of_escaped(uint64_t eight) {
  uint64_t controls = eight - ones * 0x20;
  uint64_t quotes = (eight ^ ones * '"') - ones, backslashes = (eight ^ ones * '\\') - ones;
  return (controls | quotes | backslashes) & ~eight & ones * 0x80;
}

static bool is_escaped(char c) { return (unsigned char)c < 0x20 || c == '"' || c == '\\'; }

/* Writes a quoted piece to memory that has room for an escape of each byte and eight bytes more:
   eight bytes are copied at a time, and what is copied behind an escaped byte is written over.
   @return the end of what was written */
static char *quote_piece(char *to, span piece) {
  const char *from = piece.data, *end = piece.data + piece.len;
  while (from < end) {
    if (end - from >= 8) {
      uint64_t marks = marks_of_escaped(load_u64le(from));
      size_t plain = marks == 0 ? 8 : (size_t)__builtin_ctzll(marks) / 8;
      memcpy(to, from, 8);
      to += plain;
      from += plain;
      if (plain == 8) { continue; }
    } else if (!is_escaped(*from)) {
      *to++ = *from++;
      continue;
    }
    to = write_escape(to, (unsigned char)*from++);
  }
  return to;
}

void quote_text(buffer *out, span text) {
  while (text.len > 0) {
    span piece = span_take(text, PIECE);
    char *to = buffer_reserve(out, piece.len * LONGEST_ESCAPE + 8);
    if (to == NULL) { return; }
    out->len = (size_t)(quote_piece(to, piece) - out->data);
    text = span_skip(text, piece.len);
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
  while (text.len - i >= 8 && all_plain(text.data + i)) { i += 8; }
  /* The last eight overlap those before. */
  if (i > 0 && text.len - i < 8 && all_plain(text.data + text.len - 8)) { return text.len; }
  while (i < text.len && (unsigned char)text.data[i] < 0x7f && !is_escaped(text.data[i])) { i++; }
  return i;
}

void quote_html(buffer *out, span text) {
  size_t from = 0;
  for (size_t i = 0; i < text.len; i++) {
    const char *reference = NULL;
    switch (text.data[i]) {
      case '&': reference = "&amp;"; break;
      case '<': reference = "&lt;"; break;
      case '>': reference = "&gt;"; break;
      case '"': reference = "&quot;"; break;
      case '\'': reference = "&#39;"; break;
      case '\0': reference = "\uFFFD"; break;
      default: continue;
    }
    buffer_append(out, (span){text.data + from, i - from});
    buffer_text(out, reference);
    from = i + 1;
  }
  buffer_append(out, span_skip(text, from));
}
