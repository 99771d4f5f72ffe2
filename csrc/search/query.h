/** @file
 * From phrasings to what is looked up: one bag of distinct terms, the pairs that stand side by
 * side, and references that are resolved before any ranking.
 */
#pragma once

#include "search/index.h"
#include "search/phrasing.h"
#include "search/pins.h"

enum { QUERY_TERMS = 1024, QUERY_PAIRS = 1024, QUERY_MEANINGS = 8, WEIGHT_SCALE = 64 };

/** Kinds of units, among which the rarity of a word is counted apart: a word that verses have often
 * may be the rarer one among lessons. */
enum query_kind { KIND_LESSON, KIND_VERSE, KIND_COUNT };

typedef struct query_term {
  word_group list;
  uint32_t weight; /**< WEIGHT_SCALE × idf^WEIGHT_IDF_EXPONENT × the confidence in it */
  uint32_t weights[KIND_COUNT]; /**< the same among units of a kind */
  uint8_t form;                 /**< the form that was typed */
  bool formed;                  /**< `form` is known: only then it earns the bonus for it */
  uint32_t typed;    /**< a bit for each form that is the typed word, or certainly one of its own */
  uint8_t phrasings; /**< a bit for each that it is of */
  bool level;        /**< a title: the length of a unit does not count */
} query_term;

/** A word of a phrasing: the terms of which any one stands for it. */
typedef struct query_word {
  uint16_t terms[QUERY_MEANINGS];
  uint8_t count;
  uint8_t phrasing;
  bool repeated; /**< the phrasing has it before */
  bool content;  /**< neither a question word nor a function word of a phrasing with others */
  uint32_t weights[KIND_COUNT]; /**< of its weightiest term */
} query_word;

/** Two terms that a phrasing has one after the other, or with words between them that are
 * everywhere. */
typedef struct query_pair {
  uint16_t first, second;
  uint16_t distance; /**< in words: 1 when side by side */
} query_pair;

/** A request on its way through the engine: where it is looked up, in which units, and for what. */
typedef struct query {
  search_index *index; /**< whose scratch is used */
  const search_query *request;
  arena *memory; /**< of all that is found */
  const partition *in;
  uint32_t first, end; /**< the units [first, end) are searched */
  query_term *terms;
  size_t term_count;
  query_word *words; /**< of all phrasings, in their order */
  size_t word_count;
  query_pair *pairs;
  size_t pair_count;
  phrasing phrasings[SEARCH_PHRASINGS];
  uint32_t phrasing_weights[KIND_COUNT][SEARCH_PHRASINGS]; /**< sums of their words' weights */
  uint8_t brief[SEARCH_PHRASINGS]; /**< content words, 0 where it is long: see BONUS_TYPED */
  size_t phrasing_count;
  bool hinted; /**< a phrasing points to the section of the Quran */
  query_pin pins[SEARCH_PHRASINGS];
  size_t pin_count;
} query;

/** Reads a request. Without phrasings only the units are filled in. @return false when memory is
 * out. */
bool query_read(search_index *index, const search_query *request, arena *memory, query *out);

/** The kind of a unit. */
static inline enum query_kind query_kind(const query *q, uint32_t unit) {
  bool verse =
      unit >= q->in->section_end[SECTION_QURAN - 1] && unit < q->in->section_end[SECTION_QURAN];
  return verse ? KIND_VERSE : KIND_LESSON;
}
