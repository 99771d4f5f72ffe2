/** @file
 * The Quran of a publication: text, translations with notes, tafsir, names and sources.
 * Read-only and zero-copy: spans point into the section and live as long as that.
 *
 * (The byte layout of the QURAN section is drawn here by its builder.)
 */
#ifndef SVC_QURAN_QURAN_H
#define SVC_QURAN_QURAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fault.h"
#include "base/span.h"
#include "store/model.h"

enum { QURAN_SURAHS = 114, QURAN_VERSES = 6236 };

typedef struct quran {
  span bytes;
} quran;

/** Opens a QURAN section and validates all of it. @return false with `*why` filled. */
bool quran_open(span section, quran *out, fault *why);

/** Number of verses in `surah`. @param surah 1..114 @return 3..286, or 0 when out of range. */
unsigned quran_verse_count(unsigned surah);

/** Number of the verse in the whole book, from 0. @param surah, verse must exist. */
unsigned quran_verse_index(unsigned surah, unsigned verse);

/** Arabic text of a verse as its source spells it, without a separated bismillah. */
span quran_arabic(const quran *q, unsigned surah, unsigned verse);

/** Plain text of a verse's translation: what its text segments joined make, no note markers. */
span quran_translation(const quran *q, unsigned locale, unsigned surah, unsigned verse);

/** Transliterated name of a surah, with its diacritics where the source has them. */
span quran_name(const quran *q, unsigned surah);

/** Meaning of a surah's name. @param meant_in receives the locale the meaning is written in. */
span quran_meaning(const quran *q, unsigned locale, unsigned surah, unsigned *meant_in);

/** Tafsir of a verse, absent where the locale has no embedded edition. */
span quran_tafsir(const quran *q, unsigned locale, unsigned surah, unsigned verse);

#endif
