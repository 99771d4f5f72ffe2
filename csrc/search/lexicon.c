#include "search/lexicon.h"

#include "base/bytes.h"
#include "search/postings.h"

enum { INDEX_ENTRY = 12 };

static void put_lengths(buffer *out, size_t shared, size_t rest) {
  size_t high = shared < 15 ? shared : 15, low = rest < 15 ? rest : 15;
  buffer_u8(out, (uint8_t)(high << 4 | low));
  if (high == 15) { buffer_varint(out, shared - 15); }
  if (low == 15) { buffer_varint(out, rest - 15); }
}

static size_t common(const char *a, size_t a_len, span b) {
  size_t n = 0;
  while (n < a_len && n < b.len && a[n] == b.data[n]) { n++; }
  return n;
}

bool lexicon_add(lexicon_writer *w, span key, uint64_t lists) {
  bool first = w->count++ % LEXICON_BLOCK == 0;
  if (first) {
    buffer_u32(&w->index, (uint32_t)w->data.len);
    buffer_u64(&w->index, lists);
  }
  size_t shared = first ? 0 : common(w->last, w->last_len, key);
  put_lengths(&w->data, shared, key.len - shared);
  buffer_append(&w->data, span_skip(key, shared));
  memcpy(w->last, key.data, key.len);
  w->last_len = key.len;
  return first;
}

void lexicon_free(lexicon_writer *w) {
  buffer_free(&w->index);
  buffer_free(&w->data);
}

/* Reads lengths and key bytes at `at`. */
static bool read_key(lexicon_cursor *c, const unsigned char *at) {
  if (at >= c->end) { return false; }
  uint32_t lengths = *at++;
  size_t shared = lengths >> 4, rest = lengths & 15;
  if (shared == 15) { shared += postings_varint(&at, c->end); }
  if (rest == 15) { rest += postings_varint(&at, c->end); }
  if (shared > c->key_len || rest > sizeof(c->key) - shared) { return false; }
  if (rest > (size_t)(c->end - at)) { return false; }
  memcpy(c->key + shared, at, rest);
  c->shared = shared;
  c->key_len = shared + rest;
  c->payload = at + rest;
  return true;
}

bool lexicon_block(const lexicon *of, uint32_t block, lexicon_cursor *c) {
  c->of = of;
  c->key_len = 0;
  c->number = block * LEXICON_BLOCK;
  if (c->number >= of->count || (size_t)block * INDEX_ENTRY + INDEX_ENTRY > of->index.len) {
    c->number = of->count;
    return false;
  }
  const char *entry = of->index.data + (size_t)block * INDEX_ENTRY;
  uint32_t offset = load_u32le(entry);
  c->lists = load_u64le(entry + 4);
  c->end = (const unsigned char *)of->data.data + of->data.len;
  if (offset <= of->data.len && read_key(c, c->end - (of->data.len - offset))) { return true; }
  c->number = of->count;
  return false;
}

/* The first key of a block, which stands there whole; the absent span where bytes are malformed. */
static span first_key(const lexicon *of, uint32_t block) {
  if ((size_t)block * INDEX_ENTRY + INDEX_ENTRY > of->index.len) { return (span){NULL, 0}; }
  const unsigned char *base = (const unsigned char *)of->data.data, *end = base + of->data.len;
  uint32_t offset = load_u32le(of->index.data + (size_t)block * INDEX_ENTRY);
  if (offset >= of->data.len) { return (span){NULL, 0}; }
  const unsigned char *at = base + offset;
  size_t len = *at++ & 15;
  if (len == 15) { len += postings_varint(&at, end); }
  if (len > FOLD_MAX + 1 || len > (size_t)(end - at)) { return (span){NULL, 0}; }
  return (span){(const char *)at, len};
}

void lexicon_seek_block(const lexicon *of, span key, lexicon_cursor *c) {
  uint32_t low = 0, high = (of->count + LEXICON_BLOCK - 1) / LEXICON_BLOCK;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    span first = first_key(of, middle);
    if (first.data != NULL && span_compare(first, key) <= 0) {
      low = middle;
    } else {
      high = middle;
    }
  }
  lexicon_block(of, low, c);
}

bool lexicon_next(lexicon_cursor *c, const unsigned char *payload_end) {
  if (c->number >= c->of->count) { return false; }
  uint32_t next = c->number + 1;
  if (next % LEXICON_BLOCK == 0) { return lexicon_block(c->of, next / LEXICON_BLOCK, c); }
  c->number = next;
  if (next < c->of->count && payload_end <= c->end && read_key(c, payload_end)) { return true; }
  c->number = c->of->count;
  return false;
}
