/** @file
 * The marks of an excerpt: the words in it that were asked for, to be highlighted.
 */
#pragma once

#include "search/query.h"

enum { MARKS_MOST = 64 /**< of an excerpt */ };

/** The words and identifiers of `excerpt` that terms of the query found; question words and
 * function words only where the query has no others. @param out receives them in their order, apart
 * from each other. @return how many */
size_t marks_find(const query *q, span excerpt, search_mark out[MARKS_MOST]);
