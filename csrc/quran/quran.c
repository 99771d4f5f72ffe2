#include "quran/quran.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "publication/signature.h"

/** Checks a QURAN section before anything is read from it: quran_open. */

enum { ANY_COUNT = UINT16_MAX };

/** The shape of each table; tables by locale share one row. */
static const struct table_shape {
  const char *name;
  uint16_t first, tables;
  bool of_texts, may_be_empty;
  uint16_t count; /**< ANY_COUNT: checked with the tables it belongs to */
} shapes[] = {
    {"surah names", QURAN_NAMES, 1, true, false, QURAN_SURAHS},
    {"Arabic surah names", QURAN_ARABIC_NAMES, 1, true, false, QURAN_SURAHS},
    {"revelations", QURAN_REVELATIONS, 1, false, false, QURAN_SURAHS},
    {"bismillahs", QURAN_BISMILLAHS, 1, true, true, QURAN_SURAHS},
    {"meanings", QURAN_MEANINGS, QURAN_LOCALES, true, true, QURAN_SURAHS},
    {"Arabic text", QURAN_ARABIC, 1, true, false, QURAN_VERSES},
    {"translation", QURAN_TRANSLATIONS, QURAN_LOCALES, true, false, QURAN_VERSES},
    {"tafsir", QURAN_TAFSIRS, QURAN_LOCALES, true, false, ANY_COUNT},
    {"note starts", QURAN_NOTE_STARTS, QURAN_LOCALES, false, false, QURAN_VERSES + 1},
    {"note numbers", QURAN_NOTE_NUMBERS, QURAN_LOCALES, false, false, ANY_COUNT},
    {"notes", QURAN_NOTE_TEXTS, QURAN_LOCALES, true, false, ANY_COUNT},
    {"mark starts", QURAN_MARK_STARTS, QURAN_LOCALES, false, false, QURAN_VERSES + 1},
    {"mark offsets", QURAN_MARK_OFFSETS, QURAN_LOCALES, false, false, ANY_COUNT},
    {"mark numbers", QURAN_MARK_NUMBERS, QURAN_LOCALES, false, false, ANY_COUNT},
    {"source texts", QURAN_SOURCE_TEXTS, 1, true, true, QURAN_SOURCES *QURAN_SOURCE_TEXT_COUNT},
    {"source numbers", QURAN_SOURCE_NUMBERS, 1, false, false,
     QURAN_SOURCES *QURAN_SOURCE_NUMBER_COUNT},
    {"tafsir access notices", QURAN_ACCESS_NOTICES, 1, true, false, QURAN_LOCALES},
    {"local surah names", QURAN_LOCAL_NAMES, QURAN_LOCALES, true, true, QURAN_SURAHS},
    {"Arabic notices", QURAN_ARABIC_NOTICES, QURAN_LOCALES, true, true, 1},
    {"terms", QURAN_TERMS, QURAN_LOCALES, true, true, QURAN_SOURCES},
};

static const struct table_shape *shape_of(unsigned table) {
  const struct table_shape *shape = shapes;
  while (table >= (unsigned)shape->first + shape->tables) { shape++; }
  return shape;
}

bool quran_table_of_texts(unsigned table) { return shape_of(table)->of_texts; }

/** The end of a table's name: the code of its locale, for tables by locale. */
static const char *locale_suffix(unsigned table) {
  const struct table_shape *shape = shape_of(table);
  return shape->tables == 1 ? "" : locale_rows[table - shape->first].code;
}

static bool bad_table(unsigned table, const char *what, fault *why) {
  const char *suffix = locale_suffix(table), *space = *suffix == '\0' ? "" : " ";
  return fault_set(why, "Quran section: table of %s%s%s: %s", shape_of(table)->name, space, suffix,
                   what);
}

static bool bad_entry(unsigned table, size_t index, const char *what, fault *why) {
  const char *suffix = locale_suffix(table), *space = *suffix == '\0' ? "" : " ";
  return fault_set(why, "Quran section: %s%s%s: entry %zu %s", shape_of(table)->name, space, suffix,
                   index + 1, what);
}

/** True when the bytes [at, end) are 0 to 3 zeros. */
static bool is_padding(const quran *q, size_t at, size_t end) {
  if (end - at > 3) { return false; }
  for (; at < end; at++) {
    if (q->bytes.data[at] != 0) { return false; }
  }
  return true;
}

