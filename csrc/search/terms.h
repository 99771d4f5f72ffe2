/** @file
 * The bag of terms that a query is read into, and what its readers share: a term is there once,
 * however many words of the phrasings it stands for.
 */
#pragma once

#include "search/query.h"
#include "search/typo.h"

enum { TERM_NONE = UINT16_MAX };

/** The words of a request that nothing but a typo explains, looked up together. */
typedef struct query_guesses {
  typo_word words[TYPO_WORDS];
  char keys[TYPO_WORDS][FOLD_MAX];
  size_t count;
  bool known; /**< they have been looked up */
} query_guesses;

/** A request while it is read. */
typedef struct query_reader {
  query *out;
  const partition *in;
  unsigned locale;
  uint16_t *slots;  /**< group number → term + 1: TERM_SLOTS of them */
  uint8_t *repeats; /**< of each term in the present phrasing */
  unsigned phrasing, typos;
  query_guesses *guesses;
  bool rehearsal; /**< only collects guesses: nothing is added to the bag */
  bool alone;     /**< the request is of a single word */
  bool brief;     /**< the phrasing is short: rare words may be typos */
  double share;   /**< of its weight that the present word keeps */
  bool known;     /**< the present word has variants, and is no typo */
  double typed;   /**< weight of the present word as it was typed, 0 where it is nowhere: in longer
                     phrasings what may be meant beside it weighs no more */
  double rare;    /**< see WEIGHT_RARE_ASKED; 0 where it does not apply */
  bool several;   /**< the phrasing has several content words */
  bool formula;   /**< the phrasing has an equals sign */
  bool listing;   /**< terms belong to the last of `out->words` */
  uint16_t last;  /**< the term of the word before, TERM_NONE when there is none */
  uint32_t last_position;
} query_reader;

enum { TERM_SLOTS = 4 * QUERY_TERMS };

/** Lets a term stand for a word, too. */
void terms_mean(query_word *w, uint16_t term);

/** Adds a group to the bag, where it is once; repeated in one phrasing it weighs more, but ever
 * less so. @param form the one that was typed, -1 when it is not known. @return its term, TERM_NONE
 * when the bag is full; 0 in a rehearsal */
uint16_t terms_add(query_reader *r, const word_group *g, int form, enum query_evidence evidence);

/** Adds the group of a stem or another key. @return as terms_add, TERM_NONE when there is none */
uint16_t terms_add_key(query_reader *r, span key, enum query_evidence evidence);

/** Adds a word as it is written in the index. @return as terms_add, TERM_NONE when it is nowhere */
uint16_t terms_add_form(query_reader *r, span word, enum query_evidence evidence);

/** Adds a German word whose umlauts are written as two letters, or two letters as umlauts.
 * @return as terms_add_form */
uint16_t terms_add_umlauts(query_reader *r, span word);

/** Finds a word as it is written in the index: its group, and its form there. */
bool terms_find(const partition *in, span word, word_group *group, unsigned *form);

/** Pairs two terms, once, where `distance` (in words) is small. */
void terms_pair(query_reader *r, uint16_t first, uint16_t second, uint32_t distance);
