#include "search/lists.h"

#include <string.h>

#include "base/bytes.h"

/* Writing */

static void add_occurrence(list_posting *p, const occurrence *o) {
  p->unit = o->unit;
  p->weight += format_field_weight[o->field];
  bool again = p->kept > 0 && p->positions[p->kept - 1] == o->position;
  if (again || p->kept == POSITIONS_MAX) return;
  p->positions[p->kept] = o->position;
  p->forms[p->kept++] = o->form;
}

static void write_positions(buffer *out, const list_posting *p, unsigned bits) {
  uint64_t first = (uint64_t)p->positions[0] << bits | p->forms[0];
  buffer_varint(out, first << 1 | (p->kept > 1 ? 1u : 0u));
  if (p->kept > 1) buffer_varint(out, p->kept - 1);
  for (unsigned i = 1; i < p->kept; i++) {
    buffer_varint(out, (uint64_t)(p->positions[i] - p->positions[i - 1]) << bits | p->forms[i]);
  }
}

static unsigned greatest_impact(const list_writer *w, const list_block *b) {
  unsigned most = 0;
  for (unsigned i = 0; i < b->count; i++) {
    unsigned norm = w->level ? FORMAT_LEVEL : w->norms[b->units[i]];
    unsigned impact = w->impacts[norm << 4 | b->codes[i]];
    if (impact > most) most = impact;
  }
  return (most + IMPACT_STEP - 1) / IMPACT_STEP;
}

static void write_varints(buffer *out, const list_block *b, uint32_t last) {
  for (unsigned i = 0; i < b->count; i++) {
    buffer_varint(out, (uint64_t)(b->units[i] - last - 1) << 4 | b->codes[i]);
    last = b->units[i];
  }
}

static void write_packed(list_writer *w, const list_block *b, uint32_t last, unsigned *unit_bits,
                         unsigned *code_bits) {
  uint32_t gaps[POSTINGS_BLOCK];
  for (unsigned i = 0; i < POSTINGS_BLOCK; i++) {
    gaps[i] = b->units[i] - last - 1;
    last = b->units[i];
  }
  *unit_bits = postings_bits(gaps, POSTINGS_BLOCK);
  *code_bits = postings_bits(b->codes, POSTINGS_BLOCK);
  postings_pack(&w->blocks, gaps, *unit_bits);
  postings_pack(&w->blocks, b->codes, *code_bits);
}

/* Puts the offsets before a full block's positions. */
static void write_strides(list_writer *w, const list_block *b) {
  enum { STRIDES = POSTINGS_BLOCK / POSTINGS_STRIDE - 1, STRIDE_BYTES = 2 };
  char strides[STRIDES * STRIDE_BYTES];
  for (unsigned i = 0; i < STRIDES; i++) {
    uint32_t offset = b->offsets[(i + 1) * POSTINGS_STRIDE] + (uint32_t)sizeof strides;
    store_u16le(strides + (size_t)STRIDE_BYTES * i, (uint16_t)offset);
  }
  buffer_insert(&w->positions, b->positions, (span){strides, sizeof strides});
}

static void write_block(list_writer *w) {
  const list_block *b = &w->block;
  unsigned unit_bits = 0, code_bits = 0;
  buffer_u32(&w->headers, b->units[b->count - 1]);
  buffer_u32(&w->headers, (uint32_t)w->blocks.len);
  buffer_u32(&w->headers, b->positions);
  buffer_u8(&w->headers, (uint8_t)greatest_impact(w, b));
  if (b->count == POSTINGS_BLOCK) {
    write_strides(w, b);
    write_packed(w, b, w->last, &unit_bits, &code_bits);
  } else {
    write_varints(&w->blocks, b, w->last);
  }
  buffer_u8(&w->headers, (uint8_t)unit_bits);
  buffer_u8(&w->headers, (uint8_t)code_bits);
  buffer_u8(&w->headers, 0);
}

