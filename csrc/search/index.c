#include "search/index.h"

#include "base/bytes.h"

static bool read_partition(span bytes, partition *p) {
  *p = (partition){0};
  if (bytes.len == 0) return true;
  if (bytes.len < PARTITION_FIELDS * 4) return false;
  uint32_t f[PARTITION_FIELDS];
  for (unsigned i = 0; i < PARTITION_FIELDS; i++) f[i] = load_u32le(bytes.data + 4 * i);
  span part[PART_COUNT];
  for (unsigned i = 0; i < PART_COUNT; i++) {
    uint32_t from = f[PARTITION_PART + i], to = f[PARTITION_PART + i + 1];
    if (from > to || to > bytes.len) return false;
    part[i] = (span){bytes.data + from, to - from};
  }
  p->units = f[PARTITION_UNITS];
  p->documents = f[PARTITION_DOCUMENTS];
  p->first = f[PARTITION_FIRST];
  for (unsigned i = 0; i < SECTION_COUNT; i++) {
    p->section_end[i] = f[PARTITION_SECTION + i];
    if (p->section_end[i] > p->units) return false;
    if (i > 0 && p->section_end[i] < p->section_end[i - 1]) return false;
  }
  p->norms = part[PART_NORMS];
  p->runs = part[PART_RUNS];
  p->postings = part[PART_POSTINGS];
  p->positions = part[PART_POSITIONS];
  p->maps = part[PART_MAPS];
  p->groups = (lexicon){part[PART_GROUP_INDEX], part[PART_GROUPS], f[PARTITION_GROUPS]};
  p->forms = (lexicon){part[PART_FORM_INDEX], part[PART_FORMS], f[PARTITION_FORMS]};
  size_t map_blocks = ((size_t)p->units + MAPS_BLOCK - 1) / MAPS_BLOCK;
  return p->norms.len == p->units && p->runs.len % RUN_BYTES == 0 && p->documents <= p->units &&
         p->maps.len >= 4 * map_blocks && p->section_end[SECTION_COUNT - 1] == p->units;
}

bool index_read(span section, partition out[LOCALE_COUNT], fault *why) {
  if (section.len < FORMAT_HEADER || load_u32le(section.data) != FORMAT_MAGIC) {
    return fault_set(why, "search: this is no search section");
  }
  uint32_t version = load_u32le(section.data + 4);
  if (version != FORMAT_VERSION) {
    return fault_set(why, "search: version %u of the section is not %d", version, FORMAT_VERSION);
  }
  for (unsigned i = 0; i < LOCALE_COUNT; i++) {
    uint32_t at = load_u32le(section.data + 8 + 8 * i);
    uint32_t len = load_u32le(section.data + 12 + 8 * i);
    bool inside = range_inside(at, len, section.len);
    if (!inside || !read_partition((span){section.data + at, len}, &out[i])) {
      return fault_set(why, "search: the index of %s does not hold together", locale_rows[i].code);
    }
  }
  return true;
}

/* Reads the payload of the group entry the cursor is at and moves its offsets along. */
static const unsigned char *group_payload(const partition *p, lexicon_cursor *c, group *out) {
  const unsigned char *at = c->payload;
  uint32_t units = postings_varint(&at, c->end);
  uint32_t postings = postings_varint(&at, c->end);
  uint32_t positions = postings_varint(&at, c->end);
  *out = (group){.number = c->number, .df = units >> 2, .form_bits = units & 3};
  bool inside = range_inside(c->postings, postings, p->postings.len) &&
                range_inside(c->positions, positions, p->positions.len);
  if (inside) {
    out->postings = (span){p->postings.data + c->postings, postings};
    out->positions = (span){p->positions.data + c->positions, positions};
  }
  if (!inside || out->df > p->units) out->df = 0;
  c->postings += postings;
  c->positions += positions;
  return at;
}

static bool next_group(const partition *p, lexicon_cursor *c, group *out) {
  return lexicon_next(c, group_payload(p, c, out));
}

bool index_group(const partition *p, span key, group *out) {
  lexicon_cursor c;
  if (p->groups.count == 0) return false;
  lexicon_seek_block(&p->groups, key, &c);
  for (unsigned i = 0; i < LEXICON_BLOCK && c.number < p->groups.count; i++) {
    int order = lexicon_compare(&c, key);
    if (order > 0) return false;
    if (order == 0) {
      group_payload(p, &c, out);
      return out->df > 0;
    }
    if (!next_group(p, &c, out)) return false;
  }
  return false;
}

bool index_group_at(const partition *p, uint32_t number, group *out) {
  lexicon_cursor c;
  if (number >= p->groups.count) return false;
  if (!lexicon_block(&p->groups, number / LEXICON_BLOCK, &c)) return false;
  while (c.number < number) {
    if (!next_group(p, &c, out)) return false;
  }
  group_payload(p, &c, out);
  return out->df > 0;
}

