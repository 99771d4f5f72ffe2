#include "search/vocabulary.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/fault.h"
#include "base/span.h"
#include "publication/file.h"
#include "store/build.h"
#include "text/fold.h"

/* An address counts in VOCABULARY_GRAIN bytes. Of keys and occurrences a vocabulary holds
 * VOCABULARY_PAGES pages of 1 MiB: 16 GiB. */
enum { VOCABULARY_GRAIN = 4 };

enum { RECENT = 1 << 18 /* bytes kept in memory: small indexes need no file */ };

spool spool_new(const char *beside) { return (spool){.beside = beside, .fd = -1}; }

static bool fail(spool *s, const char *what) {
  s->failed = true;
  return fault_set(&s->why, "search: the index cannot be %s: %s", what, strerror(errno));
}

/* Moves what is in memory to the end of the file. */
static bool flush(spool *s) {
  if (s->fd < 0) { s->fd = file_unnamed(s->beside, &s->why); }
  if (s->fd < 0) { return !(s->failed = true); }
  for (span left = buffer_span(&s->recent); left.len > 0;) {
    ssize_t count = write(s->fd, left.data, left.len);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { return fail(s, "written to a temporary file"); }
    left = span_skip(left, (size_t)count);
    s->written += (uint64_t)count;
  }
  buffer_clear(&s->recent);
  return true;
}

bool spool_put(void *to, span bytes) {
  spool *s = to;
  while (bytes.len > 0 && !s->failed) {
    span part = span_take(bytes, RECENT - s->recent.len);
    buffer_append(&s->recent, part);
    if (s->recent.failed) {
      s->failed = true;
      fault_set(&s->why, "search: memory is out");
    } else if (s->recent.len == RECENT) {
      flush(s);
    }
    bytes = span_skip(bytes, part.len);
  }
  return !s->failed;
}

bool spool_drain(spool *s, store_sink sink, void *to) {
  char piece[1 << 14];
  for (uint64_t at = 0; at < s->written && !s->failed;) {
    ssize_t count = pread(s->fd, piece, sizeof piece, (off_t)at);
    if (count < 0 && errno == EINTR) { continue; }
    if (count == 0) { errno = EIO; /* somebody cut it off */ }
    if (count <= 0) { return fail(s, "read back"); }
    if (!sink(to, (span){piece, (size_t)count})) { return true; }
    at += (uint64_t)count;
  }
  if (!s->failed) { sink(to, buffer_span(&s->recent)); }
  return !s->failed;
}

void spool_free(spool *s) {
  if (s->fd >= 0) { close(s->fd); }
  buffer_free(&s->recent);
  *s = spool_new(s->beside);
}

/* Occurrences are bytes in chains of slices, each twice as long as the last and ending in the
 * address of the next, as Lucene keeps them: no term reserves what it does not need.
 * Of a term: for each unit a varint of the difference to the last unit (unit + 1 at first), then
 * varints ((position difference << 3 | field) + 1), then a zero. */
enum {
  PAGE_BITS = 20,
  PAGE = 1 << PAGE_BITS,
  SLICE_FIRST = 16,
  SLICE_LAST = 1024,
  LINK = 4,
  VARINT_MOST = 5,
  PAGE_GRAINS = PAGE / VOCABULARY_GRAIN,
  FIRST_SLOTS = 1 << 12
};

_Static_assert(VOCABULARY_PAGES <= ((uint64_t)1 << 32) / PAGE_GRAINS, "addresses have 32 bits");

static char *bytes_at(const vocabulary *v, uint32_t address) {
  return v->pages[address / PAGE_GRAINS] + (size_t)(address % PAGE_GRAINS) * VOCABULARY_GRAIN;
}

static bool add_page(vocabulary *v) {
  if (v->page_count == v->page_size) {
    uint32_t size = v->page_size == 0 ? 16 : v->page_size * 2;
    char **pages = realloc(v->pages, size * sizeof(*pages));
    if (pages == NULL) { return false; }
    v->pages = pages;
    v->page_size = size;
  }
  v->full = v->page_count == VOCABULARY_PAGES;
  char *page = v->full ? NULL : malloc(PAGE);
  if (page == NULL) { return false; }
  v->free = 0;
  v->pages[v->page_count++] = page;
  return true;
}

