#include "search/partition.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "search/index.h"
#include "search/lists.h"
#include "search/phrasing.h"
#include "search/typo.h"
#include "search/weights.h"

/* A word is a member of the group of its stem, and of others as a part or in another spelling.
 * Members are integers that sort as they are needed: by group, then by word. A group has the number
 * of the term that is its key; a stem that is no word becomes a term that occurs nowhere. */
typedef uint64_t member;

enum kind { KIND_OWN, KIND_SPELLING, KIND_PART };

static member member_new(uint32_t group, uint32_t term, enum kind kind) {
  return (member)group << 32 | (member)term << 2 | kind;
}

static uint32_t member_group(member m) { return (uint32_t)(m >> 32); }
static uint32_t member_term(member m) { return (uint32_t)m >> 2; }
static enum kind member_kind(member m) { return (enum kind)(m & 3); }

/* Reads the occurrences of one member of a group. */
typedef struct cursor {
  occurrence_reader reader;
  occurrence at;
  uint32_t number; /* of the member */
  uint8_t form;
  bool part;
} cursor;

typedef struct writer {
  partition_builder *p;
  analyzer *stems;
  uint32_t words;   /* terms that occur; those behind them are only keys of groups */
  uint32_t *order;  /* term numbers in order of their keys */
  uint32_t *groups; /* of a term: the number of its own group in the partition */
  uint8_t *forms;   /* of a term: its form in that group */
  member *members;
  size_t count, size;
  cursor *heap; /* of the group being written; the first one is next */
  size_t heap_count, heap_size;
  uint8_t *norms;
  lexicon_writer group_keys, form_keys, common;
  list_writer list; /* of the group being written */
  spool lists;
  bool failed; /* memory is out */
} writer;

/* Groups of words */

static void add_member(writer *w, uint32_t group, uint32_t term, enum kind kind) {
  if (list_grow(w->members, w->count, w->size)) {
    w->members[w->count++] = member_new(group, term, kind);
  } else {
    w->failed = true;
  }
}

static uint32_t group_of_word(writer *w, span word, unsigned traits) {
  span stem = analyzer_stem(w->stems, w->p->locale, word, traits);
  return vocabulary_term_of(&w->p->words, stem, traits, false);
}

static uint32_t count_units(void *known, span word) {
  const vocabulary *v = known;
  uint32_t term = vocabulary_find(v, word);
  return term == UINT32_MAX || v->terms[term].exact ? 0 : v->terms[term].df;
}

static void add_other(writer *w, uint32_t group, uint32_t term, enum kind kind) {
  for (size_t i = w->count; i > 0 && member_term(w->members[i - 1]) == term; i--) {
    if (member_group(w->members[i - 1]) == group) { return; }
  }
  add_member(w, group, term, kind);
}

/* A compound is found by its parts; Haeuser and Häuser find each other. */
static void add_german(writer *w, uint32_t term) {
  vocabulary *words = &w->p->words;
  unsigned traits = words->terms[term].traits;
  span key = vocabulary_key(words, term), parts[COMPOUND_PARTS];
  size_t count = compound_split(key, count_units, words, parts);
  for (size_t i = 0; i < count; i++) {
    add_other(w, group_of_word(w, parts[i], traits), term, KIND_PART);
  }
  for (int back = 0; back < 2; back++) {
    char other[FOLD_MAX];
    span spelling = {other, analyze_umlaut(key, back == 1, other)};
    if (spelling.len == 0 || count_units(words, spelling) == 0) { continue; }
    add_other(w, group_of_word(w, spelling, traits), term, KIND_SPELLING);
  }
}

static void add_members(writer *w) {
  vocabulary *words = &w->p->words;
  for (uint32_t i = 0; i < w->words && !w->failed; i++) {
    const vocabulary_term t = words->terms[i];
    uint32_t group = t.exact ? i : group_of_word(w, vocabulary_key(words, i), t.traits);
    add_member(w, group, i, KIND_OWN);
    bool german = w->p->locale == LOCALE_DE && !t.exact && !(t.traits & (FOLD_DIGIT | FOLD_ARABIC));
    if (german) { add_german(w, i); }
  }
  w->failed = w->failed || words->failed;
}

static int by_value(const void *a, const void *b) {
  member x = *(const member *)a, y = *(const member *)b;
  return (x > y) - (x < y);
}

