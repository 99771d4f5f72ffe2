/** @file
 * Words that say little about what is sought: question words, and the function words between the
 * others; and words that point to the section of the Quran. The lists are written into each
 * partition, so that a query is read with the lists its index was built with.
 */
#pragma once

#include "search/lexicon.h"

enum word_class { WORD_CONTENT, WORD_FUNCTION, WORD_QUESTION, WORD_QURAN };

/** Writes the words of a locale, and those of Arabic, as a dictionary whose payload is a byte, the
 * class. @return false when memory is out. */
bool words_write(unsigned locale, lexicon_writer *out);

/** The class of a folded word. O(log words). */
enum word_class words_class(const lexicon *words, span key);

/** True when a folded word is listed as one that points to the section of the Quran, for what
 * builds an index. O(words). */
bool words_point_to_quran(unsigned locale, span key);
