/** @file
 * Numbers in words, up to 999: cardinals and ordinals in English, Indonesian and German, written
 * apart, with hyphens or as one word ("twenty-first", "kedua puluh satu", "einundzwanzigste").
 *
 * Words are added one by one for as long as they belong to a numeral of one language, so that a
 * numeral is read as a whole or not at all.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

enum { NUMERAL_PARTS = 10, NUMERAL_LAST = 1000 /**< the value of "last" */ };

enum numeral_language { NUMERAL_ENGLISH = 1, NUMERAL_INDONESIAN, NUMERAL_GERMAN };

/** Words of a numeral in their parts. Begins as zeros. */
typedef struct numeral {
  unsigned char parts[NUMERAL_PARTS]; /**< rows of the table in numeral.c */
  unsigned count;
  enum numeral_language language;
  bool ordinal;
  bool apart; /**< a unit and its tens are apart, with an "und" between */
} numeral;

/** Adds a folded word. @return false, and nothing is added, where it is no word of a numeral of
 * this language; an "and" is one only where a numeral may go on behind it */
bool numeral_add(numeral *n, span word);

/** True when the numeral may not end here: behind an "and". */
bool numeral_is_open(const numeral *n);

/** @return 1 to 999, NUMERAL_LAST, or 0 for words that make no number */
unsigned numeral_value(const numeral *n);

/** True for a folded word that multiplies the number before it: "hundred", "ribu". */
bool numeral_multiplies(span word);