/** Checks the texts of a table that ends at `end`, its offsets being inside. */
static bool check_texts(const quran *q, unsigned table, uint32_t count, size_t end, fault *why) {
  size_t at = quran_table_offset(q, table) + 4 + 4 * ((size_t)count + 1);
  if (quran_number(q, table, 0) != at) {
    return bad_table(table, "does not begin at its texts", why);
  }
  for (uint32_t i = 0; i < count; i++) {
    size_t next = quran_number(q, table, i + 1);
    if (next < at || next > end) { return bad_entry(table, i, "has its end out of place", why); }
    span text = {q->bytes.data + at, next - at};
    if (text.len == 0 && !shape_of(table)->may_be_empty) {
      return bad_entry(table, i, "is empty", why);
    }
    if (!utf8_valid(text)) { return bad_entry(table, i, "is not UTF-8", why); }
    at = next;
  }
  return is_padding(q, at, end) || bad_table(table, "is not padded with 0 to 3 zeros", why);
}

static bool check_table(const quran *q, unsigned table, fault *why) {
  const struct table_shape *shape = shape_of(table);
  size_t start = quran_table_offset(q, table), end = quran_table_offset(q, table + 1);
  if (end < start || end > q->bytes.len || end - start < 4 || end % 4 != 0) {
    return bad_table(table, "is out of place", why);
  }
  uint32_t count = quran_count(q, table);
  size_t present = (end - start) / 4 - 1, needed = (size_t)count + shape->of_texts;
  if (needed > present || (!shape->of_texts && needed != present)) {
    return bad_table(table, "does not hold the entries it announces", why);
  }
  if (shape->count != ANY_COUNT && count != shape->count) {
    return bad_table(table, "has a wrong number of entries", why);
  }
  return !shape->of_texts || check_texts(q, table, count, end, why);
}

static size_t head_of(uint32_t tables) { return 8 + 4 * ((size_t)tables + 1); }

static bool check_tables(const quran *q, fault *why) {
  if (q->bytes.len < head_of(QURAN_FEWEST_TABLES) || q->bytes.len > UINT32_MAX) {
    return fault_set(why, "Quran section: %zu bytes are no section", q->bytes.len);
  }
  uint32_t tables = quran_tables(q);
  bool known = tables == QURAN_TABLES || tables == QURAN_FEWEST_TABLES;
  if (quran_word(q, 0) != QURAN_FORMAT || !known) {
    return fault_set(why,
                     "Quran section: format %u with %u tables; this reader knows %d with %d or %d",
                     quran_word(q, 0), tables, QURAN_FORMAT, QURAN_FEWEST_TABLES, QURAN_TABLES);
  }
  size_t head = head_of(tables);
  if (q->bytes.len < head || quran_table_offset(q, 0) != head ||
      quran_table_offset(q, tables) != q->bytes.len) {
    return fault_set(why, "Quran section: its tables do not fill it");
  }
  for (unsigned i = 0; i < tables; i++) {
    if (!check_table(q, i, why)) { return false; }
  }
  return true;
}

/** True when the text has something other than spaces at both of its ends. */
static bool is_trimmed(span text) {
  return text.len > 0 && (unsigned char)text.data[0] > ' ' &&
         (unsigned char)text.data[text.len - 1] > ' ';
}

/** Checks that each text of the tables from `first` on is empty or trimmed. */
static bool check_local_texts(const quran *q, unsigned first, fault *why) {
  for (unsigned table = first; table < quran_tables(q); table++) {
    for (uint32_t i = 0; i < quran_count(q, table); i++) {
      span text = quran_text(q, table, i);
      if (text.len > 0 && !is_trimmed(text)) { return bad_entry(table, i, "is not trimmed", why); }
    }
  }
  return true;
}