/* Numbers groups and terms of members by the ranks of their keys, in w->order, and sorts them. */
static bool sort_members(writer *w) {
  const vocabulary *words = &w->p->words;
  uint32_t *rank = malloc((words->count + 1) * sizeof(*rank));
  w->order = vocabulary_order(words);
  bool ok = rank != NULL && w->order != NULL;
  if (ok) {
    for (uint32_t i = 0; i < words->count; i++) { rank[w->order[i]] = i; }
    for (size_t i = 0; i < w->count; i++) {
      member m = w->members[i];
      w->members[i] = member_new(rank[member_group(m)], rank[member_term(m)], member_kind(m));
    }
    if (w->count > 0) { qsort(w->members, w->count, sizeof(*w->members), by_value); }
  }
  free(rank);
  return ok;
}

static const vocabulary_term *term_of(const writer *w, member m) {
  return &w->p->words.terms[w->order[member_term(m)]];
}

/* The number of the forms that have none of their own. */
static uint8_t last_form(unsigned bits) {
  return (uint8_t)(bits == 3 ? FORMS_MOST - 1 : (1u << bits) - 1);
}

/* Numbers the forms of a group: the commonest get numbers of their own. @return form bits */
static unsigned number_forms(writer *w, const member *m, size_t count) {
  unsigned bits = count <= 1 ? 0 : count <= 2 ? 1 : count <= 4 ? 2 : 3;
  uint8_t last = last_form(bits);
  for (size_t i = 0; i < count; i++) {
    if (member_kind(m[i]) != KIND_OWN) { continue; }
    uint32_t df = term_of(w, m[i])->df;
    size_t before = 0;
    for (size_t k = 0; k < count && before < last; k++) {
      uint32_t other = term_of(w, m[k])->df;
      before += other > df || (other == df && k < i);
    }
    w->forms[w->order[member_term(m[i])]] = (uint8_t)(before < last ? before : last);
  }
  return bits;
}

/* The occurrences of a group's members, merged */

static bool advance(cursor *c) {
  if (!vocabulary_next(&c->reader, &c->at)) { return false; }
  c->at.form = c->form;
  if (c->part && c->at.field == FIELD_BODY) { c->at.field = FIELD_PART; }
  return true;
}

static bool precedes(const cursor *a, const cursor *b) {
  if (a->at.unit != b->at.unit) { return a->at.unit < b->at.unit; }
  if (a->at.position != b->at.position) { return a->at.position < b->at.position; }
  return a->number < b->number;
}

static void sift_down(cursor *heap, size_t count, size_t at) {
  cursor moved = heap[at];
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && precedes(&heap[child + 1], &heap[child])) { child++; }
    if (!precedes(&heap[child], &moved)) { break; }
    heap[at] = heap[child];
  }
  heap[at] = moved;
}

static bool begin_merge(writer *w, const member *m, size_t count, unsigned bits) {
  uint8_t other = last_form(bits);
  if (count > w->heap_size) {
    cursor *heap = realloc(w->heap, 2 * count * sizeof(*heap));
    if (heap == NULL) { return false; }
    w->heap = heap;
    w->heap_size = 2 * count;
  }
  w->heap_count = 0;
  for (size_t i = 0; i < count; i++) {
    cursor *c = &w->heap[w->heap_count];
    uint32_t term = w->order[member_term(m[i])];
    enum kind kind = member_kind(m[i]);
    c->number = (uint32_t)i;
    c->form = kind == KIND_OWN ? w->forms[term] : other;
    c->part = kind == KIND_PART;
    vocabulary_read(&w->p->words, term, &c->reader);
    w->heap_count += advance(c);
  }
  for (size_t i = w->heap_count / 2; i > 0; i--) { sift_down(w->heap, w->heap_count, i - 1); }
  return true;
}

static bool next_merged(writer *w, occurrence *out) {
  if (w->heap_count == 0) { return false; }
  *out = w->heap[0].at;
  if (!advance(&w->heap[0])) { w->heap[0] = w->heap[--w->heap_count]; }
  if (w->heap_count > 1) { sift_down(w->heap, w->heap_count, 0); }
  return true;
}

/* Words that most units have (the, and, of) are a third of all text: their positions say little and
   would take the most space. In a small partition space does not matter. */
static bool everywhere(const writer *w, uint32_t df) {
  return w->p->units >= COMMON_UNITS && df > w->p->units / COMMON_SHARE;
}

