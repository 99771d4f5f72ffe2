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
