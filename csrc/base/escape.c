#include "base/escape.h"

#include <endian.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/bytes.h"
#include "base/utf8.h"

/* One in each of eight bytes. */
static const uint64_t ones = 0x0101010101010101u;

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

/* Bytes that are quoted at a time, the most that one of them becomes, and those of a block. */
enum { PIECE = 1024, LONGEST_ESCAPE = 6, BLOCK = 64 };

static inline char *write_escape(char *to, unsigned char c) {
  static const char digits[] = "0123456789abcdef";
  static const char brief[0x60][2] = {
      ['\b'] = "\\b", ['\t'] = "\\t", ['\n'] = "\\n", ['\f'] = "\\f",
      ['\r'] = "\\r", ['"'] = "\\\"", ['\\'] = "\\\\"};
  if (brief[c][0] != '\0') {
    memcpy(to, brief[c], 2);
    return to + 2;
  }
  memcpy(to, (char[]){'\\', 'u', '0', '0', digits[c >> 4], digits[c & 0xf]}, LONGEST_ESCAPE);
  return to + LONGEST_ESCAPE;
}

static bool is_escaped(char c) { return (unsigned char)c < 0x20 || c == '"' || c == '\\'; }

typedef uint8_t sixteen __attribute__((vector_size(16)));

/* Copies sixteen bytes. @return a bit for each that is escaped, the first in bit 0 */
static inline uint64_t copy_sixteen(char *to, const char *from) {
  sixteen bytes;
  memcpy(&bytes, from, sizeof bytes);
  memcpy(to, &bytes, sizeof bytes);
  /* with bit 1 changed, controls and the quotation mark are the bytes up to 0x20 */
  sixteen escaped = (sixteen)(((bytes ^ 2) <= 0x20) | (bytes == '\\'));
#ifdef __SSE2__
  return (uint64_t)_mm_movemask_epi8((__m128i)escaped);
#else
  const uint64_t places = 0x8040201008040201u; /* of each byte of eight another bit */
  uint64_t halves[2];
  memcpy(halves, &escaped, sizeof halves);
  uint64_t low = ((le64toh(halves[0]) & places) * ones) >> 56;
  uint64_t high = ((le64toh(halves[1]) & places) * ones) >> 56;
  return low | high << 8;
#endif
}

/* Copies a block. @return a bit for each byte that is escaped, the first in bit 0 */
static inline uint64_t copy_block(char *to, const char *from) {
  return copy_sixteen(to, from) | copy_sixteen(to + 16, from + 16) << 16 |
         copy_sixteen(to + 32, from + 32) << 32 | copy_sixteen(to + 48, from + 48) << 48;
}

/* Writes a quoted piece to memory that has room for an escape of each byte and a block more: bytes
   are copied by blocks, and what is copied behind an escaped byte once more behind its escape.
   @param readable bytes from the piece on: it and the rest of its text
   @return the end of what was written */
static char *quote_piece(char *to, span piece, size_t readable) {
  const char *from = piece.data, *end = from + piece.len, *edge = from + readable;
  while (end - from >= BLOCK && edge - from >= 2 * BLOCK) {
    uint64_t escaped = copy_block(to, from);
    unsigned done = 0; /* bytes of the block */
    while (escaped != 0) {
      unsigned at = (unsigned)__builtin_ctzll(escaped);
      to = write_escape(to + (at - done), (unsigned char)from[at]);
      done = at + 1;
      memcpy(to, from + done, BLOCK);
      escaped &= escaped - 1;
    }
    to += BLOCK - done;
    from += BLOCK;
  }
  while (end - from >= (ptrdiff_t)sizeof(sixteen)) {
    uint64_t escaped = copy_sixteen(to, from);
    size_t plain = escaped == 0 ? sizeof(sixteen) : (size_t)__builtin_ctzll(escaped);
    to += plain;
    from += plain;
    if (escaped != 0) { to = write_escape(to, (unsigned char)*from++); }
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
    char *to = buffer_reserve(out, piece.len * LONGEST_ESCAPE + BLOCK);
    if (to == NULL) { return; }
    out->len = (size_t)(quote_piece(to, piece, text.len) - out->data);
    text = span_skip(text, piece.len);
  }
}

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
