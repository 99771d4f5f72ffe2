/** @file
 * Documents and verses that a phrasing names: content ids, routes, URLs, references to the Quran.
 * They come before all ranking.
 */
#ifndef SVC_SEARCH_PINS_H
#define SVC_SEARCH_PINS_H

#include "search/query.h"

/** Reads a whole phrasing as a name. @param phrasing without white space around it. @return false
 * when it names nothing of this locale. */
bool pins_find(const search_index *index, unsigned locale, span phrasing, query_pin *out);

#endif
