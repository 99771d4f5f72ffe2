#include "quran/quran.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/utf8.h"

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

static const char *const revelations[] = {"Meccan", "Medinan"};

/** Ids and kinds of the sources, as the schema QuranReference of the contract has them. */
#define SOURCES_OF(name, code, language, holds_tafsir) \
  [QURAN_SOURCE_TRANSLATION + LOCALE_##                \
      name] = {"translation-" language, true},         \
    [QURAN_SOURCE_TAFSIR + LOCALE_##                   \
        name] = {(holds_tafsir) ? "tafsir-embedded" : "tafsir-link-" language, holds_tafsir},
static const struct {
  const char *id;
  bool embedded;
} source_kinds[QURAN_SOURCES] = {[QURAN_SOURCE_ARABIC] = {"arabic-text", true},
                                 LOCALES(SOURCES_OF)};

enum { ANY_COUNT = UINT16_MAX };

/** What each table holds; those by locale have one row for all. */
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
    {"meanings", QURAN_MEANINGS, LOCALE_COUNT, true, true, QURAN_SURAHS},
    {"Arabic text", QURAN_ARABIC, 1, true, false, QURAN_VERSES},
    {"translation", QURAN_TRANSLATIONS, LOCALE_COUNT, true, false, QURAN_VERSES},
    {"tafsir", QURAN_TAFSIRS, LOCALE_COUNT, true, false, ANY_COUNT},
    {"note starts", QURAN_NOTE_STARTS, LOCALE_COUNT, false, false, QURAN_VERSES + 1},
    {"note numbers", QURAN_NOTE_NUMBERS, LOCALE_COUNT, false, false, ANY_COUNT},
    {"notes", QURAN_NOTE_TEXTS, LOCALE_COUNT, true, false, ANY_COUNT},
    {"mark starts", QURAN_MARK_STARTS, LOCALE_COUNT, false, false, QURAN_VERSES + 1},
    {"mark offsets", QURAN_MARK_OFFSETS, LOCALE_COUNT, false, false, ANY_COUNT},
    {"mark numbers", QURAN_MARK_NUMBERS, LOCALE_COUNT, false, false, ANY_COUNT},
    {"source texts", QURAN_SOURCE_TEXTS, 1, true, true, QURAN_SOURCES *QURAN_SOURCE_TEXT_COUNT},
    {"source numbers", QURAN_SOURCE_NUMBERS, 1, false, false,
     QURAN_SOURCES *QURAN_SOURCE_NUMBER_COUNT},
    {"tafsir access notices", QURAN_ACCESS_NOTICES, 1, true, false, LOCALE_COUNT},
};

static const struct table_shape *shape_of(unsigned table) {
  const struct table_shape *shape = shapes;
  while (table >= (unsigned)shape->first + shape->tables) shape++;
  return shape;
}

/* Tables of an opened section. */

static uint32_t word(const quran *q, size_t offset) { return load_u32le(q->bytes.data + offset); }

static size_t table_offset(const quran *q, unsigned table) {
  return word(q, 8 + 4 * (size_t)table);
}

static uint32_t count_of(const quran *q, unsigned table) { return word(q, table_offset(q, table)); }

static uint32_t number_at(const quran *q, unsigned table, size_t index) {
  return word(q, table_offset(q, table) + 4 + 4 * index);
}

static span text_at(const quran *q, unsigned table, size_t index) {
  uint32_t start = number_at(q, table, index);
  return (span){q->bytes.data + start, number_at(q, table, index + 1) - start};
}

/* Validation. */

/** What ends a table's name: the code of its locale, where there is one table for each. */
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
  if (end - at > 3) return false;
  for (; at < end; at++) {
    if (q->bytes.data[at] != 0) return false;
  }
  return true;
}

/** Checks the texts of a table that ends at `end`, its offsets being inside. */
static bool check_texts(const quran *q, unsigned table, uint32_t count, size_t end, fault *why) {
  size_t at = table_offset(q, table) + 4 + 4 * ((size_t)count + 1);
  if (number_at(q, table, 0) != at) return bad_table(table, "does not begin at its texts", why);
  for (uint32_t i = 0; i < count; i++) {
    size_t next = number_at(q, table, i + 1);
    if (next < at || next > end) return bad_entry(table, i, "has its end out of place", why);
    span text = {q->bytes.data + at, next - at};
    if (text.len == 0 && !shape_of(table)->may_be_empty) {
      return bad_entry(table, i, "is empty", why);
    }
    if (!utf8_valid(text)) return bad_entry(table, i, "is not UTF-8", why);
    at = next;
  }
  return is_padding(q, at, end) || bad_table(table, "is not padded with 0 to 3 zeros", why);
}

