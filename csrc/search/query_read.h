/** @file
 * Reading a request: its phrasings become terms, pairs and references.
 */
#pragma once

#include "search/query.h"

/** Reads a request. Without phrasings only the units are filled in. @return false when memory is
 * out. */
bool query_read(search_index *index, const search_query *request, arena *memory, query *out);
