/** @file
 * The first pass: the units with the greatest sums over terms of weight × impact (BM25F), by
 * MaxScore over windows of units: lists that cannot lift a unit over the present threshold are only
 * looked into for units that others brought up. Scores are integers.
 */
#pragma once

#include "search/filter.h"

typedef struct ranked {
  uint32_t unit, score;
} ranked;

/** The best `most` units in [first, end) that pass the filter, in their order. @param out receives
 * them, in the arena.
 * @return false when memory is out. */
bool candidates_find(search_index *index, const query *q, filter *passes, uint32_t first,
                     uint32_t end, size_t most, arena *memory, ranked **out, size_t *count);

/** What the score of a unit is multiplied by, in parts of WEIGHT_HINT_ONE. */
uint32_t candidates_scale(const query *q, uint32_t unit);

/** Sorts units by score, equal scores by unit: a total order. */
void candidates_sort(ranked *list, size_t count);
