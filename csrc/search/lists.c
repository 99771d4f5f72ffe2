#include "search/lists.h"

#include <string.h>

#include "base/bytes.h"

/* Appends the `count` (0..32) low bits of `value`, which has no others. */
static void bits_put(bit_writer *w, buffer *out, uint32_t value, unsigned count) {
  w->bits |= (uint64_t)value << w->count;
  w->count += count;
  if (w->count < 32) { return; }
  buffer_u32(out, (uint32_t)w->bits);
  w->bits >>= 32;
  w->count -= 32;
}

/* Appends a code. @param k 0..31 */
static void bits_put_golomb(bit_writer *w, buffer *out, uint32_t value, unsigned k) {
  uint64_t steps = ((uint64_t)value >> k) + 1;
  unsigned zeros = 63 - (unsigned)__builtin_clzll(steps);
  uint64_t rest = value - (((UINT64_C(1) << zeros) - 1) << k);
  bool brief = 2 * zeros + 1 + k <= 32; /* nearly always */
  if (brief) { rest = rest << (zeros + 1) | UINT64_C(1) << zeros; }
  if (!brief) { bits_put(w, out, 0, zeros); }
  if (!brief) { bits_put(w, out, 1, 1); }
  bits_put(w, out, (uint32_t)rest, brief ? 2 * zeros + 1 + k : zeros + k);
}

/* Appends zeros up to the end of a byte. */
static void bits_flush(bit_writer *w, buffer *out) {
  for (unsigned left = (w->count + 7) / 8; left > 0; left--, w->bits >>= 8) {
    buffer_u8(out, (uint8_t)w->bits);
  }
  w->count = 0;
}

/* Writing */

static void add_occurrence(list_posting *p, const occurrence *o) {
  p->unit = o->unit;
  p->weight += format_field_weight[o->field];
  bool again = p->kept > 0 && p->positions[p->kept - 1] == o->position;
  if (again || p->kept == POSITIONS_MAX) { return; }
  p->positions[p->kept] = o->position;
  p->forms[p->kept++] = o->form;
}

static void write_form(list_writer *w, unsigned form) {
  bool rare = form > 0 && w->form_bits > 1;
  if (w->form_bits > 0) { bits_put(&w->bits, &w->positions, form > 0, 1); }
  if (rare && w->form_bits == 3) {
    bits_put_golomb(&w->bits, &w->positions, form - 1, FORM_NEXT);
  } else if (rare) {
    bits_put(&w->bits, &w->positions, form, w->form_bits);
  }
}

static void write_positions(list_writer *w) {
  const list_posting *p = &w->next;
  bits_put_golomb(&w->bits, &w->positions, p->kept - 1, 0);
  bits_put_golomb(&w->bits, &w->positions, p->positions[0], POSITION_FIRST);
  write_form(w, p->forms[0]);
  for (unsigned i = 1; i < p->kept; i++) {
    uint32_t between = p->positions[i] - p->positions[i - 1] - 1;
    bits_put_golomb(&w->bits, &w->positions, between, POSITION_NEXT);
    write_form(w, p->forms[i]);
  }
}

