/** @file
 * The Quran of a publication: text, translations with notes, tafsir, names and sources.
 * Read-only and zero-copy: spans point into the section and live as long as that.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "quran/tables.h"

/** The members that hold these texts in data and in answers; that of the terms holds a table. */
extern const char *const quran_source_members[QURAN_SOURCE_MEMBERS];

/** Members that hold the number of a surah in every locale, behind a prefix. */
enum quran_identity {
  QURAN_ALIGNMENT_ID,
  QURAN_CONCEPT_ID,
  QURAN_LEARNING_OBJECT_ID,
  QURAN_ROUTE,
  QURAN_IDENTITIES
};
extern const struct quran_identity_member {
  const char *name, *prefix;
} quran_identity_members[QURAN_IDENTITIES];

/** The lens of every surah. */
#define QURAN_LENS "lens:quran"

/** The source of a text. */
typedef struct quran_source {
  const char *id; /**< fixed by role and locale: not stored */
  bool embedded;  /**< fixed by role and locale: not stored */
  span texts[QURAN_SOURCE_TEXT_COUNT];
  uint32_t numbers[QURAN_SOURCE_NUMBER_COUNT];
} quran_source;

typedef struct quran_note {
  uint32_t number;
  uint32_t offset; /**< of its first mark, in code points of the translation */
  span text;
} quran_note;

typedef struct quran_mark {
  uint32_t offset; /**< in code points of the translation */
  uint32_t number; /**< of the note meant */
} quran_mark;

/** Opens a QURAN section and validates all of it: the tables' places and counts, UTF-8, that no
 * verse, translation or name is empty, that every note has a mark and every mark a note, and the
 * form of every source. @param section must outlive `*out`. O(bytes).
 * @return false with `*why` filled. */
bool quran_open(span section, quran *out, fault *why);

enum { QURAN_CONTENT_ID = 32 };

/** Content id of a surah in a locale. @param out receives it. @return it, over `out` */
span quran_content_id(unsigned locale, unsigned surah, char out[QURAN_CONTENT_ID]);

/** The surah whose content id in `locale` this is; 0 when it is none. */
unsigned quran_surah_of(unsigned locale, span content_id);

/** Number of verses in `surah`. @param surah 1..114 @return 3..286, or 0 when out of range. */
unsigned quran_verse_count(unsigned surah);

/** Number of the verse in the whole book, from 0. @param surah, verse must exist. */
unsigned quran_verse_index(unsigned surah, unsigned verse);

enum { QURAN_JUZ = 30 };

/** The first verse of a juz. @param juz 1..QURAN_JUZ, or one more for the end of the book: 115:1
 * @param verse receives the number of the verse in its surah @return the surah */
unsigned quran_juz(unsigned juz, unsigned *verse);

/** Arabic text of a verse as its source spells it, without a separated bismillah. */
span quran_arabic(const quran *q, unsigned surah, unsigned verse);

/** The opening formula before verse 1, absent for surah 1 (whose verse 1 it is) and surah 9. */
span quran_bismillah(const quran *q, unsigned surah);

/** Plain text of a verse's translation: its text segments joined, without note markers; absent
 * where the locale has no Quran. All other functions that take a locale take one below
 * QURAN_LOCALES. */
span quran_translation(const quran *q, unsigned locale, unsigned surah, unsigned verse);

/** Number of notes of a verse's translation. */
unsigned quran_note_count(const quran *q, unsigned locale, unsigned surah, unsigned verse);

/** Note `index` (from 0, below the count) of a verse's translation, in the publisher's order. */
quran_note quran_note_at(const quran *q, unsigned locale, unsigned surah, unsigned verse,
                         unsigned index);

/** Number of marks in a verse's translation; a note may be marked more than once. */
unsigned quran_mark_count(const quran *q, unsigned locale, unsigned surah, unsigned verse);

/** Mark `index` (from 0, below the count) of a verse's translation, in the order of the text. */
quran_mark quran_mark_at(const quran *q, unsigned locale, unsigned surah, unsigned verse,
                         unsigned index);

/** Transliterated name of a surah as books in the locale's language write it, with its diacritics
 * where the source has them. */
span quran_name(const quran *q, unsigned locale, unsigned surah);

/** Arabic name of a surah. */
span quran_arabic_name(const quran *q, unsigned surah);

/** Meaning of a surah's name. @param language receives the locale the meaning is written in. */
span quran_meaning(const quran *q, unsigned locale, unsigned surah, unsigned *language);

/** `"Meccan"` or `"Medinan"`. */
const char *quran_revelation(const quran *q, unsigned surah);

/** Tafsir of a verse, absent where the locale has no embedded edition. */
span quran_tafsir(const quran *q, unsigned locale, unsigned surah, unsigned verse);

/** How the tafsir of a locale may be had. */
span quran_access_notice(const quran *q, unsigned locale);

/** The Arabic text's source, or that of a locale's translation or tafsir.
 * @param number one of `enum quran_source_role`, plus the locale where there is one for each.
 * @param locale of the reader, in whose language the notice is where there is one. */
quran_source quran_source_at(const quran *q, unsigned number, unsigned locale);

/** The terms of use of source `number`, in the words of a locale; empty where the source states
 * none. */
span quran_terms(const quran *q, unsigned number, unsigned locale);

/** The id of source `number`, such as `"translation-english"`. */
const char *quran_source_id(unsigned number);

/** True when `table` is one of texts, false when it is one of numbers. */
bool quran_table_of_texts(unsigned table);

/** True when the publication holds the texts of source `number`, false when it links to them. */
bool quran_source_embedded(unsigned number);
