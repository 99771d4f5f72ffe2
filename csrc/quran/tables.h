/** @file
 * The tables of the QURAN section: what they hold and how they are read in place.
 *
 * The QURAN section. Integers are 32-bit little-endian; offsets count from the section's start.
 *
 *   0                    format, 1
 *   4                    number of tables t: QURAN_TABLES, or QURAN_FEWEST_TABLES in a section
 *                        that was written before the last ones were added
 *   8                    offset of each table, in the order of `enum quran_table`;
 *                        then the length of the section
 *   8+4·(t+1)            the tables, without gaps between them
 *
 * A table begins with its number of entries n. A table of numbers goes on with n integers. A
 * table of texts goes on with n+1 offsets, entry i being the bytes [offset i, offset i+1), then
 * with these bytes, entry 0 first, and 0 to 3 zero bytes that make its length a multiple of 4.
 * Every text is UTF-8 and stands as its source has it; Arabic is never normalised.
 *
 * Tables by locale are one for each locale that has a Quran, in a row, in the order
 * of base/locale.h.
 */
#pragma once

#include <stdint.h>

#include "base/bytes.h"
#include "base/locale.h"
#include "base/span.h"

enum { QURAN_SURAHS = 114, QURAN_VERSES = 6236, QURAN_FORMAT = 1 };

enum quran_table {
  QURAN_NAMES,        /**< 114 texts: transliterated name, never blank */
  QURAN_ARABIC_NAMES, /**< 114 texts */
  QURAN_REVELATIONS,  /**< 114 numbers: 0 Meccan, 1 Medinan */
  QURAN_BISMILLAHS,   /**< 114 texts: the opening formula separated from verse 1; empty when its
                           source had none there, and then verse 1:1 serves */
  QURAN_MEANINGS,     /**< by locale, 114 texts: meaning of the name; empty: the English one */
  QURAN_ARABIC = QURAN_MEANINGS + QURAN_LOCALES,          /**< 6236 texts, none empty */
  QURAN_TRANSLATIONS,                                     /**< by locale, 6236 texts, none empty */
  QURAN_TAFSIRS = QURAN_TRANSLATIONS + QURAN_LOCALES,     /**< by locale, 6236 texts, none empty; no
                                                              entries where nothing is embedded */
  QURAN_NOTE_STARTS = QURAN_TAFSIRS + QURAN_LOCALES,      /**< by locale, 6237 numbers: the notes of
                                                              verse v are [v, v+1) */
  QURAN_NOTE_NUMBERS = QURAN_NOTE_STARTS + QURAN_LOCALES, /**< by locale: the publisher's number of
                                                              each note, unique in its verse */
  QURAN_NOTE_TEXTS = QURAN_NOTE_NUMBERS + QURAN_LOCALES,  /**< by locale: text of each note */
  QURAN_MARK_STARTS = QURAN_NOTE_TEXTS + QURAN_LOCALES,   /**< by locale, 6237 numbers: the marks of
                                                              verse v are [v, v+1) */
  QURAN_MARK_OFFSETS = QURAN_MARK_STARTS + QURAN_LOCALES, /**< by locale: place of each mark, in
                                                              code points of the translation,
                                                              ascending */
  QURAN_MARK_NUMBERS = QURAN_MARK_OFFSETS + QURAN_LOCALES, /**< by locale: number of the note that
                                                               is meant, one of the verse's */
  QURAN_SOURCE_TEXTS = QURAN_MARK_NUMBERS + QURAN_LOCALES, /**< for each source its texts, in the
                                                               order of `enum quran_source_text` */
  QURAN_SOURCE_NUMBERS, /**< for each source its numbers: `enum quran_source_number` */
  QURAN_ACCESS_NOTICES, /**< one text a locale: how the tafsir may be had */
  QURAN_LOCAL_NAMES,    /**< by locale, 114 texts: the name as books in that language write it;
                             empty: the one of QURAN_NAMES */
  QURAN_ARABIC_NOTICES = QURAN_LOCAL_NAMES + QURAN_LOCALES, /**< by locale, one text: the notice of
                             the Arabic text in that language; empty: the one of its source */
  QURAN_TERMS = QURAN_ARABIC_NOTICES + QURAN_LOCALES, /**< by locale, a text for each source: what
                             is known of its terms, in that language; empty: nothing is said */
  QURAN_TABLES = QURAN_TERMS + QURAN_LOCALES,
  QURAN_FEWEST_TABLES = QURAN_LOCAL_NAMES
};

/** Sources stand in this order; those by locale are one for each in a row. */
enum quran_source_role {
  QURAN_SOURCE_ARABIC,
  QURAN_SOURCE_TRANSLATION,
  QURAN_SOURCE_TAFSIR = QURAN_SOURCE_TRANSLATION + QURAN_LOCALES,
  QURAN_SOURCES = QURAN_SOURCE_TAFSIR + QURAN_LOCALES
};

/** The texts of a source, in their order. All are trimmed and not empty, but for the digests. */
enum quran_source_text {
  QURAN_LABEL,
  QURAN_NOTICE,
  QURAN_PUBLISHER,
  QURAN_RETRIEVED_AT, /**< `YYYY-MM-DDThh:mm:ssZ` */
  QURAN_SOURCE_URL,
  QURAN_TERMS_URL,
  QURAN_UPDATE_URL,
  QURAN_VERSION,
  QURAN_SOURCE_MEMBERS,                /**< what comes before has a member of its own in data */
  QURAN_DIGEST = QURAN_SOURCE_MEMBERS, /**< `sha256:` and 64 lower-case hex digits, over the
                                            imported file; empty when the source is external */
  QURAN_TERMS_DIGEST,                  /**< the same over the stored copy of the terms */
  QURAN_SOURCE_TEXT_COUNT
};

/** The numbers of a source, in their order; 0 when it is external. */
enum quran_source_number {
  QURAN_BYTE_COUNT,
  QURAN_FILE_COUNT,
  QURAN_TERMS_BYTE_COUNT,
  QURAN_TERMS_FILE_COUNT,
  QURAN_SOURCE_NUMBER_COUNT
};

typedef struct quran {
  span bytes; /**< a section; quran_open says whether its tables may be read */
} quran;

/** The integer at an offset of the section. */
static inline uint32_t quran_word(const quran *q, size_t offset) {
  return load_u32le(q->bytes.data + offset);
}

/** Number of tables that the section has. */
static inline uint32_t quran_tables(const quran *q) { return quran_word(q, 4); }

/** The place of table `table`; for `table` = quran_tables, the end of the section. */
static inline size_t quran_table_offset(const quran *q, unsigned table) {
  return quran_word(q, 8 + 4 * (size_t)table);
}

/** Number of entries of a table. */
static inline uint32_t quran_count(const quran *q, unsigned table) {
  return quran_word(q, quran_table_offset(q, table));
}

/** Entry `index` of a table of numbers; of one of texts, where text `index` begins. */
static inline uint32_t quran_number(const quran *q, unsigned table, size_t index) {
  return quran_word(q, quran_table_offset(q, table) + 4 + 4 * index);
}

/** Entry `index` of a table of texts. */
static inline span quran_text(const quran *q, unsigned table, size_t index) {
  uint32_t start = quran_number(q, table, index);
  return (span){q->bytes.data + start, quran_number(q, table, index + 1) - start};
}
