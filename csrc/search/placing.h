/** @file
 * Facts that the second pass takes from the positions of a unit: words near each other, words in
 * the title, and so whether any unit is about a phrasing at all.
 */
#pragma once

#include "search/candidates.h"
#include "search/weights.h"

enum {
  PLACED_TERMS = 48, /**< terms of a query whose positions are read, the weightiest */
  PLACED_PAIRS = 4 * PLACED_TERMS,
  CANDIDATES = RERANKED + WHOLE_MOST
};

/** A term whose positions are read. */
typedef struct placed_term {
  uint16_t term;
  bool read; /**< the positions below are of the present unit */
  size_t count;
  uint32_t positions[POSITIONS_MAX];
  uint8_t forms[POSITIONS_MAX];
} placed_term;

/** Two of them that a phrasing has one after the other. */
typedef struct placed_pair {
  uint8_t first, second; /**< among the placed terms */
  uint16_t distance;
  uint32_t weights[KIND_COUNT];
} placed_pair;

/** The part of a phrasing that a unit has, as weights of its words. */
typedef struct coverage {
  uint32_t weight; /**< of the words that are here */
  uint32_t titled; /**< of the content words that may be in the title */
  uint32_t sought; /**< of all content words */
  uint32_t held;   /**< of those that are here */
  uint32_t typed;  /**< of the content words that are here, maybe in the form that was typed */
  uint32_t sure;   /**< of those among them that certainly are */
} coverage;

/** A unit picked for re-ranking. */
typedef struct candidate {
  ranked *ranked;
  enum query_kind kind;
  uint32_t scale; /**< see candidates_scale */
  coverage of[SEARCH_PHRASINGS];
  uint64_t sum;                    /**< without what positions add, before gains and scale */
  uint32_t upper_bound;            /**< the score with all that positions can add */
  uint32_t postings[PLACED_TERMS]; /**< number of its posting in each placed term's list */
  uint8_t codes[PLACED_TERMS];     /**< NOT_HERE where the unit lacks the term */
} candidate;

enum { NOT_HERE = 16 };

/** The second pass of a query. */
typedef struct reranker {
  const query *q;
  posting_cursor cursors[PLACED_TERMS]; /**< of the terms below */
  placed_term terms[PLACED_TERMS];
  size_t term_count;
  placed_pair pairs[PLACED_PAIRS];
  size_t pair_count;
  const query_word **others; /**< room for as many words as the query has */
  uint32_t text; /**< position of the first word of the present unit's text, once it is known */
  bool text_known;
  uint8_t
      place[QUERY_TERMS]; /**< of each term among the placed ones, PLACED_TERMS when it is none */
  unsigned title_code;    /**< the least code of a term that is in the title */
  unsigned subject_code;  /**< and of one that the text has often, too */
  uint8_t
      needed[SEARCH_PHRASINGS];  /**< per cent of its content words' weight that a hit must have */
  bool absent[SEARCH_PHRASINGS]; /**< nothing is about it */
  candidate candidates[CANDIDATES];
} reranker;

/** The positions of a placed term in a unit, read once. */
const placed_term *placing_read(reranker *r, const candidate *c, size_t place);

/** Forgets the positions of the last unit. */
void placing_enter(reranker *r);

/** True when a word stands near `position`. @param at where in its terms' positions to look; these
 * only grow from call to call. */
bool placing_near(reranker *r, const candidate *c, const query_word *w, uint32_t position,
                  uint8_t at[PLACED_TERMS]);

/** The weight of the content words of a phrasing that are in the title of a unit. */
uint32_t placing_titled(reranker *r, const candidate *c, size_t number);

/** True when what a brief phrasing asks for is in none of the first `count` candidates, and no part
 * of it is the title of a document. */
bool placing_lacks(reranker *r, size_t number, size_t count);

/** Puts those of the first `count` candidates that are verses with a part of a brief phrasing
 * behind lessons that have nearly as much of it: a verse is so short that a single word outweighs
 * whatever else was asked for, and the first name of a physicist is that of a prophet. */
void placing_yield(reranker *r, size_t count);
