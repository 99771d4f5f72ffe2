#include "base/utf8.h"

#include "base/bytes.h"

/** Bytes announced by a lead byte, and the least code point that needs as many. */
static size_t announced(unsigned char lead, uint32_t *least, uint32_t *bits) {
  if (lead < 0x80) { return *least = 0, *bits = lead, 1; }
  if (lead >= 0xc2 && lead < 0xe0) { return *least = 0x80, *bits = lead & 0x1fu, 2; }
  if (lead >= 0xe0 && lead < 0xf0) { return *least = 0x800, *bits = lead & 0x0fu, 3; }
  if (lead >= 0xf0 && lead < 0xf5) { return *least = 0x10000, *bits = lead & 0x07u, 4; }
  return 0;
}

uint32_t utf8_decode(span text, size_t *length) {
  const unsigned char *b = (const unsigned char *)text.data;
  uint32_t least = 0, point = 0;
  size_t count = text.len == 0 ? 0 : announced(b[0], &least, &point);
  *length = 0;
  if (count == 0 || count > text.len) { return 0; }
  for (size_t i = 1; i < count; i++) {
    if ((b[i] & 0xc0) != 0x80) { return 0; }
    point = point << 6 | (b[i] & 0x3fu);
  }
  if (point < least || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) { return 0; }
  *length = count;
  return point;
}

size_t utf8_encode(uint32_t point, char out[4]) {
  static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  size_t count = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  for (size_t i = count - 1; i > 0; i--) {
    out[i] = (char)(0x80 | (point & 0x3f));
    point >>= 6;
  }
  out[0] = (char)(leads[count] | point);
  return count;
}

/* The bytes of a code point of one or two, as most are; 0 where it is none of them. */
static inline size_t short_length(const unsigned char *at, size_t left) {
  if (at[0] < 0x80) { return 1; }
  bool two = at[0] >= 0xc2 && at[0] < 0xe0 && left > 1 && (at[1] & 0xc0) == 0x80;
  return two ? 2 : 0;
}

/* The bytes of ASCII at the beginning of a text, in whole steps of eight. */
static size_t ascii_prefix(span text) {
  const uint64_t high = 0x8080808080808080u;
  size_t at = 0;
  for (const char *b = text.data; text.len - at >= 32; at += 32, b += 32) {
    uint64_t all = load_u64le(b) | load_u64le(b + 8) | load_u64le(b + 16) | load_u64le(b + 24);
    if ((all & high) != 0) { break; }
  }
  while (text.len - at >= 8 && (load_u64le(text.data + at) & high) == 0) { at += 8; }
  return at;
}

size_t utf8_valid_prefix(span text) {
  size_t at = 0, length = 1;
  while (at < text.len && length > 0) {
    at += ascii_prefix(span_skip(text, at));
    do { /* letters that are not ASCII follow each other */
      span rest = span_skip(text, at);
      if (rest.len == 0) { break; }
      length = short_length((const unsigned char *)rest.data, rest.len);
      if (length == 0) { utf8_decode(rest, &length); }
      at += length;
    } while (length > 1);
  }
  return at;
}

size_t utf8_count(span text) {
  size_t count = text.len, i = 0;
  for (; text.len - i >= 8; i += 8) { count -= utf8_inside(load_u64le(text.data + i)); }
  for (; i < text.len; i++) { count -= (text.data[i] & 0xc0) == 0x80; }
  return count;
}

size_t utf8_offset(span text, size_t index) {
  for (size_t i = 0; i < text.len; i++) {
    if ((text.data[i] & 0xc0) == 0x80) { continue; }
    if (index == 0) { return i; }
    index--;
  }
  return text.len;
}
