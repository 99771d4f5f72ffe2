/** @file
 * Borrowed bytes: a pointer and a length, passed by value. A span never owns; its bytes live as
 * long as whoever handed it out says. `data == NULL` means "absent" where a field is optional,
 * which differs from an empty text (`data != NULL`, `len == 0`).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct span {
  const char *data;
  size_t len;
} span;

/** A span over the bytes of a C string literal. */
#define SPAN(literal) ((span){"" literal, sizeof(literal) - 1})

/** The span over `text` up to its NUL. `text` may be NULL: the absent span. */
static inline span span_of(const char *text) {
  return (span){text, text == NULL ? 0 : strlen(text)};
}

/** True when both hold the same bytes. Absent and empty are equal. */
static inline bool span_equal(span a, span b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/** Bytewise order: negative, 0 or positive, as memcmp; a prefix sorts before what it begins. */
static inline int span_compare(span a, span b) {
  size_t shorter = a.len < b.len ? a.len : b.len;
  int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
  if (order != 0) { return order; }
  return (a.len > b.len) - (a.len < b.len);
}

/** True when `whole` begins with `prefix`. */
static inline bool span_starts(span whole, span prefix) {
  return whole.len >= prefix.len &&
         (prefix.len == 0 || memcmp(whole.data, prefix.data, prefix.len) == 0);
}

/** The bytes behind the first `count`; empty when there are fewer. */
static inline span span_skip(span whole, size_t count) {
  if (whole.data == NULL) { return (span){NULL, 0}; }
  if (count > whole.len) { count = whole.len; }
  return (span){whole.data + count, whole.len - count};
}

/** The first `count` bytes, or all when there are fewer. */
static inline span span_take(span whole, size_t count) {
  return (span){whole.data, count < whole.len ? count : whole.len};
}

/** Offset of the first `byte`, or `whole.len` when there is none. */
static inline size_t span_find(span whole, char byte) {
  const char *at = whole.len == 0 ? NULL : memchr(whole.data, byte, whole.len);
  return at == NULL ? whole.len : (size_t)(at - whole.data);
}
