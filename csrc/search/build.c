#include "search/build.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "search/excerpt.h"
#include "search/partition.h"
#include "search/phrasing.h"
#include "text/token.h"

enum { FIELD_GAP = 8 /* words between two fields, so that no pair spans them */ };

struct search_builder {
  analyzer *stems;
  partition_builder part;
  spool written; /* finished partitions */
  uint64_t lengths[LOCALE_COUNT];
  variants *variants; /* NULL when there are none */
  buffer map;         /* of the current unit */
  bool surah;         /* the last unit is the document of one, whose verses may follow */
  vocabulary_note notes[VOCABULARY_NOTES]; /* of the current unit, not in its vocabulary yet */
  size_t note_count;
  uint32_t position;    /* of the next word in the current unit */
  uint32_t length;      /* of the current unit, weighted */
  uint32_t next_number; /* expected of the next document */
  unsigned section;     /* of the last document */
  bool started;
  bool brief; /* texts are left out */
};

search_builder *search_builder_new(const char *beside) {
  search_builder *b = calloc(1, sizeof(*b));
  if (b == NULL) { return NULL; }
  b->written = spool_new(beside);
  b->stems = analyzer_new();
  if (b->stems == NULL) {
    free(b);
    return NULL;
  }
  return b;
}

void search_builder_free(search_builder *b) {
  if (b == NULL) { return; }
  analyzer_free(b->stems);
  partition_free(&b->part);
  spool_free(&b->written);
  buffer_free(&b->map);
  free(b);
}

static void flush_notes(search_builder *b) {
  vocabulary_occur(&b->part.words, b->part.units - 1, b->notes, b->note_count);
  b->note_count = 0;
}

static void note_key(search_builder *b, span key, unsigned traits, bool exact, uint32_t position,
                     enum field field) {
  if (key.len == 0) { return; }
  vocabulary_note *n = &b->notes[b->note_count++];
  n->position = position;
  n->field = (uint8_t)field;
  n->len = (uint8_t)key.len;
  n->traits = (uint8_t)traits;
  n->exact = exact;
  memcpy(n->key, key.data, key.len);
  if (b->note_count == VOCABULARY_NOTES) { flush_notes(b); }
}

static void note(search_builder *b, const token *t, uint32_t position, enum field field) {
  note_key(b, t->key, t->traits, t->kind == TOKEN_IDENTIFIER, position, field);
}

/* Adds the words of a field to the unit's length, each as much as it weighs. */
static void lengthen(search_builder *b, uint32_t words, enum field field) {
  b->length += words * format_field_weight[field] / 2;
}

/* Indexes a short field that is plain text. */
static void add_field(search_builder *b, span text, enum field field) {
  token_reader r;
  token t;
  uint32_t first = b->position;
  token_begin(&r, text);
  while (token_next(&r, &t)) {
    if (field == FIELD_ID && t.kind == TOKEN_WORD) { continue; }
    note(b, &t, first + t.position, field);
  }
  if (field == FIELD_ID || text.len == 0) { return; /* nothing stands beside an id */ }
  lengthen(b, r.position, field);
  b->position += r.position + FIELD_GAP;
}

/* Writes the map of a text, as search/format.h draws it. */
typedef struct map_writer {
  buffer *out;
  const plain_text *text;
  uint32_t answers;     /* where those of an exam begin */
  uint32_t word, plain; /* of the last record */
  uint32_t end;         /* of the last word */
  size_t block;         /* the next block */
} map_writer;

/* True when the byte at `at` is emphasised strongly. @param next the first turn behind the last
 * byte that was asked for, which came before `at` */
static bool is_strong(const plain_text *text, uint32_t at, size_t *next) {
  while (*next < text->turn_count && text->turns[*next] <= at) { ++*next; }
  return (*next & 1) != 0;
}

/* Writes a record where one is due at a word. @return the block that the word is in */
static const plain_block *note_word(map_writer *w, const token *t) {
  span plain = buffer_span(&w->text->plain);
  uint32_t at = (uint32_t)(t->source.data - plain.data);
  while (w->block < w->text->block_count && w->text->blocks[w->block].plain <= at) { w->block++; }
  at = (uint32_t)cut_word_start(plain, w->end, at);
  w->end = (uint32_t)(t->source.data + t->source.len - plain.data);
  bool answers = w->plain < w->answers && at >= w->answers;
  bool due = w->out->len == 0 || answers || t->position - w->word >= MAP_WORDS;
  if (due && cut_begins_sentence(plain, at)) {
    buffer_varint(w->out, t->position - w->word);
    buffer_varint(w->out, at - w->plain);
    w->word = t->position;
    w->plain = at;
  }
  return w->block == 0 ? NULL : &w->text->blocks[w->block - 1];
}

