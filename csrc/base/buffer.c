#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"

enum { FIRST_SIZE = 256 };

bool buffer_grow(buffer *b, size_t count) {
  size_t least, size = b->size == 0 ? FIRST_SIZE : b->size;
  bool possible = checked_add(b->len, count, &least);
  while (possible && size < least) { possible = checked_add(size, size / 2 + 1, &size); }
  char *data = possible ? realloc(b->data, size) : NULL;
  if (data == NULL) {
    b->failed = true;
    return false;
  }
  b->data = data;
  b->size = size;
  return true;
}

void buffer_print(buffer *b, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *at = length < 0 ? NULL : buffer_reserve(b, (size_t)length + 1);
  if (at != NULL) { b->len += (size_t)vsnprintf(at, (size_t)length + 1, format, again); }
  va_end(again);
  va_end(arguments);
}

void buffer_insert(buffer *b, size_t at, span text) {
  if (text.len == 0 || buffer_reserve(b, text.len) == NULL) { return; }
  memmove(b->data + at + text.len, b->data + at, b->len - at);
  memcpy(b->data + at, text.data, text.len);
  b->len += text.len;
}

void buffer_zeros(buffer *b, size_t count) {
  if (count == 0) { return; }
  char *at = buffer_reserve(b, count);
  if (at == NULL) { return; }
  memset(at, 0, count);
  b->len += count;
}

void buffer_align(buffer *b, size_t alignment) {
  buffer_zeros(b, (alignment - b->len % alignment) % alignment);
}

/** Appends the low `count` bytes of `value`. */
static void append_integer(buffer *b, uint64_t value, size_t count) {
  char bytes[sizeof value];
  store_u64le(bytes, value);
  buffer_append(b, (span){bytes, count});
}

void buffer_u8(buffer *b, uint8_t value) { append_integer(b, value, sizeof value); }
void buffer_u16(buffer *b, uint16_t value) { append_integer(b, value, sizeof value); }
void buffer_u32(buffer *b, uint32_t value) { append_integer(b, value, sizeof value); }
void buffer_u64(buffer *b, uint64_t value) { append_integer(b, value, sizeof value); }

void buffer_varint(buffer *b, uint64_t value) {
  char bytes[10];
  size_t count = 0;
  do {
    bytes[count++] = (char)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>= 7;
  } while (value > 0);
  buffer_append(b, (span){bytes, count});
}

void buffer_free(buffer *b) {
  free(b->data);
  *b = (buffer){0};
}
