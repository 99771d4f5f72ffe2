#include "host/wire/coding.h"

#include <brotli/encode.h>
#include <setjmp.h>
#include <zlib.h>
#include <zstd.h>

#include "base/arena.h"
#include "base/ascii.h"

/* Qualities are in thousandths, as the header has at most three digits. */
enum { ABSENT = -1, LEAST_BYTES = 512, GZIP_LEVEL = 6, GZIP_WINDOW = 15 + 16 };
enum { BROTLI_LEVEL = 5, BROTLI_WINDOW = 18, ZSTD_LEVEL = 6 };

static const char *const names[] = {[CODING_BR] = "br",
                                    [CODING_ZSTD] = "zstd",
                                    [CODING_GZIP] = "gzip",
                                    [CODING_IDENTITY] = "identity"};

const char *coding_name(coding c) { return c < CODING_IDENTITY ? names[c] : NULL; }

coding coding_named(const char *name) {
  coding c = CODING_BR;
  while (name != NULL && c < CODING_IDENTITY && strcmp(names[c], name) != 0) { c++; }
  return name == NULL ? CODING_IDENTITY : c;
}

/* ";q=0.5": 0 to 1. Digits behind the third count for nothing, and "." may come first, as Java and
   others write it. @return thousandths, or ABSENT when it cannot be read */
static int read_quality(span text) {
  text = ascii_trim(text);
  if (text.len == 0) { return 1000; }
  size_t equals = span_find(text, '=');
  span digits = ascii_trim(span_skip(text, equals + 1));
  if (!ascii_same(ascii_trim(span_take(text, equals)), SPAN("q")) || digits.len == 0 ||
      span_equal(digits, SPAN("."))) {
    return ABSENT;
  }
  int value = 0, unit = 1000;
  bool fraction = false;
  for (size_t i = 0; i < digits.len; i++) {
    if (digits.data[i] == '.' && !fraction) {
      fraction = true;
    } else if (!ascii_digit(digits.data[i]) || value > 1000) {
      return ABSENT;
    } else if (fraction) {
      unit /= 10;
      value += (digits.data[i] - '0') * unit;
    } else {
      value = value * 10 + (digits.data[i] - '0') * unit;
    }
  }
  return value <= 1000 ? value : ABSENT;
}

static void read_element(span element, int quality[], int *others) {
  size_t semicolon = span_find(element, ';');
  span name = ascii_trim(span_take(element, semicolon));
  int value = read_quality(span_skip(element, semicolon + 1));
  if (value == ABSENT) { return; }
  if (span_equal(name, SPAN("*"))) { *others = value; }
  if (ascii_same(name, SPAN("x-gzip"))) { quality[CODING_GZIP] = value; }
  for (coding c = CODING_BR; c <= CODING_IDENTITY; c++) {
    if (ascii_same(name, span_of(names[c]))) { quality[c] = value; }
  }
}

coding coding_choose(span header) {
  int quality[] = {ABSENT, ABSENT, ABSENT, ABSENT}, others = ABSENT;
  if (header.data == NULL) { return CODING_IDENTITY; }
  while (header.len > 0) {
    size_t comma = span_find(header, ',');
    read_element(span_take(header, comma), quality, &others);
    header = span_skip(header, comma + 1);
  }
  coding best = CODING_NONE;
  int best_quality = 0;
  for (coding c = CODING_BR; c <= CODING_IDENTITY; c++) {
    int value = quality[c] == ABSENT ? others : quality[c];
    if (c == CODING_IDENTITY && value == ABSENT) { value = 1; }
    if (value <= best_quality) { continue; }
    best = c;
    best_quality = value;
  }
  return best;
}

