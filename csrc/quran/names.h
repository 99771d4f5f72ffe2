/** @file
 * How people write the names of the surahs and of a few verses.
 *
 * A spelling holds folded letters only: lower case, without marks, apostrophes, hyphens, spaces
 * and without the article; Arabic with ا for every alef, ي for ى and ئ, و for ؤ, ه for ة, without
 * hamza. Sources: the names in the packages quran-json and quran-pack, and how German,
 * Indonesian, English, Turkish and French books write them.
 */
#pragma once

#include "quran/quran.h"

/** By surah from 0: its spellings, divided by spaces. No spelling is of two surahs. */
extern const char *const quran_spellings[QURAN_SURAHS];

/** Spellings that are common words, or names of persons, as well. */
extern const char quran_common_words[];

/** Words that sound like a spelling, or nearly, and mean something else: "surah search". */
extern const char quran_other_words[];

/** Verses with a name of their own; the article is kept. Ends with spellings NULL. */
extern const struct quran_named_verse {
  const char *spellings;
  unsigned surah, first, last;
} quran_named_verses[];
