/** @file
 * The surah that words name: as they are listed, by their sound, or nearly.
 */
#pragma once

#include "quran/lookup.h"
#include "quran/reading.h"

/** The words [from, to) of a reading as one name. */
typedef struct naming {
  letters joined;
  size_t first; /**< bytes of the first word */
  unsigned words, kinds;
} naming;

/** Joins words. @return false when they are too many, too long, or none */
bool naming_join(const reading *r, unsigned from, unsigned to, naming *out);

/** True when the first of several words is an article: "al-Baqarah". */
bool naming_has_article(const naming *n);

/** The surah of a name that is spelled right, or 0. @param introduced as the name of a surah; else
 * one that is not listed needs a long skeleton, so that "room" is not read as ar-Rum
 * @param listed_only a skeleton never counts */
unsigned naming_surah(const naming *n, bool introduced, bool listed_only);

/** The surahs nearest to a name that is spelled wrong. @return how many */
size_t naming_nearest(const naming *n, lookup_near list[LOOKUP_NEAREST]);

/** The surah that is clearly nearest to a name, at half the edits of the second or less; or 0, as
 * for what has words of a kind, or is one of quran_other_words. */
unsigned naming_near(const naming *n);

/** The surahs with a name that begins as an unfinished one does, by number; at most `most`.
 * O(names). @return how many */
size_t naming_begun(const naming *n, unsigned *surahs, size_t most);