static bool add_text(search_builder *b, const rendered *r, fault *why) {
  span plain = buffer_span(&r->text.plain);
  /* words are parted by a byte at least, and their positions stay below those of notices */
  if (plain.len / 2 + b->position >= FORMAT_NOTICE) {
    return fault_set(why, "search: a text is longer than %d MiB; divide it", FORMAT_NOTICE >> 19);
  }
  map_writer w = {.out = &b->map, .text = &r->text, .answers = r->made.answers};
  token_reader reader;
  token t;
  uint32_t headings = 0, notices = 0;
  size_t turn = 0;
  token_begin(&reader, plain);
  while (token_next(&reader, &t)) {
    const plain_block *block = t.kind == TOKEN_WORD ? note_word(&w, &t) : NULL;
    /* words that point to verses do not count in what frames them */
    if (r->framed && words_point_to_quran(b->part.locale, t.key)) { continue; }
    if ((size_t)(t.source.data - plain.data) >= r->made.notices) {
      note(b, &t, FORMAT_NOTICE + notices, FIELD_NOTICE);
      notices += t.kind == TOKEN_WORD;
      continue;
    }
    bool heading = block != NULL && block->level > 0;
    bool strong = is_strong(&r->text, (uint32_t)(t.source.data - plain.data), &turn);
    enum field field = strong ? FIELD_LABEL : FIELD_BODY;
    headings += heading;
    note(b, &t, b->position + t.position, heading ? FIELD_HEADING : field);
  }
  if (!r->framed) { /* the frame is alike in all surahs and makes none of them longer */
    lengthen(b, reader.position - headings - notices, FIELD_BODY);
    lengthen(b, headings, FIELD_HEADING);
  }
  return true;
}

static void begin_unit(search_builder *b) {
  if (b->part.units % MAPS_BLOCK == 0) {
    buffer_u32(&b->part.map_index, (uint32_t)b->part.maps.len);
  }
  b->part.units++;
  b->position = 0;
  b->length = 0;
}

/* Every unit has a map, an empty one when it has no text. */
static void end_unit(search_builder *b, uint32_t flags) {
  buffer head = {0};
  flush_notes(b);
  if (b->map.len > 0) { buffer_varint(&head, b->position); }
  buffer_varint(&b->part.maps, head.len + b->map.len);
  buffer_append(&b->part.maps, buffer_span(&head));
  buffer_append(&b->part.maps, buffer_span(&b->map));
  b->part.maps.failed |= head.failed || b->map.failed;
  buffer_free(&head);
  buffer_clear(&b->map);
  buffer_u32(&b->part.lengths, (b->length & LENGTH_MOST) | flags);
}

static bool finish_partition(search_builder *b, fault *why) {
  if (!b->started) { return true; }
  for (unsigned s = b->section; s < SECTION_COUNT; s++) { b->part.section_end[s] = b->part.units; }
  uint64_t before = spool_length(&b->written);
  bool ok =
      b->variants == NULL || variants_write(b->variants, b->part.locale, &b->part.variants, why);
  ok = ok && partition_write(&b->part, b->stems, &b->written, why);
  b->lengths[b->part.locale] = spool_length(&b->written) - before;
  partition_free(&b->part);
  b->started = false;
  return ok;
}

static bool enter(search_builder *b, const store_document *d, fault *why) {
  if (d->locale >= LOCALE_COUNT || d->section >= SECTION_COUNT) {
    return fault_set(why, "search: document %u has no known locale or section", d->number);
  }
  bool backwards = b->started && (d->locale < b->part.locale ||
                                  (d->locale == b->part.locale && d->section < b->section));
  if (backwards || d->number != b->next_number) {
    return fault_set(why, "search: document %u is not in the order of the store", d->number);
  }
  if (b->started && d->locale != b->part.locale && !finish_partition(b, why)) { return false; }
  if (!b->started) {
    b->started = true;
    b->part.locale = d->locale;
    b->part.first = d->number;
    b->section = 0;
  }
  return true;
}

/* The names of a unit, a line each and single words first, count as its title, as a whole and word
   by word. They do not add to the unit's length. */
static void add_subjects(search_builder *b, span list, uint32_t end) {
  while (list.len > 0) {
    span subject = span_take(list, span_find(list, '\n'));
    token_reader r;
    token t;
    char title[FORMAT_TITLE_KEY];
    list = span_skip(list, subject.len + 1);
    bool phrase = span_find(subject, ' ') < subject.len && b->position < VERSE_PHRASES;
    if (phrase) { b->position = VERSE_PHRASES; }
    note_key(b, (span){title, format_title(subject, title)}, 0, true, 0, FIELD_BODY);
    token_begin(&r, subject);
    while (token_next(&r, &t) && b->position + t.position < end) {
      note(b, &t, b->position + t.position, FIELD_TITLE);
    }
    b->position += r.position + FIELD_GAP;
  }
}