bool coding_applies(coding c, span type, size_t bytes) {
  if (coding_name(c) == NULL || bytes < LEAST_BYTES) { return false; }
  type = ascii_trim(span_take(type, span_find(type, ';')));
  if (span_starts(type, SPAN("text/"))) { return !span_equal(type, SPAN("text/event-stream")); }
  static const span suffixes[] = {
      {"json", 4}, {"xml", 3}, {"yaml", 4}, {"javascript", 10}, {"ttf", 3}};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    if (type.len > suffixes[i].len &&
        span_equal(span_skip(type, type.len - suffixes[i].len), suffixes[i])) {
      return true;
    }
  }
  return false;
}

static bool encode_gzip(span plain, buffer *out) {
  z_stream z = {0};
  if (deflateInit2(&z, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    return false;
  }
  size_t bound = deflateBound(&z, (uLong)plain.len);
  char *at = buffer_reserve(out, bound);
  bool done = false;
  if (at != NULL) {
    z.next_in = (Bytef *)(uintptr_t)plain.data;
    z.avail_in = (uInt)plain.len;
    z.next_out = (Bytef *)at;
    z.avail_out = (uInt)bound;
    done = deflate(&z, Z_FINISH) == Z_STREAM_END;
    out->len += z.total_out;
  }
  deflateEnd(&z);
  return done;
}

/* The library ends the process when memory is out, as Debian builds it: an allocation that fails
   leaves the encoder by a jump instead, and what it has taken is released as a whole. */
typedef struct brotli_memory {
  arena taken;
  jmp_buf failed;
} brotli_memory;

static void *brotli_take(void *context, size_t size) {
  brotli_memory *m = context;
  void *at = arena_alloc(&m->taken, size);
  if (at == NULL) { longjmp(m->failed, 1); }
  return at;
}

static void brotli_give(void *context, void *at) { (void)context, (void)at; }

/* @return bytes written, at most `room`; 0 when memory is out */
static size_t brotli_run(brotli_memory *m, span plain, char *at, size_t capacity) {
  const uint8_t *from = (const uint8_t *)plain.data;
  uint8_t *to = (uint8_t *)at;
  size_t left = plain.len, capacity_left = capacity;
  if (setjmp(m->failed) != 0) { return 0; }
  BrotliEncoderState *s = BrotliEncoderCreateInstance(brotli_take, brotli_give, m);
  BrotliEncoderSetParameter(s, BROTLI_PARAM_QUALITY, BROTLI_LEVEL);
  BrotliEncoderSetParameter(s, BROTLI_PARAM_LGWIN, BROTLI_WINDOW);
  BrotliEncoderSetParameter(s, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT);
  BrotliEncoderSetParameter(s, BROTLI_PARAM_SIZE_HINT, (uint32_t)plain.len);
  BrotliEncoderCompressStream(s, BROTLI_OPERATION_FINISH, &left, &from, &capacity_left, &to, NULL);
  return BrotliEncoderIsFinished(s) ? (size_t)(to - (uint8_t *)at) : 0;
}

static bool encode_brotli(span plain, buffer *out) {
  brotli_memory m = {.taken = {0}};
  size_t capacity = BrotliEncoderMaxCompressedSize(plain.len);
  char *at = buffer_reserve(out, capacity);
  size_t length = at == NULL ? 0 : brotli_run(&m, plain, at, capacity);
  arena_free(&m.taken);
  out->len += length;
  return length > 0;
}

static bool encode_zstd(span plain, buffer *out) {
  size_t bound = ZSTD_compressBound(plain.len);
  char *at = buffer_reserve(out, bound);
  size_t length = at == NULL ? 0 : ZSTD_compress(at, bound, plain.data, plain.len, ZSTD_LEVEL);
  if (at == NULL || ZSTD_isError(length)) { return false; }
  out->len += length;
  return true;
}

bool coding_encode(coding c, span plain, buffer *out) {
  buffer_clear(out);
  switch (c) {
    case CODING_BR: return encode_brotli(plain, out);
    case CODING_ZSTD: return encode_zstd(plain, out);
    case CODING_GZIP: return encode_gzip(plain, out);
    default: return false;
  }
}