static bool write_group(writer *w, const member *m, size_t count) {
  unsigned bits = number_forms(w, m, count);
  if (!begin_merge(w, m, count, bits)) { return false; }
  list_writer *l = &w->list;
  occurrence o;
  span key = vocabulary_key(&w->p->words, w->order[member_group(*m)]);
  bool title = key.data[0] == FORMAT_TITLE;
  list_begin(l, bits, title);
  while (next_merged(w, &o)) { list_add(l, &o); }
  uint32_t df = list_finish(l);
  if (title || everywhere(w, df)) { l->positions.len = 0; }
  lexicon_add(&w->group_keys, key, spool_length(&w->lists));
  buffer_varint(&w->group_keys.data, (uint64_t)df << 2 | bits);
  if (df == 1) {
    buffer_varint(&w->group_keys.data, l->positions.len << 3 | (l->blocks.len - 1));
  } else {
    buffer_varint(&w->group_keys.data, l->headers.len + l->blocks.len);
    buffer_varint(&w->group_keys.data, l->positions.len);
  }
  return !l->headers.failed && !l->blocks.failed && !l->positions.failed &&
         spool_put(&w->lists, buffer_span(&l->headers)) &&
         spool_put(&w->lists, buffer_span(&l->blocks)) &&
         spool_put(&w->lists, buffer_span(&l->positions));
}

/* In the order of their keys, terms lie all over the memory. Those a little ahead are fetched while
 * member `i` is at work: first the term, then what it leads to. */
static void fetch_ahead(const writer *w, size_t i) {
  enum { PAGES = 8, TERM = 2 * PAGES };
  if (i + TERM < w->count) { __builtin_prefetch(term_of(w, w->members[i + TERM])); }
  if (i + PAGES < w->count) {
    vocabulary_fetch(&w->p->words, w->order[member_term(w->members[i + PAGES])]);
  }
}

static bool write_groups(writer *w) {
  const member *m = w->members;
  for (size_t i = 0; i < w->count;) {
    size_t end = i;
    while (end < w->count && member_group(m[end]) == member_group(m[i])) {
      fetch_ahead(w, end);
      if (member_kind(m[end]) == KIND_OWN) {
        w->groups[w->order[member_term(m[end])]] = w->group_keys.count;
      }
      end++;
    }
    if (!write_group(w, m + i, end - i)) { return false; }
    i = end;
  }
  return true;
}

static void write_forms(writer *w) {
  const vocabulary *words = &w->p->words;
  uint32_t last = 0;
  for (uint32_t i = 0; i < words->count; i++) {
    uint32_t number = w->order[i];
    if (number >= w->words || words->terms[number].exact) { continue; }
    if (lexicon_add(&w->form_keys, vocabulary_key(words, number), 0)) { last = 0; }
    int64_t step = (int64_t)w->groups[number] - last;
    uint64_t zigzag = step < 0 ? (uint64_t)(-step) * 2 - 1 : (uint64_t)step * 2;
    buffer_varint(&w->form_keys.data, zigzag << 5 | w->forms[number]);
    last = w->groups[number];
  }
}

/* The norm of a document. A document without text counts as one of more than average length, so
   that it does not win for being short. */
static uint8_t norm_of(uint32_t length, double average) {
  uint8_t norm = format_norm(length & LENGTH_MOST, average);
  return (length & LENGTH_CITED) != 0 && norm < WEIGHT_CITED_NORM ? WEIGHT_CITED_NORM : norm;
}

/* Norms against two averages: that of the documents, and that of the verses. */
static bool write_norms(writer *w) {
  const partition_builder *p = w->p;
  double sum[2] = {0, 0}, count[2] = {0, 0};
  w->norms = malloc(p->units + 1);
  if (w->norms == NULL || p->lengths.failed) { return false; }
  for (uint32_t i = 0; i < p->units; i++) {
    uint32_t length = load_u32le(p->lengths.data + 4 * (size_t)i);
    bool verse = (length & LENGTH_VERSE) != 0;
    sum[verse] += length & LENGTH_MOST;
    count[verse] += 1;
  }
  for (uint32_t i = 0; i < p->units; i++) {
    uint32_t length = load_u32le(p->lengths.data + 4 * (size_t)i);
    bool verse = (length & LENGTH_VERSE) != 0;
    w->norms[i] = norm_of(length, sum[verse] / count[verse]);
  }
  w->list.norms = w->norms;
  format_impacts(w->list.impacts);
  return true;
}

static bool prepare(writer *w) {
  w->words = w->p->words.count;
  w->groups = calloc(w->words + 1, sizeof(*w->groups));
  w->forms = calloc(w->words + 1, sizeof(*w->forms));
  if (w->groups == NULL || w->forms == NULL) { return false; }
  add_members(w);
  vocabulary_seal(&w->p->words);
  return !w->failed && sort_members(w) && write_norms(w);
}