bool search_builder_add(search_builder *b, const store_document *d, span labels, span subjects,
                        const rendered *text, fault *why) {
  if (!enter(b, d, why)) { return false; }
  for (unsigned s = b->section; s < d->section; s++) { b->part.section_end[s] = b->part.units; }
  b->section = d->section;
  b->next_number++;
  b->part.documents++;
  begin_unit(b);
  add_field(b, d->title, FIELD_TITLE);
  char title[FORMAT_TITLE_KEY];
  note_key(b, (span){title, format_title(d->title, title)}, 0, true, 0, FIELD_BODY);
  add_field(b, labels, FIELD_LABEL);
  add_subjects(b, subjects, FORMAT_NOTICE);
  bool surah = d->section == SECTION_QURAN;
  if (!surah) { /* of surahs they are all alike, and would outrank the verses */
    add_field(b, d->description, FIELD_DESCRIPTION);
    add_field(b, d->route, FIELD_ROUTE);
  }
  add_field(b, d->lens, FIELD_ID);
  add_field(b, d->concept, FIELD_ID);
  b->surah = surah;
  bool cited = d->text.data == NULL && !text->framed;
  bool good = b->brief || add_text(b, text, why);
  end_unit(b, cited ? LENGTH_CITED : 0);
  return good && (!b->part.words.failed || partition_refuse(&b->part, why));
}

/* The other keys of an Uthmani word: dagger alef as alef, and the loose ones. */
static void add_arabic_keys(search_builder *b, const token *t) {
  char key[FOLD_MAX + 1];
  size_t len = fold_arabic_dagger(t->source, key);
  note_key(b, (span){key, len}, t->traits, false, t->position, FIELD_BODY);
  key[0] = FORMAT_LOOSE;
  for (int waw = 0; waw < 2; waw++) {
    len = fold_arabic_loose(t->source, waw == 1, key + 1);
    if (len == 0) { continue; }
    note_key(b, (span){key, len + 1}, t->traits, true, t->position, FIELD_BODY);
  }
}

static uint32_t add_verse_text(search_builder *b, span text, uint32_t first, bool uthmani) {
  token_reader r;
  token t;
  token_begin(&r, text);
  while (token_next(&r, &t)) {
    t.position += first;
    note(b, &t, t.position, FIELD_BODY);
    if (uthmani && (t.traits & FOLD_ARABIC)) { add_arabic_keys(b, &t); }
  }
  return r.position;
}

bool search_builder_verse(search_builder *b, unsigned surah, unsigned verse,
                          const search_verse *texts, fault *why) {
  if (!b->started || b->section != SECTION_QURAN) {
    return fault_set(why, "search: verse %u:%u follows no surah", surah, verse);
  }
  if (b->surah) {
    b->surah = false;
    buffer_u32(&b->part.runs, b->part.units - 1);
    buffer_u32(&b->part.runs, b->part.documents - 1);
    buffer_u32(&b->part.runs, surah);
    buffer_u32(&b->part.runs, 0);
  }
  buffer *runs = &b->part.runs;
  if (runs->failed || runs->len < RUN_BYTES) { return fault_set(why, "search: memory is out"); }
  if (verse != load_u32le(runs->data + runs->len - 4) + 1) {
    return fault_set(why, "search: verse %u:%u does not follow the last one", surah, verse);
  }
  store_u32le(runs->data + runs->len - 4, verse);
  begin_unit(b);
  uint32_t words = add_verse_text(b, texts->arabic, 0, true);
  add_verse_text(b, texts->simple, 0, false);
  b->position = VERSE_SUBJECTS;
  add_subjects(b, texts->subjects, VERSE_TRANSLATION);
  words += add_verse_text(b, texts->translation, VERSE_TRANSLATION, false);
  lengthen(b, words, FIELD_BODY);
  end_unit(b, LENGTH_VERSE);
  return !b->part.words.failed || partition_refuse(&b->part, why);
}

void search_builder_variants(search_builder *b, variants *known) { b->variants = known; }

void search_builder_brief(search_builder *b) { b->brief = true; }

bool search_builder_finish(search_builder *b, store_sink sink, void *to, fault *why) {
  char head[FORMAT_HEADER];
  uint64_t at = FORMAT_HEADER;
  if (!finish_partition(b, why)) { return false; }
  store_u32le(head, FORMAT_MAGIC);
  store_u32le(head + 4, FORMAT_VERSION);
  for (size_t i = 0; i < LOCALE_COUNT; i++) {
    store_u64le(head + 8 + 16 * i, at);
    store_u64le(head + 16 + 16 * i, b->lengths[i]);
    at += b->lengths[i];
  }
  if (!sink(to, (span){head, sizeof head})) { return true; }
  bool ok = spool_drain(&b->written, sink, to);
  if (!ok) { *why = b->written.why; }
  return ok;
}