static bool check_names(const quran *q, fault *why) {
  for (size_t i = 0; i < QURAN_SURAHS; i++) {
    unsigned surah = (unsigned)i + 1;
    if (!is_trimmed(quran_text(q, QURAN_NAMES, i))) {
      return bad_entry(QURAN_NAMES, i, "is blank or not trimmed", why);
    }
    if (quran_number(q, QURAN_REVELATIONS, i) > 1) {
      return bad_entry(QURAN_REVELATIONS, i, "is neither 0 nor 1", why);
    }
    for (unsigned l = 0; l < QURAN_LOCALES; l++) {
      span meaning = quran_text(q, QURAN_MEANINGS + l, i);
      if (meaning.len == 0 && l != LOCALE_EN) { continue; }
      if (!is_trimmed(meaning)) { return bad_entry(QURAN_MEANINGS + l, i, "is not trimmed", why); }
    }
    if ((surah == 1 || surah == 9) && quran_text(q, QURAN_BISMILLAHS, i).len > 0) {
      return bad_entry(QURAN_BISMILLAHS, i, "must be empty: the surah has none before verse 1",
                       why);
    }
  }
  return true;
}

/** Checks that the 6237 starts of a table rise from 0 to the number of entries they divide. */
static bool check_starts(const quran *q, unsigned table, uint32_t entries, fault *why) {
  uint32_t last = 0;
  if (quran_number(q, table, 0) != 0) { return bad_entry(table, 0, "is not 0", why); }
  for (size_t i = 1; i <= QURAN_VERSES; i++) {
    uint32_t next = quran_number(q, table, i);
    if (next < last || next > entries) { return bad_entry(table, i, "is out of order", why); }
    last = next;
  }
  return last == entries || bad_table(table, "leaves entries without a verse", why);
}

/** True when `number` is among the entries [at, end) of a table. */
static bool is_among(const quran *q, unsigned table, uint32_t at, uint32_t end, uint32_t number) {
  while (at < end && quran_number(q, table, at) != number) { at++; }
  return at < end;
}

/** Checks notes and marks of the verse at `index` in one locale against each other. */
static bool check_verse_notes(const quran *q, unsigned locale, size_t index, fault *why) {
  unsigned numbers = QURAN_NOTE_NUMBERS + locale, marks = QURAN_MARK_NUMBERS + locale;
  uint32_t note = quran_number(q, QURAN_NOTE_STARTS + locale, index);
  uint32_t note_end = quran_number(q, QURAN_NOTE_STARTS + locale, index + 1);
  uint32_t mark = quran_number(q, QURAN_MARK_STARTS + locale, index);
  uint32_t mark_end = quran_number(q, QURAN_MARK_STARTS + locale, index + 1);
  if (note == note_end && mark == mark_end) { return true; }
  size_t length = utf8_count(quran_text(q, QURAN_TRANSLATIONS + locale, index));
  for (uint32_t i = note; i < note_end; i++) {
    uint32_t number = quran_number(q, numbers, i);
    if (number == 0) { return bad_entry(numbers, i, "is 0", why); }
    if (is_among(q, numbers, note, i, number)) {
      return bad_entry(numbers, i, "occurs twice", why);
    }
    if (!is_among(q, marks, mark, mark_end, number)) {
      return bad_entry(numbers, i, "has no mark in its verse", why);
    }
  }
  for (uint32_t i = mark, last = 0; i < mark_end; i++) {
    uint32_t offset = quran_number(q, QURAN_MARK_OFFSETS + locale, i);
    if (offset < last || offset > length) {
      return bad_entry(QURAN_MARK_OFFSETS + locale, i, "is out of order or beyond the text", why);
    }
    if (!is_among(q, numbers, note, note_end, quran_number(q, marks, i))) {
      return bad_entry(marks, i, "has no note in its verse", why);
    }
    last = offset;
  }
  return true;
}

/** A verse holds few notes, but a crafted section may claim any number: searching among them
 * stays bounded. */
enum { MOST_NOTES_OF_A_VERSE = 64 };

static bool check_crowd(const quran *q, unsigned table, size_t index, fault *why) {
  uint32_t count = quran_number(q, table, index + 1) - quran_number(q, table, index);
  char what[64];
  if (count <= MOST_NOTES_OF_A_VERSE) { return true; }
  snprintf(what, sizeof what, "gives a verse more than %d notes or marks", MOST_NOTES_OF_A_VERSE);
  return bad_entry(table, index, what, why);
}