static bool check_table(const quran *q, unsigned table, fault *why) {
  const struct table_shape *shape = shape_of(table);
  size_t start = table_offset(q, table), end = table_offset(q, table + 1);
  if (end < start || end > q->bytes.len || end - start < 4 || end % 4 != 0) {
    return bad_table(table, "is out of place", why);
  }
  uint32_t count = count_of(q, table);
  size_t room = (end - start) / 4 - 1, needed = (size_t)count + shape->of_texts;
  if (needed > room || (!shape->of_texts && needed != room)) {
    return bad_table(table, "does not hold the entries it announces", why);
  }
  if (shape->count != ANY_COUNT && count != shape->count) {
    return bad_table(table, "has a wrong number of entries", why);
  }
  return !shape->of_texts || check_texts(q, table, count, end, why);
}

static bool check_tables(const quran *q, fault *why) {
  size_t head = 8 + 4 * ((size_t)QURAN_TABLES + 1);
  if (q->bytes.len < head || q->bytes.len > UINT32_MAX) {
    return fault_set(why, "Quran section: %zu bytes are no section", q->bytes.len);
  }
  if (word(q, 0) != QURAN_FORMAT || word(q, 4) != QURAN_TABLES) {
    return fault_set(why, "Quran section: format %u with %u tables; this reader knows %d with %d",
                     word(q, 0), word(q, 4), QURAN_FORMAT, QURAN_TABLES);
  }
  if (table_offset(q, 0) != head || table_offset(q, QURAN_TABLES) != q->bytes.len) {
    return fault_set(why, "Quran section: its tables do not fill it");
  }
  for (unsigned i = 0; i < QURAN_TABLES; i++) {
    if (!check_table(q, i, why)) return false;
  }
  return true;
}

/** True when the text has something other than spaces at both of its ends. */
static bool is_trimmed(span text) {
  return text.len > 0 && (unsigned char)text.data[0] > ' ' &&
         (unsigned char)text.data[text.len - 1] > ' ';
}

static bool check_names(const quran *q, fault *why) {
  for (size_t i = 0; i < QURAN_SURAHS; i++) {
    unsigned surah = (unsigned)i + 1;
    if (!is_trimmed(text_at(q, QURAN_NAMES, i))) {
      return bad_entry(QURAN_NAMES, i, "is blank or not trimmed", why);
    }
    if (number_at(q, QURAN_REVELATIONS, i) > 1) {
      return bad_entry(QURAN_REVELATIONS, i, "is neither 0 nor 1", why);
    }
    for (unsigned l = 0; l < LOCALE_COUNT; l++) {
      span meaning = text_at(q, QURAN_MEANINGS + l, i);
      if (meaning.len == 0 && l != LOCALE_EN) continue;
      if (!is_trimmed(meaning)) return bad_entry(QURAN_MEANINGS + l, i, "is not trimmed", why);
    }
    if ((surah == 1 || surah == 9) && text_at(q, QURAN_BISMILLAHS, i).len > 0) {
      return bad_entry(QURAN_BISMILLAHS, i, "must be empty: the surah has none before verse 1",
                       why);
    }
  }
  return true;
}

/** Checks that the 6237 starts of a table rise from 0 to the number of entries they divide. */
static bool check_starts(const quran *q, unsigned table, uint32_t entries, fault *why) {
  uint32_t last = 0;
  if (number_at(q, table, 0) != 0) return bad_entry(table, 0, "is not 0", why);
  for (size_t i = 1; i <= QURAN_VERSES; i++) {
    uint32_t next = number_at(q, table, i);
    if (next < last || next > entries) return bad_entry(table, i, "is out of order", why);
    last = next;
  }
  return last == entries || bad_table(table, "leaves entries without a verse", why);
}

/** True when `number` is among the entries [at, end) of a table. */
static bool is_among(const quran *q, unsigned table, uint32_t at, uint32_t end, uint32_t number) {
  while (at < end && number_at(q, table, at) != number) at++;
  return at < end;
}

