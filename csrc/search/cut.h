/** @file
 * Cutting an excerpt out of plain text: CUT_LEAST to CUT_MOST characters in whole words, from a
 * sentence's start where one is near, with `…` where text was cut inside a sentence.
 */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"

enum { CUT_LEAST = 160, CUT_MOST = 240 };

/** True when a sentence begins with the word at `at`, before which stands white space or nothing.
 * A line of the text is a block, whose first word begins a sentence. Where it cannot be told, none
 * begins: an excerpt that reaches further is better than one that ends with `e. g.` */
bool cut_begins_sentence(span text, size_t at);

/** Where the word at `at` begins with the marks before it, behind white space, and not before
 * `least`. */
size_t cut_word_start(span text, size_t least, size_t at);

/** The excerpt that shows a word. @param word of `text`. @return in the arena, white space
 * collapsed; the absent span when memory is out. */
span cut_around(span text, span word, arena *memory);

/** The same of word number `first`, the absent span when there is no such word. */
span cut_at(span text, uint32_t first, arena *memory);