static bool check_notes(const quran *q, unsigned locale, fault *why) {
  uint32_t notes = quran_count(q, QURAN_NOTE_NUMBERS + locale);
  uint32_t marks = quran_count(q, QURAN_MARK_OFFSETS + locale);
  if (quran_count(q, QURAN_NOTE_TEXTS + locale) != notes) {
    return bad_table(QURAN_NOTE_TEXTS + locale, "has not one text for each number", why);
  }
  if (quran_count(q, QURAN_MARK_NUMBERS + locale) != marks) {
    return bad_table(QURAN_MARK_NUMBERS + locale, "has not one number for each offset", why);
  }
  if (!check_starts(q, QURAN_NOTE_STARTS + locale, notes, why)) { return false; }
  if (!check_starts(q, QURAN_MARK_STARTS + locale, marks, why)) { return false; }
  for (size_t i = 0; i < QURAN_VERSES; i++) {
    if (!check_crowd(q, QURAN_NOTE_STARTS + locale, i, why) ||
        !check_crowd(q, QURAN_MARK_STARTS + locale, i, why) ||
        !check_verse_notes(q, locale, i, why)) {
      return false;
    }
  }
  return true;
}

static bool check_tafsir(const quran *q, unsigned locale, fault *why) {
  uint32_t count = quran_count(q, QURAN_TAFSIRS + locale);
  bool embedded = quran_source_embedded(QURAN_SOURCE_TAFSIR + locale);
  if (count != (embedded ? QURAN_VERSES : 0)) {
    return bad_table(QURAN_TAFSIRS + locale, "has a wrong number of entries", why);
  }
  return true;
}

/** True when digest, bytes and files are those of an embedded artifact, or absent as a link's. */
static bool is_artifact(span digest, const uint32_t counts[2], bool embedded) {
  if (!embedded) { return digest.len == 0 && counts[0] == 0 && counts[1] == 0; }
  const span algorithm = SPAN("sha256:");
  unsigned char bytes[DIGEST_BYTES];
  return counts[0] > 0 && counts[1] > 0 && span_starts(digest, algorithm) &&
         hex_read(span_skip(digest, algorithm.len), bytes, sizeof bytes);
}

static bool check_source(const quran *q, unsigned number, fault *why) {
  quran_source s = quran_source_at(q, number, LOCALE_EN);
  for (unsigned i = 0; i < QURAN_SOURCE_MEMBERS; i++) { /* as stored, not as shown */
    size_t entry = (size_t)number * QURAN_SOURCE_TEXT_COUNT + i;
    if (!is_trimmed(quran_text(q, QURAN_SOURCE_TEXTS, entry))) {
      return fault_set(why, "Quran section: source %s: a text is empty or not trimmed", s.id);
    }
  }
  if (!date_is_instant(s.texts[QURAN_RETRIEVED_AT])) {
    return fault_set(why, "Quran section: source %s: retrieved_at is no UTC time", s.id);
  }
  return (is_artifact(s.texts[QURAN_DIGEST], s.numbers + QURAN_BYTE_COUNT, s.embedded) &&
          is_artifact(s.texts[QURAN_TERMS_DIGEST], s.numbers + QURAN_TERMS_BYTE_COUNT,
                      s.embedded)) ||
         fault_set(why, "Quran section: source %s: artifact without digest or size", s.id);
}

bool quran_open(span section, quran *out, fault *why) {
  quran q = {section};
  *out = (quran){{NULL, 0}};
  if (!check_tables(&q, why) || !check_names(&q, why)) { return false; }
  if (!check_local_texts(&q, QURAN_LOCAL_NAMES, why)) { return false; }
  for (unsigned locale = 0; locale < QURAN_LOCALES; locale++) {
    if (!check_notes(&q, locale, why) || !check_tafsir(&q, locale, why)) { return false; }
    if (!is_trimmed(quran_text(&q, QURAN_ACCESS_NOTICES, locale))) {
      return bad_entry(QURAN_ACCESS_NOTICES, locale, "is not trimmed", why);
    }
  }
  for (unsigned i = 0; i < QURAN_SOURCES; i++) {
    if (!check_source(&q, i, why)) { return false; }
  }
  *out = q;
  return true;
}

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

span quran_meaning(const quran *q, unsigned locale, unsigned surah, unsigned *language) {
  span own = quran_text(q, QURAN_MEANINGS + locale, surah - 1);
  *language = own.len > 0 ? locale : LOCALE_EN;
  return quran_text(q, QURAN_MEANINGS + *language, surah - 1);
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