const unsigned char *index_form_payload(const lexicon_cursor *c, uint32_t *last, unsigned *form) {
  const unsigned char *at = c->payload;
  uint32_t value = postings_varint(&at, c->end), zigzag = value >> 3;
  *form = value & 7;
  *last += zigzag & 1 ? 0u - (zigzag + 1) / 2 : zigzag / 2;
  return at;
}

bool index_form(const partition *p, span key, uint32_t *group_number, unsigned *form) {
  lexicon_cursor c;
  uint32_t last = 0;
  if (p->forms.count == 0) return false;
  lexicon_seek_block(&p->forms, key, &c);
  for (unsigned i = 0; i < LEXICON_BLOCK && c.number < p->forms.count; i++) {
    int order = lexicon_compare(&c, key);
    if (order > 0) return false;
    const unsigned char *end = index_form_payload(&c, &last, form);
    if (order == 0) {
      *group_number = last;
      return true;
    }
    if (!lexicon_next(&c, end)) return false;
  }
  return false;
}

/* Field `f` of run `i`. */
static uint32_t run_field(const partition *p, size_t i, unsigned f) {
  return load_u32le(p->runs.data + i * RUN_BYTES + 4 * f);
}

/* Number of runs whose field `f` is at most `value`. */
static size_t runs_upto(const partition *p, unsigned f, uint32_t value) {
  size_t low = 0, high = p->runs.len / RUN_BYTES;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (run_field(p, middle, f) <= value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint32_t index_document(const partition *p, uint32_t unit, uint32_t *verse, uint32_t *surah) {
  size_t run = runs_upto(p, 0, unit);
  *verse = *surah = 0;
  if (run == 0) return unit;
  uint32_t first = run_field(p, run - 1, 0), document = run_field(p, run - 1, 1);
  uint32_t verses = run_field(p, run - 1, 3), behind = unit - first;
  if (behind > verses) return document + behind - verses;
  *verse = behind;
  if (behind > 0) *surah = run_field(p, run - 1, 2);
  return document;
}

uint32_t index_unit(const partition *p, uint32_t document) {
  size_t run = runs_upto(p, 1, document);
  if (run == 0) return document;
  uint32_t behind = document - run_field(p, run - 1, 1);
  return run_field(p, run - 1, 0) + (behind == 0 ? 0 : behind + run_field(p, run - 1, 3));
}

span index_map(const partition *p, uint32_t unit, uint32_t *first_position) {
  size_t index = 4 * (((size_t)p->units + MAPS_BLOCK - 1) / MAPS_BLOCK);
  const unsigned char *base = (const unsigned char *)p->maps.data;
  const unsigned char *at, *end = base + p->maps.len;
  *first_position = 0;
  if (unit >= p->units) return (span){"", 0};
  uint32_t offset = load_u32le(base + 4 * (size_t)(unit / MAPS_BLOCK));
  if (offset > p->maps.len - index) return (span){"", 0};
  at = base + index + offset;
  for (uint32_t left = unit % MAPS_BLOCK;; left--) {
    uint32_t len = postings_varint(&at, end);
    if (len > (size_t)(end - at)) return (span){"", 0};
    if (left == 0) {
      end = at + len;
      break;
    }
    at += len;
  }
  *first_position = postings_varint(&at, end);
  return (span){(const char *)at, (size_t)(end - at)};
}

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
    if (gap >= c->of->units - (before + 1)) break;
    before += gap + 1;
    c->units[i] = before;
    c->codes[i] = value & 15;
    c->count = i + 1;
    if (before + 1 == c->of->units) break;
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
  return c->units[POSTINGS_BLOCK - 1] < c->of->units;
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
    if (before != UINT32_MAX && before >= c->of->units - 1) {
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

void index_open_list(const partition *p, group list, posting_cursor *c) {
  c->of = p;
  c->list = list;
  c->block = c->bound = 0;
  c->blocks = (list.df + POSTINGS_BLOCK - 1) / POSTINGS_BLOCK;
  bool whole = list.df < POSTINGS_BLOCK || list.postings.len / POSTINGS_HEADER >= c->blocks;
  if (!whole) c->blocks = 0;
  decode(c);
}

bool index_next_block(posting_cursor *c) {
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

uint32_t index_seek(posting_cursor *c, uint32_t unit) {
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

unsigned index_greatest(posting_cursor *c, uint32_t first, uint32_t end) {
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
static const unsigned char *positions_near(const group *list, uint32_t posting, unsigned *index) {
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

size_t index_positions(const group *list, uint32_t posting, uint32_t positions[POSITIONS_MAX],
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
