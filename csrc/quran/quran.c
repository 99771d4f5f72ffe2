#include "quran/quran.h"

#include <stdio.h>
#include <string.h>

/** Verses of each surah. Source: the Tanzil project's metadata (Hafs, Kufan count). */
static const uint16_t verse_counts[QURAN_SURAHS] = {
    7,   286, 200, 176, 120, 165, 206, 75, 129, 109, 123, 111, 43, 52, 99, 128, 111, 110, 98,
    135, 112, 78,  118, 64,  77,  227, 93, 88,  69,  60,  34,  30, 73, 54, 45,  83,  182, 88,
    75,  85,  54,  53,  89,  59,  37,  35, 38,  29,  18,  45,  60, 49, 62, 55,  78,  96,  29,
    22,  24,  13,  14,  11,  11,  18,  12, 12,  30,  52,  52,  44, 28, 28, 20,  56,  40,  31,
    50,  40,  46,  42,  29,  19,  36,  25, 22,  17,  19,  26,  30, 20, 15, 21,  11,  8,   8,
    19,  5,   8,   8,   11,  11,  8,   3,  9,   5,   4,   7,   3,  6,  3,  5,   4,   5,   6,
};

const char *const quran_source_members[QURAN_SOURCE_MEMBERS] = {
    [QURAN_LABEL] = "label",           [QURAN_NOTICE] = "notice",
    [QURAN_PUBLISHER] = "publisher",   [QURAN_RETRIEVED_AT] = "retrieved_at",
    [QURAN_SOURCE_URL] = "source_url", [QURAN_TERMS_URL] = "terms",
    [QURAN_UPDATE_URL] = "update_url", [QURAN_VERSION] = "version",
};

const struct quran_identity_member quran_identity_members[QURAN_IDENTITIES] = {
    [QURAN_ALIGNMENT_ID] = {"alignmentId", "alignment:quran:surah:"},
    [QURAN_CONCEPT_ID] = {"conceptId", "concept:quran:surah-"},
    [QURAN_LEARNING_OBJECT_ID] = {"learningObjectId", "lo:quran:surah:"},
    [QURAN_ROUTE] = {"route", "quran/"},
};

static const char *const revelations[] = {"Meccan", "Medinan"};

/** Ids of the sources by locale, as the schema QuranReference of the contract has them. */
#define SOURCE_IDS(name, code, language, quran) \
  [LOCALE_##name] = {"translation-" language,   \
                     (quran) == HOLDS_TAFSIR ? "tafsir-embedded" : "tafsir-link-" language},
static const struct {
  const char *translation, *tafsir;
} source_ids[LOCALE_COUNT] = {LOCALES(SOURCE_IDS)};

span quran_content_id(unsigned locale, unsigned surah, char out[QURAN_CONTENT_ID]) {
  int length =
      snprintf(out, QURAN_CONTENT_ID, "asset:%s:quran:surah:%u", locale_rows[locale].code, surah);
  return (span){out, (size_t)length};
}

unsigned quran_surah_of(unsigned locale, span content_id) {
  char id[QURAN_CONTENT_ID];
  span first = quran_content_id(locale, 1, id);
  unsigned surah = span_starts(content_id, span_take(first, first.len - 1)) ? QURAN_SURAHS : 0;
  while (surah > 0 && !span_equal(quran_content_id(locale, surah, id), content_id)) { surah--; }
  return surah;
}

unsigned quran_verse_count(unsigned surah) {
  return surah >= 1 && surah <= QURAN_SURAHS ? verse_counts[surah - 1] : 0;
}

unsigned quran_verse_index(unsigned surah, unsigned verse) {
  unsigned index = verse - 1;
  for (unsigned i = 1; i < surah; i++) { index += verse_counts[i - 1]; }
  return index;
}

unsigned quran_juz(unsigned juz, unsigned *verse) {
  /* Surah and verse. Source: the Tanzil project's metadata. */
  static const uint16_t starts[QURAN_JUZ + 1][2] = {
      {1, 1},   {2, 142}, {2, 253}, {3, 93},  {4, 24},  {4, 148}, {5, 82},  {6, 111},
      {7, 88},  {8, 41},  {9, 93},  {11, 6},  {12, 53}, {15, 1},  {17, 1},  {18, 75},
      {21, 1},  {23, 1},  {25, 21}, {27, 56}, {29, 46}, {33, 31}, {36, 28}, {39, 32},
      {41, 47}, {46, 1},  {51, 31}, {58, 1},  {67, 1},  {78, 1},  {115, 1},
  };
  *verse = starts[juz - 1][1];
  return starts[juz - 1][0];
}

span quran_arabic(const quran *q, unsigned surah, unsigned verse) {
  return quran_text(q, QURAN_ARABIC, quran_verse_index(surah, verse));
}

span quran_bismillah(const quran *q, unsigned surah) {
  if (surah == 1 || surah == 9) { return (span){NULL, 0}; }
  span own = quran_text(q, QURAN_BISMILLAHS, surah - 1);
  return own.len > 0 ? own : quran_arabic(q, 1, 1);
}

span quran_translation(const quran *q, unsigned locale, unsigned surah, unsigned verse) {
  if (locale >= QURAN_LOCALES) { return (span){NULL, 0}; }
  return quran_text(q, QURAN_TRANSLATIONS + locale, quran_verse_index(surah, verse));
}

