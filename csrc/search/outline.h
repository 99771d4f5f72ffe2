/** @file
 * What a phrasing is before its words are looked up: how long, whether a question, and which of its
 * words say what is sought.
 */
#pragma once

#include "search/index.h"
#include "search/phrasing.h"
#include "search/words.h"
#include "text/token.h"

enum { OUTLINED = 64 /**< words of a phrasing whose classes are looked up once */ };

typedef struct outline {
  uint32_t words;
  bool question;             /**< it asks (see struct phrasing), or begins with a question word */
  bool content;              /**< it has words of the class WORD_CONTENT, or identifiers */
  uint8_t classes[OUTLINED]; /**< of the first words, enum word_class */
} outline;

/** Reads a phrasing that phrasing_read gave. O(its words × log of the listed ones). */
outline outline_read(const partition *p, const phrasing *from);

/** The class that a word of the phrasing counts with: WORD_CONTENT for all where none has it, as
 * they are what is sought. */
enum word_class outline_class(const partition *p, const outline *of, const token *t);
