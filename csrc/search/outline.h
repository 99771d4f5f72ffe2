/** @file
 * A phrasing before its words are looked up: how long it is, whether it asks, which of its words
 * say what is sought, and which of them have variants.
 */
#pragma once

#include "search/index.h"
#include "search/phrasing.h"
#include "search/variants.h"
#include "search/words.h"

enum {
  OUTLINED = 64,      /**< words of a phrasing whose classes and keys are kept */
  OUTLINE_KEYS = 4096 /**< bytes of their keys */
};

typedef struct outline {
  uint32_t words;
  bool question;             /**< it asks, or begins with a question word */
  bool content;              /**< it has words of the class WORD_CONTENT, or identifiers */
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
