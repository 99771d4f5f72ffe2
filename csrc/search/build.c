#include "search/build.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "markup/plain.h"
#include "search/partition.h"
#include "search/parts.h"
#include "search/words.h"
#include "text/token.h"

enum { FIELD_GAP = 8 /* words between two fields, so that no pair spans them */ };

struct search_builder {
  analyzer *stems;
  partition_builder part;
  spool written; /* finished partitions */
  uint64_t lengths[LOCALE_COUNT];
  variants *variants; /* NULL when there are none */
  plain_text text;
  buffer pending; /* text of a surah, of which the verses are not indexed when they follow */
  bool has_pending;
  bool framed; /* the text is the frame of verses: words that point to them do not count */
  vocabulary_note notes[VOCABULARY_NOTES]; /* of the current unit, not in its vocabulary yet */
  size_t note_count;
  uint32_t position;    /* of the next word in the current unit */
  uint32_t length;      /* of the current unit, weighted */
  uint32_t next_number; /* expected of the next document */
  unsigned section;     /* of the last document */
  bool started;
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
  plain_free(&b->text);
  buffer_free(&b->pending);
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

typedef struct map_writer {
  buffer records;
  uint32_t word, source; /* of the last record */
  size_t block;          /* next block to begin */
  bool any;
} map_writer;

static void add_record(map_writer *m, uint32_t word, uint32_t source, unsigned flags) {
  buffer_varint(&m->records, (uint64_t)(word - m->word) << 2 | flags);
  buffer_varint(&m->records, source - m->source);
  m->word = word;
  m->source = source;
  m->any = true;
}

/* Notes where word `t` of the text stands when a block begins with it or the last record is far. */
static const plain_block *map_word(map_writer *m, const plain_text *text, const token *t) {
  uint32_t plain = (uint32_t)(t->source.data - text->plain.data);
  bool begins = false;
  while (m->block < text->block_count && text->blocks[m->block].plain <= plain) {
    m->block++;
    begins = true;
  }
  const plain_block *block = m->block == 0 ? NULL : &text->blocks[m->block - 1];
  uint32_t source = begins && block != NULL ? block->source : m->source;
  bool far = !m->any || t->position - m->word >= MAP_LEAST;
  if (begins && far && block != NULL && source >= m->source) {
    add_record(m, t->position, source, 2u | block->code);
  } else if (t->position - m->word >= MAP_WORDS) {
    uint32_t here = plain_source(text, plain);
    if (here >= m->source) { add_record(m, t->position, here, block != NULL && block->code); }
  }
  return block;
}

static bool add_text(search_builder *b, span source, fault *why) {
  if (source.len == 0) { return true; }
  /* words are parted by a byte at least, and their positions stay below those of notices */
  if (source.len / 2 + b->position >= FORMAT_NOTICE || !plain_read(&b->text, source)) {
    return fault_set(why, "search: a text is too long or memory is out");
  }
  map_writer m = {0};
  token_reader r;
  token t;
  uint32_t headings = 0, notices = 0;
  size_t notice_source = parts_notice(source), block_number = 0;
  while (block_number < b->text.block_count &&
         b->text.blocks[block_number].source < notice_source) {
    block_number++;
  }
  span plain = buffer_span(&b->text.plain);
  const char *notice = plain.data + plain.len; /* where the notices begin */
  if (block_number < b->text.block_count) {
    notice = plain.data + b->text.blocks[block_number].plain;
  }
  token_begin(&r, plain);
  while (token_next(&r, &t)) {
    const plain_block *block = t.kind == TOKEN_WORD ? map_word(&m, &b->text, &t) : NULL;
    if (b->framed && words_point_to_quran(b->part.locale, t.key)) { continue; }
    if (t.source.data >= notice) {
      note(b, &t, FORMAT_NOTICE + notices, FIELD_NOTICE);
      notices += t.kind == TOKEN_WORD;
      continue;
    }
    bool heading = block != NULL && block->heading;
    headings += heading;
    note(b, &t, b->position + t.position, heading ? FIELD_HEADING : FIELD_BODY);
  }
  if (!b->framed) { /* the frame is alike in all surahs and makes none of them longer */
    lengthen(b, r.position - headings - notices, FIELD_BODY);
    lengthen(b, headings, FIELD_HEADING);
  }
  buffer head = {0};
  buffer_varint(&head, b->position);
  buffer_varint(&b->part.maps, head.len + m.records.len);
  buffer_append(&b->part.maps, buffer_span(&head));
  buffer_append(&b->part.maps, buffer_span(&m.records));
  if (head.failed || m.records.failed) { b->part.maps.failed = true; }
  buffer_free(&head);
  buffer_free(&m.records);
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
static void end_unit(search_builder *b, size_t maps_before, uint32_t flags) {
  flush_notes(b);
  if (b->part.maps.len == maps_before) { buffer_varint(&b->part.maps, 0); }
  buffer_u32(&b->part.lengths, (b->length & LENGTH_MOST) | flags);
}

/* True when a line is the heading of a verse: `## 2:255`. */
static bool heads_verse(span line) {
  if (!span_starts(line, SPAN("## "))) { return false; }
  line = span_skip(line, 3);
  size_t digits = 0, colons = 0;
  for (size_t i = 0; i < line.len; i++) {
    digits += line.data[i] >= '0' && line.data[i] <= '9';
    colons += line.data[i] == ':';
  }
  return colons == 1 && digits + 1 == line.len;
}

/* Blanks the verses of a surah's text, which are units of their own, and the formula before them,
 * which is one of another surah. Headings, facts (divided by middle dots) and the text behind the
 * verses keep their places. */
static void blank_verses(char *text, size_t len) {
  enum { BEFORE, WITHIN, BEHIND } part = BEFORE;
  for (size_t at = 0, size; at < len; at += size) {
    span rest = {text + at, len - at};
    size = span_find(rest, '\n');
    span line = span_take(rest, size);
    if (span_starts(line, SPAN("## "))) { part = heads_verse(line) ? WITHIN : BEHIND; }
    bool kept = part == BEHIND || (part == BEFORE && (span_starts(line, SPAN("#")) ||
                                                      memmem(line.data, size, " · ", 4) != NULL));
    if (!kept) { memset(text + at, ' ', size); }
    size += size < rest.len;
  }
}

/* Completes the last document. */
static bool flush(search_builder *b, bool verses_follow, fault *why) {
  if (!b->has_pending) { return true; }
  size_t before = b->part.maps.len;
  b->has_pending = false;
  b->framed = verses_follow;
  if (verses_follow) { blank_verses(b->pending.data, b->pending.len); }
  bool ok = add_text(b, buffer_span(&b->pending), why);
  b->framed = false;
  end_unit(b, before, verses_follow || b->pending.len > 0 ? 0 : LENGTH_CITED);
  return ok;
}

static bool finish_partition(search_builder *b, fault *why) {
  if (!b->started) { return true; }
  if (!flush(b, false, why)) { return false; }
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

bool search_builder_add(search_builder *b, const store_document *d, span labels, fault *why) {
  if (!flush(b, false, why) || !enter(b, d, why)) { return false; }
  for (unsigned s = b->section; s < d->section; s++) { b->part.section_end[s] = b->part.units; }
  b->section = d->section;
  b->next_number++;
  b->part.documents++;
  begin_unit(b);
  add_field(b, d->title, FIELD_TITLE);
  char title[FORMAT_TITLE_KEY];
  note_key(b, (span){title, format_title(d->title, title)}, 0, true, 0, FIELD_BODY);
  add_field(b, labels, FIELD_LABEL);
  bool surah = d->section == SECTION_QURAN;
  if (!surah) { /* of surahs they are all alike, and would outrank the verses */
    add_field(b, d->description, FIELD_DESCRIPTION);
    add_field(b, d->route, FIELD_ROUTE);
  }
  add_field(b, d->lens, FIELD_ID);
  add_field(b, d->concept, FIELD_ID);
  buffer_clear(&b->pending);
  buffer_append(&b->pending, d->text);
  b->has_pending = true;
  if (b->part.words.failed) { return partition_refuse(&b->part, why); }
  if (b->pending.failed) { return fault_set(why, "search: memory is out"); }
  return surah || flush(b, false, why);
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

bool search_builder_verse(search_builder *b, unsigned surah, unsigned verse, span arabic,
                          span simple, span translation, fault *why) {
  if (!b->started || b->section != SECTION_QURAN) {
    return fault_set(why, "search: verse %u:%u follows no surah", surah, verse);
  }
  if (b->has_pending) {
    if (!flush(b, true, why)) { return false; }
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
  size_t before = b->part.maps.len;
  begin_unit(b);
  uint32_t words = add_verse_text(b, arabic, 0, true);
  add_verse_text(b, simple, 0, false);
  words += add_verse_text(b, translation, VERSE_TRANSLATION, false);
  lengthen(b, words, FIELD_BODY);
  end_unit(b, before, LENGTH_VERSE);
  return !b->part.words.failed || partition_refuse(&b->part, why);
}

void search_builder_variants(search_builder *b, variants *known) { b->variants = known; }

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
