/** @file
 * Stems by language. Arabic script is stemmed as Arabic in every locale.
 */
#pragma once

#include "base/locale.h"
#include "text/token.h"

typedef struct analyzer analyzer;

/** The stemmers of all locales. Not shared between threads. @return NULL when memory is out. */
analyzer *analyzer_new(void);

/** Releases it. NULL is accepted. */
void analyzer_free(analyzer *a);

/** The stem of a folded word, or the word itself when it has a digit or no stem. @param traits as
 * fold_word gave them. @return bytes that live until the next call. */
span analyzer_stem(analyzer *a, unsigned locale, span word, unsigned traits);

/** The other inflections of a word that leave no doubt that it is the same: a plural, a possessive.
 * @param number from 0. @param out receives it; length 0 where the word has no such one, which says
 * nothing of the next. @return false when there are no more. */
bool analyze_inflection(unsigned locale, span word, size_t number, char out[FOLD_MAX], size_t *len);

enum { RELATIVE_MOST = 64 /**< bytes of a relative */, RELATIVES = 24 /**< of a word, at most */ };

/** A word that a folded one may be formed of, or that may be formed of the same. */
typedef struct relative {
  char text[RELATIVE_MOST];
  size_t len;
} relative;

/** The words that may share a root with `word`, where no stemmer without a dictionary can know it:
 * Indonesian `menangis`, of `tangis` and not of `angis`; German `abgeleitet`, of `ableiten`; an
 * Arabic word with or without the "and" or "to" that is written as one with it, in every locale.
 * Which of them are words the corpus must tell. @return how many; 0 for English words. */
size_t analyze_relatives(unsigned locale, span word, relative out[RELATIVES]);

enum { ENDING_MOST = 10 /**< bytes of an ending */ };

/** True for an ending that makes a word of another, such as the "ary" of "revolutionary", and for
 * the empty one. Folded, as words are. O(bytes of the locale's endings). */
bool analyze_ending(unsigned locale, span text);

/** True for what may be an Indonesian root of one syllable, such as `cat`: what is formed of it is
 * far from it, `mengecat`, and no other word stands between. */
bool analyze_short_root(unsigned locale, span word);

/** Umlauts and their two-letter spellings: writes the other spelling of `word` (ä as ae, ae as ä).
 * @param back false: ä→ae, true: ae→ä. @return bytes written, 0 when there is nothing to change. */
size_t analyze_umlaut(span word, bool back, char out[FOLD_MAX]);