/** Number of entries that a table of starts gives a verse. @param first receives the first. */
static uint32_t entries_of(const quran *q, unsigned table, unsigned surah, unsigned verse,
                           uint32_t *first) {
  unsigned index = quran_verse_index(surah, verse);
  *first = quran_number(q, table, index);
  return quran_number(q, table, index + 1) - *first;
}

unsigned quran_note_count(const quran *q, unsigned locale, unsigned surah, unsigned verse) {
  uint32_t first;
  return entries_of(q, QURAN_NOTE_STARTS + locale, surah, verse, &first);
}

unsigned quran_mark_count(const quran *q, unsigned locale, unsigned surah, unsigned verse) {
  uint32_t first;
  return entries_of(q, QURAN_MARK_STARTS + locale, surah, verse, &first);
}

quran_mark quran_mark_at(const quran *q, unsigned locale, unsigned surah, unsigned verse,
                         unsigned index) {
  uint32_t first;
  entries_of(q, QURAN_MARK_STARTS + locale, surah, verse, &first);
  return (quran_mark){quran_number(q, QURAN_MARK_OFFSETS + locale, first + index),
                      quran_number(q, QURAN_MARK_NUMBERS + locale, first + index)};
}

quran_note quran_note_at(const quran *q, unsigned locale, unsigned surah, unsigned verse,
                         unsigned index) {
  uint32_t first;
  entries_of(q, QURAN_NOTE_STARTS + locale, surah, verse, &first);
  quran_note note = {quran_number(q, QURAN_NOTE_NUMBERS + locale, first + index), 0,
                     quran_text(q, QURAN_NOTE_TEXTS + locale, first + index)};
  quran_mark mark = quran_mark_at(q, locale, surah, verse, 0);
  for (unsigned i = 1; mark.number != note.number; i++) {
    mark = quran_mark_at(q, locale, surah, verse, i);
  }
  note.offset = mark.offset;
  return note;
}

/** A text of a table that a section may lack, or that may be empty: then `otherwise`. */
static span own_text(const quran *q, unsigned table, size_t index, span otherwise) {
  if (table >= quran_tables(q)) { return otherwise; }
  span own = quran_text(q, table, index);
  return own.len > 0 ? own : otherwise;
}

span quran_name(const quran *q, unsigned locale, unsigned surah) {
  return own_text(q, QURAN_LOCAL_NAMES + locale, surah - 1, quran_text(q, QURAN_NAMES, surah - 1));
}

span quran_arabic_name(const quran *q, unsigned surah) {
  return quran_text(q, QURAN_ARABIC_NAMES, surah - 1);
}

span quran_meaning(const quran *q, unsigned locale, unsigned surah, unsigned *meant_in) {
  span own = quran_text(q, QURAN_MEANINGS + locale, surah - 1);
  *meant_in = own.len > 0 ? locale : LOCALE_EN;
  return quran_text(q, QURAN_MEANINGS + *meant_in, surah - 1);
}

const char *quran_revelation(const quran *q, unsigned surah) {
  return revelations[quran_number(q, QURAN_REVELATIONS, surah - 1)];
}

span quran_tafsir(const quran *q, unsigned locale, unsigned surah, unsigned verse) {
  if (quran_count(q, QURAN_TAFSIRS + locale) == 0) { return (span){NULL, 0}; }
  return quran_text(q, QURAN_TAFSIRS + locale, quran_verse_index(surah, verse));
}

span quran_access_notice(const quran *q, unsigned locale) {
  return quran_text(q, QURAN_ACCESS_NOTICES, locale);
}

quran_source quran_source_at(const quran *q, unsigned number, unsigned locale) {
  quran_source s = {.id = quran_source_id(number), .embedded = quran_source_embedded(number)};
  for (unsigned i = 0; i < QURAN_SOURCE_TEXT_COUNT; i++) {
    s.texts[i] = quran_text(q, QURAN_SOURCE_TEXTS, (size_t)number * QURAN_SOURCE_TEXT_COUNT + i);
  }
  if (number == QURAN_SOURCE_ARABIC) {
    s.texts[QURAN_NOTICE] = own_text(q, QURAN_ARABIC_NOTICES + locale, 0, s.texts[QURAN_NOTICE]);
  }
  for (unsigned i = 0; i < QURAN_SOURCE_NUMBER_COUNT; i++) {
    s.numbers[i] =
        quran_number(q, QURAN_SOURCE_NUMBERS, (size_t)number * QURAN_SOURCE_NUMBER_COUNT + i);
  }
  return s;
}

span quran_terms(const quran *q, unsigned number, unsigned locale) {
  return own_text(q, QURAN_TERMS + locale, number, SPAN(""));
}

const char *quran_source_id(unsigned number) {
  if (number == QURAN_SOURCE_ARABIC) { return "arabic-text"; }
  return number < QURAN_SOURCE_TAFSIR ? source_ids[number - QURAN_SOURCE_TRANSLATION].translation
                                      : source_ids[number - QURAN_SOURCE_TAFSIR].tafsir;
}

bool quran_source_embedded(unsigned number) {
  return number < QURAN_SOURCE_TAFSIR ||
         locale_rows[number - QURAN_SOURCE_TAFSIR].quran == HOLDS_TAFSIR;
}
