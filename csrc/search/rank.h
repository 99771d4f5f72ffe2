/** @file
 * The best units for a query, in a total order: score, then unit. Scores are integers.
 *
 * First the sum over terms of weight × impact (BM25F), by MaxScore over windows of units: lists
 * that cannot lift a unit over the present threshold are only looked into for units that others
 * brought up. Then the best RANK_AGAIN get what needs positions: the form as typed, neighbours of
 * a phrasing standing side by side, a phrasing matched whole, the exact title.
 */
#ifndef SVC_SEARCH_RANK_H
#define SVC_SEARCH_RANK_H

#include "search/query.h"

enum { RANK_AGAIN = 64 /**< units whose positions are looked at */ };

typedef struct ranked {
  uint32_t unit, score;
} ranked;

/** The best `most` units in [first, end). @param exact how many of them must be in their final
 * place; those do not depend on `most` as long as it is at least RANK_AGAIN. @param out receives
 * the units, in the arena. @return false when memory is out. */
bool rank_units(search_index *index, const query *q, uint32_t first, uint32_t end, size_t most,
                size_t exact, arena *memory, ranked **out, size_t *count);

#endif
