#include "search/partition.h"

#include <malloc.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "search/compound.h"
#include "search/lexicon.h"
#include "search/postings.h"

/* A word is a member of the group of its stem, and of others as a part or in another spelling. */
typedef struct member {
  uint32_t group, term;
  bool part;
} member;

typedef struct list {
  void *items;
  size_t count, size;
} list;

typedef struct writer {
  partition_builder *p;
  analyzer *stems;
  vocabulary groups; /* interned keys of the groups */
  uint32_t *terms;   /* term numbers in order of their keys */
  uint32_t *group_order, *group_rank;
  uint32_t *group_of; /* of a term: its own group's number */
  uint8_t *form_of;   /* of a term: its form in that group */
  list members;       /* sorted by group rank, then term key */
  list found, merged; /* occurrences of one group */
  uint8_t *norms;
  uint16_t impacts[4096];
  lexicon_writer group_keys, form_keys;
  buffer postings, positions, headers, blocks;
  bool failed;
} writer;

/* Room for `count` items in all. */
static bool reserve(list *l, size_t count, size_t size) {
  if (count <= l->size) return true;
  size_t wanted = l->size == 0 ? 1024 : l->size;
  while (wanted < count) wanted *= 2;
  void *items = realloc(l->items, wanted * size);
  if (items == NULL) return false;
  l->items = items;
  l->size = wanted;
  return true;
}

static span key_of(const vocabulary *v, uint32_t number) {
  return (span){v->terms[number].key, v->terms[number].len};
}

static int by_key(const void *a, const void *b, void *of) {
  const vocabulary *v = of;
  return span_compare(key_of(v, *(const uint32_t *)a), key_of(v, *(const uint32_t *)b));
}

/* The numbers 0..count-1 in order of their keys. */
static uint32_t *sorted(const vocabulary *v) {
  uint32_t *order = malloc((v->count + 1) * sizeof(*order));
  if (order == NULL) return NULL;
  for (uint32_t i = 0; i < v->count; i++) order[i] = i;
  qsort_r(order, v->count, sizeof(*order), by_key, (void *)v);
  return order;
}

static void add_member(writer *w, uint32_t group, uint32_t term, bool part) {
  if (!reserve(&w->members, w->members.count + 1, sizeof(member))) {
    w->failed = true;
    return;
  }
  ((member *)w->members.items)[w->members.count++] = (member){group, term, part};
}

static uint32_t group_of_word(writer *w, span word, unsigned traits) {
  span stem = analyzer_stem(w->stems, w->p->locale, word, traits);
  return vocabulary_term_of(&w->groups, stem, traits, false);
}

static uint32_t count_units(void *known, span word) {
  const vocabulary *v = known;
  uint32_t term = vocabulary_find(v, word);
  return term == UINT32_MAX || v->terms[term].exact ? 0 : v->terms[term].df;
}

static bool member_already(const writer *w, uint32_t term, uint32_t group) {
  const member *m = w->members.items;
  for (size_t i = w->members.count; i > 0 && m[i - 1].term == term; i--) {
    if (m[i - 1].group == group) return true;
  }
  return false;
}

/* A compound is found by its parts; Haeuser and Häuser find each other. */
static void add_german(writer *w, uint32_t term) {
  vocabulary *words = &w->p->words;
  unsigned traits = words->terms[term].traits;
  span parts[COMPOUND_PARTS];
  size_t count = compound_split(key_of(words, term), count_units, words, parts);
  for (size_t i = 0; i < count; i++) {
    uint32_t group = group_of_word(w, parts[i], traits);
    if (!member_already(w, term, group)) add_member(w, group, term, true);
  }
  for (int back = 0; back < 2; back++) {
    char other[FOLD_MAX];
    span spelling = {other, analyze_umlaut(key_of(words, term), back == 1, other)};
    if (spelling.len == 0 || count_units(words, spelling) == 0) continue;
    uint32_t group = group_of_word(w, spelling, traits);
    if (!member_already(w, term, group)) add_member(w, group, term, false);
  }
}