/* A slice never crosses pages. @return its address, or UINT32_MAX */
static uint32_t new_slice(vocabulary *v, uint32_t size) {
  uint32_t grains = (size + VOCABULARY_GRAIN - 1) / VOCABULARY_GRAIN;
  bool fits = v->page_count > 0 && v->free + grains <= PAGE_GRAINS;
  if (!fits && !add_page(v)) {
    v->failed = true;
    return UINT32_MAX;
  }
  uint32_t address = (v->page_count - 1) * PAGE_GRAINS + v->free;
  v->free += grains;
  return address;
}

static bool extend(vocabulary *v, vocabulary_term *t) {
  uint32_t size = t->df <= 1 && t->head == UINT32_MAX ? SLICE_FIRST : 2 * SLICE_FIRST;
  if (t->df > 8) { size = 64; }
  if (t->df > 32) { size = 128; }
  if (t->df > 128) { size = 256; }
  if (t->df > 1024) { size = SLICE_LAST; }
  uint32_t next = new_slice(v, size);
  if (next == UINT32_MAX) { return false; }
  bool first = t->head == UINT32_MAX;
  if (first) {
    t->head = next;
  } else {
    store_u32le(bytes_at(v, t->slice) + t->end, next);
    store_u32le(bytes_at(v, next), size);
  }
  t->slice = next;
  t->at = first ? 0 : LINK;
  t->end = (uint16_t)(size - LINK);
  return true;
}

static void put_byte(vocabulary *v, vocabulary_term *t, unsigned char byte) {
  if (t->at == t->end && !extend(v, t)) { return; }
  bytes_at(v, t->slice)[t->at++] = (char)byte;
}

static void put_varint(vocabulary *v, vocabulary_term *t, uint32_t value) {
  if (t->end - t->at >= VARINT_MOST) { /* nearly always */
    char *from = bytes_at(v, t->slice) + t->at, *to = from;
    for (; value >= 128; value >>= 7) { *to++ = (char)(value | 128); }
    *to++ = (char)value;
    t->at = (uint16_t)(t->at + (to - from));
    return;
  }
  for (; value >= 128; value >>= 7) { put_byte(v, t, (unsigned char)(value | 128)); }
  put_byte(v, t, (unsigned char)value);
}

static uint32_t hash(span key) {
  uint64_t h = 0x9E3779B97F4A7C15u ^ key.len, part;
  size_t i = 0;
  for (; i + 8 <= key.len; i += 8) {
    memcpy(&part, key.data + i, 8);
    h = (h ^ part) * 0xD6E8FEB86659FD93u;
    h ^= h >> 32;
  }
  part = 0;
  if (i < key.len) { memcpy(&part, key.data + i, key.len - i); }
  h = (h ^ part) * 0xD6E8FEB86659FD93u;
  return (uint32_t)(h ^ h >> 32);
}

/* The slot that holds `key`, or the free one where it belongs. */
static vocabulary_slot *slot_of(const vocabulary *v, span key, uint32_t code) {
  uint32_t at = code & v->slot_mask;
  for (; v->slots[at].term != 0; at = (at + 1) & v->slot_mask) {
    if (v->slots[at].hash != code) { continue; }
    span other = vocabulary_key(v, v->slots[at].term - 1);
    if (span_equal(other, key)) { break; }
  }
  return &v->slots[at];
}

static bool rehash(vocabulary *v) {
  uint32_t old = v->slots == NULL ? 0 : v->slot_mask + 1;
  uint32_t size = old == 0 ? FIRST_SLOTS : old * 2;
  vocabulary_slot *slots = size == 0 ? NULL : calloc(size, sizeof(*slots));
  if (slots == NULL) { return false; }
  for (uint32_t i = 0; i < old; i++) {
    if (v->slots[i].term == 0) { continue; }
    uint32_t at = v->slots[i].hash & (size - 1);
    while (slots[at].term != 0) { at = (at + 1) & (size - 1); }
    slots[at] = v->slots[i];
  }
  free(v->slots);
  v->slots = slots;
  v->slot_mask = size - 1;
  return true;
}

static bool make_room(vocabulary *v) {
  if (v->count < v->size) { return true; }
  uint32_t size = v->size == 0 ? 1024 : v->size * 2;
  vocabulary_term *terms = realloc(v->terms, size * sizeof(*terms));
  if (terms == NULL) { return false; }
  v->terms = terms;
  v->size = size;
  return true;
}

