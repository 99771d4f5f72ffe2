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
  span below; /**< path of a folder of the section, which alone is searched; may be absent */
  uint32_t limit, offset;
  span site; /**< URL of the site without a slash at its end, whose URLs are known; may be absent */
  bool marks;    /**< hits are to say where their excerpts have what was asked for */
  bool evidence; /**< hits are to say why they are where they are */
  bool bare;     /**< hits are to be without excerpts */
} search_query;

/** Bytes [first, end) of an excerpt that have what was asked for. */
typedef struct search_mark {
  uint32_t first, end;
} search_mark;

/** The share of a hit's score that a group of the dictionary adds. */
typedef struct search_term {
  span typed;           /**< the first word of the query that it stands for; empty for a title */
  span group;           /**< its key: a stem, an identifier; in the arena */
  const char *evidence; /**< how it comes to stand for the word */
  uint32_t units;       /**< that have it */
  uint32_t weight;
  uint64_t points;
} search_term;

/** Why a hit is where it is: `score` is the sum of all points × gain, about. */
typedef struct search_evidence {
  search_term *terms; /**< that the hit has, in the arena */
  size_t term_count;
  uint64_t form, pairs; /**< points for forms as typed, and for neighbours */
  /** Of the phrasing that gains most, per cent of its weight: that is here; that stands together;
   * of its content words that are in the title, in the form that was typed. */
  unsigned held, together, titled, typed;
  uint32_t scale; /**< per cent: more for verses where the query points to them */
} search_evidence;
