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

/** How a group of the dictionary comes to stand for a word that was typed. */
enum query_evidence {
  EVIDENCE_TYPED,      /**< it has the word as it is */
  EVIDENCE_STEM,       /**< or another of the same stem */
  EVIDENCE_IDENTIFIER, /**< the identifier, or an id */
  EVIDENCE_SPELLING,   /**< an umlaut as two letters, a power without its sign, two words joined */
  EVIDENCE_VARIANT,    /**< see search/variants.h */
  EVIDENCE_COMPLETED,  /**< the word is its beginning */
  EVIDENCE_RELATIVE,   /**< it may be of the same root */
  EVIDENCE_DERIVED,    /**< it begins so and differs in its ending */
  EVIDENCE_PART,       /**< it is a part of the compound */
  EVIDENCE_LOOSE,      /**< Arabic without its long vowels */
  EVIDENCE_ONE_EDIT,
  EVIDENCE_TWO_EDITS,
  EVIDENCE_JOINED,      /**< it is one of two words that are typed as one */
  EVIDENCE_BESIDE_RARE, /**< one edit from a word that is there, but rare */
  EVIDENCE_TITLE        /**< the phrasing is a title */
};

typedef struct query_term {
  word_group list;
  uint32_t weight; /**< WEIGHT_SCALE × idf^WEIGHT_IDF_EXPONENT × the confidence in it */
  uint32_t weights[KIND_COUNT]; /**< the same among units of a kind */
  uint8_t form;                 /**< the form that was typed */
  bool formed;                  /**< `form` is known: only then it earns the bonus for it */
  uint32_t typed;    /**< a bit for each form that is the typed word, or certainly one of its own */
  uint8_t phrasings; /**< a bit for each that it is of */
  uint8_t evidence;  /**< enum query_evidence: the best that there is for it */
  bool level;        /**< a title: the length of a unit does not count */
} query_term;

/** A word of a phrasing: any one of its terms stands for it. */
typedef struct query_word {
  uint16_t terms[QUERY_MEANINGS];
  uint8_t count;
  uint8_t phrasing;
  bool repeated; /**< the phrasing has it before */
  bool content;  /**< neither a question word nor a function word of a phrasing with others */
  uint32_t weights[KIND_COUNT]; /**< of its weightiest term */
  span typed;
  span likeliest; /**< the likeliest word where it is mistyped or unfinished, else absent */
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
  uint32_t lost[SEARCH_PHRASINGS]; /**< weight of the content words that nothing has */
  uint8_t
      needed[SEARCH_PHRASINGS]; /**< per cent of its content words' weight that a hit must have */
  size_t phrasing_count;
  bool compared[SEARCH_PHRASINGS]; /**< where a hit has all of it, others must have a part */
  bool hinted;                     /**< a phrasing points to the section of the Quran */
  query_pin pins[SEARCH_PHRASINGS];
  size_t pin_count;
} query;

/** True when all words of a request that was read are held, or it names documents. */
bool query_whole(const query *q);

/** True when some words of a phrasing that stand side by side are the title of a document, or what
 * it is known by. */
bool query_names(const query *q, size_t number);

/** The weight of a word that `df` of `units` have, where there is no doubt about it. */
double query_weight(double units, double df);

/** Weighs words and phrasings, adds the documents that have a phrasing as their title, and keeps
 * the greatest possible score below 2^31. */
void query_weigh(query *q);

/** The kind of a unit. */
static inline enum query_kind query_kind(const query *q, uint32_t unit) {
  bool verse =
      unit >= q->in->section_end[SECTION_QURAN - 1] && unit < q->in->section_end[SECTION_QURAN];
  return verse ? KIND_VERSE : KIND_LESSON;
}