/* As vocabulary_term_of; `code` is the hash of the key. */
static uint32_t intern(vocabulary *v, span key, uint32_t code, unsigned traits, bool exact) {
  bool crowded = v->slots == NULL || v->count >= v->slot_mask / 4 * 3;
  if (crowded && !rehash(v)) { goto failed; }
  vocabulary_slot *slot = slot_of(v, key, code);
  if (slot->term != 0) { return slot->term - 1; }
  uint32_t copy = new_slice(v, (uint32_t)key.len);
  if (copy == UINT32_MAX || !make_room(v)) { goto failed; }
  memcpy(bytes_at(v, copy), key.data, key.len);
  v->terms[v->count] = (vocabulary_term){.key = copy,
                                         .len = (uint8_t)key.len,
                                         .traits = (uint8_t)traits,
                                         .exact = exact,
                                         .unit = UINT32_MAX,
                                         .position = UINT32_MAX,
                                         .head = UINT32_MAX};
  *slot = (vocabulary_slot){++v->count, code};
  return v->count - 1;
failed:
  v->failed = true;
  return 0;
}

uint32_t vocabulary_term_of(vocabulary *v, span key, unsigned traits, bool exact) {
  return intern(v, key, hash(key), traits, exact);
}

uint32_t vocabulary_find(const vocabulary *v, span key) {
  return v->slots == NULL ? UINT32_MAX : slot_of(v, key, hash(key))->term - 1;
}

span vocabulary_key(const vocabulary *v, uint32_t term) {
  return (span){bytes_at(v, v->terms[term].key), v->terms[term].len};
}

/* A term on its way to its place; the beginnings of keys tell nearly all apart without a look at
 * them. */
typedef struct sorted_term {
  uint64_t begins; /* the first bytes of the key, the first one weightiest */
  uint32_t number;
} sorted_term;

static uint64_t beginning(span key) {
  unsigned char bytes[8] = {0};
  memcpy(bytes, key.data, key.len < sizeof(bytes) ? key.len : sizeof(bytes));
  return __builtin_bswap64(load_u64le(bytes));
}

static int by_key(const void *a, const void *b, void *of) {
  const sorted_term *x = a, *y = b;
  if (x->begins != y->begins) { return x->begins < y->begins ? -1 : 1; }
  return span_compare(vocabulary_key(of, x->number), vocabulary_key(of, y->number));
}

uint32_t *vocabulary_order(const vocabulary *v) {
  sorted_term *terms = malloc(((size_t)v->count + 1) * sizeof(*terms));
  uint32_t *order = malloc(((size_t)v->count + 1) * sizeof(*order));
  if (terms != NULL && order != NULL) {
    for (uint32_t i = 0; i < v->count; i++) {
      terms[i] = (sorted_term){beginning(vocabulary_key(v, i)), i};
    }
    qsort_r(terms, v->count, sizeof(*terms), by_key, (void *)v);
    for (uint32_t i = 0; i < v->count; i++) { order[i] = terms[i].number; }
  } else {
    free(order);
    order = NULL;
  }
  free(terms);
  return order;
}

void vocabulary_seal(vocabulary *v) {
  free(v->slots);
  v->slots = NULL;
}

static void occurs(vocabulary *v, uint32_t term, uint32_t unit, uint32_t position, unsigned field) {
  if (v->failed) { return; }
  vocabulary_term *t = &v->terms[term];
  bool known = t->unit == unit;
  if (known && t->position != UINT32_MAX && position <= t->position) { return; }
  if (!known) {
    if (t->df++ > 0) { put_byte(v, t, 0); }
    put_varint(v, t, unit - t->unit);
    t->unit = unit;
    t->position = UINT32_MAX;
  }
  put_varint(v, t, ((position - t->position) << 3 | field) + 1);
  t->position = position;
}

/* The slot that almost certainly holds the key of this hash, or a free one. No key is looked at. */
static const vocabulary_slot *likely_slot(const vocabulary *v, uint32_t code) {
  uint32_t at = code & v->slot_mask;
  while (v->slots[at].term != 0 && v->slots[at].hash != code) { at = (at + 1) & v->slot_mask; }
  return &v->slots[at];
}

