/** @file
 * Bytes that grow. A failed append marks the buffer failed and later ones do nothing, so a writer
 * checks once, at its end.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/span.h"

/** Makes room for one more element behind `count`, doubling. @return false when memory is out; the
 * list is then as it was. */
#define list_grow(items, count, capacity)                                   \
  __extension__({                                                           \
    void *larger = list_larger(items, count, &(capacity), sizeof *(items)); \
    if (larger != NULL) { (items) = larger; }                               \
    larger != NULL;                                                         \
  })

/** The list with room for one more element of `size` bytes, moved where that is needed.
 * @return NULL when memory is out */
static inline void *list_larger(void *items, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) { return items; }
  size_t wanted = *capacity == 0 ? 16 : *capacity * 2;
  void *larger = reallocarray(items, wanted, size);
  if (larger != NULL) { *capacity = wanted; }
  return larger;
}

typedef struct buffer {
  char *data; /**< owned */
  size_t len, size;
  bool failed; /**< memory ran out: the content is incomplete */
} buffer;

/** Makes room for `count` more bytes, which is more than there is room for: buffer_reserve calls
 * it.
 * @return false when memory is out (the buffer is then failed) */
bool buffer_grow(buffer *b, size_t count);

/** Room for `count` more bytes at `data + len`, not counted until `len` is raised.
 * @return where they begin, or NULL when memory is out (the buffer is then failed). */
static inline char *buffer_reserve(buffer *b, size_t count) {
  if (b->failed || (count > b->size - b->len && !buffer_grow(b, count))) { return NULL; }
  return b->data + b->len;
}

/** Appends the bytes of `text`. */
static inline void buffer_append(buffer *b, span text) {
  if (text.len == 0) { return; }
  char *at = buffer_reserve(b, text.len);
  if (at == NULL) { return; }
  memcpy(at, text.data, text.len);
  b->len += text.len;
}

/** Appends the bytes of a C string. */
static inline void buffer_text(buffer *b, const char *text) { buffer_append(b, span_of(text)); }

/** Appends what printf makes of `format` and the arguments. */
void buffer_print(buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Appends one byte. */
static inline void buffer_byte(buffer *b, char byte) {
  if (b->len < b->size && !b->failed) {
    b->data[b->len++] = byte;
  } else {
    buffer_append(b, (span){&byte, 1});
  }
}

/** Inserts the bytes of `text`, which are not of this buffer, before offset `at` <= `len`. */
void buffer_insert(buffer *b, size_t at, span text);

/** Appends `count` zero bytes. */
void buffer_zeros(buffer *b, size_t count);

/** Appends zero bytes up to the next multiple of `alignment` (a power of two). */
void buffer_align(buffer *b, size_t alignment);

/** Appends an integer, little-endian. */
void buffer_u8(buffer *b, uint8_t value);
void buffer_u16(buffer *b, uint16_t value);
void buffer_u32(buffer *b, uint32_t value);
void buffer_u64(buffer *b, uint64_t value);

/** Appends an unsigned LEB128 of 1 to 10 bytes. */
void buffer_varint(buffer *b, uint64_t value);

/** Its content, borrowed until the next change. */
static inline span buffer_span(const buffer *b) {
  return (span){b->data == NULL ? "" : b->data, b->len};
}

/** Empties it and keeps the memory. */
static inline void buffer_clear(buffer *b) {
  b->len = 0;
  b->failed = false;
}

/** Releases its memory; a buffer of zeros may be freed, and used again. */
void buffer_free(buffer *b);
