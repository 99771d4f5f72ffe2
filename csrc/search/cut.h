/** @file
 * Cutting an excerpt out of plain text: CUT_LEAST to CUT_MOST characters in whole words, from a
 * sentence's start where one is near, with `…` only where text was cut inside a sentence.
 */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"

enum { CUT_LEAST = 160, CUT_MOST = 240 };

/** Plain text, and whether it begins and ends where the whole text does. */
typedef struct cut_text {
  span plain;
  bool begins, ends;
} cut_text;

/** The excerpt that shows a word. @param word of `text.plain`. @param ran_out receives whether more
 * plain text would have made it longer. @return in the arena, white space collapsed; the
 * absent span when memory is out. */
span cut_around(cut_text text, span word, arena *memory, bool *ran_out);

/** The same of word number `first`, the absent span when there is no such word. */
span cut_at(cut_text text, uint32_t first, arena *memory);
