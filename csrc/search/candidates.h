/** @file
 * The first pass: the units with the greatest sums over terms of weight × impact (BM25F), by
 * MaxScore over windows of units: lists that cannot lift a unit over the present threshold are only
 * looked into for units that others brought up. Scores are integers.
 */
#pragma once

#include "search/filter.h"

enum { RERANKED = 48 /**< candidates that are scored again; 32: -.02, 64: .00 */ };

typedef struct ranked {
  uint32_t unit, score;
} ranked;

/** Units found by the first pass. */
typedef struct candidates {
  ranked *list; /**< in the arena */
  size_t count;
  size_t head; /**< the first so many are to be scored again by `rerank` */
} candidates;

/** Finds the best `most` units that are searched and pass the filter, in their order. `head` is set
 * to at most `head_most` of them. @return false when memory is out. */
bool candidates_find(const query *q, filter *passes, size_t most, size_t head_most,
                     candidates *out);

/** Extends the head by the best WHOLE_MOST units that have all content words of a phrasing, or its
 * only one in the form that was typed; those that stand behind it already are moved. The first pass
 * may leave out a long unit, in which each word weighs little, for short ones that have a single
 * word. Phrasings of many words, or without a word that is rare, are passed over. @return false
 * when memory is out. */
bool candidates_add_whole(const query *q, candidates *found);

/** The factor on a unit's score, in parts of WEIGHT_HINT_ONE. */
uint32_t candidates_scale(const query *q, uint32_t unit);

/** Sorts units by score, equal scores by unit: a total order. */
void candidates_sort(ranked *list, size_t count);

/** Moves the first `most` (1 or more) of that order to the front. O(count × most). */
void candidates_lead(ranked *list, size_t count, size_t most);

/** Sorts different units by their numbers. */
void candidates_sort_units(ranked *list, size_t count);
