/** @file
 * Units that have all content words of a phrasing. The first pass may leave out a long one, in
 * which each word weighs little, for short ones that have a single word.
 */
#pragma once

#include "search/candidates.h"

/** Adds the best WHOLE_MOST such units behind the first `head` of a list, or moves them there.
 * Phrasings of many words, or without a word that is rare, are passed over. @param list `*count`
 * units in the order of candidates_sort; receives a longer list, in the arena.
 * @return how many were added or moved; SIZE_MAX when memory is out. */
size_t whole_add(search_index *index, const query *q, uint32_t first, uint32_t end, size_t head,
                 arena *memory, ranked **list, size_t *count);
