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
  bool question;             /**< it ends so, or begins with a question word */
  bool content;              /**< it has words that are neither question words nor function words */
  uint8_t classes[OUTLINED]; /**< of the first words, enum word_class */
} outline;

outline outline_read(const partition *p, const phrasing *from);

/** The class that a word of the phrasing counts with: where all are function words, they are what
 * is sought. */
enum word_class outline_class(const partition *p, const outline *of, const token *t);
