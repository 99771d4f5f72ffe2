/** @file
 * The search engine: phrasings in, one page of ranked documents with excerpts out.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/span.h"
#include "quran/quran.h"
#include "search/request.h"
#include "store/renditions.h"

typedef struct search_index search_index;

/** Opens a SEARCH section and validates its structure. @param documents, texts (a rendition of
 * each), verses (NULL when the publication has no Quran) and `section` must outlive the index.
 * @return false, `*out` NULL and `*why` filled on failure. */
bool search_open(span section, const store *documents, renditions texts, const quran *verses,
                 search_index **out, fault *why);

/** Releases an index. NULL is accepted. */
void search_close(search_index *index);

typedef struct search_hit {
  uint32_t document;  /**< its number in the store */
  uint32_t verse;     /**< the verse that matched, 0 when none did */
  uint32_t score;     /**< larger is better; 0 when browsing */
  span excerpt;       /**< plain text, in the arena */
  search_mark *marks; /**< ascending, in the arena */
  size_t mark_count;
  search_evidence *evidence; /**< in the arena; NULL unless asked for, and where it is named */
} search_hit;

typedef struct search_page {
  search_hit *hits; /**< in the arena */
  size_t count;
  bool more;  /**< a further hit exists behind this page */
  bool known; /**< its words are in the dictionary: search_advise has nothing to say */
} search_page;

/** Runs a query. The same query gives the same page, always. Results live in `memory`.
 * @return false with `*why` filled when memory is out. */
bool search_run(search_index *index, const search_query *query, arena *memory, search_page *page,
                fault *why);

enum { ADVICE_WORDS = 16 };

/** The reasons why a query finds little. */
typedef struct search_advice {
  span missing[ADVICE_WORDS]; /**< words that nothing of the locale has, as typed; in the request */
  size_t missing_count;
  span suggestion; /**< the phrasing with its mistyped words as the dictionary has them, in the
                 arena; empty where none is mistyped, some are missing, or there are several
                 phrasings */
  bool elsewhere[LOCALE_COUNT]; /**< where words are missing: the locales that have them all */
} search_advice;

/** Looks for the words of a query without searching for it. @return false with `*why` filled when
 * memory is out. O(words of the dictionary) where words are mistyped or missing. */
bool search_advise(search_index *index, const search_query *query, arena *memory,
                   search_advice *advice, fault *why);
