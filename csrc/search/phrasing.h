/** @file
 * A phrasing as it is typed: its text, phrases in quotation marks, and words with a minus before
 * them, which are to be absent.
 */
#pragma once

#include "base/arena.h"
#include "search/request.h"

enum { PHRASING_PHRASES = 8, PHRASING_ABSENT = 8 };

typedef struct phrasing {
  span typed; /**< without white space around it */
  span text;  /**< the same without the words that are to be absent */
  bool asks;  /**< it is a question: it has the mark, or query_read saw a question word first */
  bool brief; /**< it has few words and is no question: query_read tells */
  bool identified; /**< it has an identifier or is a formula: query_read tells */
  bool name; /**< it is an id or URL of the project, whose words mean nothing (pins_is_name) */
  span key;  /**< its folded words and signs, where there are several: of equal keys one counts */
  span phrases[PHRASING_PHRASES];
  size_t phrase_count;
  span absent[PHRASING_ABSENT];
  size_t absent_count;
} phrasing;

/** Reads the phrasings of a request, in the order of their keys and each key once, so that neither
 * their order nor repetition matters. @param count receives how many. @return false when memory is
 * out. */
bool phrasing_read(const search_query *request, arena *memory, phrasing out[SEARCH_PHRASINGS],
                   size_t *count);