static void fetch_term(const vocabulary *v, uint32_t code) {
  const vocabulary_slot *slot = likely_slot(v, code);
  if (slot->term != 0) { __builtin_prefetch(&v->terms[slot->term - 1]); }
}

/* Fetches the key and the end of the slices of the term. */
static void fetch_pages(const vocabulary *v, uint32_t code) {
  const vocabulary_slot *slot = likely_slot(v, code);
  if (slot->term == 0) { return; }
  const vocabulary_term *t = &v->terms[slot->term - 1];
  __builtin_prefetch(bytes_at(v, t->key));
  if (t->head != UINT32_MAX) { __builtin_prefetch(bytes_at(v, t->slice) + t->at, 1); }
}

void vocabulary_occur(vocabulary *v, uint32_t unit, const vocabulary_note *notes, size_t count) {
  uint32_t codes[VOCABULARY_NOTES];
  for (size_t i = 0; i < count; i++) {
    codes[i] = hash((span){notes[i].key, notes[i].len});
    if (v->slots != NULL) { __builtin_prefetch(&v->slots[codes[i] & v->slot_mask]); }
  }
  for (size_t i = 0; i < count && v->slots != NULL; i++) { fetch_term(v, codes[i]); }
  for (size_t i = 0; i < count && v->slots != NULL; i++) { fetch_pages(v, codes[i]); }
  for (size_t i = 0; i < count; i++) {
    const vocabulary_note *n = &notes[i];
    uint32_t term = intern(v, (span){n->key, n->len}, codes[i], n->traits, n->exact);
    occurs(v, term, unit, n->position, n->field);
  }
}

void vocabulary_fetch(const vocabulary *v, uint32_t term) {
  const vocabulary_term *t = &v->terms[term];
  __builtin_prefetch(bytes_at(v, t->key));
  if (t->head != UINT32_MAX) { __builtin_prefetch(bytes_at(v, t->head)); }
}

void vocabulary_read(const vocabulary *v, uint32_t term, occurrence_reader *r) {
  const vocabulary_term *t = &v->terms[term];
  *r = (occurrence_reader){.v = v,
                           .term = t,
                           .slice = t->head,
                           .end = SLICE_FIRST - LINK,
                           .unit = UINT32_MAX,
                           .position = UINT32_MAX};
}

static bool is_read(const occurrence_reader *r) {
  bool none = r->term->head == UINT32_MAX;
  return none || (r->slice == r->term->slice && r->at == r->term->at);
}

static unsigned char get_byte(occurrence_reader *r) {
  if (is_read(r)) { return 0; }
  if (r->at == r->end) {
    r->slice = load_u32le(bytes_at(r->v, r->slice) + r->end);
    r->end = (uint16_t)(load_u32le(bytes_at(r->v, r->slice)) - LINK);
    r->at = LINK;
  }
  return (unsigned char)bytes_at(r->v, r->slice)[r->at++];
}

static uint32_t get_varint(occurrence_reader *r) {
  uint32_t value = 0;
  uint16_t last = r->slice == r->term->slice ? r->term->at : r->end;
  if (last > r->at && last - r->at >= VARINT_MOST) { /* nearly always */
    const unsigned char *from = (const unsigned char *)bytes_at(r->v, r->slice) + r->at, *at = from;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      value |= (uint32_t)(*at & 127) << shift;
      if (*at++ < 128) { break; }
    }
    r->at = (uint16_t)(r->at + (at - from));
    return value;
  }
  for (unsigned shift = 0; shift < 35; shift += 7) {
    unsigned char byte = get_byte(r);
    value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) { break; }
  }
  return value;
}

bool vocabulary_next(occurrence_reader *r, occurrence *out) {
  uint32_t code = r->inside ? get_varint(r) : 0;
  if (code == 0) {
    if (is_read(r)) { return false; }
    r->unit += get_varint(r);
    r->position = UINT32_MAX;
    r->inside = true;
    code = get_varint(r);
  }
  r->position += (code - 1) >> 3;
  *out = (occurrence){r->unit, r->position, (uint8_t)((code - 1) & 7), 0};
  return true;
}

void vocabulary_free(vocabulary *v) {
  for (uint32_t i = 0; i < v->page_count; i++) { free(v->pages[i]); }
  free(v->pages);
  free(v->terms);
  free(v->slots);
  *v = (vocabulary){0};
}