/** Checks notes and marks of the verse at `index` in one locale against each other. */
static bool check_verse_notes(const quran *q, unsigned locale, size_t index, fault *why) {
  unsigned numbers = QURAN_NOTE_NUMBERS + locale, marks = QURAN_MARK_NUMBERS + locale;
  uint32_t note = number_at(q, QURAN_NOTE_STARTS + locale, index);
  uint32_t note_end = number_at(q, QURAN_NOTE_STARTS + locale, index + 1);
  uint32_t mark = number_at(q, QURAN_MARK_STARTS + locale, index);
  uint32_t mark_end = number_at(q, QURAN_MARK_STARTS + locale, index + 1);
  if (note == note_end && mark == mark_end) return true;
  size_t length = utf8_count(text_at(q, QURAN_TRANSLATIONS + locale, index));
  for (uint32_t i = note; i < note_end; i++) {
    uint32_t number = number_at(q, numbers, i);
    if (number == 0) return bad_entry(numbers, i, "is 0", why);
    if (is_among(q, numbers, note, i, number)) return bad_entry(numbers, i, "occurs twice", why);
    if (!is_among(q, marks, mark, mark_end, number)) {
      return bad_entry(numbers, i, "has no mark in its verse", why);
    }
  }
  for (uint32_t i = mark, last = 0; i < mark_end; i++) {
    uint32_t offset = number_at(q, QURAN_MARK_OFFSETS + locale, i);
    if (offset < last || offset > length) {
      return bad_entry(QURAN_MARK_OFFSETS + locale, i, "is out of order or beyond the text", why);
    }
    if (!is_among(q, numbers, note, note_end, number_at(q, marks, i))) {
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
  uint32_t count = number_at(q, table, index + 1) - number_at(q, table, index);
  return count <= MOST_NOTES_OF_A_VERSE ||
         bad_entry(table, index, "gives a verse more than 64 notes or marks", why);
}

static bool check_notes(const quran *q, unsigned locale, fault *why) {
  uint32_t notes = count_of(q, QURAN_NOTE_NUMBERS + locale);
  uint32_t marks = count_of(q, QURAN_MARK_OFFSETS + locale);
  if (count_of(q, QURAN_NOTE_TEXTS + locale) != notes) {
    return bad_table(QURAN_NOTE_TEXTS + locale, "has not one text for each number", why);
  }
  if (count_of(q, QURAN_MARK_NUMBERS + locale) != marks) {
    return bad_table(QURAN_MARK_NUMBERS + locale, "has not one number for each offset", why);
  }
  if (!check_starts(q, QURAN_NOTE_STARTS + locale, notes, why)) return false;
  if (!check_starts(q, QURAN_MARK_STARTS + locale, marks, why)) return false;
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
  uint32_t count = count_of(q, QURAN_TAFSIRS + locale);
  bool embedded = source_kinds[QURAN_SOURCE_TAFSIR + locale].embedded;
  if (count != (embedded ? QURAN_VERSES : 0)) {
    return bad_table(QURAN_TAFSIRS + locale, "has a wrong number of entries", why);
  }
  return true;
}

/** True when the text has the form of `pattern`: `0` stands for a digit, `x` for a hex digit of
 * lower case, anything else for itself. */
static bool has_form(span text, const char *pattern) {
  if (text.len != strlen(pattern)) return false;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    bool digit = c >= '0' && c <= '9', hex = digit || (c >= 'a' && c <= 'f');
    if (pattern[i] == '0' ? !digit : pattern[i] == 'x' ? !hex : c != pattern[i]) return false;
  }
  return true;
}

/** True when digest, bytes and files are those of an embedded artifact, or absent as a link's. */
static bool is_artifact(span digest, const uint32_t counts[2], bool embedded) {
  if (!embedded) return digest.len == 0 && counts[0] == 0 && counts[1] == 0;
  return counts[0] > 0 && counts[1] > 0 &&
         has_form(digest,
                  "sha256:xxxxxxxxxxxxxxxx"
                  "xxxxxxxxxxxxxxxxxxxxxxxx"
                  "xxxxxxxxxxxxxxxxxxxxxxxx");
}

static bool check_source(const quran *q, unsigned number, fault *why) {
  quran_source s = quran_source_at(q, number);
  for (unsigned i = 0; i < QURAN_SOURCE_MEMBERS; i++) {
    if (!is_trimmed(s.texts[i])) {
      return fault_set(why, "Quran section: source %s: a text is empty or not trimmed", s.id);
    }
  }
  if (!has_form(s.texts[QURAN_RETRIEVED_AT], "0000-00-00T00:00:00Z")) {
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
  if (!check_tables(&q, why) || !check_names(&q, why)) return false;
  for (unsigned locale = 0; locale < LOCALE_COUNT; locale++) {
    if (!check_notes(&q, locale, why) || !check_tafsir(&q, locale, why)) return false;
    if (!is_trimmed(text_at(&q, QURAN_ACCESS_NOTICES, locale))) {
      return bad_entry(QURAN_ACCESS_NOTICES, locale, "is not trimmed", why);
    }
  }
  for (unsigned i = 0; i < QURAN_SOURCES; i++) {
    if (!check_source(&q, i, why)) return false;
  }
  *out = q;
  return true;
}

/* What readers ask. */

span quran_content_id(unsigned locale, unsigned surah, char out[QURAN_CONTENT_ID]) {
  int length =
      snprintf(out, QURAN_CONTENT_ID, "asset:%s:quran:surah:%u", locale_rows[locale].code, surah);
  return (span){out, (size_t)length};
}

unsigned quran_surah_of(unsigned locale, span content_id) {
  char id[QURAN_CONTENT_ID];
  span first = quran_content_id(locale, 1, id);
  unsigned surah = span_starts(content_id, span_take(first, first.len - 1)) ? QURAN_SURAHS : 0;
  while (surah > 0 && !span_equal(quran_content_id(locale, surah, id), content_id)) surah--;
  return surah;
}

unsigned quran_verse_count(unsigned surah) {
  return surah >= 1 && surah <= QURAN_SURAHS ? verse_counts[surah - 1] : 0;
}

unsigned quran_verse_index(unsigned surah, unsigned verse) {
  unsigned index = verse - 1;
  for (unsigned i = 1; i < surah; i++) index += verse_counts[i - 1];
  return index;
}

span quran_arabic(const quran *q, unsigned surah, unsigned verse) {
  return text_at(q, QURAN_ARABIC, quran_verse_index(surah, verse));
}

span quran_bismillah(const quran *q, unsigned surah) {
  if (surah == 1 || surah == 9) return (span){NULL, 0};
  span own = text_at(q, QURAN_BISMILLAHS, surah - 1);
  return own.len > 0 ? own : quran_arabic(q, 1, 1);
}

span quran_translation(const quran *q, unsigned locale, unsigned surah, unsigned verse) {
  return text_at(q, QURAN_TRANSLATIONS + locale, quran_verse_index(surah, verse));
}

/** Number of entries that a table of starts gives a verse. @param first receives the first. */
static uint32_t entries_of(const quran *q, unsigned table, unsigned surah, unsigned verse,
                           uint32_t *first) {
  unsigned index = quran_verse_index(surah, verse);
  *first = number_at(q, table, index);
  return number_at(q, table, index + 1) - *first;
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
  return (quran_mark){number_at(q, QURAN_MARK_OFFSETS + locale, first + index),
                      number_at(q, QURAN_MARK_NUMBERS + locale, first + index)};
}

quran_note quran_note_at(const quran *q, unsigned locale, unsigned surah, unsigned verse,
                         unsigned index) {
  uint32_t first;
  entries_of(q, QURAN_NOTE_STARTS + locale, surah, verse, &first);
  quran_note note = {number_at(q, QURAN_NOTE_NUMBERS + locale, first + index), 0,
                     text_at(q, QURAN_NOTE_TEXTS + locale, first + index)};
  quran_mark mark = quran_mark_at(q, locale, surah, verse, 0);
  for (unsigned i = 1; mark.number != note.number; i++) {
    mark = quran_mark_at(q, locale, surah, verse, i);
  }
  note.offset = mark.offset;
  return note;
}

span quran_name(const quran *q, unsigned surah) { return text_at(q, QURAN_NAMES, surah - 1); }

span quran_arabic_name(const quran *q, unsigned surah) {
  return text_at(q, QURAN_ARABIC_NAMES, surah - 1);
}

span quran_meaning(const quran *q, unsigned locale, unsigned surah, unsigned *meant_in) {
  span own = text_at(q, QURAN_MEANINGS + locale, surah - 1);
  *meant_in = own.len > 0 ? locale : LOCALE_EN;
  return text_at(q, QURAN_MEANINGS + *meant_in, surah - 1);
}

const char *quran_revelation(const quran *q, unsigned surah) {
  return revelations[number_at(q, QURAN_REVELATIONS, surah - 1)];
}

span quran_tafsir(const quran *q, unsigned locale, unsigned surah, unsigned verse) {
  if (count_of(q, QURAN_TAFSIRS + locale) == 0) return (span){NULL, 0};
  return text_at(q, QURAN_TAFSIRS + locale, quran_verse_index(surah, verse));
}

span quran_access_notice(const quran *q, unsigned locale) {
  return text_at(q, QURAN_ACCESS_NOTICES, locale);
}

quran_source quran_source_at(const quran *q, unsigned number) {
  quran_source s = {.id = source_kinds[number].id, .embedded = source_kinds[number].embedded};
  for (unsigned i = 0; i < QURAN_SOURCE_TEXT_COUNT; i++) {
    s.texts[i] = text_at(q, QURAN_SOURCE_TEXTS, (size_t)number * QURAN_SOURCE_TEXT_COUNT + i);
  }
  for (unsigned i = 0; i < QURAN_SOURCE_NUMBER_COUNT; i++) {
    s.numbers[i] =
        number_at(q, QURAN_SOURCE_NUMBERS, (size_t)number * QURAN_SOURCE_NUMBER_COUNT + i);
  }
  return s;
}

const char *quran_source_id(unsigned number) { return source_kinds[number].id; }

bool quran_source_embedded(unsigned number) { return source_kinds[number].embedded; }

bool quran_table_of_texts(unsigned table) { return shape_of(table)->of_texts; }
