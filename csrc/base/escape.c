#include "base/escape.h"

#include <endian.h>

#include "base/bytes.h"
#include "base/utf8.h"

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

static bool is_escaped(char c) { return (unsigned char)c < 0x20 || c == '"' || c == '\\'; }

typedef uint8_t sixteen __attribute__((vector_size(16)));

/* The bytes of sixteen before the first that is escaped. */
static size_t plain_of_sixteen(const char *at) {
  sixteen bytes;
  uint64_t halves[2]; /* all bits of each escaped byte are set */
  memcpy(&bytes, at, sizeof bytes);
  sixteen escaped = (sixteen)((bytes < 0x20) | (bytes == '"') | (bytes == '\\'));
  memcpy(halves, &escaped, sizeof halves);
  if ((halves[0] | halves[1]) == 0) { return sizeof bytes; }
  size_t skipped = halves[0] == 0 ? 8 : 0;
  return skipped + (size_t)__builtin_ctzll(le64toh(halves[skipped / 8])) / 8;
}

/* Writes a quoted piece to memory that has room for an escape of each byte and sixteen bytes more:
   sixteen bytes are copied at a time, and what is copied behind an escaped byte is written over.
   @return the end of what was written */
static char *quote_piece(char *to, span piece) {
  const char *from = piece.data, *end = piece.data + piece.len;
  while (end - from >= (ptrdiff_t)sizeof(sixteen)) {
    size_t plain = plain_of_sixteen(from);
    memcpy(to, from, sizeof(sixteen));
    to += plain;
    from += plain;
    if (plain < sizeof(sixteen)) { to = write_escape(to, (unsigned char)*from++); }
  }
  while (from < end) {
    char c = *from++;
    if (is_escaped(c)) {
      to = write_escape(to, (unsigned char)c);
    } else {
      *to++ = c;
    }
  }
  return to;
}

void quote_text(buffer *out, span text) {
  while (text.len > 0) {
    span piece = span_take(text, PIECE);
    char *to = buffer_reserve(out, piece.len * LONGEST_ESCAPE + sizeof(sixteen));
    if (to == NULL) { return; }
    out->len = (size_t)(quote_piece(to, piece) - out->data);
    text = span_skip(text, piece.len);
  }
}

/* One in each of eight bytes. */
static const uint64_t ones = 0x0101010101010101u;

/* True when all of eight bytes are printable ASCII that stands as it is. */
static bool all_plain(const char *at) {
  uint64_t eight = load_u64le(at);
  uint64_t controls = eight - ones * 0x20;
  uint64_t quotes = (eight ^ ones * '"') - ones, backslashes = (eight ^ ones * '\\') - ones;
  uint64_t others = eight | (eight + ones); /* DEL, or not ASCII */
  return ((controls | quotes | backslashes | others) & ones * 0x80) == 0;
}

size_t quote_plain(span text) {
  size_t i = 0;
  while (text.len - i >= 8 && all_plain(text.data + i)) { i += 8; }
  /* The last eight overlap those before. */
  if (i > 0 && text.len - i < 8 && all_plain(text.data + text.len - 8)) { return text.len; }
  while (i < text.len && (unsigned char)text.data[i] < 0x7f && !is_escaped(text.data[i])) { i++; }
  return i;
}

/* True when none of eight bytes is escaped in HTML. It may be false for a `#`, too, which differs
   from `"`, `&` and `'` in the same two bits as they do from each other. */
static bool all_plain_html(const char *at) {
  uint64_t eight = load_u64le(at), high = ones * 0x80;
  uint64_t quotes = (eight & ~(ones * 5)) ^ ones * '"'; /* 0 for `"`, `#`, `&` and `'` */
  uint64_t angles = (eight & ~(ones * 2)) ^ ones * '<'; /* 0 for `<` and `>` */
  uint64_t found =
      ((eight - ones) & ~eight) | ((quotes - ones) & ~quotes) | ((angles - ones) & ~angles);
  return (found & high) == 0;
}

void quote_html(buffer *out, span text) {
  size_t from = 0;
  for (size_t i = 0; i < text.len; i++) {
    const char *reference = NULL;
    while (text.len - i >= 8 && all_plain_html(text.data + i)) { i += 8; }
    if (i == text.len) { break; }
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
