#include "search/index.h"

#include "base/bytes.h"
#include "base/utf8.h"
#include "search/postings.h"

enum { INDEX_ENTRY = 12, COPIED = 16, FETCHED = 256 /* bytes of maps */ };

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
  if (rest <= COPIED && c->end - at >= COPIED && shared <= sizeof(c->key) - COPIED) {
    memcpy(c->key + shared, at, COPIED); /* without a call */
  } else {
    memcpy(c->key + shared, at, rest);
  }
  c->shared = shared;
  c->key_len = shared + rest;
  c->payload = at + rest;
  return true;
}

/* Moves to the first entry of block `block`. @return false when there is none. */
static bool lexicon_block(const lexicon *of, uint32_t block, lexicon_cursor *c) {
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

/* How a key begins: of two that begin differently the order is that of the numbers. */
static uint64_t beginning(span key) {
  char bytes[8] = {0};
  memcpy(bytes, key.data, key.len < sizeof(bytes) ? key.len : sizeof(bytes));
  return __builtin_bswap64(load_u64le(bytes));
}

static uint32_t count_blocks(const lexicon *of) {
  return (of->count + LEXICON_BLOCK - 1) / LEXICON_BLOCK;
}

static lexicon read_lexicon(span index, span data, uint32_t count) {
  lexicon l = {.index = index, .data = data, .count = count};
  uint32_t blocks = count_blocks(&l);
  l.stretch = blocks / SIGNPOSTS + 1;
  for (uint32_t at = 0; at < blocks; at += l.stretch) {
    span first = first_key(&l, at);
    if (first.data == NULL) { break; }
    l.signposts[l.signpost_count++] = beginning(first);
  }
  return l;
}

/* The number of signposts that are less than a beginning. */
static uint32_t pass_signposts(const lexicon *of, uint64_t begins) {
  uint32_t low = 0;
  for (uint32_t left = of->signpost_count; left > 0;) {
    uint32_t half = (left + 1) / 2;
    bool passed = of->signposts[low + half - 1] < begins;
    low += passed ? half : 0;
    left = passed ? left - half : half - 1;
  }
  return low;
}

void lexicon_seek_block(const lexicon *of, span key, lexicon_cursor *c) {
  uint64_t begins = beginning(key);
  uint32_t less = pass_signposts(of, begins), upto = less;
  while (upto < of->signpost_count && of->signposts[upto] == begins) { upto++; }
  uint32_t low = less > 0 ? (less - 1) * of->stretch : 0, high = count_blocks(of);
  if (upto < of->signpost_count) { high = upto * of->stretch; }
  while (low + 1 < high) {
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

static bool read_partition(span bytes, partition *p) {
  *p = (partition){0};
  if (bytes.len == 0) { return true; }
  if (bytes.len < PARTITION_HEAD) { return false; }
  uint32_t f[PARTITION_FIELDS];
  for (unsigned i = 0; i < PARTITION_FIELDS; i++) { f[i] = load_u32le(bytes.data + 4 * i); }
  span part[PART_COUNT];
  for (unsigned i = 0; i < PART_COUNT; i++) {
    const char *offsets = bytes.data + 4 * PARTITION_FIELDS + 8 * (size_t)i;
    uint64_t from = load_u64le(offsets), to = load_u64le(offsets + 8);
    if (from > to || to > bytes.len) { return false; }
    part[i] = (span){bytes.data + from, to - from};
  }
  p->units = f[PARTITION_UNITS];
  p->documents = f[PARTITION_DOCUMENTS];
  p->first = f[PARTITION_FIRST];
  for (unsigned i = 0; i < SECTION_COUNT; i++) {
    p->section_end[i] = f[PARTITION_SECTION + i];
    if (p->section_end[i] > p->units) { return false; }
    if (i > 0 && p->section_end[i] < p->section_end[i - 1]) { return false; }
  }
  p->norms = part[PART_NORMS];
  p->runs = part[PART_RUNS];
  p->lists = part[PART_LISTS];
  p->maps = part[PART_MAPS];
  p->groups = read_lexicon(part[PART_GROUP_INDEX], part[PART_GROUPS], f[PARTITION_GROUPS]);
  p->forms = read_lexicon(part[PART_FORM_INDEX], part[PART_FORMS], f[PARTITION_FORMS]);
  p->words = read_lexicon(part[PART_WORD_INDEX], part[PART_WORDS], f[PARTITION_WORDS]);
  p->variants = read_lexicon(part[PART_VARIANT_INDEX], part[PART_VARIANTS], f[PARTITION_VARIANTS]);
  size_t map_blocks = ((size_t)p->units + MAPS_BLOCK - 1) / MAPS_BLOCK;
  return p->norms.len == p->units && p->runs.len % RUN_BYTES == 0 && p->documents <= p->units &&
         p->maps.len >= 4 * map_blocks && p->section_end[SECTION_COUNT - 1] == p->units;
}

/* Lists the first letters of the dictionary's words. */
static void list_initials(partition *p) {
  char next[5] = {0};
  for (size_t len = 1; p->initial_count < INITIALS;) {
    lexicon_cursor c;
    uint32_t number = 0;
    unsigned form;
    lexicon_seek_block(&p->forms, (span){next, len}, &c);
    while (c.number < p->forms.count && lexicon_compare(&c, (span){next, len}) < 0) {
      if (!lexicon_next(&c, index_form_payload(&c, &number, &form))) { break; }
    }
    if (c.number >= p->forms.count) { break; }
    utf8_decode((span){c.key, c.key_len}, &len);
    if (len == 0) { break; }
    initial *letter = &p->initials[p->initial_count++];
    letter->len = (uint8_t)len;
    memcpy(letter->bytes, c.key, len);
    memcpy(next, c.key, len); /* sorts behind all words of this letter */
    next[len++] = (char)0xFF;
  }
}

bool index_read(span section, partition out[LOCALE_COUNT], fault *why) {
  if (section.len < FORMAT_HEADER || load_u32le(section.data) != FORMAT_MAGIC) {
    return fault_set(why, "search: this is no search section");
  }
  uint32_t version = load_u32le(section.data + 4);
  if (version != FORMAT_VERSION) {
    return fault_set(why,
                     "search: the index is of version %u, this release reads %d: publish again",
                     version, FORMAT_VERSION);
  }
  for (unsigned i = 0; i < LOCALE_COUNT; i++) {
    uint64_t at = load_u64le(section.data + 8 + 16 * i);
    uint64_t len = load_u64le(section.data + 16 + 16 * i);
    bool inside = range_inside(at, len, section.len);
    if (!inside || !read_partition((span){section.data + at, len}, &out[i])) {
      return fault_set(why, "search: the index of %s does not hold together", locale_rows[i].code);
    }
    list_initials(&out[i]);
  }
  return true;
}

/* Reads the payload of the group entry the cursor is at and moves its offsets along. */
static const unsigned char *group_payload(const partition *p, lexicon_cursor *c, word_group *out) {
  const unsigned char *at = c->payload;
  uint32_t units = postings_varint(&at, c->end);
  uint32_t postings = postings_varint(&at, c->end), positions = postings >> 3;
  bool one = units >> 2 == 1;
  if (one) { postings = (postings & 7) + 1; }
  if (!one) { positions = postings_varint(&at, c->end); }
  *out = (word_group){.number = c->number, .df = units >> 2, .form_bits = units & 3};
  uint64_t both = (uint64_t)postings + positions;
  bool inside = range_inside(c->lists, both, p->lists.len);
  if (inside) {
    out->postings = (span){p->lists.data + c->lists, postings};
    out->positions = span_skip((span){p->lists.data + c->lists, both}, postings);
  }
  if (!inside || out->df > p->units) { out->df = 0; }
  c->lists += both;
  return at;
}

static bool next_group(const partition *p, lexicon_cursor *c, word_group *out) {
  return lexicon_next(c, group_payload(p, c, out));
}

bool index_group(const partition *p, span key, word_group *out) {
  lexicon_cursor c;
  lexicon_seek_block(&p->groups, key, &c);
  for (unsigned i = 0; i < LEXICON_BLOCK && c.number < p->groups.count; i++) {
    int order = lexicon_compare(&c, key);
    if (order > 0) { return false; }
    if (order == 0) {
      group_payload(p, &c, out);
      return out->df > 0;
    }
    if (!next_group(p, &c, out)) { return false; }
  }
  return false;
}

/* Moves to group `number`. @param last receives the group before it in its block, if any */
static bool seek_group(const partition *p, uint32_t number, lexicon_cursor *c, word_group *last) {
  if (number >= p->groups.count) { return false; }
  if (!lexicon_block(&p->groups, number / LEXICON_BLOCK, c)) { return false; }
  while (c->number < number) {
    if (!next_group(p, c, last)) { return false; }
  }
  return true;
}

bool index_group_at(const partition *p, uint32_t number, word_group *out) {
  lexicon_cursor c;
  if (!seek_group(p, number, &c, out)) { return false; }
  group_payload(p, &c, out);
  return out->df > 0;
}

size_t index_group_key(const partition *p, uint32_t number, char out[FOLD_MAX + 1]) {
  lexicon_cursor c;
  word_group before;
  if (!seek_group(p, number, &c, &before)) { return 0; }
  memcpy(out, c.key, c.key_len);
  return c.key_len;
}

const unsigned char *index_form_payload(const lexicon_cursor *c, uint32_t *last, unsigned *form) {
  const unsigned char *at = c->payload;
  uint32_t value = postings_varint(&at, c->end), zigzag = value >> 5;
  *form = value & (FORMS_MOST - 1);
  *last += zigzag & 1 ? 0u - (zigzag + 1) / 2 : zigzag / 2;
  return at;
}

bool index_form(const partition *p, span key, uint32_t *group_number, unsigned *form) {
  lexicon_cursor c;
  uint32_t last = 0;
  lexicon_seek_block(&p->forms, key, &c);
  for (unsigned i = 0; i < LEXICON_BLOCK && c.number < p->forms.count; i++) {
    int order = lexicon_compare(&c, key);
    if (order > 0) { return false; }
    const unsigned char *end = index_form_payload(&c, &last, form);
    if (order == 0) {
      *group_number = last;
      return true;
    }
    if (!lexicon_next(&c, end)) { return false; }
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
    if (run_field(p, middle, f) <= value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

uint32_t index_document(const partition *p, uint32_t unit, uint32_t *verse, uint32_t *surah) {
  size_t run = runs_upto(p, 0, unit);
  *verse = *surah = 0;
  if (run == 0) { return unit; }
  uint32_t first = run_field(p, run - 1, 0), document = run_field(p, run - 1, 1);
  uint32_t verses = run_field(p, run - 1, 3), behind = unit - first;
  if (behind > verses) { return document + behind - verses; }
  *verse = behind;
  if (behind > 0) { *surah = run_field(p, run - 1, 2); }
  return document;
}

uint32_t index_unit(const partition *p, uint32_t document) {
  size_t run = runs_upto(p, 1, document);
  if (run == 0) { return document; }
  uint32_t behind = document - run_field(p, run - 1, 1);
  return run_field(p, run - 1, 0) + (behind == 0 ? 0 : behind + run_field(p, run - 1, 3));
}

/* Bytes of the offsets before the maps. */
static size_t map_index(const partition *p) {
  return 4 * (((size_t)p->units + MAPS_BLOCK - 1) / MAPS_BLOCK);
}

void index_fetch_map(const partition *p, uint32_t unit) {
  uint32_t offset = load_u32le(p->maps.data + 4 * (size_t)(unit / MAPS_BLOCK));
  span maps = span_skip(p->maps, map_index(p) + offset);
  for (size_t line = 0; line < FETCHED && line < maps.len; line += 64) {
    __builtin_prefetch(maps.data + line);
  }
}

span index_map(const partition *p, uint32_t unit, uint32_t *first_position) {
  size_t index = map_index(p);
  const unsigned char *base = (const unsigned char *)p->maps.data;
  const unsigned char *at, *end = base + p->maps.len;
  *first_position = 0;
  if (unit >= p->units) { return (span){"", 0}; }
  uint32_t offset = load_u32le(base + 4 * (size_t)(unit / MAPS_BLOCK));
  if (offset > p->maps.len - index) { return (span){"", 0}; }
  at = base + index + offset;
  for (uint32_t left = unit % MAPS_BLOCK;; left--) {
    uint32_t len = postings_varint(&at, end);
    if (len > (size_t)(end - at)) { return (span){"", 0}; }
    if (left == 0) {
      end = at + len;
      break;
    }
    at += len;
  }
  *first_position = postings_varint(&at, end);
  return (span){(const char *)at, (size_t)(end - at)};
}

void index_below(const search_index *index, unsigned locale, unsigned section, span path,
                 uint32_t *first_unit, uint32_t *end_unit) {
  const partition *p = &index->partitions[locale];
  uint32_t first, end, last = *end_unit;
  store_below(index->documents, locale, section, path, &first, &end);
  if (first == end) {
    *end_unit = *first_unit;
    return;
  }
  *first_unit = index_unit(p, first - p->first);
  if (end - p->first < p->documents) { last = index_unit(p, end - p->first); }
  if (last < *end_unit) { *end_unit = last; }
}