static void add_members(writer *w) {
  vocabulary *words = &w->p->words;
  for (uint32_t i = 0; i < words->count && !w->failed; i++) {
    uint32_t number = w->terms[i];
    const vocabulary_term *t = &words->terms[number];
    span key = key_of(words, number);
    uint32_t group =
        t->exact ? vocabulary_term_of(&w->groups, key, 0, true) : group_of_word(w, key, t->traits);
    w->group_of[number] = group;
    add_member(w, group, number, false);
    bool german =
        w->p->locale == LOCALE_DE && !t->exact && !(t->traits & (FOLD_DIGIT | FOLD_ARABIC));
    if (german) add_german(w, number);
  }
  w->failed = w->failed || w->groups.failed;
}

/* Sorts members by the rank of their group; inside a group the order of their keys stays. */
static bool sort_members(writer *w) {
  w->group_order = sorted(&w->groups);
  w->group_rank = malloc((w->groups.count + 1) * sizeof(uint32_t));
  uint32_t *at = calloc(w->groups.count + 2, sizeof(*at));
  member *out = malloc((w->members.count + 1) * sizeof(*out)), *in = w->members.items;
  bool ok = w->group_order != NULL && w->group_rank != NULL && at != NULL && out != NULL;
  if (ok) {
    for (uint32_t i = 0; i < w->groups.count; i++) w->group_rank[w->group_order[i]] = i;
    for (size_t i = 0; i < w->members.count; i++) {
      in[i].group = w->group_rank[in[i].group];
      at[in[i].group + 1]++;
    }
    for (uint32_t i = 0; i < w->groups.count; i++) at[i + 1] += at[i];
    for (size_t i = 0; i < w->members.count; i++) out[at[in[i].group]++] = in[i];
    free(in);
    w->members.items = out;
  } else {
    free(out);
  }
  free(at);
  return ok;
}

/* Numbers the forms of a group: the commonest get numbers of their own. @return form bits */
static unsigned number_forms(writer *w, const member *m, size_t count) {
  unsigned bits = count <= 1 ? 0 : count <= 2 ? 1 : count <= 4 ? 2 : 3;
  uint8_t last = (uint8_t)((1u << bits) - 1);
  for (size_t i = 0; i < count; i++) {
    if (m[i].part || w->group_of[m[i].term] != w->group_order[m[i].group]) continue;
    uint32_t df = w->p->words.terms[m[i].term].df;
    size_t before = 0;
    for (size_t k = 0; k < count && before < last; k++) {
      uint32_t other = w->p->words.terms[m[k].term].df;
      before += other > df || (other == df && k < i);
    }
    w->form_of[m[i].term] = (uint8_t)(before < last ? before : last);
  }
  return bits;
}

static bool read_member(writer *w, const member *m, unsigned bits) {
  occurrence_reader r;
  occurrence o;
  uint8_t other = (uint8_t)((1u << bits) - 1);
  bool own = !m->part && w->group_of[m->term] == w->group_order[m->group];
  vocabulary_read(&w->p->words, m->term, &r);
  while (vocabulary_next(&r, &o)) {
    if (!reserve(&w->found, w->found.count + 1, sizeof(o))) return false;
    o.form = own ? w->form_of[m->term] : other;
    if (m->part && o.field == FIELD_BODY) o.field = FIELD_PART;
    ((occurrence *)w->found.items)[w->found.count++] = o;
  }
  return true;
}

static bool before(const occurrence *a, const occurrence *b) {
  return a->unit != b->unit ? a->unit < b->unit : a->position < b->position;
}

/* Merges the sorted runs [first, middle) and [middle, end) of w->found into w->merged. */
static void merge_runs(writer *w, size_t first, size_t middle, size_t end) {
  const occurrence *in = w->found.items;
  occurrence *out = w->merged.items;
  size_t a = first, b = middle;
  for (size_t to = first; to < end; to++) {
    bool left = b == end || (a < middle && !before(&in[b], &in[a]));
    out[to] = left ? in[a++] : in[b++];
  }
}

/* Sorts w->found, which consists of runs that begin at starts[0..runs) . */
static bool merge_all(writer *w, size_t *starts, size_t runs) {
  while (runs > 1) {
    if (!reserve(&w->merged, w->found.count, sizeof(occurrence))) return false;
    size_t to = 0;
    for (size_t i = 0; i < runs; i += 2) {
      size_t middle = i + 1 < runs ? starts[i + 1] : w->found.count;
      size_t end = i + 2 < runs ? starts[i + 2] : w->found.count;
      merge_runs(w, starts[i], middle, end);
      starts[to++] = starts[i];
    }
    runs = to;
    list swap = w->found;
    w->found = w->merged;
    w->merged = swap;
    w->found.count = swap.count;
  }
  return true;
}

