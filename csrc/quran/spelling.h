/** @file
 * Names in Latin and Arabic script as they are compared: folded letters, and the skeleton that the
 * usual transliterations of a name have in common.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

enum { LETTERS_MOST = 40 /**< bytes of the longest name */ };

typedef struct letters {
  char data[LETTERS_MOST];
  size_t len;
} letters;

static inline span spelling_span(const letters *text) { return (span){text->data, text->len}; }

/** Appends letters. @return false when there is no room. */
bool spelling_add(letters *to, span more);

/** Appends the folded form of a code point: lower case, without marks and apostrophes. @return
 * false when it is no part of a word, or there is no room. */
bool spelling_fold(uint32_t point, letters *to);

/** The value of a decimal digit: European, full-width, Arabic-Indic or Persian; else 10. */
unsigned spelling_digit(uint32_t point);

/** The sounds of a folded name of at most LETTERS_MOST bytes, doubled ones once. */
letters spelling_sounds(span name);

/** The sounds of a folded name without a feminine ending. */
letters spelling_skeleton(span name);

/** The next word of a list divided by spaces; empty at its end. */
span spelling_next(span *list);

/** True when the list has the word. */
bool spelling_listed(const char *list, span word);
