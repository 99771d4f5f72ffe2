/** @file
 * A request to the search engine: phrasings, and the part of the content that is searched.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* How many phrasings a search takes, how long the engine reads each, and how long the service does:
 * a longer one names no item and no verse. */
enum { SEARCH_PHRASINGS = 4, SEARCH_PHRASING_BYTES = 4096, SEARCH_QUERY_BYTES = 512 };

typedef struct search_query {
  span phrasings[SEARCH_PHRASINGS]; /**< valid UTF-8, at most SEARCH_PHRASING_BYTES each */
  size_t count;                     /**< 0: browse in document order */
  unsigned locale;                  /**< enum locale */
  unsigned section;                 /**< enum model_section; SECTION_COUNT for all */
  uint32_t limit, offset;
  span site; /**< URL of the site without a slash at its end, whose URLs are known; may be absent */
  bool marks; /**< hits are to say where their excerpts have what was asked for */
  bool bare;  /**< hits are to be without excerpts */
} search_query;

/** Bytes [first, end) of an excerpt that have what was asked for. */
typedef struct search_mark {
  uint32_t first, end;
} search_mark;