static bool gather(writer *w, const member *m, size_t count, unsigned bits) {
  size_t *starts = malloc(count * sizeof(*starts));
  bool ok = starts != NULL;
  w->found.count = 0;
  for (size_t i = 0; i < count && ok; i++) {
    starts[i] = w->found.count;
    ok = read_member(w, &m[i], bits);
  }
  ok = ok && merge_all(w, starts, count);
  free(starts);
  return ok;
}

/* One posting: its weight, and its positions appended. */
static unsigned write_posting(writer *w, const occurrence *o, size_t count, unsigned bits) {
  unsigned weight = format_field_weight[o[0].field];
  size_t kept = 1;
  uint32_t shown[POSITIONS_MAX] = {o[0].position};
  uint8_t forms[POSITIONS_MAX] = {o[0].form};
  for (size_t i = 1; i < count; i++) {
    weight += format_field_weight[o[i].field];
    bool again = shown[kept - 1] == o[i].position;
    if (again || kept == POSITIONS_MAX) continue;
    shown[kept] = o[i].position;
    forms[kept++] = o[i].form;
  }
  buffer_varint(&w->positions, ((uint64_t)shown[0] << bits | forms[0]) << 1 | (kept > 1 ? 1u : 0u));
  if (kept > 1) buffer_varint(&w->positions, kept - 1);
  for (size_t i = 1; i < kept; i++) {
    buffer_varint(&w->positions, (uint64_t)(shown[i] - shown[i - 1]) << bits | forms[i]);
  }
  return format_code(weight);
}

typedef struct block {
  uint32_t units[POSTINGS_BLOCK], codes[POSTINGS_BLOCK];
  uint32_t offsets[POSTINGS_BLOCK]; /* of each posting's positions */
  unsigned count;
  uint32_t positions; /* where the block's positions begin */
} block;

static unsigned greatest_impact(const writer *w, const block *b) {
  unsigned most = 0;
  for (unsigned i = 0; i < b->count; i++) {
    unsigned impact = w->impacts[(unsigned)w->norms[b->units[i]] << 4 | b->codes[i]];
    if (impact > most) most = impact;
  }
  return (most + IMPACT_STEP - 1) / IMPACT_STEP;
}

static void write_varints(buffer *out, const block *b, uint32_t last) {
  for (unsigned i = 0; i < b->count; i++) {
    buffer_varint(out, (uint64_t)(b->units[i] - last - 1) << 4 | b->codes[i]);
    last = b->units[i];
  }
}