/* Offsets into each of these have 32 bits; they are small beside the lists. */
static bool is_complete(const writer *w) {
  partition_builder *p = w->p;
  const buffer *const all[] = {&p->runs,
                               &p->lengths,
                               &p->maps,
                               &p->map_index,
                               &w->group_keys.index,
                               &w->group_keys.data,
                               &w->form_keys.index,
                               &w->form_keys.data};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
    if (all[i]->len > UINT32_MAX) { p->words.full = true; }
    if (all[i]->failed || p->words.full) { return false; }
  }
  return true;
}

/* Writes the partition's fields. @return false when memory is out */
static bool write_fields(const writer *w, const uint64_t lengths[PART_COUNT], buffer *out) {
  const partition_builder *p = w->p;
  uint64_t at = PARTITION_HEAD;
  buffer_u32(out, p->units);
  buffer_u32(out, p->documents);
  buffer_u32(out, p->first);
  for (int i = 0; i < SECTION_COUNT; i++) { buffer_u32(out, p->section_end[i]); }
  buffer_u32(out, w->group_keys.count);
  buffer_u32(out, w->form_keys.count);
  buffer_u32(out, w->common.count);
  buffer_u32(out, p->variants.count);
  for (int i = 0; i < PART_COUNT; i++) {
    buffer_u64(out, at);
    at += lengths[i];
  }
  buffer_u64(out, at);
  return !out->failed;
}

static bool assemble(writer *w, spool *out) {
  const partition_builder *p = w->p;
  const span head[] = {{(const char *)w->norms, p->units}, buffer_span(&p->runs),
                       buffer_span(&w->group_keys.index),  buffer_span(&w->group_keys.data),
                       buffer_span(&w->form_keys.index),   buffer_span(&w->form_keys.data),
                       buffer_span(&w->common.index),      buffer_span(&w->common.data),
                       buffer_span(&p->variants.index),    buffer_span(&p->variants.data)};
  uint64_t lengths[PART_COUNT] = {
      [PART_LISTS] = spool_length(&w->lists),
      [PART_MAPS] = p->map_index.len + p->maps.len,
  };
  for (int i = 0; i < PART_LISTS; i++) { lengths[i] = head[i].len; }
  buffer fields = {0};
  bool ok = is_complete(w) && write_fields(w, lengths, &fields);
  if (ok) { spool_put(out, buffer_span(&fields)); }
  buffer_free(&fields);
  if (!ok) { return false; }
  for (int i = 0; i < PART_LISTS; i++) { spool_put(out, head[i]); }
  return spool_drain(&w->lists, spool_put, out) && spool_put(out, buffer_span(&p->map_index)) &&
         spool_put(out, buffer_span(&p->maps));
}

bool partition_refuse(const partition_builder *p, fault *why) {
  if (!p->words.full) { return fault_set(why, "search: memory is out"); }
  return fault_set(why,
                   "search: the words of %s and where they stand take more than %u MiB; divide the "
                   "content among several publications",
                   locale_rows[p->locale].code, (unsigned)VOCABULARY_PAGES);
}

/* Why the partition is not complete. */
static bool refuse(const writer *w, const spool *out, fault *why) {
  const spool *const spools[] = {&w->lists, out};
  for (size_t i = 0; i < sizeof(spools) / sizeof(spools[0]); i++) {
    if (spools[i]->failed) {
      *why = spools[i]->why;
      return false;
    }
  }
  return partition_refuse(w->p, why);
}

bool partition_write(partition_builder *p, analyzer *stems, spool *out, fault *why) {
  writer w = {.p = p, .stems = stems};
  w.lists = spool_new(out->beside);
  bool ok = !p->words.failed && prepare(&w) && write_groups(&w);
  if (ok) { write_forms(&w); }
  ok = ok && words_write(p->locale, &w.common);
  if (ok) { vocabulary_free(&p->words); }
  ok = ok && assemble(&w, out);
  if (!ok) { refuse(&w, out, why); }
  void *const owned[] = {w.order, w.groups, w.forms, w.members, w.heap, w.norms};
  for (size_t i = 0; i < sizeof(owned) / sizeof(owned[0]); i++) { free(owned[i]); }
  list_free(&w.list);
  lexicon_free(&w.group_keys);
  lexicon_free(&w.form_keys);
  lexicon_free(&w.common);
  spool_free(&w.lists);
  return ok;
}

void partition_free(partition_builder *p) {
  vocabulary_free(&p->words);
  lexicon_free(&p->variants);
  buffer *const buffers[] = {&p->lengths, &p->runs, &p->map_index, &p->maps};
  for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++) { buffer_free(buffers[i]); }
  *p = (partition_builder){0};
}
