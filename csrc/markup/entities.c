#include "markup/entities.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "markup/entity_names.h"

/* Reads `&#…;`: at most 7 decimal or 6 hexadecimal digits, as CommonMark has it. */
static size_t read_number(span text, char resolved[ENTITY_TEXT], size_t *length) {
  bool hex = text.len > 2 && (text.data[2] | 0x20) == 'x';
  size_t from = hex ? 3 : 2, at = from;
  uint32_t point = 0;
  for (; at < text.len && at - from < (hex ? 6u : 7u); at++) {
    char c = ascii_lower(text.data[at]);
    bool digit = ascii_digit(c);
    if (!digit && !(hex && c >= 'a' && c <= 'f')) { break; }
    point = point * (hex ? 16 : 10) + (uint32_t)(digit ? c - '0' : c - 'a' + 10);
  }
  if (at == from || at == text.len || text.data[at] != ';') { return 0; }
  bool scalar = point != 0 && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
  *length = utf8_encode(scalar ? point : 0xFFFD, resolved);
  return at + 1;
}

size_t entities_read(span text, char resolved[ENTITY_TEXT], size_t *length) {
  if (text.len < 3 || text.data[0] != '&') { return 0; }
  if (text.data[1] == '#') { return read_number(text, resolved, length); }
  size_t end = 1;
  while (end < text.len && end < ENTITY_MOST && ascii_alnum(text.data[end])) { end++; }
  if (end == 1 || end == text.len || text.data[end] != ';') { return 0; }
  span name = {text.data + 1, end - 1};
  size_t low = 0, high = sizeof entity_names / sizeof entity_names[0];
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *entry = entity_names[middle], *space = strchr(entry, ' ');
    int order = span_compare(name, (span){entry, (size_t)(space - entry)});
    if (order == 0) {
      *length = strlen(space + 1);
      memcpy(resolved, space + 1, *length);
      return end + 1;
    }
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return 0;
}