static void write_packed(writer *w, const block *b, uint32_t last, unsigned *unit_bits,
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

/* Fills in the offsets that were left free before a full block's positions. */
static void write_strides(writer *w, const block *b) {
  if (w->positions.failed) return;
  for (unsigned i = 1; i < POSTINGS_BLOCK / POSTINGS_STRIDE; i++) {
    store_u16le(w->positions.data + b->positions + 2 * (i - 1),
                (uint16_t)(b->offsets[i * POSTINGS_STRIDE] - b->positions));
  }
}

static void write_block(writer *w, const block *b, uint32_t last, uint32_t base) {
  unsigned unit_bits = 0, code_bits = 0;
  buffer_u32(&w->headers, b->units[b->count - 1]);
  buffer_u32(&w->headers, (uint32_t)w->blocks.len);
  buffer_u32(&w->headers, b->positions - base);
  buffer_u8(&w->headers, (uint8_t)greatest_impact(w, b));
  if (b->count == POSTINGS_BLOCK) {
    write_strides(w, b);
    write_packed(w, b, last, &unit_bits, &code_bits);
  } else {
    write_varints(&w->blocks, b, last);
  }
  buffer_u8(&w->headers, (uint8_t)unit_bits);
  buffer_u8(&w->headers, (uint8_t)code_bits);
  buffer_u8(&w->headers, 0);
}

static uint32_t count_groups_units(const writer *w) {
  const occurrence *o = w->found.items;
  uint32_t df = 0;
  for (size_t i = 0; i < w->found.count; i++) df += i == 0 || o[i].unit != o[i - 1].unit;
  return df;
}

static void write_list(writer *w, uint32_t df, unsigned bits) {
  const occurrence *o = w->found.items;
  block b = {.count = 0};
  uint32_t last = UINT32_MAX, left = df, base = (uint32_t)w->positions.len;
  buffer_clear(&w->headers);
  buffer_clear(&w->blocks);
  for (size_t i = 0; i < w->found.count; left--) {
    size_t end = i + 1;
    while (end < w->found.count && o[end].unit == o[i].unit) end++;
    if (b.count == 0) {
      b.positions = (uint32_t)w->positions.len;
      if (left >= POSTINGS_BLOCK) {
        buffer_zeros(&w->positions, 2 * (POSTINGS_BLOCK / POSTINGS_STRIDE - 1));
      }
    }
    b.offsets[b.count] = (uint32_t)w->positions.len;
    b.units[b.count] = o[i].unit;
    b.codes[b.count++] = write_posting(w, o + i, end - i, bits);
    i = end;
    if (b.count < POSTINGS_BLOCK && left > 1) continue;
    if (df < POSTINGS_BLOCK) break;
    write_block(w, &b, last, base);
    last = b.units[b.count - 1];
    b.count = 0;
  }
  if (df < POSTINGS_BLOCK) {
    buffer_u8(&w->postings, (uint8_t)greatest_impact(w, &b));
    write_varints(&w->postings, &b, UINT32_MAX);
  }
  buffer_append(&w->postings, buffer_span(&w->headers));
  buffer_append(&w->postings, buffer_span(&w->blocks));
}

/* Words that most units have (the, and, of) are a third of all text: where they stand tells little
 * and would take the most room. In a small partition room is no matter. */
static bool everywhere(const writer *w, uint32_t df) {
  return w->p->units >= COMMON_UNITS && df > w->p->units / COMMON_SHARE;
}

static bool write_group(writer *w, uint32_t rank, const member *m, size_t count) {
  unsigned bits = number_forms(w, m, count);
  if (!gather(w, m, count, bits)) return false;
  size_t postings = w->postings.len, positions = w->positions.len;
  uint32_t df = count_groups_units(w);
  lexicon_add(&w->group_keys, key_of(&w->groups, w->group_order[rank]), (uint32_t)postings,
              (uint32_t)positions);
  write_list(w, df, bits);
  if (everywhere(w, df)) w->positions.len = positions;
  buffer_varint(&w->group_keys.data, (uint64_t)df << 2 | bits);
  buffer_varint(&w->group_keys.data, w->postings.len - postings);
  buffer_varint(&w->group_keys.data, w->positions.len - positions);
  return w->positions.len <= UINT32_MAX && w->postings.len <= UINT32_MAX;
}

static bool write_groups(writer *w) {
  const member *m = w->members.items;
  for (size_t i = 0; i < w->members.count;) {
    size_t end = i + 1;
    while (end < w->members.count && m[end].group == m[i].group) end++;
    if (!write_group(w, m[i].group, m + i, end - i)) return false;
    i = end;
  }
  return true;
}

static void write_forms(writer *w) {
  const vocabulary *words = &w->p->words;
  uint32_t last = 0;
  for (uint32_t i = 0; i < words->count; i++) {
    uint32_t number = w->terms[i];
    if (words->terms[number].exact) continue;
    if (lexicon_add(&w->form_keys, key_of(words, number), 0, 0)) last = 0;
    uint32_t rank = w->group_rank[w->group_of[number]];
    int64_t step = (int64_t)rank - last;
    uint64_t zigzag = step < 0 ? (uint64_t)(-step) * 2 - 1 : (uint64_t)step * 2;
    buffer_varint(&w->form_keys.data, zigzag << 3 | w->form_of[number]);
    last = rank;
  }
}

/* Norms against two averages: that of the documents, and that of the verses. */
static bool write_norms(writer *w) {
  const partition_builder *p = w->p;
  double sum[2] = {0, 0}, count[2] = {0, 0};
  w->norms = malloc(p->units + 1);
  if (w->norms == NULL || p->lengths.failed) return false;
  for (uint32_t i = 0; i < p->units; i++) {
    uint32_t length = load_u32le(p->lengths.data + 4 * (size_t)i);
    bool verse = (length & LENGTH_VERSE) != 0;
    sum[verse] += length & ~(uint32_t)LENGTH_VERSE;
    count[verse] += 1;
  }
  for (uint32_t i = 0; i < p->units; i++) {
    uint32_t length = load_u32le(p->lengths.data + 4 * (size_t)i);
    bool verse = (length & LENGTH_VERSE) != 0;
    w->norms[i] = format_norm(length & ~(uint32_t)LENGTH_VERSE, sum[verse] / count[verse]);
  }
  format_impacts(w->impacts);
  return true;
}

static bool prepare(writer *w) {
  uint32_t count = w->p->words.count;
  w->terms = sorted(&w->p->words);
  w->group_of = calloc(count + 1, sizeof(*w->group_of));
  w->form_of = calloc(count + 1, sizeof(*w->form_of));
  if (w->terms == NULL || w->group_of == NULL || w->form_of == NULL) return false;
  add_members(w);
  return !w->failed && sort_members(w) && write_norms(w);
}

static bool assemble(writer *w, buffer *out) {
  partition_builder *p = w->p;
  const span parts[PART_COUNT] = {
      [PART_NORMS] = {(const char *)w->norms, p->units},
      [PART_RUNS] = buffer_span(&p->runs),
      [PART_GROUP_INDEX] = buffer_span(&w->group_keys.index),
      [PART_GROUPS] = buffer_span(&w->group_keys.data),
      [PART_FORM_INDEX] = buffer_span(&w->form_keys.index),
      [PART_FORMS] = buffer_span(&w->form_keys.data),
      [PART_POSTINGS] = buffer_span(&w->postings),
      [PART_POSITIONS] = buffer_span(&w->positions),
      [PART_MAPS] = buffer_span(&p->maps),
  };
  size_t maps = p->map_index.len + p->maps.len, at = PARTITION_FIELDS * 4;
  buffer_u32(out, p->units);
  buffer_u32(out, p->documents);
  buffer_u32(out, p->first);
  for (int i = 0; i < SECTION_COUNT; i++) buffer_u32(out, p->section_end[i]);
  buffer_u32(out, w->group_keys.count);
  buffer_u32(out, w->form_keys.count);
  for (int i = 0; i < PART_COUNT; i++) {
    buffer_u32(out, (uint32_t)at);
    at += i == PART_MAPS ? maps : parts[i].len;
  }
  buffer_u32(out, (uint32_t)at);
  for (int i = 0; i < PART_COUNT; i++) {
    if (i == PART_MAPS) buffer_append(out, buffer_span(&p->map_index));
    buffer_append(out, parts[i]);
  }
  const buffer *all[] = {&p->runs,
                         &p->lengths,
                         &p->maps,
                         &p->map_index,
                         &w->group_keys.index,
                         &w->group_keys.data,
                         &w->form_keys.index,
                         &w->form_keys.data,
                         &w->postings,
                         &w->positions,
                         &w->blocks,
                         &w->headers};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
    if (all[i]->failed) return false;
  }
  return !out->failed && at <= UINT32_MAX;
}

