/** @file
 * Finds the surah or the verse of a name, in a time that does not grow with the number of names.
 *
 * The names of names.h are sorted once in a process, when the first is looked for.
 */
#pragma once

#include "quran/names.h"
#include "quran/spelling.h"

/** The surah, 1..114, that has this spelling; 0 when none has. */
unsigned lookup_spelling(span spelling);

/** The first surah that has a spelling of this skeleton; 0 when none has. */
unsigned lookup_skeleton(span skeleton);

/** The first verse that has a name of this skeleton; NULL when none has. */
const struct quran_named_verse *lookup_verse(span skeleton);

/** True when a verse has a name that begins so. */
bool lookup_begins_verse(span start);

enum { LOOKUP_NEAREST = 3 };

/** A surah and the cost of the edits that make a spelling one of its names: each letter costs 1,
 * and as much again what it sounds like, a consonant that sounds like no other twice as much. */
typedef struct lookup_near {
  unsigned surah, cost;
} lookup_near;

/** Adds the surahs with a name at a cost of at most `limit` from a spelling to a list of the
 * nearest, the nearest first, each once. O(names), bounded by the length of a name.
 * @param spelling at most LETTERS_MOST bytes @param count of the list, up to LOOKUP_NEAREST */
void lookup_nearest(span spelling, unsigned limit, lookup_near list[LOOKUP_NEAREST], size_t *count);