static void end_posting(list_writer *w) {
  list_block *b = &w->block;
  if (b->count == 0) b->positions = (uint32_t)w->positions.len;
  b->offsets[b->count] = (uint32_t)w->positions.len - b->positions;
  b->units[b->count] = w->next.unit;
  b->codes[b->count++] = format_code(w->next.weight);
  write_positions(&w->positions, &w->next, w->form_bits);
  w->next.weight = w->next.kept = 0;
  w->df++;
  if (b->count < POSTINGS_BLOCK) return;
  write_block(w);
  w->last = w->next.unit;
  b->count = 0;
}

void list_begin(list_writer *w, unsigned form_bits, bool level) {
  buffer_clear(&w->headers);
  buffer_clear(&w->blocks);
  buffer_clear(&w->positions);
  w->next.weight = w->next.kept = w->block.count = 0;
  w->last = UINT32_MAX;
  w->df = 0;
  w->form_bits = form_bits;
  w->level = level;
}

void list_add(list_writer *w, const occurrence *o) {
  if (w->next.kept > 0 && o->unit != w->next.unit) end_posting(w);
  add_occurrence(&w->next, o);
}

uint32_t list_finish(list_writer *w) {
  if (w->next.kept > 0) end_posting(w);
  if (w->df < POSTINGS_BLOCK) {
    buffer_u8(&w->blocks, (uint8_t)greatest_impact(w, &w->block));
    write_varints(&w->blocks, &w->block, UINT32_MAX);
  } else if (w->block.count > 0) {
    write_block(w);
  }
  return w->df;
}

void list_free(list_writer *w) {
  buffer_free(&w->headers);
  buffer_free(&w->blocks);
  buffer_free(&w->positions);
}

/* Reading */

static const char *header_of(const posting_cursor *c, uint32_t block) {
  return c->list.postings.data + (size_t)block * POSTINGS_HEADER;
}

static uint32_t last_unit(const posting_cursor *c, uint32_t block) {
  return load_u32le(header_of(c, block));
}

static bool read_varints(posting_cursor *c, const char *from, uint32_t before, uint32_t count) {
  const unsigned char *at = (const unsigned char *)from;
  const unsigned char *end = (const unsigned char *)c->list.postings.data + c->list.postings.len;
  c->count = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t value = postings_varint(&at, end);
    uint32_t gap = value >> 4;
    if (gap >= c->end - (before + 1)) break;
    before += gap + 1;
    c->units[i] = before;
    c->codes[i] = value & 15;
    c->count = i + 1;
    if (before + 1 == c->end) break;
  }
  return c->count > 0;
}

typedef uint32_t four __attribute__((vector_size(16)));

/* Makes 128 differences - 1 into units behind `before`. No sum may pass 2^32. */
static void add_up(uint32_t *gaps, uint32_t before) {
  const four zero = {0}, one = {1, 1, 1, 1};
  four sum = zero + before;
  for (unsigned i = 0; i < POSTINGS_BLOCK; i += 4) {
    four v;
    memcpy(&v, gaps + i, sizeof(v));
    v += one;
    v += __builtin_shufflevector(v, zero, 4, 0, 1, 2);
    v += __builtin_shufflevector(v, zero, 4, 4, 0, 1);
    v += sum;
    memcpy(gaps + i, &v, sizeof(v));
    sum = __builtin_shufflevector(v, v, 3, 3, 3, 3);
  }
}

/* True when units behind `before` cannot pass 2^32: each of 128 differences is small enough, or
 * their sum is. */
static bool sums_fit(const uint32_t *gaps, unsigned unit_bits, uint32_t before) {
  uint64_t sum = before == UINT32_MAX ? 0 : before;
  if (unit_bits < 24 && sum < 1u << 31) return true;
  for (unsigned i = 0; i < POSTINGS_BLOCK; i++) sum += (uint64_t)gaps[i] + 1;
  return sum < UINT32_MAX;
}

