/** @file
 * Finds verses by their sound: Arabic as it is typed in Latin letters, in the manner of English,
 * German, Indonesian or Turkish books ("qul huwallahu ahad").
 *
 * Compared are the consonants that all of them write: vowels, hamza, ayn and the letters that are
 * vowels as well (j, w, y) are left out, doubled ones count once, and those that one manner takes
 * for another (s and sh, d and z) are the same.
 */
#pragma once

#include "quran/quran.h"

/** The sounds of all verses. */
typedef struct spoken spoken;

/** Reads the sounds of all verses. O(bytes of the Arabic text), about 3 ms; 250 KB.
 * @return owned; NULL when memory is out. */
spoken *spoken_open(const quran *q);

/** @param s may be NULL. */
void spoken_close(spoken *s);

/** Finds the verse that a text is, or is a part of, where that is no matter of chance: the shorter
 * the text, the fewer sounds may differ, and the shortest must begin a verse. The verse in which
 * the text begins is meant; of several the most alike, then one that begins so, then the first.
 * @param text in Latin letters. O(bytes of the Arabic text).
 * @param verse receives the number of the verse in its surah
 * @return the surah, 0 when no verse sounds like it */
unsigned spoken_find(const spoken *s, span text, unsigned *verse);
