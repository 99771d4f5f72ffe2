/** @file
 * A phrasing as it is typed: its text, phrases in quotation marks, and words with a minus before
 * them, which are to be absent.
 */
#pragma once

#include "base/arena.h"
#include "search/index.h"
#include "search/request.h"
#include "search/variants.h"

enum word_class {
  WORD_CONTENT,
  WORD_FUNCTION,
  WORD_QUESTION,
  WORD_QURAN,
  WORD_REQUEST,
  WORD_LEVEL /**< of school or of a book; content but beside a number: "grade 10", "10. Klasse" */
};

/* Words that say little about what is sought: question words, and the function words between the
 * others; and words that point to the section of the Quran. The lists are written into each
 * partition, so that a query is read with the lists its index was built with. */

/** Writes the words of a locale, and those of Arabic, as a dictionary whose payload is a byte, the
 * class. @return false when memory is out. */
bool words_write(unsigned locale, lexicon_writer *out);

/** The class of a folded word. O(log words). */
enum word_class words_class(const lexicon *words, span key);

/** True when a folded word is listed as one that points to the section of the Quran, for what
 * builds an index. O(words). */
bool words_point_to_quran(unsigned locale, span key);

enum { PHRASING_PHRASES = 8, PHRASING_ABSENT = 8 };

typedef struct phrasing {
  span typed; /**< without white space around it */
  span text;  /**< the same without the words that are to be absent */
  bool asks;  /**< it is a question: it has the mark, or query_read saw a question word first */
  bool brief; /**< it has few words and is no question: query_read decides */
  bool identified; /**< it has an identifier or is a formula: query_read tells */
  bool name; /**< it is an id or URL of the project, whose words mean nothing (pins_is_name) */
  variant_reader others; /**< variants of all of it: query_read tells */
  bool shaped;           /**< they are of its shape, see variants_of_shape */
  span key; /**< its folded words and signs, where there are several: of equal keys one counts */
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

enum {
  OUTLINED = 64,      /**< words of a phrasing whose classes and keys are kept */
  OUTLINE_KEYS = 4096 /**< bytes of their keys */
};

/* A phrasing before its words are looked up: how long it is, whether it asks, which of its words
 * say what is sought, and which of them have variants. */

typedef struct outline {
  uint32_t words;
  bool question;             /**< it asks, or begins with a question word */
  bool content;              /**< it has words of the class WORD_CONTENT, or identifiers */
  uint32_t contents;         /**< words of that class, of the first OUTLINED */
  uint32_t first, last;      /**< positions of the first and the last, of all words without any */
  uint8_t classes[OUTLINED]; /**< of the first words, enum word_class */
  uint16_t ends[OUTLINED];   /**< of their keys below, each parted from the next by a space */
  size_t keyed;              /**< words that have a key there */
  char keys[OUTLINE_KEYS];
} outline;

/** Reads a phrasing that phrasing_read gave. O(its words × log of the listed ones). */
void outline_read(const partition *p, const phrasing *from, outline *out);

/** The class of a word; where no verses are, none points to them. */
enum word_class outline_class(const partition *p, span key);

/** Words of a phrasing that have variants. All zeros to begin with. */
typedef struct variant_run {
  variant_reader alternatives;
  uint32_t first, end; /**< the words [first, end) */
} variant_run;

/** Looks for variants of the words from `position` on, of as many as possible, unless `run` reaches
 * behind it. */
void outline_variants(const partition *p, const outline *of, uint32_t position, variant_run *run);