static bool read_packed(posting_cursor *c, span data, uint32_t before, unsigned unit_bits,
                        unsigned code_bits) {
  if (unit_bits > 32 || code_bits > 4 || data.len / 16 < unit_bits + code_bits) return false;
  postings_unpack(data.data, unit_bits, c->units);
  c->packed = data.data + 16 * (size_t)unit_bits;
  c->code_bits = code_bits;
  if (!sums_fit(c->units, unit_bits, before)) return false;
  add_up(c->units, before);
  c->count = POSTINGS_BLOCK;
  return c->units[POSTINGS_BLOCK - 1] < c->end;
}

/* Decodes block `c->block`; at its end or damage the cursor is at its end. */
static bool decode(posting_cursor *c) {
  c->at = 0;
  c->packed = NULL;
  bool ok = false;
  if (c->block < c->blocks && c->list.df < POSTINGS_BLOCK) {
    ok = c->list.postings.len > 1 &&
         read_varints(c, c->list.postings.data + 1, UINT32_MAX, c->list.df);
  } else if (c->block < c->blocks) {
    const char *header = header_of(c, c->block);
    span data = span_skip(c->list.postings, (size_t)c->blocks * POSTINGS_HEADER);
    uint32_t before = c->block == 0 ? UINT32_MAX : last_unit(c, c->block - 1);
    data = span_skip(data, load_u32le(header + 4));
    uint32_t left = c->list.df - c->block * POSTINGS_BLOCK;
    if (before != UINT32_MAX && before >= c->end - 1) {
      ok = false;
    } else if (left < POSTINGS_BLOCK) {
      ok = read_varints(c, data.data, before, left);
    } else {
      ok = read_packed(c, data, before, (unsigned char)header[13], (unsigned char)header[14]);
    }
  }
  c->unit = ok ? c->units[0] : UINT32_MAX;
  if (!ok) {
    c->block = c->blocks;
    c->count = 0;
  }
  return ok;
}

void list_open(word_group list, uint32_t units, posting_cursor *c) {
  c->end = units;
  c->list = list;
  c->block = c->bound = 0;
  c->blocks = (list.df + POSTINGS_BLOCK - 1) / POSTINGS_BLOCK;
  bool whole = list.df < POSTINGS_BLOCK || list.postings.len / POSTINGS_HEADER >= c->blocks;
  if (!whole) c->blocks = 0;
  decode(c);
}

bool list_next_block(posting_cursor *c) {
  if (c->block >= c->blocks) return false;
  c->block++;
  return decode(c);
}

/* The first block from `from` on that ends at or behind `unit`. */
static uint32_t find_block(const posting_cursor *c, uint32_t from, uint32_t unit) {
  uint32_t step = 1, low = from, high = from;
  while (high < c->blocks && last_unit(c, high) < unit) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > c->blocks) high = c->blocks;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (last_unit(c, middle) < unit)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The first of units[at..count) at or behind `unit`, `count` when there is none. It is seldom far,
 * so steps double before they halve. */
static uint32_t first_from(const uint32_t *units, uint32_t at, uint32_t count, uint32_t unit) {
  uint32_t step = 1;
  while (at + step < count && units[at + step - 1] < unit) {
    at += step;
    step *= 2;
  }
  uint32_t end = at + step < count ? at + step : count;
  while (at < end) {
    uint32_t middle = (at + end) / 2;
    if (units[middle] < unit)
      at = middle + 1;
    else
      end = middle;
  }
  return at;
}

uint32_t list_seek(posting_cursor *c, uint32_t unit) {
  if (c->unit >= unit) return c->unit;
  if (c->units[c->count - 1] < unit) {
    if (c->list.df < POSTINGS_BLOCK) {
      c->block = c->blocks;
    } else {
      c->block = find_block(c, c->block + 1, unit);
    }
    if (!decode(c)) return UINT32_MAX;
  }
  c->at = first_from(c->units, c->at, c->count, unit);
  if (c->at == c->count) { /* only where the header lies */
    c->block = c->blocks;
    decode(c);
    return UINT32_MAX;
  }
  return c->unit = c->units[c->at];
}

