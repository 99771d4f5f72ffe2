/** @file
 * What the words and numbers of a text refer to: the forms of quran/reference.h but for addresses
 * and for lists that repeat a name.
 */
#pragma once

#include "quran/naming.h"
#include "quran/passage.h"
#include "quran/reading.h"

/** The words before a number: what introduces, the name, what counts the number. */
typedef struct interpret_front {
  unsigned from, to; /**< of the name */
  unsigned kinds;    /**< of the others, joined */
  bool counts_surah; /**< the number behind them is that of a surah: "Al-Qadr, Sure 97" */
} interpret_front;

/** Reads the whole of a text as a reference. @param listed_only names count in listed spellings,
 * and numbers in words as ordinals @return false when it is none */
bool interpret_text(span text, bool listed_only, quran_reference *out);

/** Reads the whole of a text as verses that `surah` has, and that make one range: "257", "verses
 * 255-257". */
bool interpret_verses(span text, unsigned surah, quran_reference *out);

/** Reads "verses 255 and 257 of surah 2", whose verses make no range. @return how many, up to
 * `most` */
size_t interpret_members(const reading *r, quran_reference *out, size_t most);

/** Finds the verse whose own name is before the first number: "Ayat al-Kursi (2:255)". */
bool interpret_named_verse(const reading *r, quran_reference *out);

/** Divides the words of gap `index` of a reading. */
interpret_front interpret_split(const reading *r, unsigned index);

/** True when the number behind gap `index` is the end of a range. */
bool interpret_is_range(const reading *r, unsigned index);

/** Sets the verses of a reference, each a number or NUMERAL_LAST: none where its surah has no such
 * verses. */
void interpret_set_verses(unsigned first, unsigned last, quran_reference *out);
