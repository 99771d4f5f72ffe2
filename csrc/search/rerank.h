/** @file
 * The second pass: the best candidates get what needs positions or the whole query: the form as
 * typed, neighbours of a phrasing standing side by side, a phrasing matched whole; and the shares
 * of a phrasing that they have, that stand together, and that are in the title.
 */
#pragma once

#include "search/candidates.h"

/** Scores the head of `found` again, at most RERANKED + WHOLE_MOST units, which it leaves in the
 * order of their numbers. Units that have too little of what is asked for get the score 0, also
 * behind the head; where what is asked for is in none, `found` is emptied. @param exact how many of
 * them must be in their final place; positions are read only of those that can be among them, and
 * the order of the others is not final.
 * @return false when memory is out. */
bool rerank(const query *q, candidates *found, size_t exact);

/** Tells what the score of a unit is made of. @param out receives it, in the arena of the query.
 * @return false when memory is out. */
bool rerank_explain(const query *q, uint32_t unit, search_evidence **out);