unsigned list_greatest(posting_cursor *c, uint32_t first, uint32_t end) {
  if (c->blocks == 0) return 0;
  if (c->list.df < POSTINGS_BLOCK) {
    bool here = c->unit < end;
    return here ? (unsigned char)c->list.postings.data[0] * (unsigned)IMPACT_STEP : 0;
  }
  unsigned most = 0;
  c->bound = find_block(c, c->bound, first);
  for (uint32_t block = c->bound; block < c->blocks; block++) {
    unsigned impact = (unsigned char)header_of(c, block)[12];
    if (impact > most) most = impact;
    if (last_unit(c, block) >= end - 1) break;
  }
  return most * IMPACT_STEP;
}

/* Moves behind `count` varints. */
static const unsigned char *skip_varints(const unsigned char *at, const unsigned char *end,
                                         uint32_t count) {
  for (; count >= 8 && end - at >= 8; at += 8) {
    uint64_t last = ~load_u64le(at) & 0x8080808080808080u; /* a varint's last byte is below 128 */
    count -= (uint32_t)((last >> 7) * 0x0101010101010101u >> 56);
  }
  for (; count > 0 && at < end; at++) count -= *at < 128;
  return at;
}

/* Where the positions of posting `*index` of a block, or one before it that is then named, may be
 * looked for. */
static const unsigned char *positions_near(const word_group *list, uint32_t posting,
                                           unsigned *index) {
  const unsigned char *base = (const unsigned char *)list->positions.data;
  uint32_t block = posting / POSTINGS_BLOCK, at = posting % POSTINGS_BLOCK;
  size_t len = list->positions.len, from = 0, table = 0;
  *index = 0;
  if (list->df >= POSTINGS_BLOCK) {
    from = load_u32le(list->postings.data + (size_t)block * POSTINGS_HEADER + 8);
  }
  bool full = list->df - block * POSTINGS_BLOCK >= POSTINGS_BLOCK;
  if (full) table = 2 * (POSTINGS_BLOCK / POSTINGS_STRIDE - 1);
  if (!range_inside(from, table, len)) return base + len;
  unsigned stride = at / POSTINGS_STRIDE;
  if (stride == 0 || !full) return base + from + table;
  *index = stride * POSTINGS_STRIDE;
  uint32_t offset = load_u16le(base + from + 2 * (size_t)(stride - 1));
  return offset > len - from ? base + len : base + from + offset;
}

size_t list_positions(const word_group *list, uint32_t posting, uint32_t positions[POSITIONS_MAX],
                      uint8_t forms[POSITIONS_MAX]) {
  const unsigned char *end = (const unsigned char *)list->positions.data + list->positions.len;
  unsigned index, bits = list->form_bits, mask = (1u << bits) - 1;
  bool sound =
      posting < list->df && (list->df < POSTINGS_BLOCK ||
                             list->postings.len / POSTINGS_HEADER > posting / POSTINGS_BLOCK);
  if (!sound) return 0;
  const unsigned char *at = positions_near(list, posting, &index);
  for (; index < posting % POSTINGS_BLOCK; index++) {
    bool several = postings_varint(&at, end) & 1;
    uint32_t more = several ? postings_varint(&at, end) : 0;
    at = skip_varints(at, end, more);
  }
  if (at >= end) return 0;
  uint32_t value = postings_varint(&at, end);
  uint32_t more = value & 1 ? postings_varint(&at, end) : 0;
  value >>= 1;
  positions[0] = value >> bits;
  forms[0] = (uint8_t)(value & mask);
  if (more > POSITIONS_MAX - 1) more = POSITIONS_MAX - 1;
  for (uint32_t i = 1; i <= more; i++) {
    value = postings_varint(&at, end);
    positions[i] = positions[i - 1] + (value >> bits);
    forms[i] = (uint8_t)(value & mask);
  }
  return more + 1;
}