bool partition_write(partition_builder *p, analyzer *stems, buffer *out, fault *why) {
  writer w = {.p = p, .stems = stems};
  bool ok = !p->words.failed && prepare(&w) && write_groups(&w);
  if (ok) write_forms(&w);
  if (ok) {
    vocabulary_free(&p->words);
    malloc_trim(0); /* its many small pages back to the system, before the index is joined */
  }
  ok = ok && assemble(&w, out);
  void *const owned[] = {w.terms,         w.group_order, w.group_rank,   w.group_of, w.form_of,
                         w.members.items, w.found.items, w.merged.items, w.norms};
  for (size_t i = 0; i < sizeof(owned) / sizeof(owned[0]); i++) free(owned[i]);
  buffer *const buffers[] = {&w.postings, &w.positions, &w.headers, &w.blocks};
  for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++) buffer_free(buffers[i]);
  lexicon_free(&w.group_keys);
  lexicon_free(&w.form_keys);
  vocabulary_free(&w.groups);
  return ok || fault_set(why, "search: memory is out or the index of %s passes 4 GiB",
                         model_locale_name(p->locale));
}

void partition_free(partition_builder *p) {
  vocabulary_free(&p->words);
  buffer *const buffers[] = {&p->lengths, &p->runs, &p->map_index, &p->maps};
  for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++) buffer_free(buffers[i]);
  *p = (partition_builder){0};
}
