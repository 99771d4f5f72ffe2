/** @file
 * ASCII letters, digits and blanks, in any locale of the process.
 */
#pragma once

#include <stdint.h>
#include <string.h>

#include "base/span.h"

/** True for a digit. */
static inline bool ascii_digit(char byte) { return byte >= '0' && byte <= '9'; }

/** True for a letter of upper case. */
static inline bool ascii_capital(char byte) { return byte >= 'A' && byte <= 'Z'; }

/** True for a letter of lower case. */
static inline bool ascii_small(char byte) { return byte >= 'a' && byte <= 'z'; }

/** True for a letter. */
static inline bool ascii_letter(char byte) { return ascii_capital(byte) || ascii_small(byte); }

/** True for a letter or a digit. */
static inline bool ascii_alnum(char byte) { return ascii_letter(byte) || ascii_digit(byte); }

/** The byte in lower case. */
static inline char ascii_lower(char byte) {
  return ascii_capital(byte) ? (char)(byte | 0x20) : byte;
}

/** A space or a tab. */
static inline bool ascii_blank(char byte) { return byte == ' ' || byte == '\t'; }

/** A control byte: below the space, or DEL. */
static inline bool ascii_control(char byte) { return (unsigned char)byte < 0x20 || byte == 0x7f; }

/** Sixteen bytes that are looked at together. */
typedef uint8_t ascii_sixteen __attribute__((vector_size(16)));

/** True when the text has a control byte. */
static inline bool ascii_any_control(span text) {
  ascii_sixteen bytes, found = {0};
  uint64_t halves[2];
  if (text.len < sizeof bytes) {
    size_t i = 0;
    while (i < text.len && !ascii_control(text.data[i])) { i++; }
    return i < text.len;
  }
  for (size_t i = 0; i < text.len; i += sizeof bytes) {
    size_t last = text.len - sizeof bytes; /* its bytes overlap those before */
    memcpy(&bytes, text.data + (i < last ? i : last), sizeof bytes);
    found |= (ascii_sixteen)((bytes < 0x20) | (bytes == 0x7f));
  }
  memcpy(halves, &found, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

/** True when both are the same word, capitals or not. */
static inline bool ascii_same(span a, span b) {
  size_t i = 0;
  if (a.len != b.len) { return false; }
  while (i < a.len && ascii_lower(a.data[i]) == ascii_lower(b.data[i])) { i++; }
  return i == a.len;
}

/** The text without the blanks around it. */
static inline span ascii_trim(span text) {
  while (text.len > 0 && ascii_blank(text.data[0])) { text = span_skip(text, 1); }
  while (text.len > 0 && ascii_blank(text.data[text.len - 1])) { text.len--; }
  return text;
}

/** Reads a decimal number of digits alone. @return false when it is none, or greater than `limit`
 */
static inline bool ascii_number(span text, uint32_t limit, uint32_t *out) {
  uint64_t value = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (!ascii_digit(text.data[i])) { return false; }
    value = value * 10 + (uint64_t)(text.data[i] - '0');
    if (value > limit) { return false; }
  }
  *out = (uint32_t)value;
  return text.len > 0;
}

/** Cuts the next element off a comma-separated list, blanks trimmed. @return false at its end */
static inline bool ascii_next_element(span *list, span *element) {
  if (list->data == NULL) { return false; }
  size_t comma = span_find(*list, ',');
  *element = ascii_trim(span_take(*list, comma));
  *list = comma < list->len ? span_skip(*list, comma + 1) : (span){NULL, 0};
  return true;
}
