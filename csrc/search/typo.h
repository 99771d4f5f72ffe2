/** @file
 * Words of the dictionary that a mistyped or unfinished word may mean.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "search/index.h"
#include "search/variants.h"

/* German compounds, split by the words of the publication itself. */

enum { COMPOUND_PARTS = 8 };

/** Units in which a word occurs: 0 when it is not known. */
typedef uint32_t compound_count(void *known, span word);

/** Splits a folded word into two or more known ones of at least 4 letters, each in at least 2
 * units, joined directly or by a linking s, es, n, en, er. Where there are several ways the one of
 * commoner words wins; parts that are compounds are listed with their own parts.
 * @return number of parts, 0 when it is no compound. */
size_t compound_split(span word, compound_count *count, void *known, span parts[COMPOUND_PARTS]);

enum {
  TYPO_GROUPS = 4,
  TYPO_WORDS = 12, /**< of a request that are looked for with typos */
  TYPO_BYTES = 62
};

typedef struct typo_match {
  word_group list;
  unsigned form;
  unsigned edits; /**< 0 for the completion of a prefix */
  uint8_t len;    /**< of the word; 0 where it is longer than TYPO_BYTES */
  char word[TYPO_BYTES];
} typo_match;

/** A word that may be mistyped, and what it may mean. */
typedef struct typo_word {
  span word;
  typo_match matches[TYPO_GROUPS]; /**< the commonest groups first */
  size_t count;
  bool generous; /**< an edit is forgiven in a shorter word, too */
  bool near;     /**< a single edit is looked for, and no other first letter */
} typo_word;

/** Fills the matches of each word: words of the dictionary one edit (insertion, deletion,
 * substitution, exchange of neighbours) from it, or else two, that begin with the same letter and
 * have no digit; or else those that differ in the first letter only. One edit is forgiven in words
 * of 5 letters or more, two in those of 9. @param count at most
 * TYPO_WORDS. O(words of the dictionary with those letters), read once for all words of one letter.
 */
void typo_search(const partition *p, typo_word *words, size_t count);

enum { SHORT_LEAST = 3 /**< letters of a short word that is mended */ };

/** Fills the matches of a short word that has a letter too few, or two exchanged. Of other edits it
 * may as well be another word. @return false when there are none */
bool typo_short(const partition *p, span word, typo_word *w);

/** The variants of the word that a mistyped one is nearest to, which begins with the same letter
 * and is one that variants are of. O(variants with that letter). @return false when none is near */
bool typo_variants(const partition *p, span word, variant_reader *out);

/** Words that begin with `prefix`, the commonest groups first; at most the first 16384 of
 * them are looked at. @return number of matches. */
size_t typo_complete(const partition *p, span prefix, typo_match out[TYPO_GROUPS]);

/** Words that have their beginning in common with `word`, as much as possible and `least` bytes or
 * more, and differ in what analyze_ending takes for an ending; the commonest groups first.
 * @param but a group that is passed over
 * @param units those in so many or more are passed over
 * @return number of matches. O(words with these first letters). */
size_t typo_derived(const partition *p, unsigned locale, span word, size_t least, uint32_t but,
                    uint32_t units, typo_match out[TYPO_GROUPS]);

/** A word of a group in a form. @return bytes written, 0 when there is none. O(dictionary). */
size_t typo_spell(const partition *p, uint32_t group, unsigned form, char out[FOLD_MAX]);