static unsigned greatest_impact(const list_writer *w, const list_block *b) {
  unsigned most = 0;
  for (unsigned i = 0; i < b->count; i++) {
    unsigned norm = w->level ? FORMAT_LEVEL : w->norms[b->units[i]];
    unsigned impact = w->impacts[norm << 4 | b->codes[i]];
    if (impact > most) { most = impact; }
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

/* Bytes of the offsets before the positions of a block of `count` postings. */
static unsigned strides_of(unsigned count) { return 2 * ((count - 1) / POSTINGS_STRIDE); }

/* Puts the offsets before the block's positions. */
static void write_strides(list_writer *w) {
  const list_block *b = &w->block;
  char strides[2 * POSTINGS_BLOCK / POSTINGS_STRIDE];
  unsigned len = strides_of(b->count);
  bits_flush(&w->bits, &w->positions);
  for (unsigned i = 0; i < len / 2; i++) {
    store_u16le(strides + 2 * i, (uint16_t)(b->offsets[i + 1] + len));
  }
  buffer_insert(&w->positions, b->positions, (span){strides, len});
}

static void write_block(list_writer *w) {
  const list_block *b = &w->block;
  unsigned unit_bits = 0, code_bits = 0;
  write_strides(w);
  buffer_u32(&w->headers, b->units[b->count - 1]);
  buffer_u32(&w->headers, (uint32_t)w->blocks.len);
  buffer_u32(&w->headers, b->positions);
  buffer_u8(&w->headers, (uint8_t)greatest_impact(w, b));
  if (b->count == POSTINGS_BLOCK) {
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
  if (b->count == 0) { b->positions = (uint32_t)w->positions.len; }
  if (b->count % POSTINGS_STRIDE == 0) {
    bits_flush(&w->bits, &w->positions);
    b->offsets[b->count / POSTINGS_STRIDE] = (uint32_t)w->positions.len - b->positions;
  }
  b->units[b->count] = w->next.unit;
  b->codes[b->count++] = format_code(w->next.weight);
  write_positions(w);
  w->next.weight = w->next.kept = 0;
  w->df++;
  if (b->count < POSTINGS_BLOCK) { return; }
  write_block(w);
  w->last = w->next.unit;
  b->count = 0;
}

void list_begin(list_writer *w, unsigned form_bits, bool level) {
  buffer_clear(&w->headers);
  buffer_clear(&w->blocks);
  buffer_clear(&w->positions);
  w->next.weight = w->next.kept = w->block.count = 0;
  w->bits = (bit_writer){0};
  w->last = UINT32_MAX;
  w->df = 0;
  w->form_bits = form_bits;
  w->level = level;
}

void list_add(list_writer *w, const occurrence *o) {
  if (w->next.kept > 0 && o->unit != w->next.unit) { end_posting(w); }
  add_occurrence(&w->next, o);
}

uint32_t list_finish(list_writer *w) {
  if (w->next.kept > 0) { end_posting(w); }
  if (w->df < POSTINGS_BLOCK) {
    write_strides(w);
    if (w->df > 1) { buffer_u8(&w->blocks, (uint8_t)greatest_impact(w, &w->block)); }
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
    if (gap >= c->end - (before + 1)) { break; }
    before += gap + 1;
    c->units[i] = before;
    c->codes[i] = value & 15;
    c->count = i + 1;
    if (before + 1 == c->end) { break; }
  }
  return c->count > 0;
}

typedef uint32_t four __attribute__((vector_size(16)));

static bool read_packed(posting_cursor *c, span data, uint32_t before, unsigned unit_bits,
                        unsigned code_bits) {
  if (unit_bits > 32 || code_bits > 4 || data.len / 16 < unit_bits + code_bits) { return false; }
  postings_unpack(data.data, unit_bits, c->units);
  c->packed = data.data + 16 * (size_t)unit_bits;
  c->code_bits = code_bits;
  uint64_t last = before == UINT32_MAX ? 0 : before;
  if (unit_bits >= 24 || last >= 1u << 31) { /* else 128 differences cannot pass 2^32 */
    for (unsigned i = 0; i < POSTINGS_BLOCK; i++) { last += (uint64_t)c->units[i] + 1; }
    if (last >= UINT32_MAX) { return false; }
  }
  const four zero = {0}, one = {1, 1, 1, 1};
  four sum = zero + before; /* differences - 1 become units, four at a time */
  for (unsigned i = 0; i < POSTINGS_BLOCK; i += 4) {
    four v;
    memcpy(&v, c->units + i, sizeof(v));
    v += one;
    v += __builtin_shufflevector(v, zero, 4, 0, 1, 2);
    v += __builtin_shufflevector(v, zero, 4, 4, 0, 1);
    v += sum;
    memcpy(c->units + i, &v, sizeof(v));
    sum = __builtin_shufflevector(v, v, 3, 3, 3, 3);
  }
  c->count = POSTINGS_BLOCK;
  return c->units[POSTINGS_BLOCK - 1] < c->end;
}

/* Decodes block `c->block`; at its end or damage the cursor is at its end. */
static bool decode(posting_cursor *c) {
  c->at = 0;
  c->packed = NULL;
  bool ok = false;
  if (c->block < c->blocks && c->list.df < POSTINGS_BLOCK) {
    bool several = c->list.df > 1;
    ok = c->list.postings.len > several &&
         read_varints(c, c->list.postings.data + several, UINT32_MAX, c->list.df);
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
  if (!whole) { c->blocks = 0; }
  decode(c);
}

bool list_next_block(posting_cursor *c) {
  if (c->block >= c->blocks) { return false; }
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
  if (high > c->blocks) { high = c->blocks; }
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (last_unit(c, middle) < unit) {
      low = middle + 1;
    } else {
      high = middle;
    }
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
    if (units[middle] < unit) {
      at = middle + 1;
    } else {
      end = middle;
    }
  }
  return at;
}

uint32_t list_seek(posting_cursor *c, uint32_t unit) {
  if (c->unit >= unit) { return c->unit; }
  if (c->units[c->count - 1] < unit) {
    if (c->list.df < POSTINGS_BLOCK) {
      c->block = c->blocks;
    } else {
      c->block = find_block(c, c->block + 1, unit);
    }
    if (!decode(c)) { return UINT32_MAX; }
  }
  c->at = first_from(c->units, c->at, c->count, unit);
  if (c->at == c->count) { /* only where the header lies */
    c->block = c->blocks;
    decode(c);
    return UINT32_MAX;
  }
  return c->unit = c->units[c->at];
}

uint32_t list_before(word_group list, uint32_t units, uint32_t unit) {
  posting_cursor c;
  if (unit == 0 || list.df == 0) { return 0; }
  if (unit >= units) { return list.df; }
  list_open(list, units, &c);
  return list_seek(&c, unit) == UINT32_MAX ? list.df : list_number(&c);
}

unsigned list_greatest(posting_cursor *c, uint32_t first, uint32_t end) {
  if (c->blocks == 0) { return 0; }
  if (c->list.df < POSTINGS_BLOCK) { /* where there is a unit, there are bytes */
    if (c->unit >= end) { return 0; }
    if (c->list.df == 1) { return IMPACT_MOST; }
    return (unsigned char)c->list.postings.data[0] * (unsigned)IMPACT_STEP;
  }
  unsigned most = 0;
  c->bound = find_block(c, c->bound, first);
  for (uint32_t block = c->bound; block < c->blocks; block++) {
    unsigned impact = (unsigned char)header_of(c, block)[12];
    if (impact > most) { most = impact; }
    if (last_unit(c, block) >= end - 1) { break; }
  }
  return most * IMPACT_STEP;
}

#define ALWAYS static inline __attribute__((always_inline))

enum {
  PEEKED = 8 /* bytes: at least 57 bits, more than a position below 2^25 and its form take */
};

typedef struct bit_reader {
  const char *data;
  size_t len; /* in bytes */
  size_t at;  /* in bits; past the end once something was read that is not there */
} bit_reader;

static uint64_t peek_end(bit_reader r) {
  uint64_t bits = 0;
  for (size_t byte = r.at / 8, i = 0; i < PEEKED && byte + i < r.len; i++) {
    bits |= (uint64_t)(unsigned char)r.data[byte + i] << 8 * i;
  }
  return bits >> r.at % 8;
}

/* The bits from here on, zeros behind the end. */
ALWAYS uint64_t peek(const bit_reader *r) {
  size_t byte = r->at / 8;
  return byte + PEEKED <= r->len ? load_u64le(r->data + byte) >> r->at % 8 : peek_end(*r);
}

/* The zeros that a code at the beginning of `bits` begins with; too many where it is cut. */
ALWAYS unsigned golomb_zeros(uint64_t bits) {
  return (unsigned)__builtin_ctzll(bits | UINT64_C(1) << 32);
}

ALWAYS unsigned golomb_length(uint64_t bits, unsigned k) { return 2 * golomb_zeros(bits) + 1 + k; }

ALWAYS uint32_t golomb_value(uint64_t bits, unsigned k) {
  unsigned zeros = golomb_zeros(bits);
  uint64_t low = bits >> (zeros + 1) & ((UINT64_C(1) << (zeros + k)) - 1);
  return (uint32_t)((((UINT64_C(1) << zeros) - 1) << k) + low);
}

/* Reads how often the group occurs in a unit: at most POSITIONS_MAX. */
ALWAYS unsigned read_count(bit_reader *r) {
  uint64_t bits = peek(r);
  uint32_t more = golomb_value(bits, 0);
  r->at += golomb_length(bits, 0);
  return more < POSITIONS_MAX ? more + 1 : POSITIONS_MAX;
}

/* Reads the form behind a position, which `bits` begin with. @param len receives its bits */
ALWAYS uint8_t read_form(uint64_t bits, unsigned form_bits, unsigned *len) {
  *len = form_bits > 0;
  if (form_bits == 0 || (bits & 1) == 0) { return 0; }
  if (form_bits == 1) { return 1; }
  *len += form_bits == 2 ? 2 : golomb_length(bits >> 1, FORM_NEXT);
  return (uint8_t)(form_bits == 2 ? bits >> 1 & 3
                                  : (golomb_value(bits >> 1, FORM_NEXT) + 1) % FORMS_MOST);
}

/* Passes over a position and its form. */
ALWAYS void pass_position(bit_reader *r, unsigned k, unsigned form_bits) {
  uint64_t bits = peek(r);
  unsigned len = golomb_length(bits, k), more;
  read_form(bits >> (len & 63), form_bits, &more);
  r->at += len + more;
}

/* Reads the code of a position, and its form. */
ALWAYS uint32_t read_position(bit_reader *r, unsigned k, unsigned form_bits, uint8_t *form) {
  uint64_t bits = peek(r);
  unsigned len = golomb_length(bits, k), more;
  *form = read_form(bits >> (len & 63), form_bits, &more);
  r->at += len + more;
  return golomb_value(bits, k);
}

/* Reads the positions of a posting behind `before` others of its stride. With `form_bits` known to
 * the compiler no branch asks for them. @return how many, 0 where they are cut */
ALWAYS size_t read_positions(bit_reader r, uint32_t before, unsigned form_bits,
                             uint32_t positions[POSITIONS_MAX], uint8_t forms[POSITIONS_MAX]) {
  for (; before > 0; before--) {
    unsigned count = read_count(&r);
    pass_position(&r, POSITION_FIRST, form_bits);
    for (unsigned i = 1; i < count; i++) { pass_position(&r, POSITION_NEXT, form_bits); }
  }
  unsigned count = read_count(&r);
  uint32_t position = read_position(&r, POSITION_FIRST, form_bits, &forms[0]);
  positions[0] = position;
  for (unsigned i = 1; i < count; i++) {
    position += read_position(&r, POSITION_NEXT, form_bits, &forms[i]) + 1;
    positions[i] = position;
  }
  return r.at > 8 * r.len ? 0 : count;
}

/* Moves to the stride of a posting. @return false where there is none */
static bool seek_stride(const word_group *list, uint32_t posting, bit_reader *r) {
  uint32_t block = posting / POSTINGS_BLOCK, at = posting % POSTINGS_BLOCK, from = 0;
  bool large = list->df >= POSTINGS_BLOCK;
  span all = list->positions;
  if (posting >= list->df || (large && list->postings.len / POSTINGS_HEADER <= block)) {
    return false;
  }
  if (large) { from = load_u32le(list->postings.data + (size_t)block * POSTINGS_HEADER + 8); }
  uint32_t left = list->df - block * POSTINGS_BLOCK, stride = at / POSTINGS_STRIDE;
  uint32_t offset = strides_of(left < POSTINGS_BLOCK ? left : POSTINGS_BLOCK);
  if (!range_inside(from, offset, all.len)) { return false; }
  if (stride > 0) { offset = load_u16le(all.data + from + 2 * (size_t)(stride - 1)); }
  if (!range_inside(from, offset, all.len)) { return false; }
  *r = (bit_reader){.data = all.data, .len = all.len, .at = 8 * ((size_t)from + offset)};
  return true;
}

size_t list_positions(const word_group *list, uint32_t posting, uint32_t positions[POSITIONS_MAX],
                      uint8_t forms[POSITIONS_MAX]) {
  bit_reader r;
  if (!seek_stride(list, posting, &r)) { return 0; }
  uint32_t before = posting % POSTINGS_STRIDE;
  switch (list->form_bits) {
    case 0: return read_positions(r, before, 0, positions, forms);
    case 1: return read_positions(r, before, 1, positions, forms);
    case 2: return read_positions(r, before, 2, positions, forms);
    default: return read_positions(r, before, 3, positions, forms);
  }
}
